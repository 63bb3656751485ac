import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Token {
  network: string
  asset: string
}

/** The tables as this migration finds and leaves them. */
interface Tables {
  old_audit_marks: { round: number; settled_ms: number }
  audit_marks: Token & { round: number; settled_ms: number }
  payments: Token
}

/**
 * Services of several networks or tokens may share a ledger: each has marks of its own, or one moves them past another's payments. Marks
 * that several have moved tell nothing: all payments are looked for again.
 */
export const marksByToken: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('audit_marks').renameTo('old_audit_marks').execute()
    await db.schema
      .createTable('audit_marks')
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('settled_ms', 'bigint', (column) => column.notNull())
      // By another name than the former table's, which PostgreSQL keeps until that is dropped.
      .addPrimaryKeyConstraint('audit_marks_by_token', ['network', 'asset', 'round'])
      .execute()
    await moveMarks(db as unknown as Kysely<Tables>)
    await db.schema.dropTable('old_audit_marks').execute()
  },
}

async function moveMarks(db: Kysely<Tables>): Promise<void> {
  const token = await db.selectFrom('payments').select(['network', 'asset']).limit(1).executeTakeFirst()
  if (!token) return
  const other = await db
    .selectFrom('payments')
    .select('network')
    .where((row) => row.not(row.and({ ...token })))
    .limit(1)
    .executeTakeFirst()
  if (other) return
  const marks = await db.selectFrom('old_audit_marks').selectAll().execute()
  if (marks.length === 0) return
  await db
    .insertInto('audit_marks')
    .values(marks.map((mark) => ({ ...token, ...mark })))
    .execute()
}
