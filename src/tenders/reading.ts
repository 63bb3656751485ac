/** From raw releases to rows: what the store keeps of a page. Pure. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sha256Hex } from '../platform/hash.ts'
import { londonDate } from '../platform/london.ts'
import type { NewChange } from '../store/changes.ts'
import type { SearchedContract } from '../store/contract-filter.ts'
import type { BuyerRow } from '../store/tender-buyers.ts'
import type { ContractRow, ContractUpdate } from '../store/tender-contracts.ts'
import type {
  AwardRow,
  NoticeRow,
  QuarantineRow,
  RawRow,
  ReleaseRow,
  TenderBatch,
} from '../store/tenders.ts'
import { buyerKey, nameKey } from './model/buyer.ts'
import {
  buildLapsedChange,
  type ChangedField,
  listPublishedChanges,
  type TenderChange,
} from './model/changes.ts'
import { type Contract, computeRetentionEnd, mergeContracts } from './model/contract.ts'
import { type ContractChangeKind, listDifferingFields } from './model/contract-changes.ts'
import { contractTerms } from './model/contract-terms.ts'
import { mergeProcess } from './model/merge.ts'
import { liveUntilMs, type Notice, readNotice } from './model/notice.ts'
import { PAYMENTS_NOTICE } from './model/payments.ts'
import { withoutPersons } from './model/raw-release.ts'
import type { Release } from './model/release.ts'
import { getPortal } from './portals/index.ts'
import type { Portal } from './portals/portal.ts'
import { completeRelease, readRelease } from './portals/read-release.ts'

/** Closed notices stay known for 24 months. */
const KEEP_MS = 731 * 86_400_000

/**
 * Version of the reading. It is raised whenever more of a release is read, or it is read
 * differently. Stored releases are then read again.
 */
export const READER = 6

export interface ReadPage {
  releases: ReleaseRow[]
  raws: RawRow[]
  contracts: ContractRow[]
  payments: BuyerRow[]
  quarantined: QuarantineRow[]
}

export function emptyPage(): ReadPage {
  return { releases: [], raws: [], contracts: [], payments: [], quarantined: [] }
}

/** Reads one release as it came into the page. */
export function readInto(page: ReadPage, portal: Portal, raw: unknown, nowMs: number): void {
  const stored = withoutPersons(raw)
  const read = readRelease(portal, stored)
  if (!read.ok) {
    page.quarantined.push(quarantineRow(portal, read.releaseId, read.reason, raw, nowMs))
    return
  }
  const { release } = read
  const json = JSON.stringify(stored)
  const row = releaseRow(release)
  page.releases.push(row)
  page.raws.push({
    key: row.key,
    ocid: row.ocid,
    day: londonDate(release.ms),
    hash: hashOf(json),
    reader: READER,
    bytes: deflateRawSync(json),
  })
  page.payments.push(...paymentRows(release, portal))
  if (release.noticeTypes.includes(PAYMENTS_NOTICE) && !release.facts.payments)
    page.quarantined.push(
      quarantineRow(
        portal,
        release.id,
        'a payments compliance notice without a figure that can be read',
        raw,
        nowMs,
      ),
    )
}

/** Reads a stored release again into the page. */
export function readAgainInto(page: ReadPage, row: RawRow, nowMs: number): void {
  readInto(page, portalOf(row), parseRaw(row), nowMs)
  // One that can no longer be read is not read again and again.
  if (page.raws.at(-1)?.key !== row.key) page.raws.push({ ...row, reader: READER })
}

const portalOf = ({ key }: RawRow) => getPortal(key.slice(0, key.indexOf('/')))
const parseRaw = ({ bytes }: RawRow) => JSON.parse(inflateRawSync(bytes).toString()) as unknown
const hashOf = (json: string) => sha256Hex(json).slice(0, 32)

function releaseRow(release: Release): ReleaseRow {
  const json = JSON.stringify(release)
  return {
    key: `${release.portal}/${release.id}`,
    ocid: release.ocid.toLowerCase(),
    releasedMs: release.ms,
    hash: hashOf(json),
    json,
  }
}

function readRaws(raws: readonly RawRow[]): ReleaseRow[] {
  return raws.flatMap((row) => {
    const read = readRelease(portalOf(row), parseRaw(row))
    return read.ok ? [releaseRow(read.release)] : []
  })
}

export function quarantineRow(
  portal: Portal,
  releaseId: string | null,
  reason: string,
  raw: unknown,
  nowMs: number,
): QuarantineRow {
  const key = `${portal.id}/${releaseId ?? sha256Hex(JSON.stringify(raw) ?? '').slice(0, 16)}`
  return { key, portal: portal.id, releaseId, reason, seenMs: nowMs }
}

export function contractRows(release: Release, raw: 0 | 1): ContractRow[] {
  const { awards, buyer, ms, ocid } = release
  if (!buyer) return []
  const of = {
    ocid: ocid.toLowerCase(),
    raw,
    buyerKey: buyerKey(buyer),
    buyerNameKey: nameKey(buyer.name),
    releasedMs: ms,
  }
  return awards.map(({ key, divisions, suppliers, contract }) =>
    contractRow(contract, {
      ...of,
      key,
      divisions: divisions.join(','),
      suppliers: JSON.stringify(suppliers),
    }),
  )
}

type RowKeys = Pick<
  ContractRow,
  'key' | 'ocid' | 'raw' | 'buyerKey' | 'buyerNameKey' | 'divisions' | 'suppliers' | 'releasedMs'
>

const NO_SUPPLIERS = '[]'

function contractRow(contract: Contract, keys: RowKeys): ContractRow {
  const { awarded, contractEnd, latestEnd, value, ceiling, portal, state, pending } = contract
  const isFindable = keys.suppliers !== NO_SUPPLIERS && !pending
  const shown = isFindable && state !== 'withdrawn'
  return {
    ...keys,
    awardedOn: awarded,
    keepUntil: computeRetentionEnd(contract),
    portal,
    shown: Number(shown),
    terms: isFindable ? contractTerms(contract) : '',
    json: JSON.stringify(contract),
    ends: contractEnd,
    latest: latestEnd ?? contractEnd,
    terminated: Number(state !== null),
    amount: value?.amount ?? null,
    currency: value?.currency ?? null,
    summable: value === null || ceiling ? 0 : value.tax ? 2 : 1,
  }
}

function mergeContractRows(older: ContractRow, newer: ContractRow): ContractRow {
  const contract = mergeContracts(
    JSON.parse(older.json) as Contract,
    JSON.parse(newer.json) as Contract,
  )
  const { key, ocid, buyerKey: buyer, buyerNameKey, releasedMs } = newer
  const { divisions, suppliers } = newer.suppliers === NO_SUPPLIERS ? older : newer
  return contractRow(contract, {
    key,
    ocid,
    raw: older.raw & newer.raw,
    buyerKey: buyer,
    buyerNameKey,
    divisions,
    suppliers,
    releasedMs,
  })
}

function paymentRows({ buyer, facts, id, ms, noticeId }: Release, portal: Portal): BuyerRow[] {
  if (!buyer || !facts.payments) return []
  const of = { buyerKey: buyerKey(buyer), buyerNameKey: nameKey(buyer.name) }
  const json = JSON.stringify({ ...facts.payments, notice_url: portal.noticePage(noticeId) })
  return [
    { key: `${portal.id}/${id}`, ...of, onDate: facts.payments.period_end ?? londonDate(ms), json },
  ]
}

/** Parses a stored release, which may be one of 0.2.0. */
function parseRelease(json: string): Release {
  const release = JSON.parse(json) as Release
  return release.effect === undefined
    ? completeRelease(getPortal(release.portal), release)
    : release
}

/** The contracts of one process from the JSON of its releases. */
function mergeContractsOf(releases: readonly string[]): ContractRow[] {
  const merged = new Map<string, ContractRow>()
  for (const json of releases) {
    for (const row of contractRows(parseRelease(json), 1)) {
      const older = merged.get(row.key)
      merged.set(row.key, older === undefined ? row : mergeContractRows(older, row))
    }
  }
  return [...merged.values()]
}

/** The notices of one process from the JSON of its releases, for the store. */
function mergeRows(releases: readonly string[]): NoticeRow[] {
  const merged = mergeProcess(releases.map(parseRelease))
  return merged.flatMap((each): NoticeRow[] => {
    const notice = readNotice(each, merged.length > 1)
    if (!notice) return []
    return [
      {
        key: notice.key,
        ocid: notice.ocid.toLowerCase(),
        updatedMs: notice.updatedMs,
        keepUntilMs: Math.max(notice.updatedMs, notice.deadlineMs ?? 0) + KEEP_MS,
        liveUntilMs: liveUntilMs(notice),
        json: JSON.stringify(notice),
      },
    ]
  })
}

export function buildBatch(
  page: ReadPage,
  source: TenderBatch['source'],
  nowMs: number,
): TenderBatch {
  return {
    ...page,
    merge: mergeRows,
    contractsOf: mergeContractsOf,
    read: readRaws,
    mergeContracts: mergeContractRows,
    source,
    record: { nowMs, changes: changeRows, contract: (update) => contractChangeRow(update, nowMs) },
  }
}

const parse = (json: string) => JSON.parse(json) as Notice

function changeRows(
  before: readonly string[],
  after: readonly string[],
  asOfMs: number,
): NewChange[] {
  return listPublishedChanges(before.map(parse), after.map(parse), asOfMs).map(changeRow)
}

/** Returns the change of a notice that only time closed. */
export const buildLapsedRow = (json: string): NewChange => changeRow(buildLapsedChange(parse(json)))

function changeRow({ kind, id, detail, before, after }: TenderChange): NewChange {
  const toStored = (searched: TenderChange['before']) =>
    searched === null ? null : JSON.stringify(searched)
  return {
    kind,
    id,
    detail: JSON.stringify(detail),
    before: toStored(before),
    after: toStored(after),
  }
}

/** Releases published earlier are history, not changes: an import of old awards reports nothing. */
const NEWS_MS = 35 * 86_400_000

/** Returns the change that a release made to a contract; `null` if callers see no difference. */
function contractChangeRow({ before, after }: ContractUpdate, nowMs: number): NewChange | null {
  const wasShown = before?.shown === 1
  if (after.releasedMs < nowMs - NEWS_MS) return null
  if (!wasShown && after.shown === 0) return null
  const shownBefore = wasShown ? before : null
  const fields = listDifferingFields(
    shownBefore && parseContract(shownBefore),
    parseContract(after),
  )
  if (fields.length === 0) return null
  return contractChange(wasShown ? 'altered' : 'awarded', shownBefore, after, fields)
}

/** Returns the change of a contract whose end came near. */
export function toEndingChange(row: ContractRow): NewChange {
  return contractChange('ending', null, row, [
    { field: 'state', before: 'running', after: 'ending' },
    { field: 'ends', before: row.ends, after: row.ends },
  ])
}

const parseContract = (row: ContractRow) => JSON.parse(row.json) as Contract

function contractChange(
  kind: ContractChangeKind,
  before: ContractRow | null,
  after: ContractRow,
  fields: readonly ChangedField[],
): NewChange {
  const { ocid, awardId, title, buyer, portal, noticeId } = parseContract(after)
  const award = { field: 'award_id', before: before && awardId, after: awardId }
  return {
    kind,
    id: ocid,
    detail: JSON.stringify({
      title: title ?? '',
      party: buyer,
      url: getPortal(portal).noticePage(noticeId),
      fields: [award, ...fields],
    }),
    before: before && JSON.stringify(toSearchedContract(before)),
    after: after.shown === 1 ? JSON.stringify(toSearchedContract(after)) : null,
  }
}

/** Values that the filters of a search read. */
function toSearchedContract(row: ContractRow): SearchedContract {
  const { terms, ends, latest, terminated, amount, currency, summable } = row
  return { terms, ends, latest, terminated, amount, currency, summable }
}

/** An award row as the history rules read it. */
export function awardRecord(row: AwardRow) {
  return {
    buyerKey: row.buyerKey,
    buyerNameKey: row.buyerNameKey,
    awardedOn: row.awardedOn,
    divisions: row.divisions === '' ? [] : row.divisions.split(','),
    suppliers: JSON.parse(row.suppliers) as { key: string; sme: boolean | null }[],
  }
}
