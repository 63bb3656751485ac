/** From the start of the process to the first answers, as an operator or a supervisor sees it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bench, figure, ratios } from './harness.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { benchEnvironment } from './support/service.ts'

const RUNS = 5
const POLL_MS = 2
const MAX_BOOT_MS = 60_000
const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Milliseconds until the path answers with the status. */
async function firstAnswerMs(
  child: ChildProcess,
  startedMs: number,
  url: string,
  status: number,
): Promise<number> {
  while (child.exitCode === null && performance.now() - startedMs < MAX_BOOT_MS) {
    const answered = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => null,
    )
    if (answered === status) return performance.now() - startedMs
    if (answered !== null) throw new Error(`${url} answered ${answered}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`${url} did not answer (exit code ${child.exitCode})`)
}

/** Node, Fastify and zod, which no service of this make starts without, and one route. */
const PEER = `
import Fastify from 'fastify'
import { z } from 'zod'
z.object({ number: z.string() }).parse({ number: '1' })
const app = Fastify()
app.get('/', async () => ({ ok: true }))
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
`

async function bootPeer(): Promise<number> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PEER], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, PORT: String(port) },
  })
  const ended = once(child, 'exit')
  try {
    return await firstAnswerMs(child, startedMs, `http://127.0.0.1:${port}/`, 200)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function boot(dataDir: string): Promise<{ quoteMs: number; healthMs: number }> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...benchEnvironment(dataDir),
      PORT: String(port),
      LOG_LEVEL: 'error',
    },
  })
  const ended = once(child, 'exit')
  try {
    const base = `http://127.0.0.1:${port}`
    const quoteMs = await firstAnswerMs(
      child,
      startedMs,
      `${base}/v1/company/${BENCH_COMPANY}/verdict`,
      402,
    )
    return { quoteMs, healthMs: await firstAnswerMs(child, startedMs, `${base}/v1/health`, 200) }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

export const bench: Bench = {
  name: 'boot',
  title: `start of the process to the first answers, ${RUNS} starts on one store after one that creates it, against Fastify and zod alone; not pinned`,
  async run() {
    const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-boot-'))
    try {
      const first = await boot(dataDir)
      const runs: Awaited<ReturnType<typeof boot>>[] = []
      const peers: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        runs.push(await boot(dataDir))
        peers.push(await bootPeer())
      }
      const quotes = runs.map((run) => run.quoteMs)
      const veryFirst = (ms: number) => ({ detail: { 'very first ms': Math.round(ms) } })
      return [
        figure('quote over peer', 'ratio', ratios(quotes, peers), { aim: { atMost: 4 } }),
        figure('quote', 'ms', quotes, veryFirst(first.quoteMs)),
        figure(
          'health',
          'ms',
          runs.map((run) => run.healthMs),
          veryFirst(first.healthMs),
        ),
        figure('peer', 'ms', peers),
      ]
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
