/** The tender index that answers are read from: loads the saved one at boot, builds the next beside it, checks it, swaps. */
import { randomUUID } from 'node:crypto'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../observe/log.ts'
import { createGenerations } from '../../refresh/generations.ts'
import { readLabelled } from '../../refresh/kept.ts'
import { shrunk } from '../../refresh/shrunk.ts'
import type { GenerationData } from './data.ts'
import { type Generation, openGeneration } from './generation.ts'
import { KEPT_BUILD, type KeptBuild } from './kept-build.ts'
import { readKeptFile } from './kept-file.ts'
import { rehearse } from './rehearsal.ts'
import { newNames, removeStrays, SAVED } from './saved.ts'
import { openTexts } from './texts.ts'
import type { WorkerInput } from './worker.ts'

export interface TenderIndex {
  /** Null until the first one is loaded or built. */
  current(): Generation | null
  /** Serves the generation saved by an earlier run. False when there is none that can be read. */
  load(): Promise<boolean>
  /** Builds the next generation and swaps it in. False: it failed a check and the old one goes on serving. */
  build(signal: AbortSignal): Promise<boolean>
  /** When the last attempt to build began; null before the first. */
  lastBuildMs(): number | null
}

export interface TenderIndexOptions {
  databaseUrl: string | null
  dataDir: string
  clock: Clock
  log: Log
}

/** Below this a share says nothing. */
const LEAST_COUNT = 30

const YOUNG_KEPT_BUILD_MIB = 64

export function createTenderIndex(options: TenderIndexOptions): TenderIndex {
  const { clock, log, databaseUrl, dataDir } = options
  const savePath = join(dataDir, SAVED)
  const by = randomUUID()
  let lastBuildMs: number | null = null
  let builds = 0
  const generations = createGenerations<Generation>({
    name: 'tenders',
    log,
    fault: (serving, next) => checkNext(serving, next, clock.nowMs()),
    describe: ({ data }) => ({ revision: data.revision, notices: data.count, live: data.liveCount, builtMs: data.builtMs }),
    prepare: async (next, serving) => {
      if (!serving) await rehearse(next)
    },
  })

  async function readSaved(): Promise<KeptBuild | null> {
    try {
      return readLabelled(KEPT_BUILD, readKeptFile(await readFile(savePath)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        log.warn({ err: error }, 'the saved tender index cannot be read, it is built again')
      return null
    }
  }

  function open(data: GenerationData): Generation {
    const text = openTexts(dataDir, data.texts)
    if (text === null) throw new Error(`${data.texts.file} is gone or was cut short`)
    return openGeneration(data, text)
  }

  return {
    current: generations.current,
    lastBuildMs: () => lastBuildMs,

    async load() {
      const saved = await readSaved()
      try {
        await removeStrays(dataDir, saved?.data.texts.file ?? null)
        if (saved === null) return false
        return await generations.follow('saved', async () => open(saved.data))
      } catch (error) {
        log.warn({ err: error }, 'the saved tender index cannot be served, it is built again')
        return false
      }
    },

    async build(signal) {
      const started = performance.now()
      const nowMs = clock.nowMs()
      lastBuildMs = nowMs
      builds += 1
      const made = newNames()
      const input = { databaseUrl, dataDir, nowMs, by, lastPath: savePath, savePath: join(dataDir, made.generation), newTexts: made.texts }
      let swapped = false
      try {
        swapped = await generations.follow(`build ${builds}`, async () => open(await buildInWorker(input, signal)))
        if (swapped) await rename(input.savePath, savePath)
      } finally {
        // A build upon the last has made no texts of its own.
        if (!swapped) for (const name of Object.values(made)) await rm(join(dataDir, name), { force: true })
      }
      log.info({ durationMs: Math.round(performance.now() - started), swapped }, 'tender index built')
      if (swapped) await removeStrays(dataDir, generations.current()!.data.texts.file)
      return swapped
    },
  }
}

/** What speaks against the next generation, or null. */
function checkNext(serving: Generation, next: Generation, nowMs: number): string | null {
  const before = serving.liveAt(nowMs)
  const after = next.liveAt(nowMs)
  const lost = shrunk('the live notices', before, after, LEAST_COUNT)
  if (lost !== null) return lost
  if (next.data.newestMs < serving.data.newestMs) return 'its newest notice is older'
  return null
}

function buildInWorker(input: WorkerInput, signal: AbortSignal): Promise<GenerationData> {
  // The published package holds compiled files.
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
  return new Promise((resolve, reject) => {
    // Room for a page of notices: fewer collections, whose helper threads take the cores that requests are answered on.
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_KEPT_BUILD_MIB }
    const worker = new Worker(new URL(file, import.meta.url), { workerData: input, resourceLimits })
    const stop = () => void worker.terminate()
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      // Only now nothing is written any more.
      reject(signal.aborted ? signal.reason : new Error(`the index worker ended with ${code}`))
    })
  })
}
