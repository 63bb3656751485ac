/**
 * From awards to figures: totals, exact quantiles, years. Everything in pence until the last step.
 */
import { toPounds } from '../model/money.ts'
import { quantile } from '../model/quantiles.ts'
import type { Giving } from './dossier.ts'

/**
 * Figures of one funder. `pence` and `years` run in parallel, in any order; a year of 0 is an award
 * without date.
 */
export function summariseGiving(pence: Float64Array, years: Uint16Array): Giving {
  const yearly: Giving['yearly'] = {}
  const dated = [...years.keys()].filter((index) => years[index] !== 0)
  const byYear = Map.groupBy(dated, (index) => years[index]!)
  const known = [...byYear.keys()].sort((a, b) => a - b)
  for (const year of known) {
    const amounts = Float64Array.from(byYear.get(year)!, (index) => pence[index]!).sort()
    yearly[String(year)] = {
      grants: amounts.length,
      total_gbp: toPounds(sum(amounts)),
      median_gbp: toPounds(quantile(amounts, 0.5)),
    }
  }
  const ascending = pence.slice().sort()
  const total = sum(ascending)
  const at = (p: number) => (ascending.length === 0 ? null : toPounds(quantile(ascending, p)))
  return {
    grants_made: ascending.length,
    total_awarded_gbp: toPounds(total),
    years: { first: known[0] ?? null, last: known.at(-1) ?? null },
    size_distribution_gbp: {
      min: at(0),
      p25: at(0.25),
      median: at(0.5),
      p75: at(0.75),
      max: at(1),
      mean: ascending.length === 0 ? null : toPounds(total / ascending.length),
    },
    yearly,
    typical_award_gbp: at(0.5),
  }
}

/** Below this many awards nothing is said about where an amount lies among them. */
const LEAST_AWARDS = 20

/**
 * What `computePercentile` reads: for each whole percent from 1 to 100 the least amount, in pence,
 * that reaches it. Null below twenty awards. A hundred numbers place any amount as exactly as all
 * awards together would.
 */
export function computeSteps(pence: Float64Array): number[] | null {
  if (pence.length < LEAST_AWARDS) return null
  const ascending = pence.slice().sort()
  return Array.from(
    { length: 100 },
    (_, index) => ascending[Math.ceil(((index + 1) * ascending.length) / 100) - 1]!,
  )
}

/** The share of the awards that came to this amount or less, in whole percents rounded down. */
export function computePercentile(steps: readonly number[], amountPence: number): number {
  const above = steps.findIndex((step) => step > amountPence)
  return above < 0 ? 100 : above
}

function sum(values: Float64Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}
