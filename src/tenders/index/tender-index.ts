/**
 * Keeps the live index equal to the store: fills it at the start, then applies what changed, in
 * slices between which requests are answered.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../../observe/log.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorMessage } from '../../platform/errors.ts'
import { addMonths, londonDate } from '../../platform/london.ts'
import type { ListedNotice, TenderStore } from '../../store/tenders.ts'
import { HISTORY_MONTHS, historySpan } from '../model/buyer-history.ts'
import { isLive, type Notice } from '../model/notice.ts'
import { getPortal } from '../portals/index.ts'
import { awardRecord } from '../reading.ts'
import type { Entry } from './entry.ts'
import { createHistories } from './histories.ts'
import { createLiveIndex, type LiveIndex } from './live-index.ts'
import { createLearner, type Learned } from './meanings.ts'

export interface TenderIndex {
  /** Returns `null` until the index was filled. */
  current(): LiveIndex | null
  /** Revision of the store that the index holds; 0 before it was filled. */
  revision(): number
  /** Time of the last change, in ms since the epoch; `null` before the index was filled. */
  updatedMs(): number | null
  /**
   * Follows the store. Award histories are read again if `withAwards`, or on the first call.
   * @throws what the store throws, or the reason of `signal`; the index goes on serving
   */
  follow(signal: AbortSignal, withAwards: boolean): Promise<void>
  setLearned(learned: Learned): void
  /** Learns what words mean from all notices of the store. */
  learn(signal: AbortSignal): Promise<Learned>
  /** Reads notices by key; missing ones are left out. */
  notices(keys: readonly string[]): Promise<Map<string, Notice>>
  /**
   * Reads the notice to show for a process: of several buyers' notices the latest live one, else
   * the latest.
   */
  find(ocid: string, nowMs: number): Promise<{ notice: Notice; others: Notice[] } | null>
  /** Reason why the last attempt to follow failed; `null` if it did not. */
  failure(): string | null
  /** Withdrawals that were refused, as a sentence for each portal. */
  listRefused(): readonly string[]
}

export interface TenderIndexOptions {
  store: TenderStore
  /** Ids of the configured portals: notices of others are not served. */
  portals: readonly string[]
  clock: Clock
  log: Log
}

/** Notices and awards between two turns of the event loop. */
const SLICE = 20
/**
 * An update that withdraws at least so many notices, and a larger share of the portal's, is taken
 * for a fault of the portal.
 */
const LEAST_WITHDRAWN = 100
const WITHDRAWN_SHARE = 1 / 3
/** Share of dead numbers above which the index is filled again. */
const MOST_WASTED = 0.5

export function createTenderIndex({ store, portals, clock, log }: TenderIndexOptions): TenderIndex {
  const configured = new Set(portals)
  const withdrawals = createWithdrawals(log)
  let index: LiveIndex | null = null
  let revision = 0
  /** Revision whose awards the histories are made of. */
  let awardsRevision = 0
  let updatedMs: number | null = null
  let failure: string | null = null
  let learned: Learned | null = null
  let flight: Promise<void> | null = null

  async function fill(nowMs: number, signal: AbortSignal): Promise<LiveIndex> {
    const filled = createLiveIndex(configured)
    filled.setLearned(learned)
    for await (const page of store.liveNotices(nowMs)) await put(store, filled, page, nowMs, signal)
    await readAwards(store, filled, nowMs, signal)
    return filled
  }

  /** Applies the changes since a revision. */
  async function update(into: LiveIndex, nowMs: number, signal: AbortSignal): Promise<void> {
    const changed = new Set<string>()
    const processes = new Map<string, number>()
    const withdrawn = new Map<string, Entry>()
    for await (const page of store.noticesSince(revision)) {
      for (const { key, ocid, revision: merged, liveUntilMs } of page) {
        changed.add(key)
        processes.set(ocid, Math.max(merged, processes.get(ocid) ?? 0))
        const entry = into.byKey(key)
        if (liveUntilMs <= nowMs && entry !== null) withdrawn.set(key, entry)
        else withdrawals.forget(key)
      }
      await put(store, into, page, nowMs, signal)
    }
    // A process is merged as a whole: a notice of it that was not merged again is no more.
    for (const [ocid, merged] of processes)
      for (const entry of into.ofProcess(ocid))
        if (!changed.has(entry.key) && entry.revision < merged) withdrawn.set(entry.key, entry)
    into.lapse(nowMs)
    withdrawals.apply(into, withdrawn)
  }

  async function followOnce(signal: AbortSignal, withAwards: boolean): Promise<void> {
    const nowMs = clock.nowMs()
    // Read first: a change in the meantime is applied next time.
    const next = await store.revision()
    const started = performance.now()
    if (index === null || index.computeWasted() > MOST_WASTED) {
      index = await fill(nowMs, signal)
      withdrawals.clear()
      awardsRevision = next
      log.info(
        { revision: next, live: index.count, durationMs: Math.round(performance.now() - started) },
        'tender index filled',
      )
    } else if (next !== revision) {
      await update(index, nowMs, signal)
      log.debug(
        { revision: next, live: index.count, durationMs: Math.round(performance.now() - started) },
        'tender index updated',
      )
    }
    revision = next
    if (withAwards && awardsRevision !== next) {
      await readAwards(store, index, nowMs, signal)
      awardsRevision = next
    }
    updatedMs = nowMs
  }

  return {
    current: () => index,
    revision: () => revision,
    updatedMs: () => updatedMs,
    failure: () => failure,
    listRefused: () => withdrawals.describe(index),

    async follow(signal, withAwards) {
      await flight?.catch(() => {})
      flight = followOnce(signal, withAwards)
      try {
        await flight
        failure = null
      } catch (error) {
        if (!signal.aborted) failure = errorMessage(error)
        throw error
      }
    },

    setLearned(next) {
      learned = next
      index?.setLearned(next)
    },

    learn: (signal) => learnFrom(store, signal),

    async notices(keys) {
      const texts = await store.texts(keys)
      return new Map([...texts].map(([key, json]) => [key, JSON.parse(json) as Notice]))
    },

    find: (ocid, nowMs) => findNotice(store, ocid, nowMs),
  }
}

/** Removes withdrawn notices, and refuses an update that withdraws too many of one portal. */
function createWithdrawals(log: Log) {
  /** Keys of withdrawn notices that are still served, with their portals. */
  const withheld = new Map<string, string>()
  return {
    forget: (key: string) => withheld.delete(key),
    clear: () => withheld.clear(),

    apply(into: LiveIndex, withdrawn: ReadonlyMap<string, Entry>): void {
      for (const [key, { portal }] of withdrawn) withheld.set(key, portal)
      for (const key of withheld.keys()) if (into.byKey(key) === null) withheld.delete(key)
      for (const [portal, keys] of Map.groupBy(withheld.keys(), (key) => withheld.get(key)!)) {
        const live = into.countPortal(portal)
        if (keys.length >= LEAST_WITHDRAWN && keys.length > live * WITHDRAWN_SHARE) {
          log.error({ portal, withdrawn: keys.length, live }, 'withdrawal of live notices refused')
          continue
        }
        for (const key of keys) {
          into.remove(key)
          withheld.delete(key)
        }
      }
    },

    describe: (index: LiveIndex | null): readonly string[] =>
      [...Map.groupBy(withheld.values(), (portal) => portal)].map(
        ([portal, { length }]) =>
          `${getPortal(portal).name}: an update withdraws ${length} of ${index?.countPortal(portal)} live notices; they are served until the portal shows otherwise`,
      ),
  }
}

/** Puts the listed notices that are live into the index. */
async function put(
  store: TenderStore,
  into: LiveIndex,
  page: readonly ListedNotice[],
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  const live = page.filter(({ liveUntilMs }) => liveUntilMs > nowMs)
  for (let from = 0; from < live.length; from += SLICE) {
    signal.throwIfAborted()
    const rows = live.slice(from, from + SLICE)
    const texts = await store.texts(rows.map(({ key }) => key))
    for (const row of rows) {
      const json = texts.get(row.key)
      if (json !== undefined) into.put(JSON.parse(json) as Notice, row.revision, nowMs)
    }
    await nextTurn()
  }
}

/** Reads the award histories of all buyers of the index. */
async function readAwards(
  store: TenderStore,
  into: LiveIndex,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  const today = londonDate(nowMs)
  const histories = createHistories(historySpan(today))
  for (const entry of into.all()) histories.note(entry)
  for await (const page of store.awards(addMonths(today, -HISTORY_MONTHS))) {
    signal.throwIfAborted()
    for (const row of page) histories.add(awardRecord(row))
    await nextTurn()
  }
  let set = 0
  for (const entry of [...into.all()]) {
    into.setHistory(entry, histories.findHistory(entry))
    set += 1
    if (set % SLICE === 0) await nextTurn()
  }
}

async function learnFrom(store: TenderStore, signal: AbortSignal): Promise<Learned> {
  const learner = createLearner()
  for await (const page of store.notices()) {
    signal.throwIfAborted()
    for (const { json } of page) learner.add(JSON.parse(json) as Notice)
    await nextTurn()
  }
  return learner.finish()
}

async function findNotice(
  store: TenderStore,
  ocid: string,
  nowMs: number,
): Promise<{ notice: Notice; others: Notice[] } | null> {
  const all = (await store.process(ocid.toLowerCase())).map((json) => JSON.parse(json) as Notice)
  const live = (notice: Notice) => Number(isLive(notice, nowMs))
  const [notice, ...others] = all.sort(
    (a, b) => live(b) - live(a) || b.updatedMs - a.updatedMs || (a.key < b.key ? -1 : 1),
  )
  return notice === undefined ? null : { notice, others }
}
