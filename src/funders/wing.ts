/** The funder half of wing 3: the grant corpus, its dossiers and their refresh. */
import type { SourcedHistory } from '../contract/award-history.ts'
import { bindPaid } from '../contract/operation.ts'
import type { Ground, Wing } from '../contract/wing.ts'
import { instant } from '../kernel/clock.ts'
import type { SourceHealth } from '../refresh/health.ts'
import { createJob } from '../refresh/job.ts'
import { unpack } from '../refresh/kept.ts'
import { degradationOf, healthOf, type Ingest, isDue, type Progress, refusal, warningsOf } from '../refresh/source.ts'
import { createFunderStore } from '../store/funders.ts'
import type { SourceState } from '../store/runs.ts'
import { SUMMARY } from './corpus/summary.ts'
import { createFunderGenerations } from './generations.ts'
import { attributionOf, historyOf } from './history.ts'
import { silentProgress } from './ingest.ts'
import { funderOperations } from './operations/index.ts'
import type { Corpus, FunderDeps } from './operations/shared/deps.ts'
import { refreshFunders } from './refresh.ts'
import { corpusSource } from './source.ts'

/** How often the state and the stored generation are looked at. */
const LOOK_EVERY_MS = 60_000
const NEVER: SourceState = { lastSuccessMs: null, lastAttemptMs: null, failure: null, detail: {} }

export interface FunderSettings {
  registryUrl: string
  intervalMs: number
  windowDays: number
  ingest: Ingest
  /** The live listing, handed in by the house; without it no dossier names a live scheme. */
  liveGrants?: FunderDeps['liveGrants']
  /** Whether what goes beyond the specification is served; default true. */
  extras?: boolean
}

export type FundersWing = Wing & {
  /** What its operations stand on. */
  deps: FunderDeps
  /** Looks once: loads a newer generation, and refreshes the corpus when it is due. Called by the schedule. */
  look(): Promise<void>
  /**
   * What the funder of one of these names gave, by its printed name, slug or another name of it, never by likeness; for whoever judges its
   * grants. Null also while the corpus is not as it should be: nobody's confidence is lowered for a remark.
   */
  awardHistory(names: readonly string[], nowMs: number): SourcedHistory | null
}

export function createFunders(ground: Ground, settings: FunderSettings): FundersWing {
  const { clock, log, runs, lifecycle } = ground
  const source = corpusSource(settings.windowDays)
  const generations = createFunderGenerations(createFunderStore(ground.store.main), log)
  let state = NEVER

  /** As old as what is served, whatever another process is at. */
  function progress(): Progress {
    return { ...state, lastSuccessMs: generations.current()?.generation.fetchedMs ?? null }
  }

  function corpus(nowMs: number): Corpus {
    const index = generations.current()
    const refused = refusal(source, index?.generation.fetchedMs ?? null, nowMs)
    if (refused) throw refused
    const { fetchedMs } = index!.generation
    const degradation = degradationOf(source, progress(), nowMs)
    return {
      index: index!,
      source: { name: source.name, fetched: instant(fetchedMs), url: settings.registryUrl },
      degradations: degradation ? [degradation] : [],
    }
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

  async function follow(): Promise<void> {
    state = await runs.source(source.id)
    await generations.reload()
  }

  async function look(): Promise<void> {
    await follow()
    if (settings.ingest === 'off' || !isDue(source, progress(), clock.nowMs())) return
    await refresh()
    await follow()
  }

  const job = createJob({ name: 'funder corpus', everyMs: LOOK_EVERY_MS, work: look, lifecycle, log })

  function health(): SourceHealth {
    const serving = generations.current()
    const summary = serving && unpack(SUMMARY, serving.generation.summary)
    const detail = state.detail as { datasets?: Record<string, number> } | undefined
    return {
      ...healthOf(source, progress(), clock.nowMs()),
      funders: serving?.size ?? 0,
      grants: summary?.included ?? 0,
      datasets: detail?.datasets?.listed ?? 0,
      datasets_failing: (detail?.datasets?.last_good ?? 0) + (detail?.datasets?.unread ?? 0),
    }
  }

  const deps: FunderDeps = { corpus, liveGrants: settings.liveGrants ?? (() => ({ grants: [], sources: [], degradations: [] })) }

  return {
    operations: bindPaid(funderOperations(settings.extras ?? true), deps),
    deps,
    health: () => ({ upstreams: { [source.label]: health() }, warnings: warningsOf(source, progress()) }),
    figures() {
      const serving = generations.current()
      return serving ? { generations: { funders: Math.floor(serving.generation.fetchedMs / 1000) } } : {}
    },
    undelivered: () => refusal(source, progress().lastSuccessMs, clock.nowMs()),
    // The free sample has no funder among its wings.
    previewSubjects: () => [],
    exampleInputs() {
      const largest = generations.current()?.largest ?? null
      return largest === null ? {} : { funder_dossier: { name: largest } }
    },
    look: job.run,
    follows: { sources: [source.id], look: job.run },
    awardHistory(names, nowMs) {
      if (generations.current() === null || refusal(source, progress().lastSuccessMs, nowMs)) return null
      const { index, source: read, degradations } = corpus(nowMs)
      if (degradations.length > 0) return null
      for (const name of names) {
        const found = index.find(name)
        if (found.outcome !== 'found' || found.quality === 'fuzzy') continue
        const history = historyOf(found.dossier)
        if (history) return { ...history, source: read, attribution: attributionOf(found.dossier, history) }
      }
      return null
    },
    start: job.start,
  }
}
