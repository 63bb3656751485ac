/**
 * Claims on payments: every transition is compare-and-set on the fencing token, a failure never overwrites a success, and each
 * function's promise resolves only when its change is on disk. Contract section 7.
 */
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { Store } from '../open.ts'
import type { ClaimsTable, LedgerTables, PaymentsTable } from './schema.ts'
import { compileOnce } from './statements.ts'

export type ClaimRow = Selectable<ClaimsTable>
export type ClaimKeyColumns = Pick<ClaimRow, 'network' | 'asset' | 'payer' | 'nonce'>

/** A claim held by this process: its key and the token that proves the holding. */
export interface Held extends ClaimKeyColumns {
  fence: number
}

export interface PaymentIdRow extends ClaimKeyColumns {
  payment_id: string
  fingerprint: string
}

export interface Claims {
  find(key: ClaimKeyColumns): Promise<ClaimRow | null>
  /** Writes a new claim unless the payment is known already; then returns what is known. */
  claim(row: ClaimRow): Promise<ClaimRow | null>
  /** Moves a claim, still as it was read, to a new owner. Null: somebody else was faster. */
  takeOver(row: ClaimRow, change: Partial<ClaimRow> & Pick<ClaimRow, 'owner' | 'lease_until_ms' | 'state'>): Promise<Held | null>
  /** Forgets a claim whose settlement was never attempted. False: the claim was lost to another owner. */
  release(held: Held): Promise<boolean>
  /** The answer and the state `settling` in one write. False: the claim was lost to another owner. */
  beginSettling(held: Held, answer: { status: number; body: Uint8Array; leaseUntilMs: number }): Promise<boolean>
  /** The end of every lease: the next comer reconciles at once. */
  endLease(held: Held, nowMs: number): Promise<void>
  /** A settled payment is a fact whoever learns it, so no token is asked. */
  settle(row: ClaimRow, receipt: string, txHash: string, nowMs: number): Promise<void>
  /** Only from `settling`, only by the holder. False: the claim was lost to another owner. */
  fail(held: Held, reason: string): Promise<boolean>
  /** Binds a buyer's idempotency key to a verified payment; returns the binding that is in force. */
  bindPaymentId(row: PaymentIdRow, expiresMs: number): Promise<PaymentIdRow>
  /** Rebinds a key whose former payment came to nothing. False: somebody else was faster. */
  rebindPaymentId(former: PaymentIdRow, to: { nonce: string; fingerprint: string; expiresMs: number }): Promise<boolean>
  /** Undecided settlements that nobody works on, longest left alone first. Other networks and assets are another till's. */
  expiredSettling(till: { network: string; asset: string }, nowMs: number, limit: number): Promise<ClaimRow[]>
  /** Drops claims and answers that can no longer be replayed. Undecided settlements and the payments stay. */
  purge(nowMs: number): Promise<void>
  countByState(): Promise<Record<string, number>>
}

export function createClaims({ ledger }: Pick<Store, 'ledger'>): Claims {
  const { read, write } = ledger
  const hot = hotStatements(read)

  return {
    find: async (key) => (await read.selectFrom('claims').selectAll().where(matching(key)).executeTakeFirst()) ?? null,

    async claim(row) {
      for (;;) {
        const known = await write(async (tx, run) => {
          if ((await run(hot.claim, row)).changes > 0) return null
          return (await tx.selectFrom('claims').selectAll().where(matching(row)).executeTakeFirst()) ?? 'released'
        })
        // Another replica released the claim between the two statements: PostgreSQL shows each of them what was committed before it.
        if (known !== 'released') return known
      }
    },

    takeOver: (row, change) =>
      write(async (tx) => {
        const result = await tx
          .updateTable('claims')
          .set({ ...change, fence: row.fence + 1 })
          .where(matching(row))
          .where('fence', '=', row.fence)
          .where('state', '=', row.state)
          .executeTakeFirst()
        return result.numUpdatedRows > 0n ? { ...heldOf(row), fence: row.fence + 1 } : null
      }),

    release: (held) =>
      write(async (tx) => {
        const result = await tx
          .deleteFrom('claims')
          .where(matching(held))
          .where('fence', '=', held.fence)
          .where('state', 'in', ['claimed', 'settling'])
          .executeTakeFirst()
        return result.numDeletedRows > 0n
      }),

    beginSettling: (held, answer) =>
      write(async (_, run) => {
        const change = { answer_status: answer.status, answer_body: answer.body, lease_until_ms: answer.leaseUntilMs }
        return (await run(hot.beginSettling, { ...held, ...change })).changes > 0
      }),

    endLease: (held, nowMs) =>
      write(async (tx) => {
        await tx
          .updateTable('claims')
          .set({ lease_until_ms: nowMs })
          .where(matching(held))
          .where('fence', '=', held.fence)
          .where('state', '=', 'settling')
          .execute()
      }),

    settle: (row, receipt, txHash, nowMs) =>
      write(async (_, run) => {
        const settled = { ...row, receipt, tx_hash: txHash, settled_ms: nowMs }
        // In this order: on SQLite a unit that breaks between the two is kept, and a claim still `settling` is reconciled again.
        await run(hot.recordPayment, settled)
        await run(hot.settle, settled)
      }),

    fail: (held, reason) =>
      write(async (tx) => {
        const result = await tx
          .updateTable('claims')
          .set({ state: 'failed', failure: reason })
          .where(matching(held))
          .where('fence', '=', held.fence)
          .where('state', '=', 'settling')
          .executeTakeFirst()
        return result.numUpdatedRows > 0n
      }),

    bindPaymentId: (row, expiresMs) =>
      write(async (tx) => {
        await tx
          .insertInto('payment_ids')
          .values({ ...row, expires_ms: expiresMs })
          .onConflict((conflict) => conflict.columns(['network', 'asset', 'payer', 'payment_id']).doNothing())
          .execute()
        return await tx
          .selectFrom('payment_ids')
          .select(['network', 'asset', 'payer', 'nonce', 'payment_id', 'fingerprint'])
          .where(samePaymentId(row))
          .executeTakeFirstOrThrow()
      }),

    rebindPaymentId: (former, { nonce, fingerprint, expiresMs }) =>
      write(async (tx) => {
        const result = await tx
          .updateTable('payment_ids')
          .set({ nonce, fingerprint, expires_ms: expiresMs })
          .where(samePaymentId(former))
          .where('nonce', '=', former.nonce)
          .executeTakeFirst()
        return result.numUpdatedRows > 0n
      }),

    expiredSettling: ({ network, asset }, nowMs, limit) =>
      read
        .selectFrom('claims')
        .selectAll()
        .where('network', '=', network)
        .where('asset', '=', asset.toLowerCase())
        .where('state', '=', 'settling')
        .where('lease_until_ms', '<=', nowMs)
        .orderBy('lease_until_ms')
        .limit(limit)
        .execute(),

    purge: (nowMs) =>
      write(async (tx) => {
        await tx.deleteFrom('claims').where('expires_ms', '<', nowMs).where('state', '!=', 'settling').execute()
        await tx.deleteFrom('payment_ids').where('expires_ms', '<', nowMs).execute()
      }),

    async countByState() {
      const rows = await read
        .selectFrom('claims')
        .select(['state', (row) => row.fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute()
      return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]))
    },
  }
}

/** The three writes of an ordinary payment. */
function hotStatements(db: Kysely<LedgerTables>) {
  const key = ['network', 'asset', 'payer', 'nonce'] as const
  return {
    claim: compileOnce<ClaimRow>((row) =>
      db
        .insertInto('claims')
        .values(Object.fromEntries(CLAIM_COLUMNS.map((name) => [name, row[name]])) as unknown as ClaimRow)
        .onConflict((conflict) => conflict.columns(key).doNothing()),
    ),
    beginSettling: compileOnce<Held & Pick<ClaimRow, 'answer_status' | 'answer_body' | 'lease_until_ms'>>((row) =>
      db
        .updateTable('claims')
        .set({ state: 'settling', answer_status: row.answer_status, answer_body: row.answer_body, lease_until_ms: row.lease_until_ms })
        .where(matching(row))
        .where('fence', '=', row.fence)
        .where('state', '=', 'claimed'),
    ),
    settle: compileOnce<ClaimRow>((row) =>
      db
        .updateTable('claims')
        .set({ state: 'settled', receipt: row.receipt, failure: null })
        .where(matching(row))
        .where('fingerprint', '=', row.fingerprint)
        .where('state', 'in', ['settling', 'failed']),
    ),
    recordPayment: compileOnce<PaymentsTable>((row) =>
      db
        .insertInto('payments')
        .values({
          ...heldOf(row),
          operation: row.operation,
          fingerprint: row.fingerprint,
          amount_atomic: row.amount_atomic,
          pay_to: row.pay_to,
          tx_hash: row.tx_hash,
          settled_ms: row.settled_ms,
        })
        .onConflict((conflict) => conflict.columns(key).doNothing()),
    ),
  }
}

const CLAIM_COLUMNS = [
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
  'signature_key',
  'amount_atomic',
  'pay_to',
  'valid_before_s',
  'payload_json',
  'requirements_json',
  'answer_status',
  'answer_body',
  'receipt',
  'failure',
  'created_ms',
  'expires_ms',
] as const satisfies readonly (keyof ClaimsTable)[]

function heldOf({ network, asset, payer, nonce }: ClaimKeyColumns): ClaimKeyColumns {
  return { network, asset, payer, nonce }
}

function matching(key: ClaimKeyColumns) {
  return (row: ExpressionBuilder<LedgerTables, 'claims'>) => row.and(heldOf(key))
}

function samePaymentId({ network, asset, payer, payment_id }: PaymentIdRow) {
  return (row: ExpressionBuilder<LedgerTables, 'payment_ids'>) => row.and({ network, asset, payer, payment_id })
}
