/** Key under which traces name payers: one for all replicas, random, and part of the backup. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { MainTables } from './schema.ts'

const NAME = 'trace-key'

/** Returns the key; the first call creates it. */
export async function readTraceKey(main: Kysely<MainTables>): Promise<Buffer> {
  await main
    .insertInto('sources')
    .values({ name: NAME, detail: JSON.stringify({ key: randomBytes(32).toString('hex') }) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { detail } = await main
    .selectFrom('sources')
    .select('detail')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow()
  return Buffer.from((JSON.parse(detail) as { key: string }).key, 'hex')
}
