/** Composes the tenders domain (`wing-2`) from its modules and the service context. */

import { createJob } from '../background/job.ts'
import { findRefusal, type Ingest } from '../background/source.ts'
import type { ChangeFeed } from '../contract/changes.ts'
import type { Domain, PreviewSubject, ServiceContext } from '../contract/domain.ts'
import { bindPaid } from '../contract/operation.ts'
import type { Clock } from '../platform/clock.ts'
import { sha256Hex } from '../platform/hash.ts'
import { londonDate } from '../platform/london.ts'
import { createChangeStore } from '../store/changes.ts'
import { createDocuments } from '../store/documents.ts'
import { createBuyerStore } from '../store/tender-buyers.ts'
import { createContractStore } from '../store/tender-contracts.ts'
import { createTenderStore } from '../store/tenders.ts'
import type { UpstreamMetrics } from '../upstream/http.ts'
import { tenderChanges } from './changes.ts'
import { contractChanges } from './contract-changes.ts'
import { createContractSearch } from './contract-search.ts'
import { tendersHealth } from './health.ts'
import { createHolidays } from './holidays.ts'
import { isBefore } from './index/entry.ts'
import type { LiveIndex } from './index/live-index.ts'
import { createTenderIndex, type TenderIndex } from './index/tender-index.ts'
import { createServing } from './index-view.ts'
import { createTenderIngest, type TenderIngest } from './ingest.ts'
import { tenderOperations } from './operations/index.ts'
import type { TendersDeps } from './operations/shared/deps.ts'
import type { IngestProgress } from './portal-fill.ts'
import { createPortalStates } from './portal-status.ts'
import type { ConfiguredPortal } from './portals/index.ts'
import { buildSource, TENDERS_LEARNED } from './source.ts'
import { createPaces, createPortalClient, type PortalClient } from './sources/portal.ts'
import { createUpkeep } from './upkeep.ts'

export interface TendersSettings {
  portals: readonly ConfiguredPortal[]
  bankHolidaysUrl: string
  /** Pause between requests to the portals of one operator. */
  portalsIntervalMs: number
  backfillDays: number
  /** Days that one portal must reach back before searches are sold. */
  minDepthDays: number
  ingest: Ingest
  /** For tests: how long to wait when a portal throttles without saying how long. */
  throttleMs?: number
}

/** They are sold as soon as their notice is held, or as any contract may be. */
const ABOUT_ONE_NOTICE: ReadonlySet<string> = new Set([
  'tender_brief',
  'tender_buyer',
  'contracts_search',
])
const LOOK_EVERY_MS = 60_000
const PREVIEW_CANDIDATES = 5

type TenderGround = Pick<ServiceContext, 'clock' | 'log' | 'store' | 'runs' | 'userAgent'>
type TenderPartsSettings = Omit<TendersSettings, 'ingest' | 'bankHolidaysUrl' | 'minDepthDays'>

/** The parts that the command line uses too. */
export interface TenderParts {
  ingest: TenderIngest
  tenderIndex: TenderIndex
  figures(): Record<string, UpstreamMetrics>
  close(): Promise<void>
}

export function createTenderParts(
  context: TenderGround,
  settings: TenderPartsSettings,
  onProgress?: (progress: IngestProgress) => void,
): TenderParts {
  const paceOf = createPaces(settings.portalsIntervalMs)
  const clients: PortalClient[] = settings.portals.map(({ portal, url }) =>
    createPortalClient(portal, {
      baseUrl: url,
      userAgent: context.userAgent,
      pace: paceOf(portal),
      slowIntervalMs: 2 * settings.portalsIntervalMs,
      restMs: settings.portalsIntervalMs,
      ...(settings.throttleMs === undefined ? {} : { throttleMs: settings.throttleMs }),
      onAttempt: (attempt) => context.log.debug(attempt, 'portal requested'),
    }),
  )
  return {
    ingest: createTenderIngest({
      clients,
      store: createTenderStore(context.store.main),
      runs: context.runs,
      clock: context.clock,
      log: context.log,
      backfillDays: settings.backfillDays,
      ...(onProgress ? { onProgress } : {}),
    }),
    tenderIndex: createTenderIndex({
      store: createTenderStore(context.store.main),
      portals: settings.portals.map(({ portal }) => portal.id),
      clock: context.clock,
      log: context.log,
    }),
    figures: () =>
      Object.fromEntries(
        clients.map(({ portal, figures }) => [buildSource(portal).label, figures()]),
      ),
    close: async () => {
      for (const client of clients) await client.close()
    },
  }
}

export interface TendersDomain extends Domain {
  changes: ChangeFeed
  contractChanges: ChangeFeed
  /** Dependencies of its operations. */
  deps: TendersDeps
  /** One round of what runs every minute: refresh when due, backfill, follow the store. */
  look(): Promise<void>
}

export function createTenders(context: ServiceContext, settings: TendersSettings): TendersDomain {
  const { clock, log, lifecycle } = context
  const { ingest, tenderIndex, figures, close } = createTenderParts(context, settings)
  const configuredPortals = settings.portals.map(({ portal }) => portal)
  const states = createPortalStates(context.runs)
  const holidays = createHolidays(context, settings.bankHolidaysUrl)
  const store = createTenderStore(context.store.main)
  const contracts = createContractSearch(createContractStore(context.store.main), store.revision)
  const upkeep = createUpkeep(context, {
    portals: configuredPortals,
    fills: settings.ingest === 'scheduled',
    ingest,
    tenderIndex,
    store,
    documents: createDocuments(context.store.main),
    states,
    holidays,
    depth: settings,
    onLearned: contracts.labels.learn,
  })
  const job = createJob({
    name: 'tender refresh',
    everyMs: LOOK_EVERY_MS,
    work: upkeep.look,
    lifecycle,
    log,
  })
  const deps: TendersDeps = {
    index: createServing({
      portals: settings.portals,
      tenderIndex,
      states,
      depth: upkeep.depth,
      clock,
    }),
    buyers: createBuyerStore(context.store.main),
    contracts,
    holidays: holidays.current,
  }
  const ofOneNotice = () => findRefusal(() => deps.index.live())
  const ofAllNotices = () => findRefusal(() => deps.index.searchable())
  const changes = createChangeStore(context.store.main)
  const { index } = deps
  return {
    operations: bindPaid(tenderOperations, deps),
    deps,
    changes: tenderChanges({ changes, index, unavailableReason: ofAllNotices }),
    contractChanges: contractChanges({
      changes,
      index,
      labels: contracts.labels,
      unavailableReason: ofOneNotice,
    }),
    health: () =>
      tendersHealth({
        portals: configuredPortals,
        states,
        counts: upkeep.counts(),
        tenderIndex,
        holidays,
        depth: upkeep.depth(),
        backfillDays: settings.backfillDays,
        nowMs: clock.nowMs(),
      }),
    metrics() {
      const revision = tenderIndex.revision()
      return {
        ...(revision > 0 ? { generations: { tenders: revision } } : {}),
        upstreams: figures(),
      }
    },
    unavailableReason: (operationId) =>
      ABOUT_ONE_NOTICE.has(operationId) ? ofOneNotice() : ofAllNotices(),
    ...createSubjects(tenderIndex.current, clock),
    look: job.run,
    watchedSources: {
      sources: [...configuredPortals.map(({ id }) => id), TENDERS_LEARNED],
      look: job.run,
    },
    start() {
      lifecycle.onStop('tender portals', close)
      lifecycle.onStop('bank holiday feed', holidays.close)
      job.start()
    },
  }
}

/** Tenders to show: those of the day's sample, and for documents one for as long as it is open. */
function createSubjects(
  current: () => LiveIndex | null,
  clock: Clock,
): Required<Pick<Domain, 'previewSubjects' | 'exampleInputs'>> {
  let ocid: string | null = null
  return {
    previewSubjects: (utcDay) => previewSubjects(current(), utcDay),
    exampleInputs() {
      const index = current()
      if (index === null) return {}
      if (ocid === null || index.ofProcess(ocid).length === 0)
        ocid = previewSubjects(index, londonDate(clock.nowMs()))[0]?.params.ocid ?? null
      return ocid === null ? {} : { tender_brief: { ocid }, tender_buyer: { ocid } }
    },
  }
}

/**
 * Open tenders with a described scope and a deadline some days off, in an order that the day
 * decides.
 */
function previewSubjects(index: LiveIndex | null, utcDay: string): PreviewSubject[] {
  if (index === null) return []
  const after = Date.parse(utcDay) + 3 * 86_400_000
  const suited = [...index.listShown()].filter(
    ({ stage, deadlineMs, valueGbp }) =>
      stage === 'tender' && (deadlineMs ?? Number.POSITIVE_INFINITY) > after && valueGbp !== null,
  )
  suited.sort((a, b) => (isBefore(a, b) ? -1 : 1))
  const start = Number.parseInt(sha256Hex(utcDay).slice(0, 8), 16)
  return suited
    .map((_, index) => suited[(start + index) % suited.length]!)
    .slice(0, PREVIEW_CANDIDATES)
    .map(({ ocid }) => ({ operationId: 'tender_brief', params: { ocid } }))
}
