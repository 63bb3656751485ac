/**
 * Tender releases, the notices merged from them, awards and quarantine. Rows, coverage and revision
 * are written in one transaction.
 */
import type { Kysely, Transaction } from 'kysely'
import { holdRecord, type NewChange } from './changes.ts'
import { type Camel, chunks, fromRow, upsert } from './rows.ts'
import type { MainTables } from './schema.ts'
import type { BuyerRow } from './tender-buyers.ts'
import {
  type ContractRow,
  type ContractUpdate,
  listEndingContracts,
  purgeContracts,
  replaceContracts,
  storeContracts,
} from './tender-contracts.ts'

export type ReleaseRow = Camel<MainTables['tender_releases']>

export interface NoticeRow {
  key: string
  ocid: string
  updatedMs: number
  keepUntilMs: number
  /** When it stops being live if nothing is published of it; 0: closed. */
  liveUntilMs: number
  json: string
}

export interface ListedNotice {
  key: string
  ocid: string
  /** Revision of the store when the notice was last merged. */
  revision: number
  /** Time when it stops being live, in ms since the epoch; 0 if it is closed. */
  liveUntilMs: number
}

/** An award as the history of its buyer needs it. */
export type AwardRow = Pick<
  ContractRow,
  'key' | 'buyerKey' | 'buyerNameKey' | 'awardedOn' | 'divisions' | 'suppliers'
>

/** A release as it came, less persons. */
export type RawRow = Camel<MainTables['tender_raw']>

export type QuarantineRow = Camel<MainTables['tender_quarantine']>

/** One page of a portal, or one batch of a file. */
export interface TenderBatch {
  releases: readonly ReleaseRow[]
  /** The releases as they came, by the keys of their rows. */
  raws?: readonly RawRow[]
  /** Contracts of other origin than stored releases. */
  contracts: readonly ContractRow[]
  payments?: readonly BuyerRow[]
  quarantined: readonly QuarantineRow[]
  /** Merges what two releases state of one contract; without it the newer row stands alone. */
  mergeContracts?(older: ContractRow, newer: ContractRow): ContractRow
  /**
   * Replaces the notices of processes whose releases changed. Gets the JSON of all releases of one
   * process.
   */
  merge(releases: readonly string[]): NoticeRow[]
  /** Returns the contracts that the releases of one process state together. */
  contractsOf?(releases: readonly string[]): ContractRow[]
  /** Reads stored releases again. */
  read?(raws: readonly RawRow[]): ReleaseRow[]
  /** Recorded with them: what that changed of one process's notices, as of a moment. */
  record?: {
    nowMs: number
    changes(before: readonly string[], after: readonly string[], asOfMs: number): NewChange[]
    /** Returns the change of one contract; `null` if there is nothing to report. */
    contract(update: ContractUpdate): NewChange | null
  }
  /** The portal's new state, kept with the rows that it speaks of. */
  source: { name: string; detail: Record<string, unknown> } | null
}

export interface TenderStore {
  /**
   * Returns how many releases were new or changed. What a release states otherwise only because it
   * is read otherwise changes notices and contracts, but is not recorded as their change.
   */
  apply(batch: TenderBatch): Promise<number>
  /** Reads the stored releases of some processes that an earlier reader read. */
  outdated(reader: number): Promise<RawRow[]>
  /**
   * Records what time alone closed since the last call; `lapsed` builds the change from one
   * notice's JSON. The first call only starts the list. Returns the number of changes.
   */
  recordTime(nowMs: number, toLapsed: (json: string) => NewChange): Promise<number>
  /**
   * Records the contracts that came within a span before their end since the last call. `limit`
   * returns the last date within the span at a time. The first call only starts the list.
   */
  recordEnding(
    nowMs: number,
    limit: (ms: number) => string,
    ending: (row: ContractRow) => NewChange,
  ): Promise<void>
  /** Changes whenever a notice or an award does. */
  revision(): Promise<number>
  /** Pages of all notices. */
  notices(): AsyncGenerator<readonly { key: string; json: string }[]>
  /** Pages of the notices that are live after a moment. */
  liveNotices(nowMs: number): AsyncGenerator<readonly ListedNotice[]>
  /** Pages of the notices that were merged after a revision. */
  noticesSince(revision: number): AsyncGenerator<readonly ListedNotice[]>
  /** Reads the JSON of notices by key; missing ones are absent. */
  texts(keys: readonly string[]): Promise<Map<string, string>>
  /** Reads the JSON of all notices of a process. `ocid` in lower case. */
  process(ocid: string): Promise<string[]>
  /** Pages of the awards made on or after the date. */
  awards(since: string): AsyncGenerator<readonly AwardRow[]>
  /**
   * Ids of a portal's releases: those dated within the span (end excluded), and all that are held
   * or in quarantine.
   */
  releaseIds(
    portal: string,
    fromMs: number,
    toMs: number,
  ): Promise<{ dated: string[]; known: string[] }>
  counts(): Promise<TenderCounts>
  /**
   * Drops notices and contracts past their time, payments of periods that ended before a date, and
   * releases of before a date whose process has neither notice nor contract.
   */
  purge(
    nowMs: number,
    today: string,
    limits: { paymentsBefore: string; rawBefore: string },
  ): Promise<void>
}

export interface TenderCounts {
  notices: number
  releases: number
  /** Number by portal. */
  quarantined: Readonly<Record<string, number>>
  awards: { count: number; first: string | null; last: string | null }
}

const REVISION = 'tenders-revision'
/** Pages are small: SQLite reads each of them in one go, and requests wait. */
const NOTICE_PAGE = 50
const LISTED_PAGE = 1000
const AWARD_PAGE = 250
/** Processes that are read again in one transaction. */
const OUTDATED_PAGE = 20
/** No key is above it. */
const LAST_KEY = '\uffff'

type Tx = Transaction<MainTables>

export function createTenderStore(main: Kysely<MainTables>): TenderStore {
  return {
    apply: (batch) =>
      main.transaction().execute(async (tx) => {
        const { news, corrected } = await findChangedReleases(tx, batch)
        const contracts = await applyContracts(tx, batch)
        await upsert(tx, 'tender_raw', ['key'], batch.raws ?? [])
        if (news.length + corrected.length + contracts > 0) {
          const revision = await nextRevision(tx)
          const { record: _, ...unrecorded } = batch
          await storeReleases(tx, corrected, revision, unrecorded)
          await storeReleases(tx, news, revision, batch)
        }
        await upsert(tx, 'tender_payments', ['key'], batch.payments ?? [])
        await upsert(tx, 'tender_quarantine', ['key'], batch.quarantined)
        if (batch.source) await saveDetail(tx, batch.source.name, batch.source.detail)
        return news.length + corrected.length
      }),

    outdated: (reader) => readOutdated(main, reader),
    recordTime: (nowMs, lapsed) => recordTime(main, nowMs, lapsed),
    recordEnding: (nowMs, limit, ending) => recordEnding(main, nowMs, limit, ending),

    async revision() {
      return readRevision(main)
    },

    async *notices() {
      for (let after = ''; ; ) {
        const page = main
          .selectFrom('tender_notices')
          .select(['key', 'json'])
          .where('key', '>', after)
          .orderBy('key')
        const rows = await page.limit(NOTICE_PAGE).execute()
        yield rows
        if (rows.length < NOTICE_PAGE) return
        after = rows.at(-1)!.key
      }
    },

    liveNotices: (nowMs) => listNotices(main, 'live_until_ms', nowMs),
    noticesSince: (revision) => listNotices(main, 'revision', revision),
    texts: (keys) => readTexts(main, keys),

    async process(ocid) {
      const rows = await main
        .selectFrom('tender_notices')
        .select('json')
        .where('ocid', '=', ocid)
        .orderBy('key')
        .execute()
      return rows.map(({ json }) => json)
    },

    async *awards(since) {
      for (let after = ''; ; ) {
        const rows = await main
          .selectFrom('tender_contracts')
          .select(['key', 'buyer_key', 'buyer_name_key', 'awarded_on', 'divisions', 'suppliers'])
          .where('shown', '=', 1)
          .where('key', '>', after)
          .where('awarded_on', '>=', since)
          .orderBy('key')
          .limit(AWARD_PAGE)
          .execute()
        yield rows.map(fromRow)
        if (rows.length < AWARD_PAGE) return
        after = rows.at(-1)!.key
      }
    },

    async releaseIds(portal, fromMs, toMs) {
      const prefix = `${portal}/`
      const rows = await main
        .selectFrom('tender_releases')
        .select(['key', 'released_ms'])
        .where('key', 'like', `${prefix}%`)
        .execute()
      const refused = await main
        .selectFrom('tender_quarantine')
        .select('release_id')
        .where('portal', '=', portal)
        .execute()
      const parseId = (row: { key: string }) => row.key.slice(prefix.length)
      return {
        dated: rows
          .filter((row) => row.released_ms >= fromMs && row.released_ms < toMs)
          .map(parseId),
        known: [
          ...rows.map(parseId),
          ...refused.map((row) => row.release_id).filter((id) => id !== null),
        ],
      }
    },

    async counts() {
      const count = async (table: 'tender_notices' | 'tender_releases') =>
        Number(
          (
            await main
              .selectFrom(table)
              .select((row) => row.fn.countAll().as('n'))
              .executeTakeFirstOrThrow()
          ).n,
        )
      const quarantined = await main
        .selectFrom('tender_quarantine')
        .select(['portal', (row) => row.fn.countAll().as('n')])
        .groupBy('portal')
        .execute()
      const awards = await main
        .selectFrom('tender_contracts')
        .where('shown', '=', 1)
        .select((row) => [
          row.fn.countAll().as('n'),
          row.fn.min('awarded_on').as('first'),
          row.fn.max('awarded_on').as('last'),
        ])
        .executeTakeFirstOrThrow()
      return {
        notices: await count('tender_notices'),
        releases: await count('tender_releases'),
        quarantined: Object.fromEntries(quarantined.map((row) => [row.portal, Number(row.n)])),
        awards: { count: Number(awards.n), first: awards.first, last: awards.last },
      }
    },

    async purge(nowMs, today, { paymentsBefore, rawBefore }) {
      await main.transaction().execute(async (tx) => {
        const old = tx
          .selectFrom('tender_notices')
          .select('ocid')
          .where('keep_until_ms', '<', nowMs)
        const stored = tx
          .selectFrom('tender_notices')
          .select('ocid')
          .where('keep_until_ms', '>=', nowMs)
        await tx
          .deleteFrom('tender_releases')
          .where('ocid', 'in', old)
          .where('ocid', 'not in', stored)
          .execute()
        await tx.deleteFrom('tender_notices').where('keep_until_ms', '<', nowMs).execute()
        await purgeContracts(tx, today)
        // No notice is dropped sooner, so that only old days are looked through.
        await tx
          .deleteFrom('tender_raw')
          .where('day', '<', rawBefore)
          .where('ocid', 'not in', tx.selectFrom('tender_notices').select('ocid'))
          .where('ocid', 'not in', tx.selectFrom('tender_contract_facts').select('ocid'))
          .execute()
        await tx.deleteFrom('tender_payments').where('on_date', '<', paymentsBefore).execute()
      })
    },
  }
}

async function readOutdated(main: Kysely<MainTables>, reader: number): Promise<RawRow[]> {
  const processes = main
    .selectFrom('tender_raw')
    .select('ocid')
    .distinct()
    .where('reader', '<', reader)
    .limit(OUTDATED_PAGE)
  const rows = await main
    .selectFrom('tender_raw')
    .selectAll()
    .where('ocid', 'in', processes)
    .where('reader', '<', reader)
    .execute()
  return rows.map(fromRow)
}

/** Lists the notices after a place in the order of a column and their keys, page by page. */
async function* listNotices(
  main: Kysely<MainTables>,
  column: 'revision' | 'live_until_ms',
  from: number,
): AsyncGenerator<ListedNotice[]> {
  const rows = main
    .selectFrom('tender_notices')
    .select(['key', 'ocid', 'revision', 'live_until_ms'])
    .orderBy(column)
    .orderBy('key')
  for (let [after, afterKey] = [from, LAST_KEY]; ; ) {
    const page = await rows
      .where(column, '>=', after)
      .where((row) => row.or([row(column, '>', after), row('key', '>', afterKey)]))
      .limit(LISTED_PAGE)
      .execute()
    yield page.map(({ live_until_ms: liveUntilMs, ...row }) => ({ ...row, liveUntilMs }))
    const last = page.at(-1)
    if (page.length < LISTED_PAGE || last === undefined) return
    after = last[column]!
    afterKey = last.key
  }
}

/** Reads the JSON of notices by key. */
async function readTexts(
  main: Kysely<MainTables>,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await main
    .selectFrom('tender_notices')
    .select(['key', 'json'])
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map(({ key, json }) => [key, json]))
}

async function readRevision(db: Kysely<MainTables> | Tx): Promise<number> {
  const row = await db
    .selectFrom('sources')
    .select('detail')
    .where('name', '=', REVISION)
    .executeTakeFirst()
  return row ? (JSON.parse(row.detail) as { revision: number }).revision : 0
}

async function nextRevision(tx: Tx): Promise<number> {
  const revision = (await readRevision(tx)) + 1
  await saveDetail(tx, REVISION, { revision })
  return revision
}

const saveDetail = (tx: Tx, name: string, detail: object) =>
  upsert(tx, 'sources', ['name'], [{ name, detail: JSON.stringify(detail) }])

/**
 * Releases to store: those that are new or were published otherwise, and those that are only read
 * otherwise.
 */
async function findChangedReleases(
  tx: Tx,
  { releases, raws = [] }: TenderBatch,
): Promise<{ news: ReleaseRow[]; corrected: ReleaseRow[] }> {
  const known = await readHashes(tx, 'tender_releases', releases)
  const rawHashes = await readHashes(tx, 'tender_raw', raws)
  const arrived = new Map(raws.map(({ key, hash }) => [key, hash]))
  const [news, corrected]: [ReleaseRow[], ReleaseRow[]] = [[], []]
  for (const release of new Map(releases.map((each) => [each.key, each])).values()) {
    const [before, after] = [rawHashes.get(release.key), arrived.get(release.key)]
    const isRead = known.get(release.key) === release.hash
    if (isRead && before === after) continue
    // A release of an earlier layout is published as it was.
    const isPublished = before === undefined ? known.has(release.key) : before === after
    if (after !== undefined && isPublished) corrected.push(release)
    else news.push(release)
  }
  return { news, corrected: corrected.filter(({ key, hash }) => known.get(key) !== hash) }
}

async function readHashes(
  tx: Tx,
  table: 'tender_releases' | 'tender_raw',
  rows: readonly { key: string }[],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const chunk of chunks(rows)) {
    const keys = chunk.map(({ key }) => key)
    const found = await tx
      .selectFrom(table)
      .select(['key', 'hash'])
      .where('key', 'in', keys)
      .execute()
    for (const { key, hash } of found) hashes.set(key, hash)
  }
  return hashes
}

async function storeReleases(
  tx: Tx,
  releases: readonly ReleaseRow[],
  revision: number,
  batch: TenderBatch,
): Promise<void> {
  await upsert(tx, 'tender_releases', ['key'], releases)
  await remergeAll(tx, new Set(releases.map(({ ocid }) => ocid)), revision, batch)
}

/** Both records are held from the first process on, so that time stands still for all of them. */
async function remergeAll(
  tx: Tx,
  ocids: ReadonlySet<string>,
  revision: number,
  batch: TenderBatch,
): Promise<void> {
  const { record } = batch
  if (ocids.size === 0) return
  const contracts = record ? await holdRecord(tx, 'contracts') : null
  const notices = record ? await holdRecord(tx, 'tenders') : null
  const found: Record<'notices' | 'contracts', NewChange[]> = { notices: [], contracts: [] }
  for (const ocid of ocids) {
    const { before, after, updates } = await remerge(tx, ocid, revision, batch)
    if (record && notices && notices.reportedMs !== null)
      found.notices.push(...record.changes(before, after, notices.reportedMs))
    if (record && contracts && contracts.reportedMs !== null)
      found.contracts.push(...updates.flatMap((update) => record.contract(update) ?? []))
  }
  if (!record) return
  await contracts?.append(found.contracts, record.nowMs)
  await notices?.append(found.notices, record.nowMs)
}

async function remerge(
  tx: Tx,
  ocid: string,
  revision: number,
  { merge, contractsOf, mergeContracts = takeNewer, read }: TenderBatch,
) {
  if (read) await restoreReleases(tx, ocid, read)
  const releases = await tx
    .selectFrom('tender_releases')
    .select(['json', 'released_ms'])
    .where('ocid', '=', ocid)
    .orderBy('released_ms')
    .orderBy('key')
    .execute()
  const texts = releases.map(({ json }) => json)
  const notices = merge(texts)
  const before = await tx
    .deleteFrom('tender_notices')
    .where('ocid', '=', ocid)
    .returning('json')
    .execute()
  await upsert(
    tx,
    'tender_notices',
    ['key'],
    notices.map((notice) => ({ ...notice, ocid, revision })),
  )
  const times = new Set(releases.map((row) => Number(row.released_ms)))
  const updates = contractsOf
    ? await replaceContracts(tx, ocid, contractsOf(texts), mergeContracts, times)
    : []
  return {
    before: before.map(({ json }) => json),
    after: notices.map(({ json }) => json),
    updates,
  }
}

/** Reads the releases of a process again whose notice was dropped before its contracts. */
async function restoreReleases(
  tx: Tx,
  ocid: string,
  read: NonNullable<TenderBatch['read']>,
): Promise<void> {
  const lost = await tx
    .selectFrom('tender_raw')
    .selectAll()
    .where('ocid', '=', ocid)
    .where('key', 'not in', tx.selectFrom('tender_releases').select('key').where('ocid', '=', ocid))
    .execute()
  if (lost.length > 0) await upsert(tx, 'tender_releases', ['key'], read(lost.map(fromRow)))
}

const takeNewer = (_: ContractRow, newer: ContractRow) => newer

async function recordTime(
  main: Kysely<MainTables>,
  nowMs: number,
  toLapsed: (json: string) => NewChange,
): Promise<number> {
  return main.transaction().execute(async (tx) => {
    const record = await holdRecord(tx, 'tenders')
    const { reportedMs } = record
    if (reportedMs !== null && reportedMs >= nowMs) return 0
    const notices = tx
      .selectFrom('tender_notices')
      .select('json')
      .where('live_until_ms', '<=', nowMs)
    const ended =
      reportedMs === null
        ? []
        : await notices
            .where('live_until_ms', '>', reportedMs)
            .orderBy('live_until_ms')
            .orderBy('key')
            .execute()
    const changes = ended.map(({ json }) => toLapsed(json))
    await record.append(changes, nowMs)
    await record.setReported(nowMs)
    return ended.length
  })
}

async function recordEnding(
  main: Kysely<MainTables>,
  nowMs: number,
  limit: (ms: number) => string,
  ending: (row: ContractRow) => NewChange,
): Promise<void> {
  await main.transaction().execute(async (tx) => {
    const list = await holdRecord(tx, 'contracts')
    const { reportedMs } = list
    if (reportedMs !== null && limit(reportedMs) >= limit(nowMs)) return
    if (reportedMs !== null)
      for await (const rows of listEndingContracts(tx, limit(reportedMs), limit(nowMs)))
        await list.append(rows.map(ending), nowMs)
    await list.setReported(nowMs)
  })
}

/** Returns how many contracts changed. */
async function applyContracts(
  tx: Tx,
  { contracts, mergeContracts = takeNewer, record }: TenderBatch,
): Promise<number> {
  if (contracts.length === 0) return 0
  const list = record ? await holdRecord(tx, 'contracts') : null
  const updates = await storeContracts(tx, contracts, mergeContracts)
  if (record && list && list.reportedMs !== null)
    await list.append(
      updates.flatMap((update) => record.contract(update) ?? []),
      record.nowMs,
    )
  return updates.length
}
