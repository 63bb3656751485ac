/**
 * Statements that run for every payment, compiled once: building and compiling a query costs ten
 * times what SQLite needs to run it. Written with Kysely like all others, so both engines and the
 * table types hold for them too.
 */
import type { Compilable } from 'kysely'

/** A statement with its values, in the order of the placeholders. */
export interface Statement {
  readonly sql: string
  readonly values: readonly unknown[]
}

export interface Done {
  rows: readonly unknown[]
  changes: number
}

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * `build` receives placeholders under the parameters' names; what it writes besides them is
 * constant.
 */
export function compileOnce<Parameters extends object>(
  build: (parameters: Parameters) => Compilable,
): (values: Parameters) => Statement {
  const placeholders = new Proxy(
    {},
    { get: (_, name) => new Placeholder(String(name)) },
  ) as Parameters
  const { sql, parameters } = build(placeholders).compile()
  const sources = parameters.map((value) =>
    value instanceof Placeholder ? { name: value.name as keyof Parameters } : { value },
  )
  return (values) => ({
    sql,
    values: sources.map((source) => ('name' in source ? values[source.name] : source.value)),
  })
}
