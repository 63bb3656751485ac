/** Terms that bidders ask about, as one release states them: award criteria, options, renewals. */
import { longText } from './clean.ts'
import { day, type Fields, readFields, text } from './fields.ts'
import { asNumber, asObject, asObjects, asText, type JsonObject } from './json.ts'

export interface AwardCriterion {
  name: string | null
  /** Type in the notice: quality, price, cost. */
  type: string | null
  /**
   * Share of the whole; null where none is stated, or where the numbers are no shares of one whole.
   */
  weight_pct: number | null
}

/** Terms that a release states for the tender or for one lot. */
export interface StatedTerms {
  criteria?: AwardCriterion[]
  options?: string
  renewal?: string
  /** Civil date up to which renewals may lead. */
  maxEnd?: string
}

const TERMS: Fields<StatedTerms> = {
  criteria: (lot) => readCriteria(asObjects(asObject(lot.awardCriteria)?.criteria)),
  options: (lot) => (lot.hasOptions === false ? null : text('options.description')(lot, 0)),
  renewal: (lot) => (lot.hasRenewal === false ? null : text('renewal.description')(lot, 0)),
  maxEnd: day(
    'contractPeriod.maxExtentDate',
    'renewal.period.maxExtentDate',
    'renewal.period.endDate',
  ),
}

/** Returns the terms of a lot; `null` if it states none of them. */
export function readTerms(lot: JsonObject): StatedTerms | null {
  const terms = readFields(TERMS, lot)
  return Object.keys(terms).length > 0 ? terms : null
}

const WHOLE = 100
const ROUNDING = 1

/**
 * Procurement Act notices state weights as numbers, older ones as text: `60`, `60%`, `70.00`,
 * `Pass/Fail`.
 */
function readCriteria(criteria: readonly JsonObject[]): AwardCriterion[] {
  const read = criteria.map((criterion) => {
    const text = asText(criterion.description)
    const number = asObjects(criterion.numbers).find(
      ({ weight }) => weight === undefined || /^percentage/.test(String(weight)),
    )
    const exact = asNumber(number?.number)
    const written = /^(\d{1,3}(?:\.\d+)?)\s*(%?)$/.exec(text?.trim() ?? '')
    const type = asText(criterion.type)
    return {
      name: longText(criterion.name) ?? (written || type !== 'price' ? null : longText(text)),
      type,
      weight: exact ?? (written ? Number(written[1]) : null),
      isPercent: written?.[2] === '%',
    }
  })
  const sum = read.reduce((total, { weight }) => total + (weight ?? 0), 0)
  const shares = Math.abs(sum - WHOLE) <= ROUNDING
  // "30%" is a share even where the notice leaves other criteria to its documents; more than the
  // whole is not.
  const isShare = (isPercent: boolean) => shares || (isPercent && sum < WHOLE)
  return read.map(({ name, type, weight, isPercent }) => ({
    name,
    type,
    weight_pct: isShare(isPercent) ? weight : null,
  }))
}
