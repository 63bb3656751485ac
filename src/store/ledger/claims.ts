/**
 * Claims on payments: every transition is compare-and-set on the fencing token, a failure never
 * overwrites a success, and each function's promise resolves only when its change is on disk; that
 * of a new claim when all processes can see it.
 */
import { type Kysely, sql } from 'kysely'
import type { Store } from '../open.ts'
import { type Bindings, createBindings } from './bindings.ts'
import { createPurge } from './purge.ts'
import {
  bindingOf,
  type ClaimKeyColumns,
  type ClaimRow,
  isOwnedBy,
  KEY_COLUMNS,
  type NewClaim,
  type OwnedClaim,
  pick,
  pickKey,
} from './rows.ts'
import type { ClaimsTable, LedgerTables, PaymentsTable } from './schema.ts'
import { compileOnce } from './statements.ts'

export type { PaymentIdRow } from './bindings.ts'
export type { ClaimKeyColumns, ClaimRow, NewClaim, OwnedClaim } from './rows.ts'

/** The same, with the columns that identify a binding of the buyer's own identifier. */
type OwnedClaimWithId = OwnedClaim & ClaimKeyColumns & Pick<ClaimRow, 'payment_id'>

/** Stored answer of a settled claim. */
export interface StoredAnswer {
  status: number
  body: Uint8Array
  /** Null where it carries none. */
  proof: string | null
  /** Null until it is settled. */
  tx_hash: string | null
  settled_ms: number | null
  /** Null until it was given. */
  receipt: string | null
}

export interface Claims extends Bindings {
  find(key: ClaimKeyColumns): Promise<ClaimRow | null>
  /** Returns whether this payment was ever settled, also if its claim and answer are purged. */
  isSettled(key: ClaimKeyColumns): Promise<boolean>
  /**
   * Writes a new claim, or returns the claim that is known already. Resolves when all processes can
   * see it. It is on disk with whatever is written of it next, and until then nothing has happened
   * that would have to be known after a power cut.
   */
  claim(row: NewClaim): Promise<{ isNew: boolean; row: ClaimRow }>
  /**
   * Moves an unchanged claim to a new owner and returns it, or null if another process was faster.
   * Unbinds an identifier that it no longer has.
   */
  takeOver(
    row: ClaimRow,
    change: Partial<NewClaim> & Pick<NewClaim, 'owner' | 'lease_until_ms' | 'state'>,
  ): Promise<ClaimRow | null>
  /**
   * Deletes a claim whose settlement was never started, and its identifier's binding. Returns false
   * if it has another owner or is settling.
   */
  release(owned: OwnedClaimWithId): Promise<boolean>
  /**
   * Deletes a settlement that is known never to have been sent. Returns false if the claim has
   * another owner.
   */
  withdraw(owned: OwnedClaimWithId): Promise<boolean>
  /**
   * The answer and the state `settling` in one write. False: the claim was lost to another owner.
   */
  beginSettling(
    owned: OwnedClaim,
    answer: {
      status: number
      body: Uint8Array
      proof?: string | null
      leaseUntilMs: number
      expiresMs: number
    },
  ): Promise<boolean>
  /** The answer written with `settling`. Null if it has been purged. */
  findStoredAnswer(claim: Pick<ClaimRow, 'id'>): Promise<StoredAnswer | null>
  /** Ends the lease, so that the next process can reconcile immediately. */
  endLease(owned: OwnedClaim, nowMs: number): Promise<void>
  /**
   * Records the payment and the state `settled` in one write, with its receipt if there is one. A
   * settlement is a fact for every process, so no token is checked. Returns false if it was
   * recorded before, perhaps with another transaction.
   */
  settle(row: ClaimRow, txHash: string, nowMs: number, receipt?: string | null): Promise<boolean>
  /**
   * Stores the receipt of a settled payment with its answer. Returns the stored one, or null if the
   * answer has been purged.
   */
  keepReceipt(claim: Pick<ClaimRow, 'id'>, jws: string): Promise<string | null>
  /** Only from `settling`, only by the holder. False: the claim was lost to another owner. */
  fail(owned: OwnedClaim, reason: string, expiresMs: number): Promise<boolean>
  /**
   * Returns undecided settlements without a running lease, the oldest first, of this network and
   * asset only.
   */
  listExpiredSettling(
    settings: { network: string; asset: string },
    now: { nowMs: number; lengthMs: number },
    limit: number,
  ): Promise<ClaimRow[]>
  /**
   * Drops claims and answers past their expiry. Undecided settlements stay, what was settled after
   * `settledAfterMs`, the buyers' keys of what stays, and the payments.
   */
  purge(nowMs: number, settledAfterMs: number): Promise<void>
  countSettling(): Promise<number>
}

export function createClaims({ ledger }: Pick<Store, 'ledger'>): Claims {
  const { read, write, apply, announce } = ledger
  const statements = compileStatements(read)
  const unbindStatements = (owned: OwnedClaimWithId) =>
    owned.payment_id === null ? [] : [statements.unbind({ ...owned, payment_id: owned.payment_id })]

  const find = async (key: ClaimKeyColumns) =>
    (await read
      .selectFrom('claims')
      .selectAll()
      .where((row) => row.and(pickKey(key)))
      .executeTakeFirst()) ?? null

  return {
    ...createBindings(ledger),
    purge: createPurge(ledger),
    find,

    isSettled: async (key) =>
      (await read
        .selectFrom('payments')
        .select('claim_id')
        .where((row) => row.and(pickKey(key)))
        .executeTakeFirst()) !== undefined,

    async claim(given) {
      const row = { units: null, unit_amount_atomic: null, ...given }
      for (;;) {
        const done = await announce(statements.claim(row)).catch(async (error: unknown) => {
          // A full disk takes no writes and can still be read: what was bought before is found.
          const known = await find(row).catch(() => null)
          if (known === null || known.state === 'claimed') throw error
          return known
        })
        if ('state' in done) return { isNew: false, row: done }
        const [written] = done.rows as Pick<ClaimRow, 'id'>[]
        if (written) return { isNew: true, row: { ...row, id: written.id } }
        const known = await find(row)
        // Another process may have released it since.
        if (known) return { isNew: false, row: known }
      }
    },

    takeOver: (row, change) =>
      write(async (tx) => {
        const changed = { ...change, fence: row.fence + 1 }
        const result = await tx
          .updateTable('claims')
          .set(changed)
          .where(isOwnedBy(row))
          .where('state', '=', row.state)
          .executeTakeFirst()
        if (result.numUpdatedRows === 0n) return null
        const isRenamed = change.payment_id !== undefined && change.payment_id !== row.payment_id
        if (isRenamed && row.payment_id !== null)
          await tx.deleteFrom('payment_ids').where(bindingOf(row)).execute()
        return { ...row, ...changed }
      }),

    release: async (owned) =>
      (await apply(statements.release(owned), ...unbindStatements(owned))).changes > 0,

    withdraw: async (owned) =>
      (
        await apply(
          statements.withdraw(owned),
          statements.dropAnswer(owned),
          ...unbindStatements(owned),
        )
      ).changes > 0,

    async beginSettling({ id, fence }, { status, body, proof = null, leaseUntilMs, expiresMs }) {
      const started = await apply(
        statements.beginSettling({
          id,
          fence,
          lease_until_ms: leaseUntilMs,
          expires_ms: expiresMs,
        }),
        statements.keepAnswer({ claim_id: id, status, body, proof }),
      )
      return started.changes > 0
    },

    findStoredAnswer: async ({ id }) =>
      (await read
        .selectFrom('answers')
        .leftJoin('payments', 'payments.claim_id', 'answers.claim_id')
        .leftJoin('receipts', 'receipts.claim_id', 'answers.claim_id')
        .select(['status', 'body', 'proof', 'tx_hash', 'settled_ms', 'jws as receipt'])
        .where('answers.claim_id', '=', id)
        .executeTakeFirst()) ?? null,

    async endLease({ id, fence }, nowMs) {
      await apply(statements.endLease({ id, fence, lease_until_ms: nowMs }))
    },

    async settle(row, txHash, nowMs, receipt = null) {
      const payment = { ...row, claim_id: row.id, tx_hash: txHash, settled_ms: nowMs }
      const given =
        receipt === null ? [] : [statements.keepReceipt({ claim_id: row.id, jws: receipt })]
      const settled = await apply(
        statements.settle(row),
        statements.recordPayment(payment),
        ...given,
      )
      if (settled.changes > 0) return true
      const known = await find(row)
      if (known?.id !== row.id || known.state !== 'settled')
        throw new Error('a payment was settled whose claim was purged')
      return false
    },

    async keepReceipt({ id }, jws) {
      await apply(statements.keepReceipt({ claim_id: id, jws }))
      const stored = await read
        .selectFrom('receipts')
        .select('jws')
        .where('claim_id', '=', id)
        .executeTakeFirst()
      return stored?.jws ?? null
    },

    fail: async ({ id, fence }, failure, expiresMs) =>
      (await apply(statements.fail({ id, fence, failure, expires_ms: expiresMs }))).changes > 0,

    listExpiredSettling: ({ network, asset }, { nowMs, lengthMs }, limit) =>
      read
        .selectFrom('claims')
        .selectAll()
        .where('network', '=', network)
        .where('asset', '=', asset.toLowerCase())
        .where(isSettling)
        .where(({ eb, or }) =>
          or([eb('lease_until_ms', '<=', nowMs), eb('lease_until_ms', '>', nowMs + lengthMs)]),
        )
        .orderBy('lease_until_ms')
        .limit(limit)
        .execute(),

    async countSettling() {
      const { count } = await read
        .selectFrom('claims')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where(isSettling)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

function compileStatements(db: Kysely<LedgerTables>) {
  return {
    claim: compileOnce<Omit<ClaimRow, 'id'>>((row) =>
      db
        .insertInto('claims')
        .values(pick(row, CLAIM_COLUMNS))
        .onConflict((conflict) =>
          conflict.columns(['nonce', 'payer', 'asset', 'network']).doNothing(),
        )
        .returning('id'),
    ),
    release: compileOnce<OwnedClaim>((owned) =>
      db.deleteFrom('claims').where(isOwnedBy(owned)).where('state', '=', 'claimed'),
    ),
    withdraw: compileOnce<OwnedClaim>((owned) =>
      db.deleteFrom('claims').where(isOwnedBy(owned)).where('state', '=', 'settling'),
    ),
    dropAnswer: compileOnce<OwnedClaim>(({ id }) =>
      db.deleteFrom('answers').where('claim_id', '=', id),
    ),
    unbind: compileOnce<ClaimKeyColumns & { payment_id: string }>((owned) =>
      db.deleteFrom('payment_ids').where(bindingOf(owned)),
    ),
    beginSettling: compileOnce<OwnedClaim & Pick<ClaimRow, 'lease_until_ms' | 'expires_ms'>>(
      (owned) =>
        db
          .updateTable('claims')
          .set({
            state: 'settling',
            lease_until_ms: owned.lease_until_ms,
            expires_ms: owned.expires_ms,
          })
          .where(isOwnedBy(owned))
          .where('state', '=', 'claimed'),
    ),
    keepAnswer: compileOnce<LedgerTables['answers']>(({ claim_id, status, body, proof }) =>
      db.insertInto('answers').values({ claim_id, status, body, proof }),
    ),
    keepReceipt: compileOnce<LedgerTables['receipts']>(({ claim_id, jws }) =>
      db
        .insertInto('receipts')
        .columns(['claim_id', 'jws'])
        // Nothing is left to drop an answer that was purged while its receipt was signed.
        .expression(
          db
            .selectFrom('answers')
            .select((answer) => [
              'claim_id',
              answer.cast<string>(answer.val(jws), 'text').as('jws'),
            ])
            .where('claim_id', '=', claim_id),
        )
        .onConflict((conflict) => conflict.column('claim_id').doNothing()),
    ),
    endLease: compileOnce<OwnedClaim & Pick<ClaimRow, 'lease_until_ms'>>((owned) =>
      db
        .updateTable('claims')
        .set({ lease_until_ms: owned.lease_until_ms })
        .where(isOwnedBy(owned))
        .where('state', '=', 'settling'),
    ),
    settle: compileOnce<ClaimRow>(({ id }) =>
      db
        .updateTable('claims')
        .set({ state: 'settled', failure: null })
        .where('id', '=', id)
        .where('state', 'in', ['settling', 'failed']),
    ),
    recordPayment: compileOnce<PaymentsTable>((row) =>
      db.insertInto('payments').values(pick(row, PAYMENT_COLUMNS)),
    ),
    fail: compileOnce<OwnedClaim & Pick<ClaimRow, 'failure' | 'expires_ms'>>((owned) =>
      db
        .updateTable('claims')
        .set({ state: 'failed', failure: owned.failure, expires_ms: owned.expires_ms })
        .where(isOwnedBy(owned))
        .where('state', '=', 'settling'),
    ),
  }
}

const CLAIM_COLUMNS = [
  ...KEY_COLUMNS,
  'fingerprint',
  'operation',
  'state',
  'owner',
  'lease_until_ms',
  'fence',
  'payment_id',
  'signature',
  'amount_atomic',
  'pay_to',
  'valid_after',
  'valid_before',
  'failure',
  'created_ms',
  'expires_ms',
  'units',
  'unit_amount_atomic',
] as const satisfies readonly (keyof ClaimsTable)[]

const PAYMENT_COLUMNS = [
  'claim_id',
  ...KEY_COLUMNS,
  'operation',
  'fingerprint',
  'amount_atomic',
  'pay_to',
  'tx_hash',
  'settled_ms',
] as const satisfies readonly (keyof PaymentsTable)[]

/** In the words of the partial index: with a bound value SQLite would not use it. */
const isSettling = sql<boolean>`state = 'settling'`
