/** Rows with the names of code (`buyerKey` for `buyer_key`), and the way to write them. */
import type { Insertable, Kysely } from 'kysely'
import type { MainTables } from './schema.ts'

type CamelName<Name> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelName<Rest>>}`
  : Name & string

/** A row of a table with the names of code. */
export type Camel<Row> = { [Name in keyof Row as CamelName<Name>]: Row[Name] }

type Table = keyof MainTables

/** Rows of one statement: SQLite binds at most 32,766 parameters. */
const CHUNK = 500

const fromColumn = createRenaming(/_(.)/g, (letter) => letter.toUpperCase())
const toColumn = createRenaming(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)

/** Renames the members of objects; each name is spelt once. */
function createRenaming(part: RegExp, spell: (letter: string) => string): (row: object) => object {
  const names = new Map<string, string>()
  return (row) => {
    const renamed: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(row)) {
      const other = names.getOrInsertComputed(name, () =>
        name.replace(part, (_, letter: string) => spell(letter)),
      )
      renamed[other] = value
    }
    return renamed
  }
}

export const fromRow = <Row extends object>(row: Row) => fromColumn(row) as Camel<Row>

export function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let index = 0; index < list.length; index += CHUNK) yield list.slice(index, index + CHUNK)
}

/**
 * Writes rows in place of those with the same key; of several with one key, the last one counts.
 */
export async function upsert<Name extends Table>(
  db: Kysely<MainTables>,
  table: Name,
  key: readonly (keyof MainTables[Name] & string)[],
  rows: readonly Camel<Insertable<MainTables[Name]>>[],
): Promise<void> {
  const given = rows.map(toColumn) as Record<string, unknown>[]
  const unique = new Map(given.map((row) => [JSON.stringify(key.map((name) => row[name])), row]))
  for (const values of chunks([...unique.values()])) {
    const columns = Object.keys(values[0]!).filter((name) => !key.some((each) => each === name))
    await db
      .insertInto(table as Table)
      .values(values as never)
      .onConflict((conflict) =>
        conflict
          .columns(key as never)
          .doUpdateSet(
            (row) =>
              Object.fromEntries(
                columns.map((name) => [name, row.ref(`excluded.${name}` as never)]),
              ) as never,
          ),
      )
      .execute()
  }
}
