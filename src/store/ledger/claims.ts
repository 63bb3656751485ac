/**
 * Claims on payments: every transition is compare-and-set on the fencing token, a failure never overwrites a success, and each
 * function's promise resolves only when its change is on disk. Contract section 7.
 */
import { type ExpressionBuilder, type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Store } from '../open.ts'
import type { ClaimsTable, LedgerTables, PaymentsTable } from './schema.ts'
import { compileOnce } from './statements.ts'

export type ClaimRow = Selectable<ClaimsTable>
export type NewClaim = Required<Omit<Insertable<ClaimsTable>, 'id'>>
export type ClaimKeyColumns = Pick<ClaimRow, 'network' | 'asset' | 'payer' | 'nonce'>

/** The token that proves the holding of a claim. */
export type Held = Pick<ClaimRow, 'id' | 'fence'>

/** The same, with what a binding of the buyer's own key is told by. */
type HeldWithKey = Held & ClaimKeyColumns & Pick<ClaimRow, 'payment_id'>

/** What a settled claim is answered with. */
export interface KeptAnswer {
  status: number
  body: Uint8Array
  /** Null until it is settled. */
  tx_hash: string | null
}

export interface PaymentIdRow extends ClaimKeyColumns {
  payment_id: string
  fingerprint: string
}

export interface Claims {
  find(key: ClaimKeyColumns): Promise<ClaimRow | null>
  /** Writes a new claim, unless the payment is known already: then what is known of it. */
  claim(row: NewClaim): Promise<{ isNew: boolean; row: ClaimRow }>
  /** Moves a claim, still as it was read, to a new owner; the claim as it is now. Null: somebody else was faster. A key it no longer has is unbound. */
  takeOver(row: ClaimRow, change: Partial<NewClaim> & Pick<NewClaim, 'owner' | 'lease_until_ms' | 'state'>): Promise<ClaimRow | null>
  /** Forgets a claim whose settlement was never begun, and its key's binding. False: it was lost to another owner, or is settling. */
  release(held: HeldWithKey): Promise<boolean>
  /** Forgets a settlement that was begun and is known never to have been sent. False: the claim was lost to another owner. */
  withdraw(held: HeldWithKey): Promise<boolean>
  /** The answer and the state `settling` in one write. False: the claim was lost to another owner. */
  beginSettling(held: Held, answer: { status: number; body: Uint8Array; leaseUntilMs: number; expiresMs: number }): Promise<boolean>
  /** The answer written with `settling`. Null: it is no longer kept. */
  keptAnswer(claim: Pick<ClaimRow, 'id'>): Promise<KeptAnswer | null>
  /** The end of every lease: the next comer reconciles at once. */
  endLease(held: Held, nowMs: number): Promise<void>
  /**
   * The payment and the state `settled` in one write. A settled payment is a fact whoever learns it, so no token is asked. False: somebody
   * had written it down before, and what he wrote holds.
   */
  settle(row: ClaimRow, txHash: string, nowMs: number): Promise<boolean>
  /** Only from `settling`, only by the holder. False: the claim was lost to another owner. */
  fail(held: Held, reason: string, expiresMs: number): Promise<boolean>
  /** Binds a buyer's idempotency key to a verified payment; returns the binding that is in force. */
  bindPaymentId(row: PaymentIdRow, expiresMs: number): Promise<PaymentIdRow>
  /** Forgets the binding of a key to a payment whose claim is gone: it was written after that. */
  unbind(row: HeldWithKey): Promise<void>
  /**
   * Rebinds a key whose former payment came to nothing. `judged`: the claim over that payment, or none, from which it was told.
   * False: somebody else was faster, or it is tried again.
   */
  rebindPaymentId(
    former: PaymentIdRow,
    judged: Held | null,
    to: { nonce: string; fingerprint: string; expiresMs: number },
  ): Promise<boolean>
  /** Undecided settlements that nobody works on, longest left alone first. Other networks and assets are other settings'. */
  expiredSettling(settings: { network: string; asset: string }, nowMs: number, limit: number): Promise<ClaimRow[]>
  /**
   * Drops claims and answers past their expiry. Undecided settlements stay, what was settled after `settledAfterMs`, the buyers' keys of what
   * stays, and the payments.
   */
  purge(nowMs: number, settledAfterMs: number): Promise<void>
  countSettling(): Promise<number>
}

/** Claims dropped in one unit of work: others wait meanwhile. */
const PURGE_BATCH = 500

export function createClaims({ ledger }: Pick<Store, 'ledger'>): Claims {
  const { read, write, apply } = ledger
  const statements = compileStatements(read)
  /** Bindings that expired before this have been looked at by this process. */
  let bindingsSeenMs = 0
  const unbinding = (held: HeldWithKey) => (held.payment_id === null ? [] : [statements.unbind({ ...held, payment_id: held.payment_id })])

  const find = async (key: ClaimKeyColumns) =>
    (await read
      .selectFrom('claims')
      .selectAll()
      .where((row) => row.and(keyOf(key)))
      .executeTakeFirst()) ?? null

  return {
    find,

    async claim(row) {
      for (;;) {
        const [written] = (await apply(statements.claim(row))).rows as Pick<ClaimRow, 'id'>[]
        if (written) return { isNew: true, row: { ...row, id: written.id } }
        const known = await find(row)
        // Somebody may have released it since.
        if (known) return { isNew: false, row: known }
      }
    },

    takeOver: (row, change) =>
      write(async (tx) => {
        const changed = { ...change, fence: row.fence + 1 }
        const result = await tx.updateTable('claims').set(changed).where(heldBy(row)).where('state', '=', row.state).executeTakeFirst()
        if (result.numUpdatedRows === 0n) return null
        const isRenamed = change.payment_id !== undefined && change.payment_id !== row.payment_id
        if (isRenamed && row.payment_id !== null) await tx.deleteFrom('payment_ids').where(bindingOf(row)).execute()
        return { ...row, ...changed }
      }),

    release: async (held) => (await apply(statements.release(held), ...unbinding(held))).changes > 0,

    withdraw: async (held) => (await apply(statements.withdraw(held), statements.dropAnswer(held), ...unbinding(held))).changes > 0,

    async beginSettling({ id, fence }, { status, body, leaseUntilMs, expiresMs }) {
      const begun = await apply(
        statements.beginSettling({ id, fence, lease_until_ms: leaseUntilMs, expires_ms: expiresMs }),
        statements.keepAnswer({ claim_id: id, status, body }),
      )
      return begun.changes > 0
    },

    keptAnswer: async ({ id }) =>
      (await read
        .selectFrom('answers')
        .leftJoin('payments', 'payments.claim_id', 'answers.claim_id')
        .select(['status', 'body', 'tx_hash'])
        .where('answers.claim_id', '=', id)
        .executeTakeFirst()) ?? null,

    async endLease({ id, fence }, nowMs) {
      await apply(statements.endLease({ id, fence, lease_until_ms: nowMs }))
    },

    async settle(row, txHash, nowMs) {
      const payment = { ...row, claim_id: row.id, tx_hash: txHash, settled_ms: nowMs }
      const settled = await apply(statements.settle(row), statements.recordPayment(payment))
      if (settled.changes > 0) return true
      const known = await find(row)
      if (known?.id !== row.id || known.state !== 'settled') throw new Error('a payment was settled whose claim is gone')
      return false
    },

    fail: async ({ id, fence }, failure, expiresMs) =>
      (await apply(statements.fail({ id, fence, failure, expires_ms: expiresMs }))).changes > 0,

    bindPaymentId: (row, expiresMs) =>
      write((tx) =>
        tx
          .insertInto('payment_ids')
          .values({ ...row, expires_ms: expiresMs })
          // Changes nothing, and waits for whoever is rebinding it.
          .onConflict((conflict) =>
            conflict
              .columns(['network', 'asset', 'payer', 'payment_id'])
              .doUpdateSet((bound) => ({ nonce: bound.ref('payment_ids.nonce') })),
          )
          .returning(['network', 'asset', 'payer', 'nonce', 'payment_id', 'fingerprint'])
          .executeTakeFirstOrThrow(),
      ),

    async unbind(row) {
      if (row.payment_id !== null) await write((tx) => tx.deleteFrom('payment_ids').where(bindingOf(row)).where(hasNoClaim).execute())
    },

    rebindPaymentId: (former, judged, { nonce, fingerprint, expiresMs }) =>
      write(async (tx) => {
        const isAsRead = { nonce: former.nonce, fingerprint: former.fingerprint }
        const binding = tx
          .updateTable('payment_ids')
          .where(samePaymentId(former))
          .where((row) => row.and(isAsRead))
        // First it is held: a repetition of the former payment is bound before, and seen here, or finds the new binding.
        const isHeld = await binding.set({ nonce: former.nonce }).executeTakeFirst()
        if (isHeld.numUpdatedRows === 0n) return false
        const claim = await tx
          .selectFrom('claims')
          .select(['id', 'fence'])
          .where((row) => row.and(keyOf(former)))
          .executeTakeFirst()
        if (claim?.id !== judged?.id || claim?.fence !== judged?.fence) return false
        await binding.set({ nonce, fingerprint, expires_ms: expiresMs }).execute()
        return true
      }),

    expiredSettling: ({ network, asset }, nowMs, limit) =>
      read
        .selectFrom('claims')
        .selectAll()
        .where('network', '=', network)
        .where('asset', '=', asset.toLowerCase())
        .where(isSettling)
        .where('lease_until_ms', '<=', nowMs)
        .orderBy('lease_until_ms')
        .limit(limit)
        .execute(),

    async purge(nowMs, settledAfterMs) {
      const past = (row: ExpressionBuilder<LedgerTables, 'claims'>) => {
        const payment = row.selectFrom('payments').select('claim_id').whereRef('payments.claim_id', '=', 'claims.id')
        const isSettledLate = row.exists(payment.where('settled_ms', '>', settledAfterMs))
        return row.and([row('expires_ms', '<', nowMs), row('state', '!=', 'settling'), row.not(isSettledLate)])
      }
      for (let dropped = PURGE_BATCH; dropped === PURGE_BATCH; ) {
        dropped = await write(async (tx) => {
          const some = tx.selectFrom('claims').select('id').where(past).limit(PURGE_BATCH)
          const gone = await tx.deleteFrom('claims').where('id', 'in', some).where(past).returningAll().execute()
          const ids = gone.map(({ id }) => id)
          if (ids.length > 0) await tx.deleteFrom('answers').where('claim_id', 'in', ids).execute()
          for (const claim of gone) if (claim.payment_id !== null) await tx.deleteFrom('payment_ids').where(bindingOf(claim)).execute()
          return ids.length
        })
      }
      // Whoever slept through the end of his claim may have bound a key after it. Those of living claims are looked at once, not for a month.
      const since = bindingsSeenMs
      bindingsSeenMs = nowMs
      await write((tx) =>
        tx.deleteFrom('payment_ids').where('expires_ms', '>=', since).where('expires_ms', '<', nowMs).where(hasNoClaim).execute(),
      )
    },

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
    claim: compileOnce<NewClaim>((row) =>
      db
        .insertInto('claims')
        .values(pick(row, CLAIM_COLUMNS))
        .onConflict((conflict) => conflict.columns(['nonce', 'payer', 'asset', 'network']).doNothing())
        .returning('id'),
    ),
    release: compileOnce<Held>((held) => db.deleteFrom('claims').where(heldBy(held)).where('state', '=', 'claimed')),
    withdraw: compileOnce<Held>((held) => db.deleteFrom('claims').where(heldBy(held)).where('state', '=', 'settling')),
    dropAnswer: compileOnce<Held>(({ id }) => db.deleteFrom('answers').where('claim_id', '=', id)),
    unbind: compileOnce<ClaimKeyColumns & { payment_id: string }>((held) => db.deleteFrom('payment_ids').where(bindingOf(held))),
    beginSettling: compileOnce<Held & Pick<ClaimRow, 'lease_until_ms' | 'expires_ms'>>((held) =>
      db
        .updateTable('claims')
        .set({ state: 'settling', lease_until_ms: held.lease_until_ms, expires_ms: held.expires_ms })
        .where(heldBy(held))
        .where('state', '=', 'claimed'),
    ),
    keepAnswer: compileOnce<LedgerTables['answers']>(({ claim_id, status, body }) =>
      db.insertInto('answers').values({ claim_id, status, body }),
    ),
    endLease: compileOnce<Held & Pick<ClaimRow, 'lease_until_ms'>>((held) =>
      db.updateTable('claims').set({ lease_until_ms: held.lease_until_ms }).where(heldBy(held)).where('state', '=', 'settling'),
    ),
    settle: compileOnce<ClaimRow>(({ id }) =>
      db.updateTable('claims').set({ state: 'settled', failure: null }).where('id', '=', id).where('state', 'in', ['settling', 'failed']),
    ),
    recordPayment: compileOnce<PaymentsTable>((row) => db.insertInto('payments').values(pick(row, PAYMENT_COLUMNS))),
    fail: compileOnce<Held & Pick<ClaimRow, 'failure' | 'expires_ms'>>((held) =>
      db
        .updateTable('claims')
        .set({ state: 'failed', failure: held.failure, expires_ms: held.expires_ms })
        .where(heldBy(held))
        .where('state', '=', 'settling'),
    ),
  }
}

const KEY_COLUMNS = ['network', 'asset', 'payer', 'nonce'] as const satisfies readonly (keyof ClaimsTable)[]

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

/** Column by column: placeholders cannot be spread. */
function pick<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>
}

/** In the words of the partial index: with a bound value SQLite would not use it. */
const isSettling = sql<boolean>`state = 'settling'`

function keyOf(row: ClaimKeyColumns): ClaimKeyColumns {
  return pick(row, KEY_COLUMNS)
}

function heldBy({ id, fence }: Held) {
  return (row: ExpressionBuilder<LedgerTables, 'claims'>) => row.and({ id, fence })
}

/** The binding of a claim's key to this claim's payment, not to another. */
function bindingOf({ network, asset, payer, nonce, payment_id }: ClaimKeyColumns & Pick<ClaimRow, 'payment_id'>) {
  return (row: ExpressionBuilder<LedgerTables, 'payment_ids'>) => row.and({ network, asset, payer, nonce, payment_id: payment_id ?? '' })
}

function hasNoClaim(row: ExpressionBuilder<LedgerTables, 'payment_ids'>) {
  let claim = row.selectFrom('claims').select('id')
  for (const name of KEY_COLUMNS) claim = claim.whereRef(`claims.${name}`, '=', `payment_ids.${name}`)
  return row.not(row.exists(claim))
}

function samePaymentId({ network, asset, payer, payment_id }: PaymentIdRow) {
  return (row: ExpressionBuilder<LedgerTables, 'payment_ids'>) => row.and({ network, asset, payer, payment_id })
}
