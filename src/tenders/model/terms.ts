/** Terms that bidders ask about, as one release states them: award criteria, options, renewals. */
import { longText } from './clean.ts'
import { readCivilDate } from './dates.ts'
import { asNumber, asObject, asObjects, asText, type JsonObject } from './json.ts'

export interface AwardCriterion {
  name: string | null
  /** Type in the notice: quality, price, cost. */
  type: string | null
  /** Share of the whole; null where none is stated, or where the numbers are no shares of one whole. */
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
  // "30%" is a share even where the notice leaves other criteria to its documents; more than the whole is not.
  const isShare = (isPercent: boolean) => shares || (isPercent && sum < WHOLE)
  return read.map(({ name, type, weight, isPercent }) => ({
    name,
    type,
    weight_pct: isShare(isPercent) ? weight : null,
  }))
}
