/** What a bidder asks after what it is worth: award criteria, options, renewals, and whether it is a framework. */
import { longText } from './clean.ts'
import { readCivilDate } from './dates.ts'
import { type FrameworkKind, recogniseFramework } from './frameworks.ts'
import { asNumber, asObject, asObjects, asText, type JsonObject } from './json.ts'
import type { Facts, Money } from './release.ts'

export interface AwardCriterion {
  name: string | null
  /** As the notice has it: quality, price, cost. */
  type: string | null
  /** Share of the whole; null where none is stated, or where the numbers are no shares of one whole. */
  weight_pct: number | null
}

/** As a release states them of the tender or of one lot. */
export interface StatedTerms {
  criteria?: AwardCriterion[]
  options?: string
  renewal?: string
  /** Civil date up to which renewals may lead. */
  maxEnd?: string
}

/** As the dossier shows them. */
export interface ContractTerms {
  award_criteria: AwardCriterion[] | null
  options: string | null
  renewal: { text: string | null; max_end: string | null } | null
  framework: { kind: FrameworkKind; ceiling: number | null; currency: string; period_end: string | null } | null
}

export interface NoticeTerms {
  /** Of the notice itself; of lots in `lots`, in their order. */
  contract: ContractTerms
  lots: ContractTerms[]
  maxEnd: string | null
}

/** `part`: a tender or a lot. Null where it states none of them. */
export function readTerms(part: JsonObject): StatedTerms | null {
  const criteria = readCriteria(asObjects(asObject(part.awardCriteria)?.criteria))
  const renewal = asObject(part.renewal)
  const period = asObject(part.contractPeriod)
  const maxEnd =
    readCivilDate(period?.maxExtentDate) ??
    readCivilDate(asObject(renewal?.period)?.maxExtentDate) ??
    readCivilDate(asObject(renewal?.period)?.endDate)
  const terms: StatedTerms = {}
  if (criteria.length > 0) terms.criteria = criteria
  const options = part.hasOptions === false ? null : longText(asObject(part.options)?.description)
  const renewalText = part.hasRenewal === false ? null : longText(renewal?.description)
  if (options !== null) terms.options = options
  if (renewalText !== null) terms.renewal = renewalText
  if (maxEnd !== null) terms.maxEnd = maxEnd
  return Object.keys(terms).length > 0 ? terms : null
}

const WHOLE = 100
const ROUNDING = 1

/** Procurement Act notices state weights as numbers, older ones as text: `60`, `60%`, `70.00`, `Pass/Fail`. */
function readCriteria(criteria: readonly JsonObject[]): AwardCriterion[] {
  const read = criteria.map((criterion) => {
    const text = asText(criterion.description)
    const number = asObjects(criterion.numbers).find(({ weight }) => weight === undefined || /^percentage/.test(String(weight)))
    const exact = asNumber(number?.number)
    const written = /^(\d{1,3}(?:\.\d+)?)\s*(%?)$/.exec(text?.trim() ?? '')
    const type = asText(criterion.type)
    return {
      name: longText(criterion.name) ?? (written || type !== 'price' ? null : longText(text)),
      type,
      weight: exact ?? (written ? Number(written[1]) : null),
    }
  })
  const sum = read.reduce((total, { weight }) => total + (weight ?? 0), 0)
  const shares = Math.abs(sum - WHOLE) <= ROUNDING
  return read.map(({ name, type, weight }) => ({ name, type, weight_pct: shares ? weight : null }))
}

export function frameworkOf(facts: Facts): FrameworkKind | null {
  const lots = facts.lots ?? []
  return recogniseFramework({
    ...(facts.dynamicMarket ? { stated: 'dynamic_market' as const } : facts.framework ? { stated: 'framework' as const } : {}),
    ...(facts.title === undefined ? {} : { title: facts.title }),
    ...(facts.method === undefined ? {} : { method: facts.method }),
    texts: [facts.description, facts.terms?.renewal, ...lots.flatMap((lot) => [lot.description, lot.terms?.renewal])].filter(
      (text) => text !== undefined,
    ),
  })
}

export function noticeTerms(facts: Facts, kind: FrameworkKind | null): NoticeTerms {
  const lots = facts.lots ?? []
  const whole = (value: Money | undefined, end: string | undefined) =>
    kind === null ? null : { kind, ceiling: value?.amount ?? null, currency: value?.currency ?? 'GBP', period_end: end ?? null }
  const shown = (stated: StatedTerms | undefined, framework: ContractTerms['framework']): ContractTerms => ({
    award_criteria: stated?.criteria ?? null,
    options: stated?.options ?? null,
    renewal:
      stated?.renewal === undefined && stated?.maxEnd === undefined
        ? null
        : { text: stated.renewal ?? null, max_end: stated.maxEnd ?? null },
    framework,
  })
  const ends = [facts.terms?.maxEnd, ...lots.map((lot) => lot.terms?.maxEnd)].filter((end) => end !== undefined)
  return {
    contract: shown(facts.terms, whole(facts.value, facts.contractEnd)),
    // One lot is the whole: its ceiling is the tender's where it states none of its own.
    lots: lots.map((lot) =>
      shown(lot.terms, whole(lot.value ?? (lots.length === 1 ? facts.value : undefined), lot.contractEnd ?? facts.contractEnd)),
    ),
    maxEnd: ends.sort().at(-1) ?? null,
  }
}
