/**
 * Changes of a process, and the values that filters read. A notice changes by publication and by
 * time. Publications are compared as of one moment; changes by time between two moments assume no
 * publication in between. Each change is reported exactly once.
 */
import { instant } from '../../platform/clock.ts'
import type { Stage } from './merge.ts'
import { filterValueGbp, isLive, type Notice } from './notice.ts'
import { regionText } from './regions.ts'

export type TenderChangeKind = 'new' | 'deadline_moved' | 'altered' | 'closed' | 'awarded'

/**
 * Values that the filters of a search read, of a live notice or of a recorded change. Stored as
 * JSON with each change: a member added later is optional.
 */
export interface FilteredTender {
  readonly stage: Stage
  readonly cpv: readonly string[]
  readonly regions: number
  /** Amount, else largest, else smallest; `null` if there is none in GBP. */
  readonly valueGbp: number | null
  /** `null` also if a correction of it could not be read. */
  readonly deadlineMs: number | null
}

/** A recorded tender: what the words of a search and its filters read. */
export interface SearchedTender extends FilteredTender {
  title: string
  description: string
  lots: string[]
  buyer: string
}

export interface ChangedField {
  field: string
  before: string | number | null
  after: string | number | null
}

export interface TenderChange {
  kind: TenderChangeKind
  id: string
  detail: { title: string; party: string; url: string; fields: ChangedField[] }
  before: SearchedTender | null
  after: SearchedTender | null
}

/** Returns the changes that a publication made to the notices of one process, as of a moment. */
export function listPublishedChanges(
  before: readonly Notice[],
  after: readonly Notice[],
  nowMs: number,
): TenderChange[] {
  const earlier = new Map(before.map((notice) => [notice.key, notice]))
  const later = new Set(after.map(({ key }) => key))
  const withdrawn = before.filter((notice) => !later.has(notice.key) && isLive(notice, nowMs))
  return [
    ...after.flatMap(
      (notice) => buildPublishedChange(earlier.get(notice.key) ?? null, notice, nowMs) ?? [],
    ),
    // Releases that turned out to be of another buyer's notice.
    ...withdrawn.map((notice) => buildEnded(notice, null, 'open', 'withdrawn')),
  ]
}

function buildPublishedChange(
  before: Notice | null,
  after: Notice,
  nowMs: number,
): TenderChange | null {
  const wasLive = before !== null && isLive(before, nowMs)
  if (!isLive(after, nowMs)) {
    if (before === null || (!wasLive && before.closedBy === after.closedBy)) return null
    const was = wasLive ? 'open' : (before.closedBy ?? 'closed')
    if (after.closedBy === 'awarded')
      return before.closedBy === 'awarded' ? null : buildEnded(before, after, was, 'awarded')
    return wasLive ? buildEnded(before, after, was, after.closedBy ?? 'deadline_passed') : null
  }
  const fields = listDiffering(REPORTED_FIELDS, wasLive ? before : null, after)
  const report = (kind: TenderChangeKind) => change(kind, wasLive ? before : null, after, fields)
  // A tender that follows its early engagement is a separate notice.
  if (!wasLive || before.stage !== after.stage) return report('new')
  if (before.deadlineMs !== after.deadlineMs) return report('deadline_moved')
  return JSON.stringify(toSearchedTender(before)) === JSON.stringify(toSearchedTender(after))
    ? null
    : report('altered')
}

/** Returns the change of a notice that stopped being live by time. */
export function buildLapsedChange(notice: Notice): TenderChange {
  return buildEnded(
    notice,
    notice,
    'open',
    notice.deadlineMs === null ? 'lapsed' : 'deadline_passed',
  )
}

function buildEnded(
  before: Notice,
  after: Notice | null,
  was: string,
  state: string,
): TenderChange {
  const fields = [{ field: 'state', before: was, after: state }]
  return change(state === 'awarded' ? 'awarded' : 'closed', before, after, fields)
}

function change(
  kind: TenderChangeKind,
  before: Notice | null,
  after: Notice | null,
  fields: ChangedField[],
): TenderChange {
  const { ocid, title, buyer, noticeUrl } = (after ?? before)!
  return {
    kind,
    id: ocid,
    detail: { title, party: buyer, url: noticeUrl, fields },
    before: before && toSearchedTender(before),
    after: after && toSearchedTender(after),
  }
}

/** A field by name, and its value. */
export type ReportedField<Subject> = readonly [
  field: string,
  of: (subject: Subject) => string | number | null,
]

const REPORTED_FIELDS: readonly ReportedField<Notice>[] = [
  ['stage', ({ stage }) => stage],
  ['deadline', ({ deadlineMs }) => (deadlineMs === null ? null : instant(deadlineMs))],
  ['value_gbp', filterValueGbp],
  ['region', ({ regions }) => regionText(regions)],
  ['cpv', ({ cpv }) => cpv?.join(',') ?? null],
]

/** Returns the reported fields that differ; `before` is `null` if there was nothing before. */
export function listDiffering<Subject>(
  fields: readonly ReportedField<Subject>[],
  before: Subject | null,
  after: Subject,
): ChangedField[] {
  return fields.flatMap(([field, of]) => {
    const [was, is] = [before && of(before), of(after)]
    return was === is ? [] : [{ field, before: was, after: is }]
  })
}

export function toSearchedTender(notice: Notice): SearchedTender {
  const { title, description, lots, buyer } = notice
  const texts = lots
    .flatMap((lot) => [lot.title, lot.description])
    .filter((text) => text !== null && text !== description)
  return {
    title,
    description: description ?? '',
    lots: texts as string[],
    buyer,
    ...toFilteredTender(notice),
  }
}

/** Returns the values that filters read, for the index as for recorded changes. */
export function toFilteredTender(notice: Notice): FilteredTender {
  const { stage, cpv, regions, deadlineMs, correctionUnread } = notice
  return {
    stage,
    cpv: cpv ?? [],
    regions,
    valueGbp: filterValueGbp(notice),
    deadlineMs: correctionUnread ? null : deadlineMs,
  }
}
