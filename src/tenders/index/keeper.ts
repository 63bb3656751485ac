/** Keeps the serving generation: loads the saved one at boot, builds the next beside it, checks it, swaps. */
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../observe/log.ts'
import { DATA_FORMAT, type GenerationData } from './data.ts'
import { type Generation, openGeneration } from './generation.ts'
import { rehearse } from './rehearsal.ts'
import type { WorkerInput } from './worker.ts'

export interface IndexKeeper {
  /** Null until the first one is loaded or built. */
  current(): Generation | null
  /** Serves the generation saved by an earlier run. False when there is none that can be read. */
  load(): Promise<boolean>
  /** Builds the next generation and swaps it in. False: it failed a check and the old one goes on serving. */
  build(signal: AbortSignal): Promise<boolean>
  /** When the last attempt to build began; null before the first. */
  lastBuildMs(): number | null
}

export interface KeeperOptions {
  databaseUrl: string | null
  dataDir: string
  clock: Clock
  log: Log
}

/** A refresh may not lose more than a third of the live notices. */
const LEAST_SHARE = 2 / 3
/** Below this a share says nothing. */
const LEAST_COUNT = 30

export function createIndexKeeper(options: KeeperOptions): IndexKeeper {
  const { clock, log } = options
  const savePath = join(options.dataDir, 'tenders.generation')
  let serving: Generation | null = null
  let lastBuildMs: number | null = null

  return {
    current: () => serving,
    lastBuildMs: () => lastBuildMs,

    async load() {
      try {
        const data = deserialize(await readFile(savePath)) as GenerationData
        if (data.format !== DATA_FORMAT) return false
        const saved = openGeneration(data)
        await rehearse(saved)
        serving = saved
        log.info({ notices: data.count, live: data.liveCount, builtMs: data.builtMs }, 'tender index loaded')
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          log.warn({ err: error }, 'the saved tender index cannot be read, it is built again')
        return false
      }
    },

    async build(signal) {
      const started = performance.now()
      lastBuildMs = clock.nowMs()
      const newPath = `${savePath}.${process.pid}`
      const { databaseUrl, dataDir } = options
      const data = await buildInWorker({ databaseUrl, dataDir, nowMs: lastBuildMs, savePath: newPath }, signal)
      const next = openGeneration(data)
      const fault = serving ? checkNext(serving, next, clock.nowMs()) : null
      const summary = {
        revision: data.revision,
        notices: data.count,
        live: data.liveCount,
        durationMs: Math.round(performance.now() - started),
      }
      if (fault !== null) {
        await rm(newPath, { force: true })
        log.error({ ...summary, fault }, 'new tender index refused, the old one goes on serving')
        return false
      }
      if (!serving) await rehearse(next)
      serving = next
      await rename(newPath, savePath)
      log.info(summary, 'tender index swapped')
      return true
    },
  }
}

/** What speaks against the next generation, or null. */
function checkNext(serving: Generation, next: Generation, nowMs: number): string | null {
  const before = serving.liveAt(nowMs)
  const after = next.liveAt(nowMs)
  if (before >= LEAST_COUNT && after < before * LEAST_SHARE) return `${after} live notices instead of ${before}`
  if (next.data.newestMs < serving.data.newestMs) return 'its newest notice is older'
  return null
}

function buildInWorker(input: WorkerInput, signal: AbortSignal): Promise<GenerationData> {
  // The published package holds compiled files.
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(file, import.meta.url), { workerData: input })
    const stop = () => {
      void worker.terminate()
      reject(signal.reason)
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      reject(new Error(`the index worker ended with ${code}`))
    })
  })
}
