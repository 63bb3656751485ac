/**
 * Searches of contracts by codes alone. They read one table that is clustered by division, end and
 * key, and has all columns that filters read: on PostgreSQL the index alone. A contract has one row
 * for each of its divisions.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ContractFilter, isOfCodes, type TextQuery } from './contract-filter.ts'
import { isPostgres } from './dialect.ts'
import type { MainTables } from './schema.ts'

type Code = { phrase: readonly string[] } | { prefix: string }

/**
 * What is read of one division: the contracts that have one of its codes and none of the divisions
 * before.
 */
interface Part {
  division: string
  /** Empty if the whole division is meant. */
  own: readonly Code[]
  before: readonly Code[]
  rest: readonly TextQuery[]
}

const DIVISION = /^c[0-9]{2}/
/** Below and above the end of every contract that has one. */
const [FIRST, LAST] = ['0', '~']
/**
 * SQLite answers on the thread that serves requests: so many rows are read between two of its
 * turns.
 */
const SLICE = 8000

const codeOf = (code: Code) => ('prefix' in code ? code.prefix : code.phrase[0]!)

/**
 * Returns the codes of which a contract must have one; `null` if the query is another one, or names
 * no division.
 */
function listCodes(query: TextQuery): Code[] | null {
  if ('all' in query) return query.all.length === 1 ? listCodes(query.all[0]!) : null
  if (!('any' in query)) return DIVISION.test(codeOf(query)) ? [query] : null
  const codes = query.any.map(listCodes)
  return codes.length > 0 && codes.every((each) => each !== null) ? codes.flat() : null
}

const isSingle = (query: TextQuery): boolean => {
  if ('all' in query) return query.all.every(isSingle)
  if ('any' in query) return query.any.every(isSingle)
  return 'prefix' in query || query.phrase.length === 1
}

/**
 * Returns the divisions that answer a query; `null` if CPV and region codes do not decide it, or it
 * names no code.
 */
export function findParts(text: TextQuery): Part[] | null {
  const all = 'all' in text ? text.all : [text]
  if (!all.every((part) => isOfCodes(part) && isSingle(part))) return null
  const leading = all.find((part) => listCodes(part) !== null)
  const codes = leading && listCodes(leading)
  if (!codes) return null
  const rest = all.filter((part) => part !== leading)
  const divisions = [...new Set(codes.map((code) => codeOf(code).slice(0, 3)))].sort()
  const codesOf = (division: string) => codes.filter((code) => codeOf(code).startsWith(division))
  return divisions.map((division, at) => {
    const own = codesOf(division)
    const isWhole = own.some((code) => 'prefix' in code && code.prefix === division)
    const before = divisions.slice(0, at).flatMap(codesOf)
    return { division, own: isWhole ? [] : own, before, rest }
  })
}

/** A range of ends, and the keys after which it begins and up to which it goes. */
interface Range {
  /** Whether some of its contracts may be shown. Others are only counted. */
  isShown: boolean
  from: string
  upTo: string
  after?: readonly [ends: string, key: string]
  last?: readonly [ends: string, key: string]
}

/** Contracts without an end have a separate range. */
const NO_ENDS = { from: '', upTo: '' }
const hasEnds = ({ upTo }: Range) => upTo !== NO_ENDS.upTo

function inRange({ division }: Part, range: Range): RawBuilder<unknown> {
  const { from, upTo, after, last } = range
  if (!hasEnds(range))
    return sql`code = ${division} AND ends = '' ${after ? sql`AND key > ${after[1]}` : sql``} ${last ? sql`AND key <= ${last[1]}` : sql``}`
  return sql`code = ${division} AND ends >= ${from} AND ends <= ${upTo}
    ${after ? sql`AND (ends, key) > (${after[0]}, ${after[1]})` : sql``}
    ${last ? sql`AND (ends, key) <= (${last[0]}, ${last[1]})` : sql``}`
}

/** Whether the codes of a row satisfy a query. Long codes are read where they are stored. */
function hasCodes(query: TextQuery, postgres: boolean): RawBuilder<unknown> {
  const nested = (parts: readonly TextQuery[], word: 'AND' | 'OR') =>
    sql`(${sql.join(
      parts.map((part) => hasCodes(part, postgres)),
      sql` ${sql.raw(word)} `,
    )})`
  if ('all' in query) return nested(query.all, 'AND')
  if ('any' in query) return nested(query.any, 'OR')
  const text = 'prefix' in query ? ` ${query.prefix}` : ` ${query.phrase[0]} `
  const codes = sql`(' ' || coalesce(codes, (SELECT terms FROM tender_contracts AS c WHERE c.key = d.key)) || ' ')`
  return postgres ? sql`strpos(${codes}, ${text}) > 0` : sql`instr(${codes}, ${text}) > 0`
}

function conditionOf({ own, before, rest }: Part, postgres: boolean): RawBuilder<unknown> {
  const conditions = [
    ...(own.length > 0 ? [hasCodes({ any: own }, postgres)] : []),
    ...(before.length > 0 ? [sql`NOT ${hasCodes({ any: before }, postgres)}`] : []),
    ...rest.map((query) => hasCodes(query, postgres)),
  ]
  return conditions.length === 0 ? sql`` : sql`AND ${sql.join(conditions, sql` AND `)}`
}

/** Selects the rows of one range, in the form of `tender_contract_facts`. */
const selectRange = (part: Part, range: Range, postgres: boolean) =>
  sql`(SELECT key, ${hasEnds(range) ? sql`ends` : sql`CAST(NULL AS text) AS ends`}, latest, terminated, amount, currency, summable, awarded_on
    FROM tender_contract_divisions AS d WHERE ${inRange(part, range)} ${conditionOf(part, postgres)})`

/**
 * Ranges of ends that a filter may find; contracts without an end are counted as such. Running
 * contracts that are past their end come last, so the ranges part at the day.
 */
function rangesOf({ status, today, endsAfter, endsBefore }: ContractFilter): Range[] {
  const isByDate = endsAfter !== null || endsBefore !== null
  const withoutEnd: Range = { ...NO_ENDS, isShown: status !== 'running' && !isByDate }
  const whole: Range = { isShown: true, from: endsAfter ?? FIRST, upTo: endsBefore ?? LAST }
  if (status !== 'running') return [withoutEnd, whole]
  const { from, upTo } = whole
  const parted: Range[] = [
    { ...whole, from: from > today ? from : today },
    { ...whole, ...(upTo < today ? {} : { upTo: today, last: [today, ''] }) },
  ]
  return [withoutEnd, ...parted.filter((range) => range.from <= range.upTo)]
}

/** Contracts of one range of ends, in the form of `tender_contract_facts`. */
export interface Source {
  table: RawBuilder<unknown>
  isShown: boolean
  /** Whether all of them have an end. */
  hasEnd: boolean
  /** The filter without dates, if the range decides about them. */
  filter: ContractFilter
}

/**
 * Yields tables that together have each contract once which has the codes and an end that the
 * filter may find.
 */
export async function* listSources(
  main: Kysely<MainTables>,
  parts: readonly Part[],
  filter: ContractFilter,
  sliceRows = SLICE,
): AsyncGenerator<Source> {
  const postgres = isPostgres(main as unknown as Kysely<unknown>)
  for (const part of parts) {
    for (const whole of rangesOf(filter)) {
      const { isShown } = whole
      const hasEnd = hasEnds(whole)
      const left = hasEnd ? { ...filter, endsAfter: null, endsBefore: null } : filter
      let range = whole
      for (;;) {
        const next = postgres ? undefined : await findSliceEnd(main, part, range, sliceRows)
        const slice = next ? { ...range, upTo: next[0], last: next } : range
        yield { table: selectRange(part, slice, postgres), isShown, hasEnd, filter: left }
        if (!next) break
        range = { ...range, from: next[0], after: next }
      }
    }
  }
}

/** Returns end and key of the last row of a slice, or undefined if the range has fewer rows. */
async function findSliceEnd(
  main: Kysely<MainTables>,
  part: Part,
  range: Range,
  sliceRows: number,
): Promise<readonly [string, string] | undefined> {
  const { rows } = await sql<{ ends: string; key: string }>`
    SELECT ends, key FROM tender_contract_divisions WHERE ${inRange(part, range)}
    ORDER BY ends, key LIMIT 1 OFFSET ${sql.lit(sliceRows - 1)}`.execute(main)
  return rows[0] && [rows[0].ends, rows[0].key]
}

/**
 * Whether at most so many contracts have the codes. Reads no more than one above of those that have
 * them.
 */
export async function isAtMostByCodes(
  main: Kysely<MainTables>,
  parts: readonly Part[],
  most: number,
): Promise<boolean> {
  const postgres = isPostgres(main as unknown as Kysely<unknown>)
  const whole: Range = { isShown: true, from: '', upTo: LAST }
  let left = most
  for (const part of parts) {
    const { rows } = await sql<{ n: number | string }>`
      SELECT count(*) AS n FROM (SELECT key FROM ${selectRange(part, whole, postgres)} AS f LIMIT ${sql.lit(left + 1)}) AS found`.execute(
      main,
    )
    left -= Number(rows[0]!.n)
    if (left < 0) return false
  }
  return true
}
