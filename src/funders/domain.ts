/** The funder half of `wing-3`: the grant corpus, its dossiers and their refresh. */

import { type Degradation, findDegradation, type Ingest } from '../background/source.ts'
import { unpack } from '../background/stored-layout.ts'
import { createStoredSource } from '../background/stored-source.ts'
import type { SourcedHistory } from '../contract/award-history.ts'
import type { Domain, ServiceContext } from '../contract/domain.ts'
import type { Source } from '../contract/envelope.ts'
import type { Basis } from '../contract/freshness.ts'
import { bindPaid } from '../contract/operation.ts'
import { instant } from '../platform/clock.ts'
import { createFunderStore } from '../store/funders.ts'
import { SUMMARY } from './corpus/summary.ts'
import { createFunderGenerations } from './generations.ts'
import { buildAttribution, buildHistory } from './history.ts'
import { funderOperations } from './operations/index.ts'
import type { Corpus, FunderDeps } from './operations/shared/deps.ts'
import { corpusSource } from './source.ts'

export interface FunderSettings {
  registryUrl: string
  intervalMs: number
  windowDays: number
  ingest: Ingest
  /** The live listing of the grants domain; without it no dossier names a live scheme. */
  liveGrants?: FunderDeps['liveGrants']
}

export type FundersDomain = Domain & {
  /** Dependencies of the operations. */
  deps: FunderDeps
  /**
   * Looks once: loads a newer generation, and refreshes the corpus when it is due. Called by the
   * schedule.
   */
  look(): Promise<void>
  /**
   * Returns the award history of a funder by its printed name, slug or another name, never by
   * similarity, for the grants domain. Returns `null` while the corpus is incomplete or old.
   */
  awardHistory(names: readonly string[], nowMs: number): SourcedHistory | null
  /** Source and state of the corpus behind award histories, whether any funder has one or not. */
  awardOrigins(nowMs: number): Basis
}

export function createFunders(context: ServiceContext, settings: FunderSettings): FundersDomain {
  const { log, lifecycle } = context
  const source = corpusSource(settings.windowDays)
  const generations = createFunderGenerations(createFunderStore(context.store.main), log)
  const stored = createStoredSource(context, {
    source,
    job: 'funder corpus',
    ingest: settings.ingest,
    load: generations.reload,
    // As old as what is served, whatever another process is at.
    servedMs: () => generations.current()?.generation.fetchedMs ?? null,
    async refresh() {
      const { refreshFunders } = await import('./refresh.ts')
      const automatic = {
        fromFolder: null,
        acceptShrink: false,
        signal: lifecycle.signal,
      }
      const report = await refreshFunders({ ...context, ...settings, ...automatic })
      if (report)
        log.info({ ...report, failures: report.failures.length }, 'funder corpus refreshed')
    },
  })

  function describeSource(): Source {
    const fetchedMs = generations.current()?.generation.fetchedMs
    return {
      name: source.name,
      fetched: fetchedMs === undefined ? null : instant(fetchedMs),
      url: settings.registryUrl,
    }
  }

  function listDegradations(nowMs: number): Degradation[] {
    const degradation = findDegradation(source, stored.progress(), nowMs)
    return degradation ? [degradation] : []
  }

  function corpus(nowMs: number): Corpus {
    const refused = stored.refusal(nowMs)
    if (refused) throw refused
    const index = generations.current()!
    return { index, source: describeSource(), degradations: listDegradations(nowMs) }
  }

  function health() {
    const serving = generations.current()
    const summary = serving && unpack(SUMMARY, serving.generation.summary)
    const { datasets } = stored.state().detail as { datasets?: Record<string, number> }
    return stored.health({
      funders: serving?.size ?? 0,
      grants: summary?.included ?? 0,
      datasets: datasets?.listed ?? 0,
      datasets_failing: (datasets?.last_good ?? 0) + (datasets?.unread ?? 0),
    })
  }

  const noGrants = () => ({ grants: [], sources: [], degradations: [] })
  const deps: FunderDeps = { corpus, liveGrants: settings.liveGrants ?? noGrants }

  return {
    operations: bindPaid(funderOperations, deps),
    deps,
    health,
    metrics() {
      const serving = generations.current()
      return serving
        ? { generations: { funders: Math.floor(serving.generation.fetchedMs / 1000) } }
        : {}
    },
    unavailableReason: () => stored.refusal(),
    // The free sample has no funder among its domains.
    previewSubjects: () => [],
    exampleInputs() {
      const largest = generations.current()?.largest ?? null
      return largest === null ? {} : { funder_dossier: { name: largest } }
    },
    ...stored.upkeep,
    awardOrigins: (nowMs) => ({
      sources: [describeSource()],
      degradations: listDegradations(nowMs),
    }),
    awardHistory(names, nowMs) {
      if (stored.refusal(nowMs)) return null
      const { index, degradations } = corpus(nowMs)
      if (degradations.length > 0) return null
      for (const name of names) {
        const found = index.find(name)
        if (found.outcome !== 'found' || found.quality === 'fuzzy') continue
        const history = buildHistory(found.dossier)
        if (history) return { ...history, attribution: buildAttribution(found.dossier, history) }
      }
      return null
    },
  }
}
