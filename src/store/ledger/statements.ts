/**
 * Statements that run for every payment, compiled once: building and compiling a query costs ten times what SQLite needs to run it.
 * Written with Kysely like all others, so both engines and the table types hold for them too.
 */
import { type Compilable, CompiledQuery, type Kysely } from 'kysely'
import type { LedgerTables } from '../schema.ts'

export interface Statement<Parameters extends object> {
  readonly sql: string
  /** In the order of the placeholders. */
  bind(parameters: Parameters): unknown[]
}

export interface Done {
  rows: readonly unknown[]
  changes: number
}

/** Runs a statement inside the unit of work it was handed to. */
export type RunStatement = <Parameters extends object>(statement: Statement<Parameters>, parameters: Parameters) => Done | Promise<Done>

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** `build` receives placeholders under the parameters' names; what it writes besides them is constant. */
export function compileOnce<Parameters extends object>(build: (parameters: Parameters) => Compilable): Statement<Parameters> {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Parameters
  const { sql, parameters } = build(placeholders).compile()
  const sources = parameters.map((value) => (value instanceof Placeholder ? { name: value.name as keyof Parameters } : { value }))
  return { sql, bind: (values) => sources.map((source) => ('name' in source ? values[source.name] : source.value)) }
}

/** Any engine, by way of Kysely's connection. */
export function runBy(db: Pick<Kysely<LedgerTables>, 'executeQuery'>): RunStatement {
  return async (statement, parameters) => {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(statement.sql, statement.bind(parameters)))
    return { rows, changes: Number(numAffectedRows ?? 0n) }
  }
}
