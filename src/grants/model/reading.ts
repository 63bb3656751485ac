/**
 * Verification of a reading that our rules did not make: a curator's, a language model's or the
 * caller's. All of them pass
 * `findQuote` and `readDemand`, so no reading decides without a quote that is in the text.
 */

import {
  CODES,
  type CriterionCode,
  type CriterionValue,
  type QuoteSpan,
} from 'ukintel-grant-reader/criterion'
import { type ParameterName, parameterOf } from 'ukintel-grant-reader/parameters'
import { parseJson } from '../../platform/json.ts'
import { readDeclared } from './parameters.ts'

/** A reading as its reader states it. Without `parameter`, code and quote select the fact. */
export interface StatedReading {
  code: string
  parameter?: string | null | undefined
  operator: string
  value: unknown
  quote: string
}

/**
 * Returns the first place of the quote in the text, character for character; `null` if there is
 * none.
 */
export function findQuote(text: string, quote: string): QuoteSpan | null {
  // Half a character of two units is no character, though its unit is in the text.
  const start = quote === '' || !quote.isWellFormed() ? -1 : text.indexOf(quote)
  return start < 0 ? null : { start, end: start + quote.length }
}

interface Fault {
  /** Member of the reading that is wrong. */
  member: 'code' | 'parameter' | 'operator' | 'value'
  fault: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the value in the form that rules compare, or what is wrong with operator or value for
 * this fact.
 */
function readDemand(
  name: ParameterName,
  operator: string,
  value: unknown,
): { value: CriterionValue } | Fault {
  const { type, unit, allowed } = parameterOf(name)!
  const kind = DEMANDS[type]
  if (!kind.operators.includes(operator))
    return { member: 'operator', fault: `expected ${kind.operators.join(', ')} for ${name}` }

  const read = kind.read(name, value, operator)
  if (read !== null) return { value: read }
  const what = { boolean: 'true or false', enum: `a list of ${allowed?.join(', ')}` }
  const wanted =
    (what as Partial<Record<string, string>>)[type] ??
    WANTED[operator] ??
    `a number of at least 0 (${unit})`
  return { member: 'value', fault: `expected ${wanted}` }
}

const WANTED: Readonly<Record<string, string>> = {
  between: 'min and max, min first',
  between_by_duration: '2 to 10 rows of min_months, max_months, min and max',
  not_before: 'a calendar date as YYYY-MM-DD',
  not_after: 'a calendar date as YYYY-MM-DD',
}

interface Demands {
  operators: readonly string[]
  read(name: string, value: unknown, operator: string): CriterionValue | null
}

const isAmount = (name: string, value: unknown): value is number =>
  typeof value === 'number' && 'value' in readDeclared(name, value)

/** Operators and values of each type of fact. */
const DEMANDS: Readonly<Record<'boolean' | 'enum' | 'string' | 'number', Demands>> = {
  boolean: {
    operators: ['is'],
    read: (_name, value) => (typeof value === 'boolean' ? value : null),
  },
  enum: {
    operators: ['one_of', 'none_of'],
    read(name, value) {
      if (!Array.isArray(value) || value.length === 0) return null
      const values = value.flatMap((each) => {
        // A comma parts several values where a caller declares them, never in a list.
        const read = typeof each === 'string' && !each.includes(',') && readDeclared(name, each)
        return read && 'value' in read ? [String(read.value)] : []
      })
      return values.length === value.length ? [...new Set(values)] : null
    },
  },
  string: {
    operators: ['not_before', 'not_after'],
    read: (name, value) =>
      typeof value === 'string' && 'value' in readDeclared(name, value) ? value : null,
  },
  number: {
    operators: ['at_least', 'at_most', 'more_than', 'less_than', 'between', 'between_by_duration'],
    read(name, value, operator) {
      if (operator === 'between') return readRange(name, value)
      if (operator === 'between_by_duration') return readRows(name, value)
      return isAmount(name, value) ? value : null
    },
  },
}

function readRange(name: string, value: unknown) {
  if (!isRecord(value) || Object.keys(value).length !== 2) return null
  const { min, max } = value
  return isAmount(name, min) && isAmount(name, max) && min <= max ? { min, max } : null
}

function readRows(name: string, value: unknown) {
  if (!Array.isArray(value) || value.length < 2 || value.length > 10) return null
  const rows = value.flatMap((row) => {
    if (!isRecord(row)) return []
    const { min_months, max_months, ...rest } = row
    const range = readRange(name, rest)
    const months = readRange('duration_months', { min: min_months, max: max_months })
    const isWhole = Number.isInteger(min_months) && Number.isInteger(max_months)
    return range && months && isWhole
      ? [{ min_months: months.min, max_months: months.max, ...range }]
      : []
  })
  return rows.length === value.length ? rows : null
}

const DATE_OPERATORS: readonly string[] = ['not_before', 'not_after']
const LIST_OPERATORS: readonly string[] = ['one_of', 'none_of']

/** Returns what a text means as the value of this operator, and any other value as it is. */
export function castStated(operator: string, value: unknown): unknown {
  if (typeof value !== 'string' || DATE_OPERATORS.includes(operator)) return value
  const parsed = parseJson(value)
  if (!LIST_OPERATORS.includes(operator)) return parsed === undefined ? value : parsed
  return Array.isArray(parsed) ? parsed : value.split(',').map((each) => each.trim())
}

/**
 * Words by which a quote names one of several facts of its code. A fact without words here is the
 * general one.
 */
const WORDS: Partial<Record<ParameterName, RegExp>> = {
  has_bank_account: /\b(?:bank|building society)\b/i,
  has_accounts: /\baccounts?\b|\bfinancial statements?\b/i,
  has_sme_partner: /\b(?:SMEs?|micro|small(?:er)?|medium)\b/i,
}
const STARTS = /\b(?:start|begin|began|commenc)/i
const ENDS = /\b(?:end|complet|finish|conclud|deliver)/i

/**
 * Returns the fact that decides a reading and its value, or what is wrong with it. Where a code has
 * several facts, the named one counts, then the ones that take operator and value, then the words
 * of the quote.
 */
export function readStated({
  code,
  parameter,
  operator,
  value,
  quote,
}: StatedReading): { parameter: ParameterName | null; value: CriterionValue } | Fault {
  if (!Object.hasOwn(CODES, code)) return { member: 'code', fault: 'an unknown code' }
  const facts: readonly ParameterName[] = CODES[code as CriterionCode]
  if (facts.length === 0) {
    if (typeof parameter === 'string')
      return { member: 'parameter', fault: `${code} takes no fact` }
    if (operator !== 'is') return { member: 'operator', fault: 'expected is' }
    return typeof value === 'boolean'
      ? { parameter: null, value }
      : { member: 'value', fault: 'expected true or false' }
  }
  const named = facts.filter((name) => (parameter ?? name) === name)
  if (named.length === 0)
    return { member: 'parameter', fault: `expected ${facts.join(', ')} for ${code}` }

  const read = named.map((name) => ({ name, outcome: readDemand(name, operator, value) }))
  const fitting = read.flatMap(({ name, outcome }) =>
    'value' in outcome ? [{ parameter: name, value: outcome.value }] : [],
  )
  if (fitting.length === 0) {
    const faults = read.flatMap(({ outcome }) => ('fault' in outcome ? [outcome] : []))
    return faults.find(({ member }) => member === 'value') ?? faults[0]!
  }
  return fitting.length === 1 ? fitting[0]! : chooseByWords(fitting, operator, quote)
}

/** Returns the one of several facts that the quote names. */
function chooseByWords<Fact extends { parameter: ParameterName }>(
  facts: readonly Fact[],
  operator: string,
  quote: string,
): Fact {
  const isStart = operator === 'not_before' || (STARTS.test(quote) && !ENDS.test(quote))
  const dated = isStart ? 'project_start' : 'project_end'
  return (
    facts.find(({ parameter }) => parameter === dated) ??
    facts.find(({ parameter }) => WORDS[parameter]?.test(quote)) ??
    facts.find(({ parameter }) => WORDS[parameter] === undefined) ??
    facts[0]!
  )
}
