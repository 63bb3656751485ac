/** The tender index that answers are read from: loads the saved one at boot, builds the next beside it, checks it, swaps. */
import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import { errorMessage } from '../../kernel/errors.ts'
import type { Log } from '../../observe/log.ts'
import { createGenerations } from '../../refresh/generations.ts'
import { shrunk } from '../../refresh/shrunk.ts'
import { type BuildReport, openBuilder } from './builder.ts'
import type { GenerationData } from './data.ts'
import { type Generation, openGeneration } from './generation.ts'
import { readGeneration } from './kept-build.ts'
import { rehearse } from './rehearsal.ts'
import { newNames, removeStrays, SAVED } from './saved.ts'
import { createSpareMemory } from './spare-memory.ts'
import { openTexts } from './texts.ts'

export interface TenderIndex {
  /** Null until the first one is loaded or built. */
  current(): Generation | null
  /** Serves the generation saved by an earlier run. False when there is none that can be read. */
  load(): Promise<boolean>
  /**
   * Builds the next generation and swaps it in. False: it failed a check and the old one goes on serving, as it does when this throws.
   * @throws Error of the build, or the reason of `signal`; nothing half-made is left
   */
  build(signal: AbortSignal): Promise<boolean>
  /** When the last attempt to build began; null before the first. */
  lastBuildMs(): number | null
  /** Why the last attempt to build ended without a generation; null when it made one, or was stopped. */
  failure(): string | null
}

export interface TenderIndexOptions {
  databaseUrl: string | null
  dataDir: string
  clock: Clock
  log: Log
}

/** Below this a share says nothing. */
const LEAST_COUNT = 30

export function createTenderIndex(options: TenderIndexOptions): TenderIndex {
  const { clock, log, databaseUrl, dataDir } = options
  const savePath = join(dataDir, SAVED)
  const by = randomUUID()
  const builder = openBuilder()
  /** Of the generation before the one that serves. */
  const memory = createSpareMemory()
  let lastBuildMs: number | null = null
  let failure: string | null = null
  let builds = 0
  const generations = createGenerations<Generation>({
    name: 'tenders',
    log,
    fault: (serving, next) => checkNext(serving, next, clock.nowMs()),
    describe: ({ data }) => ({ revision: data.revision, notices: data.count, live: data.liveCount, builtMs: data.builtMs }),
    prepare: async (next, serving) => {
      if (!serving) await rehearse(next)
    },
    release({ data, close }) {
      close()
      memory.give(data.texts.start)
    },
  })

  async function readSaved(): Promise<GenerationData | null> {
    try {
      return await readGeneration(savePath, memory.take)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        log.warn({ err: error }, 'the saved tender index cannot be read, it is built again')
      return null
    }
  }

  function open(data: GenerationData): Generation {
    const texts = openTexts(dataDir, data.texts)
    if (texts === null) throw new Error(`${data.texts.file} is gone or was cut short`)
    return openGeneration(data, texts)
  }

  return {
    current: generations.current,
    lastBuildMs: () => lastBuildMs,
    failure: () => failure,

    async load() {
      const saved = await readSaved()
      try {
        await removeStrays(dataDir, saved?.texts.file ?? null)
        if (saved === null) return false
        return await generations.follow('saved', async () => open(saved))
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
      const order = { databaseUrl, dataDir, nowMs, by, lastPath: savePath, savePath: join(dataDir, made.generation), newTexts: made.texts }
      let report: BuildReport | null = null
      let swapped = false
      try {
        swapped = await generations.follow(`build ${builds}`, async () => {
          report = await builder.perform(order, signal)
          const next = await readGeneration(order.savePath, memory.take)
          if (next === null) throw new Error('what was built is of another release')
          return open(next)
        })
        failure = null
        if (swapped) await rename(order.savePath, savePath)
      } catch (error) {
        if (!signal.aborted) failure = errorMessage(error)
        throw error
      } finally {
        // A build upon the last has made no texts of its own.
        if (!swapped) for (const name of Object.values(made)) await rm(join(dataDir, name), { force: true })
      }
      log.info({ durationMs: Math.round(performance.now() - started), swapped, ...report! }, 'tender index built')
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
