import { type Generated, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { identity, types } from '../../dialect.ts'

interface OldClaim {
  network: string
  asset: string
  payer: string
  nonce: string
  fingerprint: string
  operation: string
  state: string
  owner: string
  lease_until_ms: number
  fence: number
  payment_id: string | null
  amount_atomic: string
  pay_to: string
  payload_json: string
  answer_status: number | null
  answer_body: Uint8Array | null
  failure: string | null
  created_ms: number
  expires_ms: number
}

interface OldPayment {
  network: string
  asset: string
  payer: string
  nonce: string
  operation: string
  fingerprint: string
  amount_atomic: string
  pay_to: string
  tx_hash: string
  settled_ms: number
}

/** The tables as this migration finds and leaves them. */
interface Tables {
  old_claims: OldClaim
  old_payments: OldPayment
  claims: Omit<OldClaim, 'payload_json' | 'answer_status' | 'answer_body'> & {
    id: Generated<number>
    signature: string
    valid_after: string
    valid_before: string
  }
  answers: { claim_id: number; status: number; body: Uint8Array }
  payments: OldPayment & { claim_id: number }
}

/** What stays in `claims` as it was. */
const KEPT = [
  'network',
  'asset',
  'payer',
  'nonce',
  'fingerprint',
  'operation',
  'state',
  'owner',
  'lease_until_ms',
  'fence',
  'payment_id',
  'amount_atomic',
  'pay_to',
  'failure',
  'created_ms',
  'expires_ms',
] as const
/** Rows moved at a time. */
const BATCH = 500

/**
 * A payment's three durable steps rewrite small rows and append to the rest (docs/ledger.md): claims get a number, answers and payments hang on it,
 * and of the payload is kept what cannot be derived from the claim.
 */
export const slimClaims: Migration = {
  async up(db: Kysely<unknown>) {
    for (const index of ['claims_by_state', 'claims_by_expiry']) await db.schema.dropIndex(index).execute()
    await db.schema.alterTable('claims').renameTo('old_claims').execute()
    await db.schema.alterTable('payments').renameTo('old_payments').execute()
    await createTables(db)
    await moveRows(db as unknown as Kysely<Tables>)
    await db.schema.dropTable('old_claims').execute()
    await db.schema.dropTable('old_payments').execute()
  },
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('claims')
    .$call((table) => identity(db, table, 'id'))
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('asset', 'text', (column) => column.notNull())
    .addColumn('payer', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('fence', 'integer', (column) => column.notNull())
    .addColumn('payment_id', 'text')
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('amount_atomic', 'text', (column) => column.notNull())
    .addColumn('pay_to', 'text', (column) => column.notNull())
    .addColumn('valid_after', 'text', (column) => column.notNull())
    .addColumn('valid_before', 'text', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .execute()
  // The nonce first: it alone tells nearly all payments apart.
  await db.schema.createIndex('claims_by_key').unique().on('claims').columns(['nonce', 'payer', 'asset', 'network']).execute()
  await db.schema.createIndex('claims_by_expiry').on('claims').column('expires_ms').execute()
  await db.schema
    .createIndex('claims_settling')
    .on('claims')
    .column('lease_until_ms')
    // Literally: SQLite uses a partial index only where a query says the same.
    .where(sql<boolean>`state = 'settling'`)
    .execute()
  await db.schema
    .createTable('answers')
    .addColumn('claim_id', types(db).rowId, (column) => column.primaryKey())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', types(db).bytes, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('payments')
    .addColumn('claim_id', types(db).rowId, (column) => column.primaryKey())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('asset', 'text', (column) => column.notNull())
    .addColumn('payer', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('amount_atomic', 'text', (column) => column.notNull())
    .addColumn('pay_to', 'text', (column) => column.notNull())
    .addColumn('tx_hash', 'text', (column) => column.notNull())
    .addColumn('settled_ms', 'bigint', (column) => column.notNull())
    .execute()
}

async function moveRows(db: Kysely<Tables>): Promise<void> {
  for (let moved = 0; ; moved += BATCH) {
    const rows = await db
      .selectFrom('old_claims')
      .select([...KEPT, 'payload_json', 'answer_status', 'answer_body'])
      .orderBy('created_ms')
      .orderBy('nonce')
      .orderBy('payer')
      .limit(BATCH)
      .offset(moved)
      .execute()
    for (const row of rows) await moveClaim(db, row)
    if (rows.length < BATCH) break
  }
  for (let moved = 0; ; moved += BATCH) {
    const rows = await db
      .selectFrom('old_payments')
      .selectAll()
      .orderBy('settled_ms')
      .orderBy('nonce')
      .orderBy('payer')
      .limit(BATCH)
      .offset(moved)
      .execute()
    // Below zero: its claim is gone, and no claim to come has that number.
    for (const [index, row] of rows.entries()) await movePayment(db, row, -(moved + index + 1))
    if (rows.length < BATCH) break
  }
  // And `settled` without its payment is for the chain to say.
  await db
    .updateTable('claims')
    .set({ state: 'settling', lease_until_ms: 0 })
    .where('state', '=', 'settled')
    .where('id', 'not in', db.selectFrom('payments').select('claim_id'))
    .execute()
}

/** The first layout could keep one of the two writes that settle a claim: a payment is proof enough. */
async function movePayment(db: Kysely<Tables>, row: OldPayment, ownNumber: number): Promise<void> {
  const { network, asset, payer, nonce, fingerprint } = row
  const paid = await db
    .updateTable('claims')
    .set({ state: 'settled', failure: null })
    .where((claims) => claims.and({ network, asset, payer, nonce, fingerprint }))
    .where('state', '!=', 'claimed')
    .returning('id')
    .executeTakeFirst()
  await db
    .insertInto('payments')
    .values({ ...row, claim_id: paid?.id ?? ownNumber })
    .execute()
}

async function moveClaim(db: Kysely<Tables>, row: OldClaim): Promise<void> {
  const { payload_json, answer_status, answer_body, ...kept } = row
  const { payload } = JSON.parse(payload_json) as {
    payload: { signature: string; authorization: { validAfter: string; validBefore: string } }
  }
  const { signature, authorization } = payload
  const { id } = await db
    .insertInto('claims')
    .values({ ...kept, signature, valid_after: authorization.validAfter, valid_before: authorization.validBefore })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (answer_status === null || answer_body === null) return
  await db.insertInto('answers').values({ claim_id: id, status: answer_status, body: answer_body }).execute()
}
