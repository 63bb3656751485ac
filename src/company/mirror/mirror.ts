/** The mirror as the wing reads it: the generation that serves, of when it is, and how it is brought up to date. */
import type { Ground } from '../../contract/wing.ts'
import { createGenerations, type Generations } from '../../refresh/generations.ts'
import type { SourceHealth } from '../../refresh/health.ts'
import { createJob } from '../../refresh/job.ts'
import { healthOf, type Ingest, isDue, refusal, warningsOf } from '../../refresh/source.ts'
import type { MirrorGeneration } from '../../store/company-mirror/generation.ts'
import { mirrorPlace } from '../../store/company-mirror/place.ts'
import type { SourceState } from '../../store/runs.ts'
import { BULK_SOURCE } from '../source.ts'
import { type MirrorDetail, readMirrorDetail, refreshMirror, silentMirrorProgress } from './refresh.ts'
import { MIRROR_LAYOUT, type MirrorRow, readMirrorRow } from './row.ts'

export interface MirrorSettings {
  databaseUrl: string | null
  bulkUrl: string
  ingest: Ingest
}

export interface Mirror {
  /** Null: nothing was ever ingested, or for a month nobody could tell whether it is the newest. */
  current(): { generation: MirrorGeneration; asOfMs: number } | null
  /** Null: the mirror does not hold it, or nothing at all. A store that is away is as good as none. */
  company(number: string): Promise<MirrorRow | null>
  /** Somebody could not read what serves. */
  unreadable(error: unknown): void
  health(): SourceHealth
  warnings(): string[]
  /** Opens what another process made, and reads the monthly file when it is due. */
  look(): Promise<void>
  start(): void
}

const LOOK_EVERY_MS = 60_000
const NEVER: SourceState = { lastSuccessMs: null, lastAttemptMs: null, failure: null, detail: {} }

export function createMirror(ground: Ground, settings: MirrorSettings): Mirror {
  const { clock, log, runs, lifecycle, dataDir, userAgent } = ground
  const { databaseUrl, bulkUrl } = settings
  const place = mirrorPlace({ databaseUrl, dataDir })
  const generations: Generations<{ generation: MirrorGeneration; detail: MirrorDetail }> = createGenerations({
    name: 'company mirror',
    log,
    describe: ({ detail }) => ({ as_of: detail.as_of, companies: detail.companies }),
    prepare: async (_next, serving) => {
      // Readers of the one before are given a moment; who is later than that asks the register.
      if (serving) setTimeout(() => void serving.generation.close().catch(() => {}), CLOSED_AFTER_MS).unref()
    },
  })
  let state: SourceState = NEVER

  async function follow(): Promise<void> {
    state = await runs.source(BULK_SOURCE.id)
    const detail = readMirrorDetail(state.detail)
    if (detail === null) return
    await generations.follow(detail.generation, async () => {
      const generation = await place.open(detail.generation)
      if (generation?.meta.layout === MIRROR_LAYOUT) return { generation, detail }
      await generation?.close()
      return null
    })
  }

  async function look(): Promise<void> {
    await follow()
    if (settings.ingest === 'off' || !isDue(BULK_SOURCE, state, clock.nowMs())) return
    const options = { databaseUrl, dataDir, userAgent, bulkUrl, fromFolder: null, acceptShrink: false, signal: lifecycle.signal }
    await refreshMirror({ clock, log, runs, ...options, progress: silentMirrorProgress }).finally(follow)
  }

  const current: Mirror['current'] = () => {
    const serving = generations.current()
    if (refusal(BULK_SOURCE, state.lastSuccessMs, clock.nowMs()) !== null) return null
    return serving && { generation: serving.generation, asOfMs: Date.parse(`${serving.detail.as_of}T00:00:00Z`) }
  }

  const unreadable = (error: unknown): null => {
    log.warn({ err: error }, 'the mirror could not be read')
    return null
  }

  const job = createJob({ name: 'company mirror', everyMs: LOOK_EVERY_MS, work: look, lifecycle, log })
  lifecycle.onStop('company mirror', () => generations.current()?.generation.close())

  return {
    current,
    async company(number) {
      const row = await current()?.generation.company(number).catch(unreadable)
      return row ? readMirrorRow(number, row) : null
    },
    unreadable,
    health() {
      const detail = readMirrorDetail(state.detail)
      return {
        ...healthOf(BULK_SOURCE, state, clock.nowMs()),
        as_of: detail?.as_of ?? null,
        companies: detail?.companies ?? 0,
        quarantined: detail === null ? 0 : Object.values(detail.quarantined).reduce((sum, each) => sum + each, 0),
      }
    },
    warnings: () => warningsOf(BULK_SOURCE, state),
    look,
    start: job.start,
  }
}

const CLOSED_AFTER_MS = 60_000
