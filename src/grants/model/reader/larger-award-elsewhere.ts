/**
 * Sums beyond the limit of a page's awards without a stated purpose: some applicants may get more,
 * or less, than "the" limit.
 */
import { MONEY, moneyOf } from '../figures.ts'
import type { FoundCriterion } from './build.ts'
import type { Unit } from './units.ts'

const SUM = new RegExp(MONEY, 'gi')
/** Words in the same clause that give the sum another meaning than an award. */
const OF_SOMETHING_ELSE =
  /\b(?:turn(?:s|ing)? ?over|turnovers?|incomes?|revenues?|balance|assets?|reserves?|running costs?|runs on|costs?|costing|spend\w*|expenditure|invest\w*|shares?|budgets?|pots?|funds?|funding|programmes?|schemes?|package|totals?|overall|allocat\w+|committed|secured|set(?:ting)? aside|distribut\w+|subsid\w+|state aid|assistance|de minimis|public support|insurance|indemnity|liability|awarded|paid|given|made|raised|donat\w+|profits?|valued?|worth|rateable|rates?|prices?|priced|invoices?|quotes?|quotations?|tenders?|items?|equipment|purchases?|fees?|salar\w+|wages?|jobs?|match\w*|contribut\w+|savings?|debts?|every|each|per|available|household|which offers)\b/i
const OFFERED =
  /^\s*£[\d.,]+\s?(?:k|m)?\s?[–-]|\b(?:grants?|loans?|awards?|bids?|claims?|applications?|apply|requests?|requested|ask)\b/i

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
          ([said]) => moneyOf(said) > most || moneyOf(said) < least,
        )
      }),
  )
}
