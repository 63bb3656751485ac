/** The caller's own readings of a grant's text among ours: which of ours they replace, and what failing them decides. */
import { type Criterion, type CriterionCode, meetsParameter, type Operator } from './criterion.ts'
import type { GrantText } from './detail.ts'
import { parameterOf } from './parameters.ts'
import { softenCriterion } from './reader/ask-instead-of-reject.ts'
import { boundUnits } from './reader/bounds.ts'
import { findQuote, readStated, type StatedReading } from './reading.ts'

export interface CombinedReadings {
  /** The listing's fields first, then in the order of the text. */
  criteria: readonly Criterion[]
  /** Those of `criteria` that the caller read. */
  callers: ReadonlySet<Criterion>
  /** Number of our criteria that a reading of the caller replaces. */
  replaced: number
}

/** Positions of the readings whose quote is not in the text. */
export interface UnverifiedReadings {
  unverified: readonly number[]
}

/** Combines our criteria with the caller's readings, which `readStated` accepts. A single unverified quote refuses them all. */
export function combineReadings(
  source: GrantText,
  ours: readonly Criterion[],
  readings: readonly StatedReading[],
): CombinedReadings | UnverifiedReadings {
  const spans = readings.map(({ quote }) => findQuote(source.text, quote))
  const unverified = spans.flatMap((span, index) => (span === null ? [index] : []))
  if (unverified.length > 0) return { unverified }
  if (readings.length === 0) return { criteria: ours, callers: new Set(), replaced: 0 }

  const { lists } = boundUnits(source)
  const callers = readings.map((reading, index): Criterion => {
    const read = readStated(reading)
    if ('fault' in read) throw new Error(`a reading of the caller is not checked: ${read.fault}`)
    const criterion: Criterion = {
      code: reading.code as CriterionCode,
      requirement: reading.quote,
      parameter: read.parameter ?? meetsParameter(reading.quote),
      operator: reading.operator as Operator,
      value: read.value,
      unit: read.parameter === null ? null : (parameterOf(read.parameter)?.unit ?? null),
      span: spans[index]!,
    }
    return ABOUT_THE_APPLICANT.has(criterion.code) ? softenCriterion(criterion, lists) : criterion
  })
  const remaining = ours.filter(
    (own) => !readings.some(({ code, quote }) => code === own.code && touches(source, own, quote)),
  )
  const startOf = ({ span }: Criterion) => span?.start ?? -1
  return {
    criteria: [...remaining, ...callers].sort((a, b) => startOf(a) - startOf(b)),
    callers: new Set(callers),
    replaced: ours.length - remaining.length,
  }
}

/**
 * Codes in which failing decides for a caller's reading no more than for ours, because it turns on what a declared kind of body
 * may mean. In all others the caller has read what our rules leave to a reader.
 */
const ABOUT_THE_APPLICANT: ReadonlySet<CriterionCode> = new Set<CriterionCode>([
  'ORG_TYPE',
  'GOVERNANCE',
  'ESTABLISHED',
])

/** Returns whether some place of the quote in the text overlaps the criterion's own quote. */
function touches({ text }: GrantText, { span }: Criterion, quote: string): boolean {
  if (span === null) return false
  const from = Math.max(0, span.start - quote.length + 1)
  return text.slice(from, span.end + quote.length - 1).includes(quote)
}
