/** DuckDB through its Linux library, one query at a time. The friendlier package cannot be installed whole from every registry. */
import { createRequire } from 'node:module'

interface Library {
  open(path: string): Promise<unknown>
  connect(database: unknown): Promise<unknown>
  query(connection: unknown, sql: string): Promise<unknown>
}

export interface DuckDb {
  run(sql: string): Promise<void>
}

/** Null where the library is not installed. */
export async function openDuckDb(): Promise<DuckDb | null> {
  let library: Library
  try {
    library = createRequire(import.meta.url)(
      '@duckdb/node-bindings-linux-x64/duckdb.node',
    ) as Library
  } catch {
    return null
  }
  const connection = await library.connect(await library.open(':memory:'))
  await library.query(connection, 'SET threads = 1')
  return {
    async run(sql) {
      await library.query(connection, sql)
    },
  }
}
