/**
 * Results of the audit of the chain. A row stays while its payment differs. A row that matches
 * stays until it is no longer needed.
 */
import { type Insertable, sql } from 'kysely'
import type { Store } from '../open.ts'
import type { ClaimRow } from './claims.ts'
import type { AuditsTable, PaymentsTable } from './schema.ts'

export type Round = 1 | 2

export interface Audits {
  /** Payments settled by then that were not looked for in this round, oldest first. */
  due(round: Round, untilMs: number, limit: number): Promise<PaymentsTable[]>
  /** All payments settled before this were looked for in this round. */
  advance(round: Round, settledMs: number): Promise<void>
  /**
   * Returns payments that differ or could not be checked, last looked up before this time, and the
   * round of each.
   */
  open(checkedBeforeMs: number, limit: number): Promise<(PaymentsTable & { round: number })[]>
  /** Failed claims that expire before then and were not looked for. */
  listFailedUntil(expiresBeforeMs: number, limit: number): Promise<ClaimRow[]>
  write(row: Insertable<AuditsTable>): Promise<void>
  /** Counts payments of this network and asset that differ. */
  countDiffering(): Promise<number>
  /** Forgets what matched before then, of this network and asset. */
  forget(checkedBeforeMs: number): Promise<void>
}

/** Payments and claims of one network and asset. */
export function createAudits(
  { ledger }: Pick<Store, 'ledger'>,
  { network, asset }: { network: string; asset: string },
): Audits {
  const { read, write } = ledger
  const ours = { network, asset: asset.toLowerCase() }

  return {
    async due(round, untilMs, limit) {
      const mark = await read
        .selectFrom('audit_marks')
        .select('settled_ms')
        .where((row) => row.and({ ...ours, round }))
        .executeTakeFirst()
      return await read
        .selectFrom('payments')
        .leftJoin('audits', 'audits.claim_id', 'payments.claim_id')
        .selectAll('payments')
        .where('payments.settled_ms', '>=', mark?.settled_ms ?? 0)
        .where('payments.settled_ms', '<=', untilMs)
        .where((row) => row.and(ours))
        .where((row) => row.or([row('audits.round', 'is', null), row('audits.round', '<', round)]))
        .orderBy('payments.settled_ms')
        .limit(limit)
        .execute()
    },

    async advance(round, settledMs) {
      await write((tx) =>
        tx
          .insertInto('audit_marks')
          .values({ ...ours, round, settled_ms: settledMs })
          .onConflict((conflict) =>
            conflict.columns(['network', 'asset', 'round']).doUpdateSet({ settled_ms: settledMs }),
          )
          .execute(),
      )
    },

    open: (checkedBeforeMs, limit) =>
      read
        .selectFrom('audits')
        .innerJoin('payments', 'payments.claim_id', 'audits.claim_id')
        .selectAll('payments')
        .select('audits.round')
        .where('audits.finding', 'in', ['differs', 'unknown'])
        .where('audits.checked_ms', '<', checkedBeforeMs)
        .where((row) => row.and(ours))
        .orderBy('audits.checked_ms')
        .limit(limit)
        .execute(),

    listFailedUntil: (expiresBeforeMs, limit) =>
      read
        .selectFrom('claims')
        .selectAll()
        // In the words of the partial index.
        .where(sql<boolean>`state = 'failed'`)
        .where('expires_ms', '<', expiresBeforeMs)
        .where((row) => row.and(ours))
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('audits')
                .select('claim_id')
                .whereRef('audits.claim_id', '=', 'claims.id'),
            ),
          ),
        )
        .orderBy('expires_ms')
        .limit(limit)
        .execute(),

    async write(row) {
      const { claim_id: _, ...found } = row
      await write((tx) =>
        tx
          .insertInto('audits')
          .values(row)
          .onConflict((conflict) => conflict.column('claim_id').doUpdateSet(found))
          .execute(),
      )
    },

    async countDiffering() {
      const { count } = await read
        .selectFrom('audits')
        .innerJoin('payments', 'payments.claim_id', 'audits.claim_id')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('audits.finding', '=', 'differs')
        .where((row) => row.and(ours))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async forget(checkedBeforeMs) {
      await write((tx) =>
        tx
          .deleteFrom('audits')
          .where('finding', '=', 'matches')
          .where('checked_ms', '<', checkedBeforeMs)
          // Rows in neither table belong to purged claims, which no network looks up again.
          .where((row) => {
            const payment = row
              .selectFrom('payments')
              .select('claim_id')
              .whereRef('payments.claim_id', '=', 'audits.claim_id')
            const claim = row
              .selectFrom('claims')
              .select('id')
              .whereRef('claims.id', '=', 'audits.claim_id')
            const isOthers = row.or([
              row.exists(payment.where((paid) => paid.not(paid.and(ours)))),
              row.exists(claim.where((claimed) => claimed.not(claimed.and(ours)))),
            ])
            return row.not(isOthers)
          })
          .execute(),
      )
    },
  }
}
