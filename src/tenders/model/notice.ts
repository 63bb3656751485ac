/**
 * A notice as the index holds it: every field that an answer shows, none that depends on the hour.
 */
import { instant } from '../../platform/clock.ts'
import { addDays, type CivilDate, londonWallTimeMs } from '../../platform/london.ts'
import { buyerKey, nameKey } from './buyer.ts'
import { detectFramework } from './frameworks.ts'
import { isClosedStatus, type Merged, type Stage } from './merge.ts'
import type { Money } from './money.ts'
import { type NoticeTerms, noticeTerms } from './notice-terms.ts'
import { type DeliveryPlace, deliveryPlace, type RegionMask } from './regions.ts'
import type { Facts, Lot } from './release.ts'

/** Amounts in whole currency units; null where not stated. */
export interface NoticeValue extends Pick<Money, 'tax'> {
  amount: number | null
  currency: string
  min: number | null
  max: number | null
  basis: 'tender' | 'lots' | 'minimum'
}

export interface NoticeLot {
  id: string
  title: string | null
  description: string | null
  value: NoticeValue | null
  status: string | null
  contract_start: string | null
  contract_end: string | null
  sme_suitable: boolean | null
}

export interface NoticeDocument {
  id: string
  title: string | null
  type: string | null
  format: string | null
  url: string
  published: string | null
}

export interface Notice {
  /** ocid in lower case, and the buyer where several share it. */
  key: string
  ocid: string
  /** Id of a portal of `portals/`. */
  portal: string
  releaseId: string
  noticeId: string
  noticeUrl: string
  title: string
  buyer: string
  buyerKey: string
  buyerNameKey: string
  reference: string | null
  regime: 'act' | 'legacy' | null
  stage: Stage
  closedBy: Merged['closedBy']
  publishedMs: number
  updatedMs: number
  deadlineMs: number | null
  deadlinePrecision: 'time' | 'date' | null
  /** Estimated deadline of a planned procurement. */
  deadlineEstimateMs?: number
  /** The deadline is from a correction in words. */
  deadlineCorrected?: boolean
  /** A later correction of the deadline could not be read. */
  correctionUnread?: boolean
  enquiryMs: number | null
  futureNotice: string | null
  engagementEnds: string | null
  regions: RegionMask
  /** No more than "UK" is said of the place. */
  ukAsStated?: boolean
  cpv: string[] | null
  /** Labels of its codes as the releases give them; absent if they give none. */
  cpvLabels?: Record<string, string>
  value: NoticeValue | null
  /** VAT in amounts without a mark; absent if the portal does not state it. */
  amountTax?: 'excluded'
  description: string | null
  /** Additional text; absent if there is none. */
  additional?: string
  method: string | null
  /** Whether the deadline is for requests to participate; selected suppliers tender later. */
  requestsFirst?: boolean
  lots: NoticeLot[]
  documents: NoticeDocument[]
  submissionUrl: string | null
  contractStart: string | null
  contractEnd: string | null
  durationDays: number | null
  smeSuitable: boolean | null
  framework: boolean
  /** Terms that bidders ask about; absent on notices of an earlier layout. */
  terms?: NoticeTerms
  /** ocids of processes that it says it follows. */
  predecessors?: string[]
  /** ocid of the same opportunity on the portal that published it first, in lower case. */
  canonical?: string
  requirements: string[]
}

/** The award items' place only where the tender names none: a direct award has no other. */
function findPlace({ items = [], awardAddresses = [] }: Facts): DeliveryPlace {
  const stated = deliveryPlace(items.flatMap((item) => item.addresses))
  return stated.regions === 0 ? deliveryPlace(awardAddresses) : stated
}

/**
 * Null when the releases so far name neither title nor buyer, or say of no notice what it is: a
 * delta whose first notice is not here yet.
 */
export function readNotice(merged: Merged, sharedOcid: boolean): Notice | null {
  const { facts, shown } = merged
  const buyer = merged.releases.findLast((release) => release.buyer)?.buyer
  const isKnown = merged.stage !== null || merged.closedBy !== null
  if (!facts.title || !buyer || !isKnown) return null
  const key = buyerKey(buyer)
  const deadline = facts.interestDeadline ?? facts.deadline ?? null
  const lots = (facts.lots ?? []).map(readLot)
  const contract = contractSpan(facts)
  const place = findPlace(facts)
  const framework = detectFramework(facts)
  const isOpenTender = merged.closedBy === null && merged.stage === 'tender'
  return {
    key: sharedOcid ? `${merged.ocid.toLowerCase()}|${key}` : merged.ocid.toLowerCase(),
    ocid: merged.ocid,
    portal: shown.portal,
    releaseId: shown.id,
    noticeId: shown.noticeId,
    noticeUrl: shown.noticeUrl,
    title: facts.title,
    buyer: buyer.name,
    buyerKey: key,
    buyerNameKey: nameKey(buyer.name),
    reference: facts.reference ?? null,
    regime: facts.regime ?? null,
    stage: merged.stage ?? 'tender',
    closedBy: merged.closedBy,
    publishedMs: merged.publishedMs,
    updatedMs: merged.updatedMs,
    deadlineMs: deadline?.ms ?? null,
    deadlinePrecision: deadline?.precision ?? null,
    ...(facts.deadlineEstimate && !deadline
      ? { deadlineEstimateMs: facts.deadlineEstimate.ms }
      : {}),
    ...(facts.deadlineCorrected ? { deadlineCorrected: true } : {}),
    ...(facts.correctionUnread ? { correctionUnread: true } : {}),
    enquiryMs: facts.enquiryMs ?? null,
    futureNotice: facts.futureNotice ?? null,
    engagementEnds: facts.engagementEnds ?? null,
    regions: place.regions,
    ...(place.ukAsStated ? { ukAsStated: true } : {}),
    cpv: listCodes(facts),
    ...(facts.cpvLabels ? { cpvLabels: facts.cpvLabels } : {}),
    value: findStatedValue(facts),
    ...(shown.amountTax === null ? {} : { amountTax: shown.amountTax }),
    description: facts.description ?? null,
    ...(facts.additional && !facts.description?.includes(facts.additional)
      ? { additional: facts.additional }
      : {}),
    method: facts.method ?? null,
    ...(facts.interestDeadline || isTwoStage(facts.method ?? '') ? { requestsFirst: true } : {}),
    lots,
    documents: (facts.documents ?? []).map((document) => ({
      id: document.id,
      title: document.title ?? null,
      type: document.type ?? null,
      format: document.format ?? null,
      url: document.url,
      published: document.publishedMs === undefined ? null : instant(document.publishedMs),
    })),
    submissionUrl:
      facts.submissionUrl ?? (shown.bidsOnPage && isOpenTender ? shown.noticeUrl : null),
    contractStart: contract.start,
    contractEnd: contract.end,
    durationDays: facts.durationDays ?? longest(facts.lots ?? []),
    smeSuitable:
      facts.sme ??
      (lots.some((lot) => lot.sme_suitable !== null) ? lots.some((lot) => lot.sme_suitable) : null),
    framework: framework !== null,
    terms: noticeTerms(facts, framework),
    ...(facts.predecessors ? { predecessors: facts.predecessors } : {}),
    ...(facts.canonical ? { canonical: facts.canonical } : {}),
    requirements: facts.requirements ?? [],
  }
}

/**
 * Returns whether the stated day is for requests to participate, before tenders of selected
 * suppliers.
 */
function isTwoStage(method: string): boolean {
  return (
    /\b(?:restricted|competitive dialogue|with negotiation|negotiated|innovation partnership)\b/i.test(
      method,
    ) && !/\bwithout\b/i.test(method)
  )
}

/**
 * The main classification first, then the items'; an award's items only where the tender has none.
 */
function listCodes(facts: Facts): string[] | null {
  const stated = [...(facts.cpv ?? []), ...(facts.items ?? []).flatMap((item) => item.cpv)]
  const codes = [...new Set(stated.length > 0 ? stated : (facts.awardCpv ?? []))]
  return codes.length > 0 ? codes : null
}

/** Builds a value; what is not given is not stated. */
function noticeValue(
  basis: NoticeValue['basis'],
  of: readonly Money[],
  amounts: Partial<Pick<NoticeValue, 'amount' | 'min' | 'max'>>,
): NoticeValue {
  const { currency } = of[0]!
  return { amount: null, currency, min: null, max: null, ...amounts, basis, ...markTax(of) }
}

/**
 * With a stated minimum the tender's value is the upper bound (29 of 200 Contracts Finder notices).
 */
function findStatedValue({ value, minValue, lots }: Facts): NoticeValue | null {
  if (value) {
    const { amount, currency } = value
    const isBounded = minValue?.currency === currency && minValue.amount <= amount
    return noticeValue('tender', [value], {
      amount,
      ...(isBounded ? { min: minValue.amount, max: amount } : {}),
    })
  }
  const fromLots = lotsValue(lots ?? [])
  if (fromLots) return fromLots
  return minValue ? noticeValue('minimum', [minValue], { min: minValue.amount }) : null
}

/** Sum, smallest and largest of the lots in one currency; no sum when a lot states none. */
function lotsValue(lots: readonly Lot[]): NoticeValue | null {
  const open = lots.filter((lot) => !isClosedStatus(lot.status))
  const values = open.map((lot) => lot.value).filter((value): value is Money => value !== undefined)
  const currency = values[0]?.currency
  if (currency === undefined || values.some((value) => value.currency !== currency)) return null
  const amounts = values.map((value) => value.amount)
  return noticeValue('lots', values, {
    amount:
      amounts.length === open.length ? amounts.reduce((sum, amount) => sum + amount, 0) : null,
    min: Math.min(...amounts),
    max: Math.max(...amounts),
  })
}

function markTax(values: readonly Money[]): Pick<Money, 'tax'> {
  const marks = new Set(values.map(({ tax }) => tax))
  const [only] = marks
  return marks.size > 1 ? { tax: 'mixed' } : only === undefined ? {} : { tax: only }
}

function readLot(lot: Lot): NoticeLot {
  return {
    id: lot.id,
    title: lot.title ?? null,
    description: lot.description ?? null,
    value: lot.value ? noticeValue('lots', [lot.value], { amount: lot.value.amount }) : null,
    status: lot.status ?? null,
    contract_start: lot.contractStart ?? null,
    contract_end: lot.contractEnd ?? null,
    sme_suitable: lot.sme ?? null,
  }
}

function contractSpan({ contractStart, contractEnd, awardStart, awardEnd, lots = [] }: Facts): {
  start: string | null
  end: string | null
} {
  const starts = lots.map((lot) => lot.contractStart).filter((date) => date !== undefined)
  const ends = lots.map((lot) => lot.contractEnd).filter((date) => date !== undefined)
  return {
    start: contractStart ?? starts.sort()[0] ?? awardStart ?? null,
    end: contractEnd ?? ends.sort().at(-1) ?? awardEnd ?? null,
  }
}

function longest(lots: readonly Lot[]): number | null {
  const days = lots.map((lot) => lot.durationDays).filter((each) => each !== undefined)
  return days.length > 0 ? Math.max(...days) : null
}

/**
 * Returns the value for value filters in GBP. A ceiling over all call-offs is no value of a
 * contract. `null` if there is none, or another currency.
 */
export function filterValueGbp({
  value,
  framework,
}: Pick<Notice, 'value' | 'framework'>): number | null {
  return !framework && value?.currency === 'GBP' ? (value.amount ?? value.max ?? value.min) : null
}

/** A notice that states no end is taken for open this long after its last release. */
const OPEN_ENDED_MS = 365 * 86_400_000
/**
 * Announced tenders are published later than announced; so long an engagement notice is kept
 * waiting for its tender.
 */
const ANNOUNCED_GRACE_DAYS = 90
/** A tender whose correction cannot be read is taken for open this long after its old deadline. */
const UNREAD_MS = 60 * 86_400_000

export type Liveness = Pick<
  Notice,
  | 'closedBy'
  | 'deadlineMs'
  | 'correctionUnread'
  | 'stage'
  | 'updatedMs'
  | 'engagementEnds'
  | 'futureNotice'
>

/** Whether it can still be bid for or engaged with at that moment. */
export function isLive(notice: Liveness, nowMs: number): boolean {
  return liveUntilMs(notice) > nowMs
}

/** Returns when a notice stops being live by itself, in ms since the epoch; 0 if it is closed. */
export function liveUntilMs(notice: Liveness): number {
  if (notice.closedBy !== null) return 0
  if (notice.deadlineMs !== null)
    return notice.deadlineMs + (notice.correctionUnread ? UNREAD_MS : 0)
  const lapses = notice.stage === 'planning' ? lapsesOn(notice) : null
  return lapses === null
    ? notice.updatedMs + OPEN_ENDED_MS
    : londonWallTimeMs(`${addDays(lapses, 1)}T00:00`)
}

/**
 * The last day of an engagement notice: the end of the engagement, or a while after the announced
 * date of the tender.
 */
export function lapsesOn({
  engagementEnds,
  futureNotice,
}: Pick<Notice, 'engagementEnds' | 'futureNotice'>): CivilDate | null {
  const announced = futureNotice === null ? null : addDays(futureNotice, ANNOUNCED_GRACE_DAYS)
  if (engagementEnds === null || announced === null) return engagementEnds ?? announced
  return engagementEnds > announced ? engagementEnds : announced
}
