/** Sums: what the grant pays, what the project costs, what the applicant earns, and which share is paid. */
import type { Operator } from '../criterion.ts'
import { type Finding, finding, type Rule } from './build.ts'
import { MONEY, moneyOf, PERCENT, percentOf } from './figures.ts'
import type { Unit } from './units.ts'

type Subject = 'AMOUNT_RANGE' | 'PROJECT_COST' | 'INCOME'
const PARAMETER = { AMOUNT_RANGE: 'amount_needed', PROJECT_COST: 'project_cost', INCOME: 'annual_income' } as const

const INCOME = /\b(?:income|turnover|revenue)\b/i
const COSTS =
  /\b(?:projects? (?:total )?costs?|total (?:eligible )?(?:project )?costs?|eligible (?:project )?costs?|(?:total )?costs? (?:of|between|from)|projects? (?:must|should|can) cost)\b/i
const AWARD =
  /\b(?:grants?|awards?|awarded|funding|apply for|bids?|applications? for|request|receive|offer(?:ed|ing)?|fund you|off the (?:costs?|price)|you can get)\b/i
/** A cost in a sentence about what is paid towards it. */
const PAYS =
  /\b(?:grants?|awards?|awarded|funding) (?:of|between|from|up to|are|is|will|for)\b|\b(?:awarded|off|towards|cover(?:s|ed|ing)?|contribut\w+)\b/i
/** The fund as a whole, or fees, is no limit of one award. */
const POT =
  /\b(?:total (?:fund|budget|pot|amount available)|overall budget|fund of|pot of|budget of|share of|allocat|invest(?:ing|ment) of|has been made available|fees?|deposit|insurance|indemnity)\b/i
/** "£350 per socket" is a rate; per project, applicant or organisation it is the award. */
const PER_UNIT =
  /^[^.;]{0,20}?\b(?:per|for (?:each|every)|an?|each)\s+(?!(?:cent|project|applica\w+|organi[sz]ation|business|company|award|grant|bid|round|scheme|maximum|total|minimum)\b)[a-z]/i

const SUM = `(${MONEY})`
const RANGE = new RegExp(`(?:between|from|of)?\\s*${SUM}\\s*(?:and|to|-|–|up to)\\s*${SUM}`, 'i')
const CHANGED = new RegExp(`(?:reduced|lowered|raised|increased|changed|cut) from\\s*${SUM}\\s*to\\s*${SUM}`, 'i')
const BOUNDS: readonly [RegExp, Operator][] = [
  [new RegExp(`(?:less than|below|under|fewer than|lower than|not? (?:reach|include)\\w*)\\s*${SUM}`, 'i'), 'less_than'],
  [
    new RegExp(
      `(?:no(?:t)? more than|(?:not|never) exceed(?:ing)?|cannot exceed|up to(?: a maximum of)?|(?:a )?maximum (?:\\w+ ){0,3}?(?:of|is|value of)?|capped at(?: a maximum of)?|limit of|or less than)\\s*${SUM}`,
      'i',
    ),
    'at_most',
  ],
  [new RegExp(`${SUM}\\s*or (?:less|below|under)`, 'i'), 'at_most'],
  [
    new RegExp(
      `(?:no(?:t)? less than|at least|(?:a )?minimum (?:\\w+ ){0,3}?(?:of|is|value of)?|or more than|starting (?:at|from))\\s*${SUM}`,
      'i',
    ),
    'at_least',
  ],
  [new RegExp(`${SUM}\\s*or (?:more|above|over)`, 'i'), 'at_least'],
  [new RegExp(`(?:more than|over|above|greater than|exceed(?:s|ing)?)\\s*${SUM}`, 'i'), 'more_than'],
]
const OPPOSITE: Partial<Record<Operator, Operator>> = {
  less_than: 'at_least',
  at_most: 'more_than',
  at_least: 'less_than',
  more_than: 'at_most',
}

/** What the sentence's sums are about; null when it is a pot, a fee, or cannot be told. */
function subjectOf(unit: Unit): Subject | null {
  const context = unit.list ? `${unit.list.lead} ${unit.text}` : unit.text
  if (INCOME.test(unit.text)) return 'INCOME'
  if (POT.test(unit.text)) return null
  if (COSTS.test(unit.text) && !PAYS.test(unit.text)) return 'PROJECT_COST'
  return AWARD.test(context) && unit.mood !== 'none_of' ? 'AMOUNT_RANGE' : null
}

export const sums: Rule = (unit) => {
  const subject = subjectOf(unit)
  if (subject === null) return []
  const parameter = PARAMETER[subject]
  const changed = CHANGED.exec(unit.text)
  if (changed) {
    const operator = /minimum|smallest|lowest/i.test(unit.text) ? 'at_least' : /maximum|largest|highest/i.test(unit.text) ? 'at_most' : null
    return operator ? [finding(subject, parameter, operator, moneyOf(changed[2]!))] : []
  }
  const found: Finding[] = []
  const range = RANGE.exec(unit.text)
  if (range && !isRate(unit.text, range) && unit.mood !== 'none_of') {
    const [min, max] = [moneyOf(range[1]!), moneyOf(range[2]!)]
    return min < max ? [finding(subject, parameter, 'between', { min, max })] : []
  }
  for (const [pattern, operator] of BOUNDS) {
    const match = pattern.exec(unit.text)
    if (!match || isRate(unit.text, match)) continue
    const value = moneyOf(match[1]!)
    if (found.some((other) => other.value === value)) continue
    const excluded = isExclusion(unit) ? OPPOSITE[operator] : operator
    if (excluded) found.push(finding(subject, parameter, excluded, value))
  }
  return found
}

/** "Organisations with an income over £500,000 cannot apply" puts the limit the other way round. */
function isExclusion(unit: Unit): boolean {
  return (
    unit.mood === 'none_of' ||
    /\b(?:cannot|can['’]t|may not|not be able to|are not eligible|are ineligible) ?(?:apply|be funded)?\b|\bwill not fund\b/i.test(
      unit.text.replace(/\b(?:not|never|cannot) exceed\w*/gi, ''),
    )
  )
}

/** Whether the last sum of the match is a rate by the unit. */
function isRate(text: string, match: RegExpExecArray): boolean {
  const sum = match[2] ?? match[1]!
  const end = match.index + match[0].lastIndexOf(sum) + sum.length
  return PER_UNIT.test(text.slice(end))
}

const SHARE = `(${PERCENT})`
const STRICT = new RegExp(`(?:up to,? ?\\(?(?:but )?not including\\)?|less than|under|below)\\s*${SHARE}`, 'i')
const UP_TO = new RegExp(
  `(?:up to(?: a maximum of)?|(?:a )?maximum (?:\\w+ ){0,3}?(?:of|is)?|no(?:t)? more than|cannot exceed|not exceed(?:ing)?|capped at|covers?|fund(?:s|ed)?|pays?)\\s*(?:the first )?${SHARE}`,
  'i',
)
const OFF = new RegExp(
  `${SHARE}\\s*(?:off|towards|of)\\s*(?:the |your |their |all )?(?:total |eligible |project )*(?:costs?|price|expenditure|purchase)`,
  'i',
)
const AT_LEAST = new RegExp(
  `(?:at least|minimum (?:\\w+ ){0,3}?(?:of)?|no(?:t)? less than|remaining|contribut\\w+(?: of)?|provide|match)\\s*${SHARE}`,
  'i',
)
const OWN_MONEY = /\b(?:contribut\w+|match(?:ed)?[ -]fund\w*|matched|own (?:funds?|money|resources)|other (?:sources|funding)|remaining)\b/i
const OF_COSTS = /\b(?:costs?|expenditure|project|purchase|price|spend|installation|works?|capital|total|funding)\b/i

/** The share that is paid, and the share that the applicant must bring. */
export const shares: Rule = (unit) => {
  if (unit.mood === 'none_of' || !OF_COSTS.test(unit.text)) return []
  if (OWN_MONEY.test(unit.text)) {
    const own = AT_LEAST.exec(unit.text)
    return own ? [finding('MATCH_FUNDING', 'match_funding_pct', 'at_least', percentOf(own[1]!))] : []
  }
  const strict = STRICT.exec(unit.text)
  if (strict) return [finding('FUNDING_INTENSITY', 'funding_intensity_pct', 'less_than', percentOf(strict[1]!))]
  const match = UP_TO.exec(unit.text) ?? OFF.exec(unit.text)
  return match ? [finding('FUNDING_INTENSITY', 'funding_intensity_pct', 'at_most', percentOf(match[1]!))] : []
}
