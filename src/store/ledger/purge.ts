/** Deletes rows that no caller can need any more. */
import type { ExpressionBuilder } from 'kysely'
import type { Store } from '../open.ts'
import { bindingOf, KEY_COLUMNS } from './rows.ts'
import type { LedgerTables } from './schema.ts'

/** Number of claims deleted in one unit of work, for which other units wait. */
const PURGE_BATCH = 500

export function createPurge({ write }: Pick<Store['ledger'], 'write'>) {
  /** Bindings that expired before this have been looked at by this process. */
  let bindingsSeenMs = 0

  /**
   * Drops claims and answers past their expiry. Undecided settlements stay, what was settled after
   * `settledAfterMs`, the buyers' keys of what stays, and the payments.
   */
  return async function purge(nowMs: number, settledAfterMs: number): Promise<void> {
    const past = (row: ExpressionBuilder<LedgerTables, 'claims'>) => {
      const payment = row
        .selectFrom('payments')
        .select('claim_id')
        .whereRef('payments.claim_id', '=', 'claims.id')
      const isSettledLate = row.exists(payment.where('settled_ms', '>', settledAfterMs))
      return row.and([
        row('expires_ms', '<', nowMs),
        row('state', '!=', 'settling'),
        row.not(isSettledLate),
      ])
    }
    for (let dropped = PURGE_BATCH; dropped === PURGE_BATCH; ) {
      dropped = await write(async (tx) => {
        const some = tx.selectFrom('claims').select('id').where(past).limit(PURGE_BATCH)
        const expired = await tx
          .deleteFrom('claims')
          .where('id', 'in', some)
          .where(past)
          .returningAll()
          .execute()
        const ids = expired.map(({ id }) => id)
        if (ids.length > 0) await tx.deleteFrom('answers').where('claim_id', 'in', ids).execute()
        if (ids.length > 0) await tx.deleteFrom('receipts').where('claim_id', 'in', ids).execute()
        for (const claim of expired)
          if (claim.payment_id !== null)
            await tx.deleteFrom('payment_ids').where(bindingOf(claim)).execute()
        return ids.length
      })
    }
    // A claim may have been deleted while its identifier was being bound. Each identifier is
    // checked for that once, not at every purge.
    const since = bindingsSeenMs
    bindingsSeenMs = nowMs
    await write((tx) =>
      tx
        .deleteFrom('payment_ids')
        .where('expires_ms', '>=', since)
        .where('expires_ms', '<', nowMs)
        .where((row) => {
          let claim = row.selectFrom('claims').select('id')
          for (const name of KEY_COLUMNS)
            claim = claim.whereRef(`claims.${name}`, '=', `payment_ids.${name}`)
          return row.not(row.exists(claim))
        })
        .execute(),
    )
  }
}
