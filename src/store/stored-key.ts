/** Random keys: one of each for all replicas, and part of the backup. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { MainTables } from './schema.ts'

/** Returns the key of a name; the first call creates it. */
export async function readStoredKey(
  main: Kysely<MainTables>,
  name: string,
  encoding: 'hex' | 'base64',
): Promise<Buffer> {
  await main
    .insertInto('sources')
    .values({ name, detail: JSON.stringify({ key: randomBytes(32).toString(encoding) }) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { detail } = await main
    .selectFrom('sources')
    .select('detail')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return Buffer.from((JSON.parse(detail) as { key: string }).key, encoding)
}

/** Key under which traces name payers. */
export const readTraceKey = (main: Kysely<MainTables>) => readStoredKey(main, 'trace-key', 'hex')
