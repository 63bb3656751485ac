/**
 * Sums beyond the limit of a page's awards without a stated purpose: some applicants may get more,
 * or less, than "the" limit.
 */
import { MONEY, parseMoney } from '../figures.ts'
import { LARGER_AWARD_ELSEWHERE_PHRASES } from '../phrases/larger-award-elsewhere.ts'
import { compileTables } from '../phrases/table.ts'
import type { FoundCriterion } from './build.ts'
import type { Unit } from './units.ts'

const { OF_SOMETHING_ELSE, OFFERED } = compileTables(LARGER_AWARD_ELSEWHERE_PHRASES)

const SUM = new RegExp(MONEY, 'gi')

/**
 * Returns whether another sentence offers or requires a sum beyond this limit of an amount; `span`
 * is the limit's sentence.
 */
export function isOutdone(
  { code, operator, value }: FoundCriterion,
  span: { start: number; end: number },
  units: readonly Unit[],
): boolean {
  if (code !== 'AMOUNT_RANGE' || operator === 'between_by_duration') return false
  const range = operator === 'between' ? (value as { min: number; max: number }) : null
  const most =
    range?.max ??
    (operator === 'at_most' || operator === 'less_than'
      ? (value as number)
      : Number.POSITIVE_INFINITY)
  const least =
    range?.min ?? (operator === 'at_least' || operator === 'more_than' ? (value as number) : 0)
  return units.some(
    (unit) =>
      !(unit.end > span.start && unit.start < span.end) &&
      unit.text.split(/[;,.](?!\d)/).some((clause) => {
        if (!OFFERED.test(clause) || OF_SOMETHING_ELSE.test(clause)) return false
        return [...clause.matchAll(SUM)].some(
          ([figure]) => parseMoney(figure) > most || parseMoney(figure) < least,
        )
      }),
  )
}
