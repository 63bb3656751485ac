/** The funder half of wing 3: the grant corpus, its dossiers and their refresh. */
import type { Source } from '../contract/envelope.ts'
import type { Ground, Wing } from '../contract/wing.ts'
import { instant } from '../kernel/clock.ts'
import { errorMessage, ServiceError } from '../kernel/errors.ts'
import { type SourceHealth, sourceHealth } from '../refresh/health.ts'
import type { Degradation } from '../refresh/source.ts'
import { createFunderStore } from '../store/funders.ts'
import type { SourceState } from '../store/runs.ts'
import { createGenerations } from './generations.ts'
import { silentProgress } from './ingest.ts'
import type { Corpus, FunderDeps } from './operations/deps.ts'
import { funderOperations } from './operations/index.ts'
import { FUNDERS, refreshFunders } from './refresh.ts'

const CORPUS = '360Giving'
const DAY_MS = 86_400_000
/** How often the state and the stored generation are looked at. */
const LOOK_EVERY_MS = 60_000
const RETRY_AFTER_MS = 3_600_000
const WAITING_RETRY_SECONDS = 600
/** Nothing older is served, unless the window itself is longer. */
const MAX_AGE_MS = 30 * DAY_MS

export interface FunderSettings {
  registryUrl: string
  intervalMs: number
  windowDays: number
  ingest: 'scheduled' | 'off'
  /** The live listing, handed in by the house; without it no dossier names a live scheme. */
  liveGrants?: FunderDeps['liveGrants']
}

export type FundersWing = Wing<FunderDeps> & {
  /** Looks once: loads a newer generation, and refreshes the corpus when it is due. Called by the schedule. */
  look(): Promise<void>
}

export function createFunders(ground: Ground, settings: FunderSettings): FundersWing {
  const { clock, log, runs, lifecycle } = ground
  const windowMs = settings.windowDays * DAY_MS
  const generations = createGenerations(createFunderStore(ground.store.main), log)
  let state: SourceState | null = null
  let refreshing: Promise<void> | null = null

  function fetchedMs(): number | null {
    return generations.current()?.generation.fetchedMs ?? null
  }

  function corpus(nowMs: number): Corpus {
    const index = generations.current()
    if (index === null) throw unavailable('the grant corpus is still being read for the first time')
    if (nowMs - index.generation.fetchedMs > Math.max(MAX_AGE_MS, windowMs)) {
      throw unavailable(`the grant corpus was last refreshed at ${instant(index.generation.fetchedMs)}, too long ago to be served`)
    }
    const source: Source = { name: CORPUS, fetched: instant(index.generation.fetchedMs), url: settings.registryUrl }
    return { index, source, degradations: staleness(nowMs, index.generation.fetchedMs) }
  }

  function staleness(nowMs: number, fetched: number): Degradation[] {
    if (nowMs - fetched <= windowMs) return []
    const copy = `the copy of ${instant(fetched)} is used`
    const failure = state?.failure ?? null
    if (failure !== null) return [{ kind: 'failed', detail: `${CORPUS} corpus: ${failure}; ${copy}`, flagged: true }]
    return [{ kind: 'stale', detail: `${CORPUS} corpus: older than ${settings.windowDays} days, a refresh is due; ${copy}`, flagged: true }]
  }

  function isDue(nowMs: number): boolean {
    const fetched = fetchedMs()
    // A healthy source never shows stale: contract section 2.
    if (fetched !== null && nowMs - fetched < (windowMs * 11) / 12) return false
    const failedMs = state !== null && state.failure !== null ? state.lastAttemptMs : null
    return failedMs === null || nowMs - failedMs >= RETRY_AFTER_MS
  }

  async function refresh(): Promise<void> {
    try {
      const report = await refreshFunders({
        ...ground,
        registryUrl: settings.registryUrl,
        intervalMs: settings.intervalMs,
        fromFolder: null,
        acceptShrink: false,
        progress: silentProgress,
        signal: lifecycle.signal,
      })
      if (report) log.info({ ...report, failures: report.failures.length }, 'funder corpus refreshed')
    } catch (error) {
      if (!lifecycle.signal.aborted) log.error({ err: error }, 'funder corpus could not be refreshed')
    }
  }

  async function look(): Promise<void> {
    state = await runs.source(FUNDERS)
    await generations.reload()
    if (settings.ingest === 'off' || refreshing !== null || !isDue(clock.nowMs())) return
    refreshing = refresh().finally(() => {
      refreshing = null
    })
    await refreshing
    state = await runs.source(FUNDERS)
    await generations.reload()
  }

  function health(): SourceHealth {
    const nowMs = clock.nowMs()
    const summary = generations.current()?.generation.summary
    const detail = state?.detail as { datasets?: Record<string, number> } | undefined
    return {
      ...sourceHealth({ lastSuccessMs: fetchedMs(), failing: (state?.failure ?? null) !== null, windowMs, nowMs }),
      funders: generations.current()?.size ?? 0,
      grants: Number(summary?.included ?? 0),
      datasets: detail?.datasets?.listed ?? 0,
      datasets_failing: (detail?.datasets?.last_good ?? 0) + (detail?.datasets?.unread ?? 0),
    }
  }

  return {
    operations: funderOperations,
    deps: { corpus, liveGrants: settings.liveGrants ?? (() => ({ grants: [], sources: [], degradations: [] })) },
    health: () => ({
      upstreams: { threesixty_giving: health() },
      warnings: [
        ...(fetchedMs() === null ? [`${CORPUS}: the grant corpus was not read yet; funder dossiers answer 503`] : []),
        ...(state?.failure ? [`${CORPUS}: ${state.failure}`] : []),
      ],
    }),
    notes: {},
    // The free sample has no funder among its wings.
    previewSubjects: () => [],
    look,
    start() {
      const guarded = () => {
        look().catch((error: unknown) =>
          log.error({ err: error, cause: errorMessage(error) }, 'the funder index could not be looked after'),
        )
      }
      guarded()
      const timer = setInterval(guarded, LOOK_EVERY_MS)
      lifecycle.onStop('funder schedule', async () => {
        clearInterval(timer)
        await refreshing
      })
    },
  }
}

function unavailable(detail: string): ServiceError {
  return new ServiceError('UPSTREAM_UNAVAILABLE', detail, {
    retryAfterSeconds: WAITING_RETRY_SECONDS,
    hint: 'nothing was charged; repeat later',
  })
}
