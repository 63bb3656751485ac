/**
 * A live notice as the index holds it: what filters, rankings and links look at. Its text is in the
 * store.
 */
import { withoutMarks } from '../../platform/contacts.ts'
import { epochDay } from '../../platform/london.ts'
import type { Field } from '../../text-search/postings.ts'
import { normaliseName } from '../model/buyer.ts'
import type { BuyerHistory } from '../model/buyer-history.ts'
import { type FilteredTender, toFilteredTender } from '../model/changes.ts'
import { deadlineDate } from '../model/dates.ts'
import { liveUntilMs, type Notice } from '../model/notice.ts'
import { getPortal } from '../portals/index.ts'

type NoticeFields = Pick<
  Notice,
  | 'key'
  | 'ocid'
  | 'portal'
  | 'noticeUrl'
  | 'title'
  | 'buyer'
  | 'buyerKey'
  | 'buyerNameKey'
  | 'reference'
  | 'publishedMs'
  | 'updatedMs'
  | 'framework'
  | 'canonical'
>

export interface Entry extends NoticeFields, FilteredTender {
  /** Its document in the postings. */
  readonly number: number
  /** Revision of its row in the store. */
  readonly revision: number
  readonly liveUntilMs: number
  /** Date of the deadline in London as an epoch day; `NO_DAY` if there is none. */
  readonly deadlineDay: number
  readonly normalName: string
  /** For fit: the tender's own value; `null` if there is none in GBP. */
  readonly tenderValueGbp: number | null
  readonly valueWithTax: boolean
  readonly lotValuesGbp: readonly number[]
  readonly lotValuesWithTaxGbp: readonly number[]
  readonly lotTitles: readonly string[]
  /** Another notice of the same opportunity is shown. */
  hidden: boolean
  /** `null` if no award of the buyer is known. */
  history: BuyerHistory | null
}

export const NO_DAY = 2 ** 31 - 1

/** Weights of the fields in a search. */
export const FIELD_WEIGHTS = [4.4, 0.93, 0.37, 0.63] as const
export const TITLE_FIELD = 1
export const BODY_FIELDS = 2 | 4
export const CODES_FIELD = FIELD_WEIGHTS.length

/** @throws Error if the portal is unknown. */
export function buildEntry(notice: Notice, revision: number, number: number): Entry {
  getPortal(notice.portal)
  const { value, lots } = notice
  const filtered = toFilteredTender(notice)
  const { deadlineMs } = filtered
  return {
    ...filtered,
    key: notice.key,
    ocid: notice.ocid,
    portal: notice.portal,
    noticeUrl: notice.noticeUrl,
    title: notice.title,
    buyer: notice.buyer,
    buyerKey: notice.buyerKey,
    buyerNameKey: notice.buyerNameKey,
    reference: notice.reference,
    publishedMs: notice.publishedMs,
    updatedMs: notice.updatedMs,
    framework: notice.framework,
    ...(notice.canonical ? { canonical: notice.canonical } : {}),
    number,
    revision,
    liveUntilMs: liveUntilMs(notice),
    deadlineDay: deadlineMs === null ? NO_DAY : epochDay(deadlineDate(deadlineMs)),
    normalName: normaliseName(notice.buyer),
    tenderValueGbp:
      value?.currency !== 'GBP' || value.basis === 'lots' ? null : (value.amount ?? value.min),
    valueWithTax: value?.tax === 'included',
    lotValuesGbp: listValuesGbp(lots, false),
    lotValuesWithTaxGbp: listValuesGbp(lots, true),
    lotTitles: listOrNone(lots.flatMap((lot) => lot.title ?? [])),
    hidden: false,
    history: null,
  }
}

/** Most notices have none: they share one list. */
const NONE: readonly never[] = []
const listOrNone = <Item>(items: readonly Item[]) => (items.length === 0 ? NONE : items)

function listValuesGbp(lots: Notice['lots'], withTax: boolean): readonly number[] {
  const values = lots.map(({ value }) => value).filter((value) => value?.currency === 'GBP')
  return listOrNone(
    values.flatMap((value) =>
      (value!.tax !== undefined) === withTax ? (value!.amount ?? []) : [],
    ),
  )
}

/** Returns the searched texts of a notice or of a recorded change. */
export function listSearchedFields(searched: {
  title: string
  description: string | null
  lots: readonly string[]
  buyer: string
  cpv: readonly string[] | null
}): Field[] {
  const { title, description, lots, buyer, cpv } = searched
  return [
    withoutMarks(title),
    withoutMarks(description ?? ''),
    lots.map(withoutMarks),
    buyer,
    (cpv ?? []).join(' '),
  ]
}

/** The order of lists: by deadline, those without one last, then by key. */
export function isBefore(a: Entry, b: Entry): boolean {
  const [first, second] = [
    a.deadlineMs ?? Number.POSITIVE_INFINITY,
    b.deadlineMs ?? Number.POSITIVE_INFINITY,
  ]
  return first < second || (first === second && a.key < b.key)
}
