/**
 * Payment identifiers of buyers: which payment each of them names. Only the owner of that payment's
 * claim writes them.
 */
import type { Store } from '../open.ts'
import { type ClaimKeyColumns, isOwnedBy, type OwnedClaim, pickKey } from './rows.ts'

export interface PaymentIdRow extends ClaimKeyColumns {
  payment_id: string
  fingerprint: string
}

export interface Bindings {
  /** Returns the payment that the payer's identifier names, or null. */
  findBinding(
    payer: Pick<ClaimKeyColumns, 'network' | 'asset' | 'payer'>,
    paymentId: string,
  ): Promise<PaymentIdRow | null>
  /**
   * Binds a buyer's idempotency key to a verified payment; returns the binding that is in force.
   * Null: the claim was lost to another owner.
   */
  bindPaymentId(
    owned: OwnedClaim,
    row: PaymentIdRow,
    expiresMs: number,
  ): Promise<PaymentIdRow | null>
  /**
   * Rebinds an identifier whose former payment was not settled. `judged`: the claim over that
   * payment, or null, from which this was decided. Returns false if another process was faster or
   * the claim was lost.
   */
  rebindPaymentId(
    owned: OwnedClaim,
    former: PaymentIdRow,
    judged: OwnedClaim | null,
    to: { nonce: string; fingerprint: string; expiresMs: number },
  ): Promise<boolean>
}

export function createBindings({ read, write }: Pick<Store['ledger'], 'read' | 'write'>): Bindings {
  return {
    findBinding: async ({ network, asset, payer }, payment_id) =>
      (await read
        .selectFrom('payment_ids')
        .select(['network', 'asset', 'payer', 'nonce', 'payment_id', 'fingerprint'])
        .where((row) => row.and({ network, asset, payer, payment_id }))
        .executeTakeFirst()) ?? null,

    bindPaymentId: async (owned, row, expiresMs) =>
      (await write((tx) =>
        tx
          .insertInto('payment_ids')
          .columns([
            'network',
            'asset',
            'payer',
            'nonce',
            'payment_id',
            'fingerprint',
            'expires_ms',
          ])
          .expression(
            tx
              .selectFrom('claims')
              .select(['network', 'asset', 'payer', 'nonce'])
              .select((claim) => [
                claim.cast<string>(claim.val(row.payment_id), 'text').as('payment_id'),
                claim.cast<string>(claim.val(row.fingerprint), 'text').as('fingerprint'),
                claim.cast<number>(claim.val(expiresMs), 'bigint').as('expires_ms'),
              ])
              // A process whose lease has ended would leave an identifier that no purge removes.
              .where(isOwnedBy(owned)),
          )
          // Changes nothing, and waits for a process that is rebinding it.
          .onConflict((conflict) =>
            conflict
              .columns(['network', 'asset', 'payer', 'payment_id'])
              .doUpdateSet((bound) => ({ nonce: bound.ref('payment_ids.nonce') })),
          )
          .returning(['network', 'asset', 'payer', 'nonce', 'payment_id', 'fingerprint'])
          .executeTakeFirst(),
      )) ?? null,

    rebindPaymentId: (owned, former, judged, { nonce, fingerprint, expiresMs }) =>
      write(async (tx) => {
        const { network, asset, payer, payment_id } = former
        const isAsRead = { nonce: former.nonce, fingerprint: former.fingerprint }
        const binding = tx
          .updateTable('payment_ids')
          .where((row) => row.and({ network, asset, payer, payment_id }))
          .where((row) => row.and(isAsRead))
        // The row is locked first: a retry of the former payment is bound before, and seen here, or
        // finds the new binding.
        const isOwned = await binding.set({ nonce: former.nonce }).executeTakeFirst()
        if (isOwned.numUpdatedRows === 0n) return false
        const claim = await tx
          .selectFrom('claims')
          .select(['id', 'fence'])
          .where((row) => row.and(pickKey(former)))
          .executeTakeFirst()
        if (claim?.id !== judged?.id || claim?.fence !== judged?.fence) return false
        if (
          !(await tx.selectFrom('claims').select('id').where(isOwnedBy(owned)).executeTakeFirst())
        )
          return false
        await binding.set({ nonce, fingerprint, expires_ms: expiresMs }).execute()
        return true
      }),
  }
}
