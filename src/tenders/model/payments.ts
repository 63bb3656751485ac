/**
 * Payment records of buyers: UK17, the payments compliance notice, due each half year since 2026.
 * No sample was available as data, so figures are found by the names of their fields anywhere in
 * the release. A notice without any is counted.
 */
import { readCivilDate } from './dates.ts'
import { asNumber, asObject, type JsonObject } from './json.ts'

/** Percentages of invoices, 0 to 100; null where not stated. */
export interface BuyerPayments {
  period_start: string | null
  period_end: string | null
  within_30_days_pct: number | null
  within_60_days_pct: number | null
  later_pct: number | null
  mean_days: number | null
}

export const PAYMENTS_NOTICE = 'UK17'

const NAMES = {
  within_30_days_pct: /(?:within|under|upto|0to).{0,80}30(?!\d)|30days?(?:orless|percent)/,
  within_60_days_pct: /31.{0,80}60|(?:within|upto).{0,80}60(?!\d)/,
  later_pct: /(?:over|after|morethan|beyond|exceed\w{0,80})(?:60|61)|61days?(?:ormore|plus)|later/,
  mean_days: /(?:average|mean).{0,80}days?|daystopay/,
} as const

const PERIOD_START = /(?:period|reporting)?(?:start|from)date$/
const PERIOD_END = /(?:period|reporting)?(?:end|to)date$/

/** Null: the release states no figure of them. */
export function readPayments(source: JsonObject): BuyerPayments | null {
  const found: BuyerPayments = {
    period_start: null,
    period_end: null,
    within_30_days_pct: null,
    within_60_days_pct: null,
    later_pct: null,
    mean_days: null,
  }
  // Only within parts about payments: a contract has other periods.
  for (const part of partsNamed(source, /payment/)) collect(part, '', found)
  const figures = [
    found.within_30_days_pct,
    found.within_60_days_pct,
    found.later_pct,
    found.mean_days,
  ]
  return figures.some((figure) => figure !== null) ? found : null
}

function* partsNamed(value: unknown, name: RegExp): Generator<unknown> {
  if (Array.isArray(value)) for (const each of value) yield* partsNamed(each, name)
  const object = asObject(value)
  if (!object) return
  for (const [key, member] of Object.entries(object)) {
    if (name.test(key.toLowerCase()) && member !== null && typeof member === 'object') yield member
    else yield* partsNamed(member, name)
  }
}

function collect(value: unknown, path: string, found: BuyerPayments): void {
  if (Array.isArray(value)) {
    for (const each of value) collect(each, path, found)
    return
  }
  const object = asObject(value)
  if (object) {
    for (const [key, member] of Object.entries(object))
      collect(member, `${path}${key.toLowerCase().replace(/[^a-z0-9]/g, '')}`, found)
    return
  }
  if (PERIOD_START.test(path)) found.period_start ??= readCivilDate(value)
  else if (PERIOD_END.test(path)) found.period_end ??= readCivilDate(value)
  const number = asNumber(value)
  if (number === null || number < 0) return
  for (const [name, pattern] of Object.entries(NAMES) as [keyof typeof NAMES, RegExp][]) {
    if (found[name] === null && pattern.test(path) && (name === 'mean_days' || number <= 100)) {
      found[name] = number
      return
    }
  }
}
