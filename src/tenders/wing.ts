/** Wing 2: tenders. Puts its rooms together on the ground floor it is given. */
import { z } from 'zod'
import type { Source } from '../contract/envelope.ts'
import { bindPaid } from '../contract/operation.ts'
import type { Ground, PreviewSubject, Wing } from '../contract/wing.ts'
import { type Clock, instant } from '../kernel/clock.ts'
import { sha256Hex } from '../kernel/hash.ts'
import { addMonths, londonDate } from '../kernel/london.ts'
import { type SourceHealth, sourceHealth } from '../refresh/health.ts'
import { createJob } from '../refresh/job.ts'
import type { Layout } from '../refresh/kept.ts'
import { underLease } from '../refresh/lease.ts'
import { degradationOf, healthOf, type Ingest, isDue, refusal, refusalOf, warningsOf } from '../refresh/source.ts'
import type { SourceState } from '../store/runs.ts'
import { createBuyerStore } from '../store/tender-buyers.ts'
import { createTenderStore, type TenderCounts } from '../store/tenders.ts'
import { createPace } from '../upstream/pace.ts'
import type { Generation } from './index/generation.ts'
import { createIndexKeeper, type IndexKeeper } from './index/keeper.ts'
import { createTenderIngest, type TenderIngest, wallMs } from './ingest.ts'
import { type BankHolidays, SHIPPED_HOLIDAYS } from './model/bank-holidays.ts'
import { mergeHolidays, readHolidayFeed } from './model/calendar.ts'
import { tenderOperations } from './operations/index.ts'
import type { ServingIndex, TendersDeps } from './operations/shared/deps.ts'
import { attributionOf } from './operations/shared/shapes.ts'
import { type AskedPortal, PORTALS, portalOf } from './portals/index.ts'
import type { Portal } from './portals/portal.ts'
import { sourceOf } from './source.ts'
import { createHolidayFeed } from './sources/bank-holidays.ts'
import { createPortalClient, type PortalClient } from './sources/portal.ts'
import type { IngestProgress, PortalDetail } from './windows.ts'

export interface TendersSettings {
  portals: readonly AskedPortal[]
  bankHolidaysUrl: string
  /** Pause between requests to portals whose limits are counted together. */
  portalsIntervalMs: number
  backfillDays: number
  /** With what goes beyond the specification. */
  extras: boolean
  ingest: Ingest
  databaseUrl: string | null
  /** For tests: how long to wait when a portal throttles without saying how long. */
  throttleMs?: number
}

const LOOK_EVERY_MS = 60_000
/** While the backfill changes the store all the time, the index follows at this pace. */
const REBUILD_PAUSE_MS = 600_000
/** With nothing to serve yet, the first index is built after this much. */
const FIRST_PORTION_MS = 60_000
const HOLIDAYS_WINDOW_MS = 7 * 86_400_000
/** As published; the reader of the feed judges it. */
const HOLIDAY_FEED: Layout<unknown> = { name: 'tenders:bank-holidays', version: 1, schema: z.unknown() }
/** Name of the run that fills the store. */
export const TENDERS_RUN = 'tenders'
const PURGE_EVERY_MS = 86_400_000
/** Awards are kept a little longer than the rules look back. */
const AWARD_MONTHS = 37
const PREVIEW_CANDIDATES = 5
const NEVER: SourceState = { lastSuccessMs: null, lastAttemptMs: null, failure: null, detail: {} }

type TenderGround = Pick<Ground, 'clock' | 'log' | 'store' | 'runs' | 'userAgent' | 'dataDir'>
type TenderPartsSettings = Omit<TendersSettings, 'ingest' | 'bankHolidaysUrl' | 'extras'>

/** The parts that the command line uses too. */
export interface TenderParts {
  ingest: TenderIngest
  keeper: IndexKeeper
  close(): Promise<void>
}

export function createTenderParts(
  ground: TenderGround,
  settings: TenderPartsSettings,
  onProgress?: (progress: IngestProgress) => void,
): TenderParts {
  const paces = new Map(
    settings.portals.map(({ portal }) => [
      portal.throttle.group,
      createPace({ calls: 1, perMs: settings.portalsIntervalMs, concurrency: 1 }),
    ]),
  )
  const clients: PortalClient[] = settings.portals.map(({ portal, url }) =>
    createPortalClient(portal, {
      baseUrl: url,
      userAgent: ground.userAgent,
      pace: paces.get(portal.throttle.group)!,
      ...(settings.throttleMs === undefined ? {} : { throttleMs: settings.throttleMs }),
      onAttempt: (attempt) => ground.log.debug(attempt, 'portal asked'),
    }),
  )
  return {
    ingest: createTenderIngest({
      clients,
      store: createTenderStore(ground.store.main),
      runs: ground.runs,
      clock: ground.clock,
      log: ground.log,
      backfillDays: settings.backfillDays,
      ...(onProgress ? { onProgress } : {}),
    }),
    keeper: createIndexKeeper({ databaseUrl: settings.databaseUrl, dataDir: ground.dataDir, clock: ground.clock, log: ground.log }),
    close: async () => {
      for (const client of clients) await client.close()
    },
  }
}

export interface TendersWing extends Wing {
  /** What its operations stand on. */
  deps: TendersDeps
  /** One round of what runs every minute: refresh when due, backfill, follow the store. */
  look(): Promise<void>
}

export function createTenders(ground: Ground, settings: TendersSettings): TendersWing {
  const { clock, log, runs, cache, lifecycle } = ground
  const { ingest, keeper, close } = createTenderParts(ground, settings)
  const store = createTenderStore(ground.store.main)
  const feed = createHolidayFeed({ url: settings.bankHolidaysUrl, userAgent: ground.userAgent })
  const asked = settings.portals.map(({ portal }) => portal)
  // Of all portals: the store may hold notices of one that is not asked any more.
  let states: ReadonlyMap<string, SourceState> = new Map()
  const stateOf = (portal: Portal): SourceState => states.get(portal.id) ?? NEVER
  let counts: TenderCounts | null = null
  let holidays: BankHolidays = SHIPPED_HOLIDAYS
  let builtRevision: number | null = null
  let builtSuccessMs = 0
  let lastPurgeMs = 0

  async function readStates(): Promise<void> {
    const read = PORTALS.map(async ({ id }) => [id, await runs.source(id)] as const)
    states = new Map(await Promise.all(read))
  }

  async function readHolidays(): Promise<void> {
    try {
      const { value } = await cache.read({
        layout: HOLIDAY_FEED,
        id: 'all',
        windowMs: HOLIDAYS_WINDOW_MS,
        fetch: () => feed.fetch(lifecycle.signal),
        patience: null,
      })
      const read = readHolidayFeed(value)
      if (read) holidays = mergeHolidays(read, SHIPPED_HOLIDAYS)
    } catch {
      // The cache has logged it; the shipped table stands.
    }
  }

  /** Builds when the store has changed: at once after a refresh, else at a pace. */
  async function followStore(): Promise<void> {
    const revision = await store.revision()
    if (revision === 0 || revision === (builtRevision ?? keeper.current()?.data.revision)) return
    const successMs = Math.max(...asked.map((portal) => stateOf(portal).lastSuccessMs ?? 0))
    const paused = keeper.lastBuildMs() !== null && clock.nowMs() - keeper.lastBuildMs()! < REBUILD_PAUSE_MS
    if (keeper.current() !== null && paused && successMs <= builtSuccessMs) return
    await keeper.build(lifecycle.signal)
    builtRevision = revision
    builtSuccessMs = successMs
    counts = await store.counts()
  }

  /** One process at a time fills the store. */
  const fillStore = () =>
    underLease(ground, TENDERS_RUN, lifecycle.signal, async (held) => {
      await readStates()
      if (asked.some((portal) => isDue(sourceOf(portal), stateOf(portal), clock.nowMs()))) {
        await ingest.refresh(held)
        await readStates()
        await followStore()
      }
      // A portion at a time, so that a refresh is never late and the index follows.
      await ingest.backfill(clock.nowMs() + (keeper.current() ? REBUILD_PAUSE_MS : FIRST_PORTION_MS), held)
      if (clock.nowMs() - lastPurgeMs >= PURGE_EVERY_MS) {
        held.check()
        lastPurgeMs = clock.nowMs()
        await store.purge(lastPurgeMs, addMonths(londonDate(lastPurgeMs), -AWARD_MONTHS))
      }
    })

  async function tick(): Promise<void> {
    // Beside the rest: a feed that hangs holds up neither the fill nor the end of the service.
    const calendar = readHolidays()
    try {
      if (counts === null) {
        await readStates()
        await keeper.load()
        counts = await store.counts()
      }
      if (settings.ingest === 'scheduled') await fillStore()
      await readStates()
      await followStore()
    } finally {
      await calendar
    }
  }

  const job = createJob({ name: 'tender refresh', everyMs: LOOK_EVERY_MS, work: tick, lifecycle, log })

  const attribution = attributionOf(asked)
  function answerSource(portal: Portal, url: string): Source {
    const { lastSuccessMs } = stateOf(portal)
    return { name: portal.name, fetched: lastSuccessMs === null ? null : instant(lastSuccessMs), url }
  }
  const index: ServingIndex = {
    generation() {
      const generation = keeper.current()
      const successes = asked.map((portal) => stateOf(portal).lastSuccessMs).filter((successMs) => successMs !== null)
      // The newest portal counts, the others' notices are marked. An index of imported awards alone has nothing to search.
      const newestMs = generation === null || successes.length === 0 ? null : Math.max(...successes)
      const refused = refusal(sourceOf(asked[0]!), newestMs, clock.nowMs())
      if (refused) throw refused
      return generation!
    },
    standing(nowMs) {
      const degradations = asked.map((portal) => degradationOf(sourceOf(portal), stateOf(portal), nowMs)).filter((each) => each !== null)
      return { sources: settings.portals.map(({ portal, url }) => answerSource(portal, url)), degradations, attribution }
    },
    standingOf(notice, nowMs) {
      const portal = portalOf(notice.portal)
      const degradation = degradationOf(sourceOf(portal), stateOf(portal), nowMs)
      return { sources: [answerSource(portal, notice.noticeUrl)], degradations: degradation ? [degradation] : [], attribution }
    },
  }

  function portalHealth(portal: Portal): SourceHealth {
    const source = sourceOf(portal)
    const state = stateOf(portal)
    const nowMs = clock.nowMs()
    const { covered = [], numbering = null, unanswered = [] } = state.detail as Partial<PortalDetail>
    const first = covered[0]?.[0]
    return {
      ...healthOf(source, state, nowMs),
      window_hours: source.windowMs / 3_600_000,
      covered_from: first === undefined ? null : new Date(first).toISOString().slice(0, 10),
      backfill_days: settings.backfillDays,
      backfilled_days: first === undefined ? 0 : Math.floor((wallMs(nowMs) - first) / 86_400_000),
      quarantined: counts?.quarantined[portal.id] ?? 0,
      [portal.asked.by === 'month' ? 'lists_unanswered' : 'windows_unanswered']: unanswered.reduce(
        (sum, { lists }) => sum + lists.length,
        0,
      ),
      ...(numbering && { numbering: { checked_on: numbering.checkedOn, spanned: numbering.spanned, missing: numbering.missing } }),
    }
  }

  const deps: TendersDeps = { index, buyers: createBuyerStore(ground.store.main), holidays: () => holidays }
  return {
    operations: bindPaid(tenderOperations(settings.extras), deps),
    deps,
    health() {
      const generation = keeper.current()
      const reports = asked.map((portal) => [sourceOf(portal).label, portalHealth(portal)] as const)
      return {
        upstreams: {
          ...Object.fromEntries(reports),
          tender_index: {
            ...sourceHealth({
              lastSuccessMs: generation?.data.builtMs ?? null,
              failing: false,
              windowMs: Number.MAX_SAFE_INTEGER,
              nowMs: clock.nowMs(),
            }),
            fresh_for_seconds: null,
            notices: generation?.data.count ?? 0,
            live: generation?.liveAt(clock.nowMs()) ?? 0,
            award_history: { awards: counts?.awards.count ?? 0, from: counts?.awards.first ?? null, to: counts?.awards.last ?? null },
          },
        },
        warnings: asked.flatMap((portal) => portalWarnings(portal, stateOf(portal), settings, clock.nowMs())),
      }
    },
    undelivered: () => refusalOf(() => index.generation()),
    ...subjectsOf(keeper.current, clock),
    look: job.run,
    start() {
      lifecycle.onStop('tender portals', close)
      lifecycle.onStop('bank holiday feed', () => feed.close())
      job.start()
    },
  }
}

function portalWarnings(portal: Portal, state: SourceState, { backfillDays }: TendersSettings, nowMs: number): string[] {
  const { name } = portal
  const { detail } = state
  const troubles = warningsOf(sourceOf(portal), state)
  if (troubles.length > 0) return troubles
  const { covered, unanswered = [] } = detail as Partial<PortalDetail>
  const first = covered?.[0]?.[0]
  const days = first === undefined ? 0 : (wallMs(nowMs) - first) / 86_400_000
  const lacking = unanswered.flatMap(({ lists }) => lists)
  return [
    ...(days >= backfillDays - 1 ? [] : [`${name}: the first fill reaches back ${Math.floor(days)} of ${backfillDays} days so far`]),
    ...(lacking.length === 0
      ? []
      : [`${name}: did not answer ${lacking.slice(0, 3).join(', ')}${lacking.length > 3 ? ' and more' : ''}; asked again once a night`]),
  ]
}

/** Tenders to show: those of the day's sample, and for documents an open one for as long as its dossier is to be had. */
function subjectsOf(current: () => Generation | null, clock: Clock): Required<Pick<Wing, 'previewSubjects' | 'exampleInputs'>> {
  let ocid: string | null = null
  return {
    previewSubjects: (utcDay) => previewSubjects(current(), utcDay),
    exampleInputs() {
      const generation = current()
      if (generation === null) return {}
      const nowMs = clock.nowMs()
      if (ocid === null || generation.find(ocid, nowMs) === null)
        ocid = previewSubjects(generation, londonDate(nowMs))[0]?.params.ocid ?? null
      return ocid === null ? {} : { tender_brief: { ocid }, tender_buyer: { ocid } }
    },
  }
}

/** Open tenders with a described scope and a deadline some days off, in an order that the day decides. */
function previewSubjects(generation: Generation | null, utcDay: string): PreviewSubject[] {
  if (!generation) return []
  const { liveCount, live } = generation.data
  const after = Date.parse(utcDay) + 3 * 86_400_000
  const suited: number[] = []
  for (let number = 0; number < liveCount; number += 1) {
    if (live.planning[number] === 0 && live.deadlineMs[number]! > after && !Number.isNaN(live.valueGbp[number]!)) suited.push(number)
  }
  const start = Number.parseInt(sha256Hex(utcDay).slice(0, 8), 16)
  return suited
    .map((_, index) => suited[(start + index) % suited.length]!)
    .slice(0, PREVIEW_CANDIDATES)
    .map((number) => ({ operationId: 'tender_brief', params: { ocid: generation.notice(number).ocid } }))
}
