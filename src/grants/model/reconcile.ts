/**
 * Limits that contradict the listing's own fields are doubtful: the listing states the range of all
 * awards, so a ceiling below it belongs to one strand; and a text that shares no kind of applicant
 * or no nation with the listing is about something else.
 */
import { type Criterion, lowerCertainty } from 'ukintel-grant-reader/criterion'

export function reconcile(listing: readonly Criterion[], read: readonly Criterion[]): Criterion[] {
  return read.map((each) =>
    listing.some((field) => clashes(field, each)) ? lowerCertainty(each, 'contradiction') : each,
  )
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
