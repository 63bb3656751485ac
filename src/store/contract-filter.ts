/**
 * Filter of a search of contracts, defined once and evaluated twice: as SQL over the stored
 * contracts, and in memory over recorded changes.
 */
import { type RawBuilder, sql } from 'kysely'

/** A question to the terms of contracts. */
export type TextQuery =
  | { all: readonly TextQuery[] }
  | { any: readonly TextQuery[] }
  | { phrase: readonly string[] }
  | { prefix: string }

export interface ContractFilter {
  text: TextQuery
  status: 'running' | 'ended' | 'all'
  /** Civil date in London. */
  today: string
  /** Contracts that ended before this date are not found. */
  endedSince: string
  endsAfter: string | null
  endsBefore: string | null
  /** In GBP. */
  valueMin: number | null
  valueMax: number | null
}

/** Columns that a filter reads. */
export interface ContractFacts {
  ends: string | null
  /** Last end with all options; `null` if no end is stated. */
  latest: string | null
  /** 1 if it ended before its time, was completed or withdrawn. */
  terminated: number
  amount: number | null
  currency: string | null
  /** 0 if the amount may not be added to others; 2 if it includes VAT. */
  summable: number
}

/** A contract as a recorded change stores it. */
export interface SearchedContract extends ContractFacts {
  terms: string
}

type Column = keyof ContractFacts

/** Condition on a contract. A comparison with a missing value does not hold, as in SQL. */
type Condition =
  | readonly [column: Column, is: '=' | '<>' | '<' | '<=' | '>=', value: string | number]
  | readonly [column: Column, is: 'missing']
  | { any: readonly Condition[] }
  | { all: readonly Condition[] }

export const [PASSES, NO_VALUE, NO_END] = [0, 1, 2]

/** Conditions fail only contracts that a filter can judge. */
function listConditions(filter: ContractFilter): Condition[] {
  const { status, today, endedSince, endsAfter, endsBefore, valueMin, valueMax } = filter
  const endIs = (...condition: Condition[]): Condition => ({
    any: [['latest', 'missing'], ...condition],
  })
  return [
    ...(status === 'running'
      ? [['terminated', '=', 0] as const, endIs(['latest', '>=', today])]
      : [endIs(['latest', '>=', endedSince])]),
    ...(status === 'ended' ? [endIs(['latest', '<', today], ['terminated', '=', 1])] : []),
    ...endBetween(endsAfter, endsBefore),
    ...(valueMin === null ? [] : [{ any: [...UNVALUED, ['amount', '>=', valueMin] as const] }]),
    ...(valueMax === null ? [] : [{ any: [...UNVALUED, ['amount', '<=', valueMax] as const] }]),
  ]
}

/** One condition for both dates, so that PostgreSQL reads one range of its index. */
function endBetween(after: string | null, before: string | null): Condition[] {
  const all: Condition[] = [
    ...(after === null ? [] : [['ends', '>=', after] as const]),
    ...(before === null ? [] : [['ends', '<=', before] as const]),
  ]
  return all.length === 0 ? [] : [{ any: [['ends', 'missing'], { all }] }]
}

const UNVALUED: readonly Condition[] = [
  ['summable', '=', 0],
  ['currency', '<>', 'GBP'],
]

/** Contracts that a filter cannot judge, by the reason. The first reason counts. */
function listExcluded(filter: ContractFilter): [outcome: number, condition: Condition][] {
  const { status, endsAfter, endsBefore, valueMin, valueMax } = filter
  const isByDate = endsAfter !== null || endsBefore !== null
  // A contract that was terminated, completed or withdrawn has ended without a stated end.
  const withoutEnd: Condition =
    status === 'ended' && !isByDate
      ? {
          all: [
            ['ends', 'missing'],
            ['terminated', '=', 0],
          ],
        }
      : ['ends', 'missing']
  return [
    ...(valueMin === null && valueMax === null
      ? []
      : [[NO_VALUE, { any: UNVALUED }] as [number, Condition]]),
    ...(status === 'all' && !isByDate ? [] : [[NO_END, withoutEnd] as [number, Condition]]),
  ]
}

export function conditionSql(filter: ContractFilter): RawBuilder<unknown> {
  return sql.join(listConditions(filter).map(toSql), sql` AND `)
}

/** Contracts of which `hasEnd` is known are not examined for it. */
export function outcomeSql(filter: ContractFilter, hasEnd: boolean): RawBuilder<unknown> {
  const cases = listExcluded(filter)
    .filter(([outcome]) => !hasEnd || outcome !== NO_END)
    .map(([outcome, condition]) => sql`WHEN ${toSql(condition)} THEN ${sql.lit(outcome)}`)
  return cases.length === 0
    ? sql`(0 + 0)`
    : sql`(CASE ${sql.join(cases, sql` `)} ELSE ${sql.lit(PASSES)} END)`
}

function toSql(condition: Condition): RawBuilder<unknown> {
  if ('any' in condition) return sql`(${sql.join(condition.any.map(toSql), sql` OR `)})`
  if ('all' in condition) return sql`(${sql.join(condition.all.map(toSql), sql` AND `)})`
  const [column, is, value] = condition
  return is === 'missing'
    ? sql`${sql.ref(column)} IS NULL`
    : sql`${sql.ref(column)} ${sql.raw(is)} ${value}`
}

/** Returns whether a search with this filter finds the contract. */
export function isFound(contract: SearchedContract, filter: ContractFilter): boolean {
  const isMet = (condition: Condition) => isTrue(condition, contract)
  return (
    listConditions(filter).every(isMet) &&
    !listExcluded(filter).some(([, condition]) => isMet(condition)) &&
    hasText(contract.terms.split(' '), filter.text)
  )
}

function isTrue(condition: Condition, contract: ContractFacts): boolean {
  if ('any' in condition) return condition.any.some((each) => isTrue(each, contract))
  if ('all' in condition) return condition.all.every((each) => isTrue(each, contract))
  const [column, is, value] = condition
  const stated = contract[column]
  if (is === 'missing') return stated === null
  if (stated === null) return false
  if (is === '=') return stated === value
  if (is === '<>') return stated !== value
  if (is === '<') return stated < value
  return is === '<=' ? stated <= value : stated >= value
}

function hasText(terms: readonly string[], query: TextQuery): boolean {
  if ('all' in query) return query.all.every((part) => hasText(terms, part))
  if ('any' in query) return query.any.some((part) => hasText(terms, part))
  if ('prefix' in query) return terms.some((term) => term.startsWith(query.prefix))
  return terms.some((_, at) => query.phrase.every((term, index) => terms[at + index] === term))
}

const CODE = /^[cr]/

/** Returns the CPV and region terms, which are stored next to the facts too. */
export function codeTerms(terms: string): string {
  return terms
    .split(' ')
    .filter((term) => CODE.test(term))
    .join(' ')
}

/** Returns whether CPV and region terms alone decide the query. */
export function isOfCodes(query: TextQuery): boolean {
  if ('all' in query) return query.all.every(isOfCodes)
  if ('any' in query) return query.any.every(isOfCodes)
  return CODE.test('prefix' in query ? query.prefix : query.phrase[0]!)
}

export function sqliteText(query: TextQuery): string {
  if ('phrase' in query) return `"${query.phrase.join(' ')}"`
  if ('prefix' in query) return `"${query.prefix}"*`
  const [parts, word] = 'all' in query ? [query.all, ' AND '] : [query.any, ' OR ']
  return `(${parts.map(sqliteText).join(word)})`
}

export function postgresText(query: TextQuery): string {
  const quote = (term: string) => `'${term.replaceAll("'", "''")}'`
  if ('phrase' in query) return `(${query.phrase.map(quote).join(' <-> ')})`
  if ('prefix' in query) return `${quote(query.prefix)}:*`
  const [parts, sign] = 'all' in query ? [query.all, ' & '] : [query.any, ' | ']
  return `(${parts.map(postgresText).join(sign)})`
}
