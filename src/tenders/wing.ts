/** Wing 2: tenders. Puts its rooms together on the ground floor it is given. */
import { z } from 'zod'
import { bindPaid } from '../contract/operation.ts'
import type { Ground, PreviewSubject, Wing } from '../contract/wing.ts'
import { instant } from '../kernel/clock.ts'
import { ServiceError } from '../kernel/errors.ts'
import { sha256Hex } from '../kernel/hash.ts'
import { addMonths, londonDate } from '../kernel/london.ts'
import { type SourceHealth, sourceHealth } from '../refresh/health.ts'
import type { Layout } from '../refresh/kept.ts'
import type { SourceState } from '../store/runs.ts'
import { createTenderStore, type TenderCounts } from '../store/tenders.ts'
import { createPace } from '../upstream/pace.ts'
import type { Generation } from './index/generation.ts'
import { createIndexKeeper, type IndexKeeper } from './index/keeper.ts'
import { createTenderIngest, type IngestProgress, type PortalDetail, type TenderIngest, wallMs } from './ingest.ts'
import { underLease } from './lease.ts'
import { type BankHolidays, SHIPPED_HOLIDAYS } from './model/bank-holidays.ts'
import { mergeHolidays, readHolidayFeed } from './model/calendar.ts'
import { tenderOperations } from './operations/index.ts'
import type { ServingIndex, TendersDeps } from './operations/shared/deps.ts'
import { attributionOf } from './operations/shared/shapes.ts'
import { type AskedPortal, PORTALS, portalOf } from './portals/index.ts'
import type { Portal } from './portals/portal.ts'
import { createHolidayFeed } from './sources/bank-holidays.ts'
import { createPortalClient, type PortalClient } from './sources/portal.ts'
import { degradationOf, isDue, sourceOf, WINDOW_MS } from './standing.ts'

export interface TendersSettings {
  portals: readonly AskedPortal[]
  bankHolidaysUrl: string
  /** Pause between requests to portals whose limits are counted together. */
  portalsIntervalMs: number
  backfillDays: number
  /** False: another process fills the store, this one only serves it. */
  ingest: boolean
  databaseUrl: string | null
  /** For tests: how long to wait when a portal throttles without saying how long. */
  throttleMs?: number
}

const TICK_MS = 60_000
/** While the backfill changes the store all the time, the index follows at this pace. */
const REBUILD_PAUSE_MS = 600_000
/** With nothing to serve yet, the first index is built after this much. */
const FIRST_PORTION_MS = 60_000
const HOLIDAYS_WINDOW_MS = 7 * 86_400_000
/** As published; the reader of the feed judges it. */
const HOLIDAY_FEED: Layout<unknown> = { name: 'tenders:bank-holidays', version: 1, schema: z.unknown() }
const PURGE_EVERY_MS = 86_400_000
/** Awards are kept a little longer than the rules look back. */
const AWARD_MONTHS = 37
const PREVIEW_CANDIDATES = 5
/** Contract section 2: nothing older is served. The newer portal counts; the other one's notices are marked. */
const MAX_AGE_MS = 30 * 86_400_000
const NEVER: SourceState = { lastSuccessMs: null, lastAttemptMs: null, failure: null, detail: {} }

type TenderGround = Pick<Ground, 'clock' | 'log' | 'store' | 'runs' | 'userAgent' | 'dataDir'>
type TenderPartsSettings = Omit<TendersSettings, 'ingest' | 'bankHolidaysUrl'>

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
    underLease(runs, lifecycle.signal, async (signal) => {
      await readStates()
      if (asked.some((portal) => isDue(stateOf(portal), clock.nowMs()))) {
        await ingest.refresh(signal)
        await readStates()
        await followStore()
      }
      // A portion at a time, so that a refresh is never late and the index follows.
      await ingest.backfill(clock.nowMs() + (keeper.current() ? REBUILD_PAUSE_MS : FIRST_PORTION_MS), signal)
      if (clock.nowMs() - lastPurgeMs >= PURGE_EVERY_MS) {
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
      if (settings.ingest) await fillStore()
      await readStates()
      await followStore()
    } catch (error) {
      if (!lifecycle.signal.aborted) log.error({ err: error }, 'tender refresh failed')
    }
    await calendar
  }

  let running: Promise<void> | null = null
  function look(): Promise<void> {
    running ??= tick().finally(() => {
      running = null
    })
    return running
  }

  const attribution = attributionOf(asked)
  const index: ServingIndex = {
    generation() {
      const generation = keeper.current()
      const newestMs = Math.max(...asked.map((portal) => stateOf(portal).lastSuccessMs ?? Number.NEGATIVE_INFINITY))
      if (generation && clock.nowMs() - newestMs <= MAX_AGE_MS) return generation
      // An index built of imported awards alone has nothing to search.
      const waiting = !generation || newestMs === Number.NEGATIVE_INFINITY
      const detail = waiting
        ? 'the tender index is being filled for the first time'
        : `the tender index was last refreshed at ${instant(newestMs)}, too long ago to be served`
      throw new ServiceError('UPSTREAM_UNAVAILABLE', detail, {
        hint: 'Try again in a few minutes; GET /v1/health tells how far the fill is.',
        retryAfterSeconds: 120,
      })
    },
    standing(nowMs) {
      const degradations = asked.map((portal) => degradationOf(portal, stateOf(portal), nowMs)).filter((each) => each !== null)
      return { sources: settings.portals.map(({ portal, url }) => sourceOf(portal, stateOf(portal), url)), degradations, attribution }
    },
    standingOf(notice, nowMs) {
      const portal = portalOf(notice.portal)
      const degradation = degradationOf(portal, stateOf(portal), nowMs)
      return { sources: [sourceOf(portal, stateOf(portal), notice.noticeUrl)], degradations: degradation ? [degradation] : [], attribution }
    },
  }

  function portalHealth(portal: Portal): SourceHealth {
    const state = stateOf(portal)
    const nowMs = clock.nowMs()
    const { covered = [], numbering = null, unanswered = [] } = state.detail as Partial<PortalDetail>
    const first = covered[0]?.[0]
    return {
      ...sourceHealth({ lastSuccessMs: state.lastSuccessMs, failing: state.failure !== null, windowMs: WINDOW_MS, nowMs }),
      window_hours: WINDOW_MS / 3_600_000,
      covered_from: first === undefined ? null : new Date(first).toISOString().slice(0, 10),
      backfill_days: settings.backfillDays,
      backfilled_days: first === undefined ? 0 : Math.floor((wallMs(nowMs) - first) / 86_400_000),
      quarantined: counts?.quarantined[portal.id] ?? 0,
      ...(portal.asked.by === 'month' && { lists_unanswered: unanswered.reduce((sum, { lists }) => sum + lists.length, 0) }),
      ...(numbering && { numbering: { checked_on: numbering.checkedOn, spanned: numbering.spanned, missing: numbering.missing } }),
    }
  }

  const deps: TendersDeps = { index, holidays: () => holidays }
  return {
    operations: bindPaid(tenderOperations, deps),
    deps,
    health() {
      const generation = keeper.current()
      const reports = asked.map((portal) => [portal.id.replaceAll('-', '_'), portalHealth(portal)] as const)
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
        warnings: asked.flatMap((portal) => warningsOf(portal, stateOf(portal), settings, clock.nowMs())),
      }
    },
    notes: {},
    previewSubjects: (utcDay) => previewSubjects(keeper.current(), utcDay),
    look,
    start() {
      const timer = setInterval(() => void look(), TICK_MS)
      lifecycle.onStop('tender portals', close)
      lifecycle.onStop('bank holiday feed', () => feed.close())
      lifecycle.onStop('tender refresh', async () => {
        clearInterval(timer)
        await running
      })
      void look()
    },
  }
}

function warningsOf(
  portal: Portal,
  { detail, lastSuccessMs, failure }: SourceState,
  { backfillDays }: TendersSettings,
  nowMs: number,
): string[] {
  const { name } = portal
  if (failure !== null) return [failure.startsWith(`${name}: `) ? failure : `${name}: ${failure}`]
  if (lastSuccessMs === null) return [`${name}: nothing has been fetched yet`]
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
