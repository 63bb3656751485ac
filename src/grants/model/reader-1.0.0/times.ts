/** How old the applicant is, how long the project may last, when it starts and ends. */

import { type Finding, finding, type Rule } from './build.ts'
import { DATE, dateOf, NUMBER, numberOf } from './figures.ts'
import type { Unit } from './units.ts'

const LENGTH = `(${NUMBER})\\s*(months?|years?)`
const months = (count: string, unit: string) => numberOf(count) * (/^year/i.test(unit) ? 12 : 1)

const AGE_CUE =
  /\b(?:trading|traded|operating|operated|operational|existence|existed|running|established|incorporated|constituted|active|in business)\b/i
const AGE = new RegExp(`(?:for |at least |a minimum of |minimum of |more than |over )*${LENGTH}`, 'i')

/** "trading for at least two years"; "new organisations, under 12 months old" are left to a reader. */
export const years: Rule = (unit) => {
  if (!AGE_CUE.test(unit.text) || !/\b(?:at least|minimum|more than|over|for)\b/i.test(unit.text)) return []
  if (/\b(?:projects?|tenan|lease|activit)/i.test(unit.text)) return []
  const match = AGE.exec(unit.text)
  if (!match || unit.mood === 'none_of') return []
  const value = months(match[1]!, match[2]!) / 12
  const strict = /\b(?:more than|over)\s*$/i.test(unit.text.slice(0, match.index)) || /\b(?:more than|over) /i.test(match[0])
  return [finding('YEARS_TRADING', 'years_trading', strict ? 'more_than' : 'at_least', Math.round(value * 100) / 100)]
}

const FOUNDED = '(?:established|incorporated|constituted|formed|founded|set up|registered|trading|created)'
const FOUNDED_BY = new RegExp(`\\b${FOUNDED}\\b[^.;]{0,40}?\\b(on or before|before|by|prior to|since|on or after|after)\\s+(${DATE})`, 'i')

/** "established on or before 31 August 2019" is a test of age. */
export const established: Rule = (unit) => {
  const match = FOUNDED_BY.exec(unit.text)
  if (!match || unit.mood === 'none_of') return []
  const word = match[1]!.toLowerCase()
  const after = word === 'after' || word === 'on or after'
  const stated = dateOf(match[2]!, after ? 'start' : 'end')
  if (stated === null) return []
  if (word === 'before' || word === 'prior to') return [finding('ESTABLISHED', 'established_on', 'not_after', shift(stated, -1))]
  if (word === 'after') return [finding('ESTABLISHED', 'established_on', 'not_before', shift(stated, 1))]
  return [finding('ESTABLISHED', 'established_on', after ? 'not_before' : 'not_after', stated)]
}

function shift(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

const DURATION_CUE = /\b(?:projects?|duration|activit(?:y|ies)|last|programmes?)\b/i
const BETWEEN = new RegExp(`between\\s+(${NUMBER})\\s*(months?|years?)?\\s*(?:and|to)\\s+(${NUMBER})\\s*(months?|years?)`, 'i')
const LONGEST = new RegExp(
  `(?:up to|no longer than|no more than|a maximum (?:length |duration )?of|maximum|within|last(?:ing)? for)\\s+${LENGTH}`,
  'i',
)
const SHORTEST = new RegExp(`(?:at least|a minimum of|no less than)\\s+${LENGTH}`, 'i')

export function durationOf(unit: Pick<Unit, 'text'>): { min: number; max: number } | null {
  const match = BETWEEN.exec(unit.text)
  if (!match) return null
  const min = months(match[1]!, match[2] ?? match[4]!)
  const max = months(match[3]!, match[4]!)
  return min <= max ? { min, max } : null
}

export const duration: Rule = (unit) => {
  if (!DURATION_CUE.test(unit.text) || unit.mood === 'none_of' || AGE_CUE.test(unit.text)) return []
  const between = durationOf(unit)
  if (between) return [finding('PROJECT_DURATION', 'duration_months', 'between', between)]
  const longest = LONGEST.exec(unit.text)
  // "within 6 months of the voucher's date" is a deadline of something else.
  const runsFrom = longest && /^\s*(?:of|from|after|before)\b/i.test(unit.text.slice(longest.index + longest[0].length))
  if (longest && !runsFrom && /\b(?:long|last\w*|duration|length|projects?)\b/i.test(unit.text)) {
    return [finding('PROJECT_DURATION', 'duration_months', 'at_most', months(longest[1]!, longest[2]!))]
  }
  const shortest = SHORTEST.exec(unit.text)
  if (shortest && /\b(?:long|last\w*|duration|length)\b/i.test(unit.text)) {
    return [finding('PROJECT_DURATION', 'duration_months', 'at_least', months(shortest[1]!, shortest[2]!))]
  }
  return []
}

const START = new RegExp(
  `\\b(?:start|begin|commence)(?:s|ed|ing)?\\b[^.;]{0,30}?\\b(by|before|no later than|on or before|after|from|on or after|no earlier than)\\s+(${DATE})`,
  'i',
)
const END = new RegExp(
  `\\b(?:end|finish|complete|conclude|deliver)(?:s|d|ed|ing)?\\b[^.;]{0,30}?\\b(by|before|no later than|on or before|in)\\s+(${DATE})`,
  'i',
)
const SPEND = new RegExp(
  `\\b(?:spent|spend|claimed|drawn down|defrayed)\\b[^.;]{0,40}?\\b(by|before|no later than|on or before)\\s+(${DATE})`,
  'i',
)
const CLOSING =
  /\b(?:applications?|scheme|competition|round|window|form|bids?)\s+(?:must |will |should )?(?:be )?(?:opens?|closes?|starts?|ends?|submitted|received|completed)\b/i

/** When the project starts and ends, and by when the grant is spent. The application's own deadline is the listing's. */
export const dates: Rule = (unit) => {
  if (unit.mood === 'none_of' || CLOSING.test(unit.text)) return []
  const found: Finding[] = []
  const start = START.exec(unit.text)
  if (start) {
    const later = /^(?:after|from|on or after|no earlier than)$/i.test(start[1]!)
    const date = dateOf(start[2]!, later ? 'start' : 'end')
    if (date) found.push(finding('PROJECT_DATES', 'project_start', later ? 'not_before' : 'not_after', strictly(date, start[1]!)))
  }
  const spend = SPEND.exec(unit.text)
  const end = spend ? null : END.exec(unit.text)
  if (end) {
    const date = dateOf(end[2]!, 'end')
    if (date) found.push(finding('PROJECT_DATES', 'project_end', 'not_after', strictly(date, end[1]!)))
  }
  if (spend) {
    const date = dateOf(spend[2]!, 'end')
    if (date) found.push(finding('SPEND_BY', 'spend_by', 'not_after', strictly(date, spend[1]!)))
  }
  return found
}

/** "before 1 April" ends the day before; "after" begins the day after. */
function strictly(date: string, word: string): string {
  if (/^before$/i.test(word)) return shift(date, -1)
  return /^after$/i.test(word) ? shift(date, 1) : date
}
