/**
 * Limits that contradict the listing's own fields are marked for manual review: the listing states
 * the range of all awards, so a ceiling below it belongs to one strand; and a text that shares no
 * kind of applicant or no nation with the listing is about something else.
 */
import { type Criterion, type Doubt, meetsParameter, type QuoteSpan } from './criterion.ts'
import type { GrantText } from './detail.ts'
import { boundUnits } from './reader/bounds.ts'
import { isExcluded } from './reader/units.ts'

export function reconcile(
  source: GrantText,
  listing: readonly Criterion[],
  read: readonly Criterion[],
): Criterion[] {
  if (!read.some((each) => listing.some((field) => clashes(field, each)))) return [...read]
  const { lists } = boundUnits(source)
  return read.map((each) =>
    listing.some((field) => clashes(field, each))
      ? leaveToReader(each, 'contradiction', lists)
      : each,
  )
}

/** A criterion as a quotation, with the reason why it does not decide. Words in a list of what rules out must not hold. */
export function leaveToReader(
  { requirement, span }: Criterion,
  doubt: Doubt,
  lists: Parameters<typeof isExcluded>[0],
): Criterion {
  const { parameter, value } = asQuestion(requirement, span, lists)
  return { code: 'OTHER', requirement, parameter, operator: 'is', value, unit: null, span, doubt }
}

/** The fact that a reader of a quote declares, and its value where the requirement is met. */
export function asQuestion(
  quote: string,
  span: QuoteSpan | null,
  lists: Parameters<typeof isExcluded>[0],
) {
  return { parameter: meetsParameter(quote), value: span === null || !isExcluded(lists, span) }
}

function clashes(field: Criterion, each: Criterion): boolean {
  if (field.parameter !== each.parameter || field.code !== each.code) return false
  if (field.operator === 'one_of') {
    const allowed = field.value as readonly string[]
    const values = each.value as readonly string[]
    if (each.operator === 'one_of') return !values.some((value) => allowed.includes(value))
    return each.operator === 'none_of' && allowed.every((value) => values.includes(value))
  }
  const [least, most] = toRange(field)
  const [from, to] = toRange(each)
  if (to !== null && ((most !== null && to < most) || (least !== null && to < least))) return true
  return from !== null && ((most !== null && from > most) || (least !== null && from > least))
}

function toRange({ operator, value }: Criterion): [number | null, number | null] {
  if (operator === 'between') {
    const { min, max } = value as { min: number; max: number }
    return [min, max]
  }
  if (operator === 'at_least' || operator === 'more_than') return [value as number, null]
  return operator === 'at_most' || operator === 'less_than' ? [null, value as number] : [null, null]
}
