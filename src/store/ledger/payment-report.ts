/**
 * Payments for the operator: in pages and sums, whatever their number. No buyer waits for these
 * queries.
 */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Store } from '../open.ts'
import type { LedgerTables, PaymentsTable } from './schema.ts'

/** Settled at or after `fromMs` and before `beforeMs`; null: without that end. */
export interface ReportPeriod {
  fromMs: number | null
  beforeMs: number | null
}

export interface BookedPayment extends PaymentsTable {
  refund_tx: string | null
  refunded_ms: number | null
}

/** A token on a network. Lower case, as the ledger keeps them. */
export interface Currency {
  network: string
  asset: string
}

/** Rows of `payments`, alone or joined with others. */
export const within =
  ({ fromMs, beforeMs }: ReportPeriod) =>
  (row: ExpressionBuilder<LedgerTables, 'payments'>) =>
    row.and([
      ...(fromMs === null ? [] : [row('payments.settled_ms', '>=', fromMs)]),
      ...(beforeMs === null ? [] : [row('payments.settled_ms', '<', beforeMs)]),
    ])

/**
 * `known`: a refund of this payment is recorded already. `not_covered`: the transaction moved less
 * than all refunds that it is to pay.
 */
type RefundRecorded = 'recorded' | 'known' | 'not_covered'

export type Books = ReturnType<typeof createBooks>

const PAGE = 10_000

export function createBooks({ ledger }: Pick<Store, 'ledger'>) {
  const { read, write } = ledger

  const selectBooked = () =>
    read
      .selectFrom('payments')
      .leftJoin('refunds', 'refunds.claim_id', 'payments.claim_id')
      .selectAll('payments')
      .select(['refunds.tx_hash as refund_tx', 'refunds.recorded_ms as refunded_ms'])

  /**
   * Oldest first, from one page to the next by their keys: no transaction stays open, and no page
   * is slower than the first.
   */
  async function* payments(
    span: ReportPeriod,
    currency?: Currency,
  ): AsyncGenerator<BookedPayment[]> {
    let after: { settled_ms: number; claim_id: number } | null = null
    while (true) {
      let query = selectBooked().where(within(span))
      if (currency)
        query = query.where((row) => row.and({ network: currency.network, asset: currency.asset }))
      if (after !== null) {
        const { settled_ms, claim_id }: { settled_ms: number; claim_id: number } = after
        query = query.where((row) =>
          row(
            row.refTuple('payments.settled_ms', 'payments.claim_id'),
            '>',
            row.tuple(settled_ms, claim_id),
          ),
        )
      }
      const page: BookedPayment[] = await query
        .orderBy('payments.settled_ms')
        .orderBy('payments.claim_id')
        .limit(PAGE)
        .execute()
      if (page.length > 0) yield page
      if (page.length < PAGE) return
      after = page.at(-1)!
    }
  }

  return {
    payments,

    /** Returns every address that was ever to be paid in this currency. */
    async payees(currency: Currency): Promise<string[]> {
      const rows = await read
        .selectFrom('payments')
        .select('pay_to')
        .distinct()
        .where((row) => row.and({ ...currency }))
        .execute()
      return [...new Set(rows.map(({ pay_to }) => pay_to.toLowerCase()))]
    },

    async oldestSettledMs(currency: Currency): Promise<number | null> {
      const oldest = await read
        .selectFrom('payments')
        .select('settled_ms')
        .where((row) => row.and({ ...currency }))
        .orderBy('settled_ms')
        .limit(1)
        .executeTakeFirst()
      return oldest?.settled_ms ?? null
    },

    /**
     * Claims whose settlement is not known yet: their money may be on the chain before it is in the
     * books.
     */
    listUndecided: (currency: Currency) =>
      read
        .selectFrom('claims')
        .select(['payer', 'pay_to', 'amount_atomic'])
        // In the words of the partial index.
        .where(sql<boolean>`state = 'settling'`)
        .where((row) => row.and({ ...currency }))
        .execute(),

    /** Finds by the payment's number, or by its transaction, of which there may be several. */
    find(name: { claimId: number } | { txHash: string }): Promise<BookedPayment[]> {
      const matches =
        'claimId' in name ? { claim_id: name.claimId } : { tx_hash: name.txHash.toLowerCase() }
      return selectBooked()
        .where((row) =>
          row.and(
            Object.entries(matches).map(([column, value]) =>
              row(`payments.${column as 'claim_id'}`, '=', value as number),
            ),
          ),
        )
        .orderBy('payments.claim_id')
        .execute()
    },

    /**
     * Records that a payment was sent back. `movedAtomic`: what the transaction moved to its payer,
     * which pays for no more refunds than it covers; null: not known.
     */
    async recordRefund(
      claimId: number,
      txHash: string,
      movedAtomic: bigint | null,
      nowMs: number,
    ): Promise<RefundRecorded> {
      const sent = txHash.toLowerCase()
      return await write(async (tx) => {
        const payment = await tx
          .selectFrom('payments')
          .selectAll()
          .where('claim_id', '=', claimId)
          .executeTakeFirstOrThrow()
        const { network, asset, payer } = payment
        // Changes nothing, and makes refunds to one payer wait for each other: two of them may not
        // be paid by the same money.
        const first = tx
          .selectFrom('payments')
          .select((row) => row.fn.min('claim_id').as('claim_id'))
          .where((row) => row.and({ network, asset, payer }))
        await tx.updateTable('payments').set({ payer }).where('claim_id', '=', first).execute()
        const known = await tx
          .selectFrom('refunds')
          .select('claim_id')
          .where('claim_id', '=', claimId)
          .executeTakeFirst()
        if (known) return 'known'
        const paidByIt = await tx
          .selectFrom('refunds')
          .innerJoin('payments', 'payments.claim_id', 'refunds.claim_id')
          .select('payments.amount_atomic')
          .where('refunds.tx_hash', '=', sent)
          .where((row) => row.and({ network, asset, payer }))
          .execute()
        const sum = [...paidByIt, payment].reduce(
          (total, { amount_atomic }) => total + BigInt(amount_atomic),
          0n,
        )
        if (movedAtomic !== null && sum > movedAtomic) return 'not_covered'
        await tx
          .insertInto('refunds')
          .values({ claim_id: claimId, tx_hash: sent, recorded_ms: nowMs })
          .execute()
        return 'recorded'
      })
    },
  }
}
