/**
 * The caller's own readings of a grant's text among ours: they replace each of ours whose quotation
 * overlaps theirs.
 */
import {
  type Criterion,
  type CriterionCode,
  meetsParameter,
  type Operator,
} from 'ukintel-grant-reader/criterion'
import { parameterOf } from 'ukintel-grant-reader/parameters'
import type { GrantText } from './detail.ts'
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

/**
 * Combines our criteria with the caller's readings, which `readStated` accepts. A single unverified
 * quote refuses them all.
 */
export function combineReadings(
  source: GrantText,
  ours: readonly Criterion[],
  readings: readonly StatedReading[],
): CombinedReadings | UnverifiedReadings {
  const spans = readings.map(({ quote }) => findQuote(source.text, quote))
  const unverified = spans.flatMap((span, index) => (span === null ? [index] : []))
  if (unverified.length > 0) return { unverified }
  if (readings.length === 0) return { criteria: ours, callers: new Set(), replaced: 0 }

  const callers = readings.map((reading, index): Criterion => {
    const read = readStated(reading)
    if ('fault' in read) throw new Error(`a reading of the caller is not checked: ${read.fault}`)
    return {
      code: reading.code as CriterionCode,
      requirement: reading.quote,
      parameter: read.parameter ?? meetsParameter(reading.quote),
      operator: reading.operator as Operator,
      value: read.value,
      unit: read.parameter === null ? null : (parameterOf(read.parameter)?.unit ?? null),
      span: spans[index]!,
    }
  })
  const remaining = ours.filter((own) => !readings.some(({ quote }) => touches(source, own, quote)))
  const startOf = ({ span }: Criterion) => span?.start ?? -1
  return {
    criteria: [...remaining, ...callers].sort((a, b) => startOf(a) - startOf(b)),
    callers: new Set(callers),
    replaced: ours.length - remaining.length,
  }
}

/** Returns whether some place of the quote in the text overlaps the criterion's own quote. */
function touches({ text }: GrantText, { span }: Criterion, quote: string): boolean {
  if (span === null) return false
  const from = Math.max(0, span.start - quote.length + 1)
  return text.slice(from, span.end + quote.length - 1).includes(quote)
}
