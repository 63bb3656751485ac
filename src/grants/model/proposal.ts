/**
 * Criteria that a language model or a curator proposes, and the check that they all pass. A
 * criterion is taken only when its quote is an exact span of the text and every number and date in
 * it is stated there; a reading is taken only whole: one false quote, one requirement left out or
 * one contradiction of the rule-based reader, and none of it counts.
 */

import {
  CODES,
  type Criterion,
  type CriterionCode,
  type CriterionValue,
  meetsParameter,
  type Operator,
  type QuoteSpan,
} from 'ukintel-grant-reader/criterion'
import { type ParameterName, parameterOf } from 'ukintel-grant-reader/parameters'
import {
  boundUnits,
  datesIn,
  figuresIn,
  isExcluded,
  words,
  wordsWith,
} from 'ukintel-grant-reader/parts'
import { z } from 'zod'
import { isCivilDate } from '../../platform/london.ts'
import type { GrantText } from './detail.ts'
import { findQuote, readStated, type StatedReading } from './reading.ts'

const AT_LEAST = wordsWith('is')`
  # words for a minimum
  \b(?:at least|minimum|no(?:t)? less than|no fewer than|or more|or above)\b|
  # refuses less than
  \b(?:not?|cannot|exclud\w+)\b.*\b(?:less|fewer) than\b|
  # less than, refused
  \b(?:less|fewer) than\b.*\b(?:not|cannot|excluded|ineligible)\b`

const AT_MOST = wordsWith('is')`
  # words for a maximum
  \b(?:up to|maximum|at most|no(?:t)? more than|no longer than|exceed\w*|or less|or under|
    capped|within|covers?|off|long)\b|
  # only so many applications
  \bonly\b.*\bapplications?\b|
  # one application per site
  \bone\b.*\bapplication (?:per|from each)\b`

/** Words that bind; a line with one of them must be quoted by a criterion, a note is not enough. */
const BINDING = words`
  # words that require or limit
  \b(?:must|cannot|can['’]t|can not|only|not|eligible|ineligible|required?|requirements?|
    at least|minimum|maximum|no more than|up to|fewer than|less than|more than|exclu\w+|
    need to|has to|have to|should|unless|except)\b|
  # a sum or a number
  [£%\d]`

/** A reading by a model or a seed file: quotes, never offsets or paraphrases. */
export interface Proposal {
  criteria: readonly ProposedCriterion[]
  /** Quotes of what is no requirement, so that nothing is passed over in silence. */
  notes: readonly string[]
}

export type ProposedCriterion = StatedReading

export type CheckedProposal =
  | { accepted: true; criteria: Criterion[] }
  | { accepted: false; reason: string }

const proposalSchema = z.object({
  criteria: z
    .array(
      z.object({
        code: z.string(),
        parameter: z.string().nullable().catch(null),
        operator: z.string(),
        value: z.unknown().default(null),
        quote: z.string(),
      }),
    )
    .max(60),
  notes: z.array(z.unknown()).catch([]),
})

/** Parses a model's answer as a proposal; returns `null` if it is none. */
export function readProposal(raw: unknown): Proposal | null {
  const { data } = proposalSchema.safeParse(raw)
  if (!data) return null
  return { ...data, notes: data.notes.filter((note) => typeof note === 'string') }
}

/**
 * @param known what the rule-based reader found in the same text
 * @param byModel whether a model made it, so that each limit is likely at most; a curator's are
 * sure
 */
export function acceptProposal(
  source: GrantText,
  proposal: Proposal,
  known: readonly Criterion[],
  { byModel }: { byModel: boolean } = { byModel: false },
): CheckedProposal {
  const criteria: Criterion[] = []
  const spans: QuoteSpan[] = []
  const { lists, decides } = boundUnits(source)
  if (byModel && !decides)
    return { accepted: false, reason: 'the text is too long for the rules to check a reading' }
  for (const proposed of proposal.criteria) {
    const outcome = acceptCriterion(source, proposed, known, lists)
    if (typeof outcome === 'string') return { accepted: false, reason: outcome }
    criteria.push(outcome)
    spans.push(outcome.span!)
  }
  const notes: QuoteSpan[] = []
  for (const note of proposal.notes) {
    const span = findQuote(source.text, note)
    if (!span) return { accepted: false, reason: 'a note is not in the text' }
    notes.push(span)
  }
  const taken = byModel
    ? criteria.map(
        (each): Criterion => ({
          ...each,
          certainty: 'likely',
          ...(isExcluded(lists, each.span!) ? { refuses: true } : {}),
        }),
      )
    : criteria
  return (
    contradiction(taken, known) ??
    findLeftOut(source, spans, notes) ?? {
      accepted: true,
      criteria: taken.sort((a, b) => a.span!.start - b.span!.start),
    }
  )
}

/** Above this length, in characters, a quote proves no limit. */
const LONGEST_QUOTE = 2000

function acceptCriterion(
  source: GrantText,
  proposed: ProposedCriterion,
  known: readonly Criterion[],
  lists: Parameters<typeof isExcluded>[0],
): Criterion | string {
  const { code, parameter, operator, quote } = proposed
  if (!Object.hasOwn(CODES, code)) return 'an unknown code'
  const span = findQuote(source.text, quote)
  if (!span) return 'a quote is not in the text'
  const base = { code: code as CriterionCode, requirement: quote, span }
  if (code === 'OTHER')
    return {
      ...base,
      parameter: meetsParameter(quote),
      operator: 'is',
      value: !isExcluded(lists, span),
      unit: null,
    }
  if (quote.length > LONGEST_QUOTE) return 'a quote is too long'
  if ((parameter ?? null) === null && CODES[base.code].length > 1)
    return `${code} is not decided by an unnamed fact`
  const read = readStated(proposed)
  if ('fault' in read) return `${code}: ${read.fault}`
  const name = read.parameter!
  // The words of an exclusion ("organisations with fewer than three trustees") may stand in the
  // list's introduction; the rules saw it.
  const agreed = known.some(
    (each) =>
      each.parameter === name &&
      each.operator === operator &&
      each.value === read.value &&
      overlaps(each.span!, span),
  )
  const fault = faultOfWords(name, operator as Operator, read.value, quote, agreed)
  if (fault !== null) return `${code}: ${fault}`
  return {
    ...base,
    parameter: name,
    operator: operator as Operator,
    value: read.value,
    unit: parameterOf(name)?.unit ?? null,
  }
}

/** Words that a limit must be put in, so that a maximum is not taken for a minimum. */
const BOUND_WORDS: Partial<Record<Operator, RegExp>> = {
  at_least: AT_LEAST,
  at_most: AT_MOST,
  more_than: /\b(?:more than|over|above|greater than|exceed\w*)\b/i,
  less_than: /\b(?:less than|fewer than|under|below|not including|lower than)\b/i,
}

/** Returns what the quote does not say of a number or a date; `null` if it says all. */
function faultOfWords(
  name: ParameterName,
  operator: Operator,
  value: CriterionValue,
  quote: string,
  agreed: boolean,
): string | null {
  const { type } = parameterOf(name)!
  if (type === 'string')
    return statesDate(quote, operator, value as string) ? null : 'the date is not in the quote'
  if (type !== 'number') return null
  const stated = figuresIn(quote)
  const isStated = (figure: number) =>
    stated.has(figure) || stated.has(inOtherUnit(name, quote, figure))
  const figures = typeof value === 'number' ? [value] : [value].flat().flatMap(Object.values)
  if (!(figures as number[]).every(isStated)) return 'a number is not in the quote'
  const words = BOUND_WORDS[operator]
  return agreed || words === undefined || words.test(quote) ? null : 'the quote does not say so'
}

/** Years where the fact is in months, and the other way round. */
function inOtherUnit(name: ParameterName, quote: string, figure: number): number {
  if (name === 'duration_months' && /\byears?\b/i.test(quote)) return figure / 12
  return name === 'years_trading' && /\bmonths?\b/i.test(quote) ? figure * 12 : figure
}

/** "before 1 August" ends the day before, "after" begins the day after. */
function statesDate(quote: string, operator: string, date: string): boolean {
  const stated = datesIn(quote)
  if (stated.has(date)) return true
  const neighbour = (days: number) =>
    new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
  if (!isCivilDate(date)) return false
  return operator === 'not_after'
    ? /\b(?:before|prior to)\b/i.test(quote) && stated.has(neighbour(1))
    : /\bafter\b/i.test(quote) && stated.has(neighbour(-1))
}

/** The same fact of the same words read differently by the rules. */
function contradiction(
  criteria: readonly Criterion[],
  known: readonly Criterion[],
): CheckedProposal | null {
  for (const rule of known) {
    if (rule.code === 'OTHER' || rule.certainty) continue
    const alike = criteria.filter(
      (each) => each.parameter === rule.parameter && overlaps(each.span!, rule.span!),
    )
    const agrees = alike.some(
      (each) => each.operator === rule.operator && sameValue(each.value, rule.value),
    )
    if (alike.length > 0 && !agrees)
      return { accepted: false, reason: `${rule.code} contradicts the rule-based reading` }
    if (
      alike.length === 0 &&
      !criteria.some(
        (each) => each.parameter === rule.parameter && sameValue(each.value, rule.value),
      )
    ) {
      return { accepted: false, reason: `${rule.code} of the rule-based reading is left out` }
    }
  }
  return null
}

function overlaps(a: QuoteSpan, b: QuoteSpan): boolean {
  return a.start < b.end && b.start < a.end
}

function sameValue(a: CriterionValue, b: CriterionValue): boolean {
  const plain = (value: CriterionValue) =>
    JSON.stringify(Array.isArray(value) && typeof value[0] === 'string' ? [...value].sort() : value)
  return plain(a) === plain(b)
}

/**
 * Every line of the eligibility section is quoted, or noted if nothing in it binds; introductions
 * of quoted lists go with them.
 */
function findLeftOut(
  source: GrantText,
  quotes: readonly QuoteSpan[],
  notes: readonly QuoteSpan[],
): CheckedProposal | null {
  const section = source.sections.find(({ field }) => field === 'grantEligibilityTab')
  if (!section) return { accepted: false, reason: 'there is no eligibility text' }
  let start = section.start
  for (const line of source.text.slice(section.start, section.end).split('\n')) {
    const span = { start, end: start + line.length }
    start = span.end + 1
    if (line.trim() === '' || quotes.some((quote) => overlaps(quote, span))) continue
    const introduces = /:\s*$/.test(line)
    const binds = BINDING.test(line) && !introduces
    if (binds || !(introduces || notes.some((note) => overlaps(note, span))))
      return { accepted: false, reason: 'a line of the text is left out' }
  }
  return null
}
