/** From the start of the process to the first answers, as an operator or a supervisor sees it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bench, median } from './harness.ts'
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
async function firstAnswerMs(child: ChildProcess, startedMs: number, url: string, status: number): Promise<number> {
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

async function boot(dataDir: string): Promise<{ quoteMs: number; healthMs: number }> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...benchEnvironment(dataDir), PORT: String(port), LOG_LEVEL: 'error' },
  })
  const ended = once(child, 'exit')
  try {
    const base = `http://127.0.0.1:${port}`
    const quoteMs = await firstAnswerMs(child, startedMs, `${base}/v1/company/${BENCH_COMPANY}/verdict`, 402)
    return { quoteMs, healthMs: await firstAnswerMs(child, startedMs, `${base}/v1/health`, 200) }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

export const bench: Bench = {
  name: 'boot',
  title: `start of the process to the first answers, median of ${RUNS} starts on one store after one that creates it, not pinned`,
  async run() {
    const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-boot-'))
    try {
      const first = await boot(dataDir)
      const runs: Awaited<ReturnType<typeof boot>>[] = []
      for (let run = 0; run < RUNS; run += 1) runs.push(await boot(dataDir))
      const figure = (name: string, of: (run: (typeof runs)[number]) => number) => ({
        name,
        value: median(runs.map(of)),
        unit: 'ms' as const,
        aim: { below: 1000 },
        tolerance: 0.5,
        detail: { 'very first ms': Math.round(of(first)), 'all ms': runs.map((run) => Math.round(of(run))).join(', ') },
      })
      return [figure('quote', (run) => run.quoteMs), figure('health', (run) => run.healthMs)]
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
