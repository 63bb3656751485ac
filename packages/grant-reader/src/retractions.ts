/**
 * Retractions by another sentence: exceptions, additional applicants, and limits that may be
 * extended.
 */

import type { FoundCriterion } from './build.ts'
import type { CriterionCode } from './criterion.ts'
import { ABOUT_THE_APPLICANT, PAID } from './criterion-groups.ts'
import { MONEY, PERCENT, parseMoney, parsePercent } from './figures.ts'
import {
  ABOUT_AMOUNTS,
  ANY_MAY_APPLY,
  ANY_NUMBER,
  BENEATH,
  BODY,
  EXCEPTION,
  GIVES_LESS,
  INFORMAL_MAY,
  LARGER_PROJECTS_MAY,
  LETS_BEYOND,
  MATCH_OPTIONAL,
  MAY_APPLY_AGAIN,
  MAY_LACK,
  NEW_BODIES_MAY,
  PAYS_ALL,
  PREPARATION_MAY,
  REFERS_BACK,
  SOFTENS,
  TAKES_BACK,
  THEY_MAY,
} from './phrases/retractions.ts'
import { words } from './phrases/words.ts'
import { isExclusion } from './polarity.ts'
import type { Unit } from './units.ts'

const TOPICS: Partial<Record<CriterionCode, RegExp>> = {
  AMOUNT_RANGE: ABOUT_AMOUNTS,
  PROJECT_COST: words`\b(?:costs?|projects? over|£)`,
  FUNDING_INTENSITY: words`%|\b(?:percentage|share|intervention|rate|full cost)\b`,
  MATCH_FUNDING: /\bmatch|contribut/i,
  INCOME: words`\b(?:income|turnover)\b`,
  REGISTRATION: words`\b(?:regist)`,
  YEARS_TRADING: words`
      \b(?:new(?:er|ly)?|young(?:er)?|trad\w+|established|existence|start[- ]?ups?|
      (?:years?|months) old)\b`,
  ESTABLISHED: words`\b(?:years?|months|new(?:ly)?|trading|established)\b`,
  COMPANY_SIZE: words`\b(?:employees|size|larger? (?:business|compan|organi))`,
  LAND_AREA: words`\b(?:hectares?|ha|acres?|minimum area)\b`,
  PROJECT_DATES: words`\b(?:dates?|deadline|complete|start|finish|extensions?|later)\b`,
  PROJECT_DURATION: words`\b(?:duration|months|years|longer|extensions?)\b`,
  SPEND_BY: words`\b(?:spend|spent|extensions?|later)\b`,
  PRIOR_FUNDING: words`\b(?:funded|funding|previous|again)\b`,
  NO_RETROSPECTIVE: words`\b(?:retrospective|already|started|begun)\b`,
  MAX_APPLICATIONS: /\bapplications?\b/i,
  PARTNERSHIP: words`\b(?:partner|collaborat|alone|consorti)`,
}

const OF_GOVERNANCE: Partial<Record<Limit['parameter'], RegExp>> = {
  has_constitution: words`\b(?:constitution|constituted|requirement|criteria at|governing)\b`,
  has_bank_account: words`\b(?:account|requirement|criteria at)\b`,
  has_accounts: words`\b(?:accounts|requirement|criteria at)\b`,
  trustees: words`\b(?:trustees|directors|committee|board|requirement|criteria at)\b`,
}

/** For each limit, words anywhere in the text that include applicants whom it excludes. */
const RELEASES: Partial<Record<CriterionCode, RegExp>> = {
  AMOUNT_RANGE: LETS_BEYOND,
  PROJECT_COST: LARGER_PROJECTS_MAY,
  FUNDING_INTENSITY: PAYS_ALL,
  MATCH_FUNDING: MATCH_OPTIONAL,
  INCOME: new RegExp(
    `\\b(?:larger|bigger|national|wealthier|large) ${BODY}\\b${THEY_MAY}\\b(?:appl|eligible|consider|fund|support|exempt)`,
    'i',
  ),
  COMPANY_SIZE: new RegExp(
    `\\b(?:larger|bigger|large) ${BODY}\\b${THEY_MAY}\\b(?:appl|eligible|consider|fund|support|exempt|join)`,
    'i',
  ),
  YEARS_TRADING: NEW_BODIES_MAY,
  PRIOR_FUNDING: MAY_APPLY_AGAIN,
  NO_RETROSPECTIVE: PREPARATION_MAY,
  MAX_APPLICATIONS: ANY_NUMBER,
  GOVERNANCE: INFORMAL_MAY,
}

type Limit = Pick<FoundCriterion, 'code' | 'parameter' | 'operator' | 'value'>

/** Whether the other clause of a sentence takes back what one of its clauses limits. */
export const retracts = (clause: string, limit: Limit): boolean =>
  EXCEPTION.test(clause) ||
  TAKES_BACK.test(clause) ||
  SOFTENS.test(clause) ||
  STRETCHED.test(clause) ||
  (ABOUT_THE_APPLICANT.has(limit.code) && MAY_LACK.test(clause)) ||
  (findRelease(limit)?.test(clause) ?? false)

const isFloor = ({ operator }: Limit) => operator === 'at_least' || operator === 'more_than'

/** Older or richer applicants retract no floor, newer ones no ceiling. */
function findRelease(limit: Limit): RegExp | undefined {
  const { code, operator } = limit
  if (code === 'YEARS_TRADING') return isFloor(limit) ? RELEASES.YEARS_TRADING : undefined
  if (code === 'ESTABLISHED') return operator === 'not_after' ? RELEASES.YEARS_TRADING : undefined
  return isFloor(limit) && (code === 'AMOUNT_RANGE' || code === 'INCOME' || code === 'COMPANY_SIZE')
    ? undefined
    : RELEASES[code]
}

const BEYOND = words`
  \b(?:more than|over|above|exceed\w*|larger|higher|longer|beyond|in excess of|older|bigger)\b`

/** "a business that has traded for longer": on the side of a floor that the floor leaves open. */
const isOnItsFarSide = (text: string, limit: Limit) =>
  isFloor(limit) && BEYOND.test(text) && !BENEATH.test(text)

/** "(can be averaged over three years)": a bracket that says how a limit may be met otherwise. */
const STRETCHED = words`^(?:this |it |which )?(?:can|may|could) (?!only\b|not\b)`

/** "Where the area is deprived, 10% is required", right behind "at least 20%". */
function loosens(text: string, limit: Limit): boolean {
  if (typeof limit.value !== 'number' || !(PAID.has(limit.code) || limit.code === 'INCOME'))
    return false
  if (!/^(?:where|if|for|in|however|but)\b/i.test(text)) return false
  const isShare = limit.code === 'MATCH_FUNDING' || limit.code === 'FUNDING_INTENSITY'
  const own = limit.value
  return [...text.matchAll(new RegExp(isShare ? PERCENT : MONEY, 'gi'))].some(([figure]) => {
    const value = isShare ? parsePercent(figure) : parseMoney(figure)
    return isFloor(limit) ? value < own : value > own
  })
}

/**
 * Whether a later sentence takes back what `unit` says: right behind it, or anywhere when it names
 * the same thing.
 */
export function isRetracted(unit: Unit, limit: Limit, units: readonly Unit[]): boolean {
  const { code } = limit
  if (code === 'ORG_TYPE' || code === 'INVITE_ONLY') return false
  if (
    units.some(
      (other) =>
        !other.isHeading &&
        other.start > unit.end &&
        other.start - unit.end <= 3 &&
        SOFTENS.test(other.text) &&
        !isExclusion(other),
    )
  )
    return true
  if (code === 'REGION') return false
  if (
    units.some(
      (other) =>
        other.start > unit.end && other.start - unit.end <= 3 && loosens(other.text, limit),
    )
  )
    return true
  if (
    ABOUT_THE_APPLICANT.has(code) &&
    units.some((other) => other.start !== unit.start && ANY_MAY_APPLY.test(other.text))
  )
    return true
  if (code === 'AMOUNT_RANGE' && isFloor(limit) && units.some(({ text }) => GIVES_LESS.test(text)))
    return true
  const released = findRelease(limit)
  if (
    released !== undefined &&
    units.some(
      (other) =>
        other.start !== unit.start &&
        !other.isHeading &&
        other.mood !== 'none_of' &&
        !isExclusion(other) &&
        released.test(other.text),
    )
  )
    return true
  const topic = OF_GOVERNANCE[limit.parameter] ?? TOPICS[code]
  return units.some((other) => {
    if (other.start === unit.start || other.isHeading || isOnItsFarSide(other.text, limit))
      return false
    if (
      !TAKES_BACK.test(other.text) &&
      !(ABOUT_THE_APPLICANT.has(code) && MAY_LACK.test(other.text))
    )
      return false
    if (Math.abs(other.start - unit.end) <= 3 && REFERS_BACK.test(other.text)) return true
    return topic?.test(other.text) ?? false
  })
}
