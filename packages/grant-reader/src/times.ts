/** How old the applicant is, how long the project may last, when it starts and ends. */

import { createFinding, type FoundCriterion, type Rule } from './build.ts'
import type { Doubt, Operator } from './criterion.ts'
import { DATE, NUMBER, parseDate, parseNumber } from './figures.ts'
import { REFUSES } from './phrases/requirement-words.ts'
import {
  ABOUT_PROJECT,
  AGE,
  AGE_CUE,
  CLOSING,
  DAY,
  DRAWN_DOWN,
  EDGE,
  END,
  ENDED_AND_PAID,
  FINISHED_WITHIN,
  LENGTH,
  LONGEST,
  NOT_AGE,
  NOT_BEFORE,
  NOT_THE_APPLICANT,
  OF_OTHER_THINGS,
  OTHER_TIMES,
  PAYS_BETWEEN,
  PAYS_FOR,
  REFUSED_BEHIND,
  REGISTERED_BY,
  SPEND,
  START,
  START_BETWEEN,
  TAKING_PLACE,
  WITHIN,
} from './phrases/times.ts'
import { pattern, words } from './phrases/words.ts'
import { invertBound, isExclusion } from './polarity.ts'
import { demands } from './requirement-words.ts'
import type { Unit } from './units.ts'

const months = (count: string, unit: string) =>
  (/^an?$/i.test(count) ? 1 : parseNumber(count)) * (/^year/i.test(unit) ? 12 : 1)

/** "one year for the small grant or three years for the standard one" */
const OR_ANOTHER_LENGTH = new RegExp(`\\bor ${LENGTH}`, 'i')

const OF_TRADING = words`
  \b(?:been|has|have|trading|traded|which|that|open to|available to|eligible|trading|businesses)
  \b`

/** "trading for at least two years", "trading up to 6 months". */
export const years: Rule = (unit) => {
  const context = unit.text
  if (!AGE_CUE.test(context) || unit.mood === 'any_of' || NOT_AGE.test(context)) return []
  const match = AGE.exec(context)
  if (!match) return []
  const word = match[1]!.toLowerCase()
  const isShut = isExclusion(unit)
  // Two denials in one sentence are for a reader.
  if (
    /\bnot\b|\b(?:do|does|has|have)n['’]t\b/i.test(
      context.replace(/\b(?:not[- ]for|not more|no more)\b/gi, '').replace(REFUSED_BEHIND, ''),
    )
  )
    return []
  const value = Math.round((months(match[2]!, match[3]!) / 12) * 100) / 100
  const stated: Operator =
    /more than|over|longer/.test(word) && !/^(?:no|not) more/.test(word)
      ? 'more_than'
      : /less|under|fewer|younger/.test(word)
        ? 'less_than'
        : /up to|no more|not more|within/.test(word)
          ? 'at_most'
          : 'at_least'
  const operator = invertBound(stated, isShut)
  if (operator === null) return []
  if (!(demands(unit) || REFUSES.test(context) || OF_TRADING.test(context))) return []
  const several = OR_ANOTHER_LENGTH.test(context.slice(match.index + match[0].length))
  return [
    createFinding('YEARS_TRADING', 'years_trading', operator, value, several ? 'part' : undefined),
  ]
}

const FOUNDED = pattern`
  (?:established|incorporated|constituted|formed|founded|set up|trading|(?<!\bjobs )created|
    in existence|operating|operational)`
const FOUNDED_BY = new RegExp(
  `\\b${FOUNDED}\\b[^.;]{0,40}?\\b(on or before|before|by|prior to|since|on or after|after|on)\\s+(${DATE})`,
  'i',
)

const FOUNDED_BETWEEN = new RegExp(
  `\\b${FOUNDED}\\b[^.;]{0,30}?\\bbetween (${DATE}) and (${DATE})`,
  'i',
)
/** The applicant's own beginning, not the project's. */
const STARTED_TRADING = words`
  \b(?:start\w*|commenc\w*|began|begun) (?:to )?(?:trad\w+|business|operat\w+)\b`

const IS_DENIED = words`
  \b(?:cannot|not(?! (?:insolvent|dissolved|in (?:administration|liquidation))))\b`

/** "established on or before 31 August 2019" is a test of age. */
export const readEstablishedDate: Rule = (unit) => {
  const between =
    unit.mood === 'none_of' || unit.mood === 'any_of' ? null : FOUNDED_BETWEEN.exec(unit.text)
  if (between && demands(unit)) {
    const [from, to] = [parseDate(between[1]!, 'start'), parseDate(between[2]!, 'end')]
    if (from && to)
      return [
        createFinding('ESTABLISHED', 'established_on', 'not_before', from),
        createFinding('ESTABLISHED', 'established_on', 'not_after', to),
      ]
  }
  const match = FOUNDED_BY.exec(unit.text) ?? REGISTERED_BY.exec(unit.text)
  if (
    !match ||
    unit.mood === 'none_of' ||
    unit.mood === 'any_of' ||
    /\b(?:project|work|scheme|fund) /i.test(unit.text.slice(0, match.index))
  )
    return []
  const word = match[1]!.toLowerCase()
  const after = word === 'after' || word === 'on or after'
  const isBefore = word === 'before' || word === 'prior to'
  const stated = parseDate(match[2]!, after || isBefore ? 'start' : 'end')
  // "and not insolvent" is another matter.
  if (stated === null || IS_DENIED.test(unit.text)) return []
  // "Companies incorporated before April 2025 are asked for accounts" neither includes nor
  // excludes.
  if (
    !demands(unit) &&
    !/\bonly\b/i.test(unit.list?.lead ?? '') &&
    !/\b(?:apply|eligible|open|available|considered|accepted)\b/i.test(unit.text)
  )
    return []
  if (isBefore)
    return [createFinding('ESTABLISHED', 'established_on', 'not_after', shift(stated, -1))]
  if (word === 'after')
    return [createFinding('ESTABLISHED', 'established_on', 'not_before', shift(stated, 1))]
  return [
    createFinding('ESTABLISHED', 'established_on', after ? 'not_before' : 'not_after', stated),
  ]
}

function shift(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}
/** "provide employment lasting a year" */
const WORK_THAT_LASTS = words`
  \b(?:employment|jobs?|posts?|placements?|apprenticeships?)\b[^.;]{0,30}\blast`
const DURATION_CUE = words`\b(?:projects?|duration|activit(?:y|ies)|lasts?|programmes?)\b`
const BETWEEN = new RegExp(
  `(?:between|from|of)?\\s*(${NUMBER})\\s*(months?|years?)?\\s*(?:and|to|-|–)\\s*(${NUMBER})\\s*(months?|years?)`,
  'i',
)
const SHORTEST = new RegExp(`(?:at least|a minimum of|no less than)\\s+${LENGTH}`, 'i')

/** Together with a maximum: "a minimum of 6 months, and a maximum of 3 years". */
const SHORTEST_OF_ALL = new RegExp(
  `(?:at least|a minimum of|minimum(?: of| is|:)|no less than)\\s+${LENGTH}`,
  'i',
)

export function parseDuration(unit: Pick<Unit, 'text'>): { min: number; max: number } | null {
  const match = BETWEEN.exec(unit.text)
  if (!match) return null
  const min = months(match[1]!, match[2] ?? match[4]!)
  const max = months(match[3]!, match[4]!)
  return min < max ? { min, max } : null
}

/** The longest that a project may take; of a part where the sentence goes on to a longer one. */
function atMost(match: RegExpExecArray, text: string): FoundCriterion {
  const most = months(match[1]!, match[2]!)
  const rest = text.slice(match.index + match[0].length)
  const isExceeded = [...rest.matchAll(new RegExp(LENGTH, 'gi'))].some(
    ([, count, unit]) => months(count!, unit!) > most,
  )
  // "Strategic grants of over £50,000 a year for up to five years"
  const isOfSome = /\bgrants? of (?:over|more than|above) £/i.test(text)
  return createFinding(
    'PROJECT_DURATION',
    'duration_months',
    'at_most',
    most,
    isExceeded || isOfSome ? 'part' : undefined,
  )
}

const WITHIN_TIME_OF = words`
  \bwithin [\w-]+ (?:months?|weeks?|years?|days) of [^,;.]*?(?= and\b|[,;.]|$)`
const LASTS_AT_MOST = words`\b(last|for) ([\w-]+ (?:months?|years?)) at (?:the )?most\b`
const OTHER_LENGTH = words`
  \b(?:trading|established|previous|last (?:\d|two|three)|each|every|available to|individuals?|
  charities|groups)\b`

export const duration: Rule = (unit) => {
  const finished =
    unit.mood === 'plain' || unit.mood === 'all_of' ? FINISHED_WITHIN.exec(unit.text) : null
  if (finished) return [atMost(finished, unit.text)]
  const text = unit.text
    .replace(WITHIN_TIME_OF, '')
    // "for three years at most"
    .replace(LASTS_AT_MOST, '$1 up to $2')
  const spread = unit.mood === 'plain' || unit.mood === 'all_of' ? PAYS_BETWEEN.exec(text) : null
  if (spread)
    return [
      createFinding('PROJECT_DURATION', 'duration_months', 'between', {
        min: months(spread[1]!, spread[3]!),
        max: months(spread[2]!, spread[3]!),
      }),
    ]
  const pays = unit.mood === 'plain' || unit.mood === 'all_of' ? PAYS_FOR.exec(text) : null
  if (pays && !OTHER_LENGTH.test(text)) return [atMost(pays, text)]
  if (
    !DURATION_CUE.test(text) ||
    unit.mood === 'none_of' ||
    unit.mood === 'any_of' ||
    AGE_CUE.test(text.replace(/\bactivity\b/gi, ''))
  )
    return []
  if (OTHER_TIMES.test(text)) return []
  if (OF_OTHER_THINGS.test(text) || WORK_THAT_LASTS.test(text)) return []
  const between = parseDuration({ text })
  const long = /\b(?:long|last\w*|duration|length|run|take|period)\b/i.test(text)
  if (between && (long || /\bprojects?\b/i.test(text)))
    return [createFinding('PROJECT_DURATION', 'duration_months', 'between', between)]
  const longest = LONGEST.exec(text)
  // "within 6 months of the voucher's date" is a deadline of something else.
  const runsFrom =
    longest && /^\s*(?:of|from|after|before)\b/i.test(text.slice(longest.index + longest[0].length))
  if (longest && !runsFrom && (long || /\b(?:projects?|support activit(?:y|ies))\b/i.test(text))) {
    const least = SHORTEST_OF_ALL.exec(text)
    return [lasts('at_most', longest), ...(least ? [lasts('at_least', least)] : [])]
  }
  const shortest = SHORTEST.exec(text)
  return shortest && long ? [lasts('at_least', shortest)] : []
}

const lasts = (operator: Operator, [, count, unit]: RegExpExecArray) =>
  createFinding('PROJECT_DURATION', 'duration_months', operator, months(count!, unit!))

const starts = (operator: Operator, date: string, doubt?: Doubt) =>
  createFinding('PROJECT_DATES', 'project_start', operator, date, doubt)
const ends = (date: string, doubt?: Doubt) =>
  createFinding('PROJECT_DATES', 'project_end', 'not_after', date, doubt)
const spentBy = (date: string, doubt?: Doubt) =>
  createFinding('SPEND_BY', 'spend_by', 'not_after', date, doubt)
const LABELLED_END = new RegExp(
  `^(?:latest )?project (?:end|completion|finish) (?:date|deadline|by)?\\s*[:|–-]\\s*(${DATE})\\.?$`,
  'i',
)
const HAVE_UNTIL = new RegExp(`\\bprojects?\\b[^.;]{0,40}\\bha(?:s|ve) until ${DAY}(${DATE})`, 'i')

const SPENDING_FIRST = words`
  ^(?:all |the |any )*(?:spend(?:ing)?|expenditure|costs|items|money)\b`
const WORK_MUST = words`
  \b(?:projects?|works?|activit(?:y|ies)) (?:must|should|need to|have to|be|will need to|to be)
  \b`

/**
 * When the project starts and ends, and by when the grant is spent. The application's own deadline
 * is the listing's.
 */
export const dates: Rule = (unit) => {
  const { text } = unit
  if (unit.mood === 'none_of' || unit.mood === 'any_of') return []
  if (!ABOUT_PROJECT.test(`${unit.list?.lead ?? unit.heading} ${text}`)) return []
  const edge = readEdge(text)
  if (edge) return [edge]
  if (NOT_THE_APPLICANT.test(text) || STARTED_TRADING.test(text)) return []
  // What had to be done by a date is another round's.
  if (/\b(?:had to|were|was|have been|has been)\b/i.test(text)) return []
  const within =
    WITHIN.exec(text) ??
    (unit.mood === 'all_of' || /^only\b/i.test(text) ? TAKING_PLACE.exec(text) : null)
  const [from, to] = readSpan(within)
  if (from && to && !CLOSING.test(text.slice(0, within!.index)))
    return [starts('not_before', from), ends(to)]

  const found = readStartSpan(text)
  const isBoth = ENDED_AND_PAID.test(text) && !SPENDING_FIRST.test(text)
  const drawn = isBoth ? null : DRAWN_DOWN.exec(text)
  const drawnBy = drawn === null ? null : parseDate(drawn[2]!, 'end')
  if (drawn && drawnBy)
    return [...found, spentBy(strictly(drawnBy, drawn), findOtherEndDoubt(text, drawn))]
  if (CLOSING.test(text) && !isBoth && !WORK_MUST.test(text)) return found
  return [...found, ...readStart(text), ...readEnds(text, isBoth)]
}

/** Reads "until 30 June" and "the latest start is 1 May", which show that others may differ. */
function readEdge(text: string): FoundCriterion | null {
  // "Larger projects have until 30 June" shows that an earlier end does not bind all.
  const until = HAVE_UNTIL.exec(text)?.[1]
  const untilDate = until === undefined ? null : parseDate(until, 'end')
  if (untilDate) return ends(untilDate, 'part')
  const edge = EDGE.exec(text)
  if (edge === null) return null
  const isEarliest = /earliest/i.test(edge[0])
  const date = parseDate(edge[3]!, isEarliest ? 'start' : 'end')
  const several = (text.match(new RegExp(DATE, 'gi')) ?? []).length > 1
  return date === null
    ? null
    : starts(isEarliest ? 'not_before' : 'not_after', date, several ? 'part' : undefined)
}

/** Returns both dates of a span. The first may leave out the year. */
function readSpan(span: RegExpExecArray | null): [from: string | null, to: string | null] {
  if (span === null) return [null, null]
  const [, first, last] = span
  const from = /\d{4}$/.test(first!) ? first! : `${first} ${/\d{4}$/.exec(last!)![0]}`
  return [parseDate(from, 'start'), parseDate(last!, 'end')]
}

function readStartSpan(text: string): FoundCriterion[] {
  const span = START_BETWEEN.exec(text)
  const early = span ? null : NOT_BEFORE.exec(text)
  const earliest = early && parseDate(early[1]!, 'start')
  const [from, to] = readSpan(span)
  return [
    ...(earliest ? [starts('not_before', earliest)] : []),
    ...(from && to ? [starts('not_before', from), starts('not_after', to)] : []),
  ]
}

function readStart(text: string): FoundCriterion[] {
  if (START_BETWEEN.test(text) || NOT_BEFORE.test(text)) return []
  const start = REFUSES.test(text) && !/\bonly\b/i.test(text) ? null : START.exec(text)
  if (start === null) return []
  const later = /^(?:after|from|on or after|no earlier than)$/i.test(start[1]!)
  const date = parseDate(start[2]!, later ? 'start' : 'end')
  return date ? [starts(later ? 'not_before' : 'not_after', strictly(date, start))] : []
}

function readEnds(text: string, isBoth: boolean): FoundCriterion[] {
  const found: FoundCriterion[] = []
  const isSpent = !isBoth || /\b(?:spent|drawn down)\b/i.test(text)
  const spend = isSpent ? SPEND.exec(text) : null
  const end =
    spend && !isBoth
      ? null
      : END.exec(text.replace(/ and submit (?:your|the|all) (?:\w+ )?claims?\b/i, ''))
  const labelled = LABELLED_END.exec(text)
  const last = labelled === null ? null : parseDate(labelled[1]!, 'end')
  if (last) found.push(ends(last))
  const endDate =
    end && !/\bnot (?:be )?(?:end|finish|complete)/i.test(text) ? parseDate(end[2]!, 'end') : null
  if (end && endDate) {
    const others = text
      .slice(end.index + end[0].length)
      .matchAll(new RegExp(`\\b(?:by|before|until|in) ${DAY}(${DATE})`, 'gi'))
    // "capital works by March, revenue projects by June": each has its own.
    const several = [...others].some(([, other]) => parseDate(other!, 'end') !== endDate)
    const isSpending = SPENDING.test(text)
    found.push((isSpending ? spentBy : ends)(strictly(endDate, end), several ? 'part' : undefined))
  }
  const spendDate = spend && parseDate(spend[2]!, 'end')
  if (spend && spendDate)
    found.push(spentBy(strictly(spendDate, spend), findOtherEndDoubt(text, spend)))
  return found
}

/** "Development funding by March 2028 and delivery funding by March 2030": each has its own. */
const ANOTHER_END = new RegExp(`\\b(?:funding|funds?|grants?|money) by ${DAY}${DATE}`, 'i')
const findOtherEndDoubt = (text: string, match: RegExpExecArray) =>
  ANOTHER_END.test(text.slice(match.index + match[0].length)) ? 'part' : undefined

/** "All spending must be complete by March" */
const SPENDING = words`
  ^(?:all |the |any |your )*(?:project |grant )?(?:spend(?:ing)?|expenditure)\b`

/**
 * "before 1 April" ends the day before; "before the end of March" does not; "after" begins the day
 * after.
 */
function strictly(date: string, match: RegExpExecArray): string {
  const word = match[1]!
  const isDay = /^\d/.test(match[2]!) && !/\bend of\b/i.test(match[0])
  if (/^(?:before|prior to)$/i.test(word) && isDay) return shift(date, -1)
  if (/^before$/i.test(word) && !/\bend of\b/i.test(match[0]) && !isDay)
    return dateBefore(match[2]!, date)
  return /^after$/i.test(word) ? shift(date, 1) : date
}

/** "before April 2025" ends with March. */
function dateBefore(text: string, fallback: string): string {
  const first = parseDate(text, 'start')
  return first === null ? fallback : shift(first, -1)
}
