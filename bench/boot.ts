import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../src/transports/free-port.ts'
import { type Bench, ratio } from './harness.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { benchEnvironment } from './support/service.ts'

const POLL_MS = 2
const MAX_BOOT_MS = 60_000
const ROOT = join(import.meta.dirname, '..')

/** Node, Fastify and zod, which no service of this kind starts without, and one route. */
const PEER = `
import Fastify from 'fastify'
import { z } from 'zod'
z.object({ number: z.string() }).parse({ number: '1' })
const app = Fastify()
app.get('/', async () => ({ ok: true }))
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
`

/** Starts Node and returns the milliseconds until the path answers with the status. */
async function firstAnswerMs(
  args: readonly string[],
  environment: Record<string, string>,
  path: string,
  status: number,
): Promise<number> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
  })
  const ended = once(child, 'exit')
  try {
    while (child.exitCode === null && performance.now() - startedMs < MAX_BOOT_MS) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
      if (answer?.status === status) return performance.now() - startedMs
      if (answer !== null) throw new Error(`${path} answered ${answer.status}`)
      await sleep(POLL_MS)
    }
    throw new Error(`${path} did not answer (exit code ${child.exitCode})`)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

export const bench: Bench = {
  title:
    'start of the published bundle to the first 402, on a store that is there, against Fastify and zod alone; not pinned',
  rounds: 7,
  in: 'its own processes',
  figures: {
    'quote over peer': ratio('quote', 'peer', { aim: { atMost: 1.5 } }),
    quote: { of: 'quote', unit: 'ms', aim: { atMost: 600 } },
  },
  async setup() {
    const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-boot-'))
    const environment = { ...benchEnvironment(dataDir), LOG_LEVEL: 'error' }
    // As it is installed: next to sources, the command would run those.
    execFileSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT })
    const installed = mkdtempSync(join(tmpdir(), 'ukintel-installed-'))
    for (const part of ['bin', 'dist', 'docs', 'package.json', 'CHANGELOG.md'])
      cpSync(join(ROOT, part), join(installed, part), { recursive: true })
    const path = `/v1/company/${BENCH_COMPANY}/verdict`
    const ours = [join(installed, 'bin/ukintel.js'), 'serve']
    // The first start writes the compile cache.
    await firstAnswerMs(ours, environment, path, 402)
    return {
      round: async () => ({
        quote: await firstAnswerMs(ours, environment, path, 402),
        peer: await firstAnswerMs(['--input-type=module', '--eval', PEER], {}, '/', 200),
      }),
      close() {
        for (const folder of [dataDir, installed]) rmSync(folder, { recursive: true })
      },
    }
  },
}
