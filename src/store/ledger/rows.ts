/** Columns that identify rows of the ledger, and the query parts that select by them. */
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely'
import type { ClaimsTable, LedgerTables } from './schema.ts'

export type ClaimRow = Selectable<ClaimsTable>
type Quoted = 'units' | 'unit_amount_atomic'
export type NewClaim = Required<Omit<Insertable<ClaimsTable>, 'id' | Quoted>> &
  Partial<Pick<ClaimRow, Quoted>>
export type ClaimKeyColumns = Pick<ClaimRow, 'network' | 'asset' | 'payer' | 'nonce'>

/** The token that proves the holding of a claim. */
export type OwnedClaim = Pick<ClaimRow, 'id' | 'fence'>

export const KEY_COLUMNS = [
  'network',
  'asset',
  'payer',
  'nonce',
] as const satisfies readonly (keyof ClaimsTable)[]

/** Column by column: placeholders cannot be spread. */
export function pick<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>
}

export function pickKey(row: ClaimKeyColumns): ClaimKeyColumns {
  return pick(row, KEY_COLUMNS)
}

export function isOwnedBy({ id, fence }: OwnedClaim) {
  return (row: ExpressionBuilder<LedgerTables, 'claims'>) => row.and({ id, fence })
}

/** The binding of a claim's key to this claim's payment, not to another. */
export function bindingOf({
  network,
  asset,
  payer,
  nonce,
  payment_id,
}: ClaimKeyColumns & Pick<ClaimRow, 'payment_id'>) {
  return (row: ExpressionBuilder<LedgerTables, 'payment_ids'>) =>
    row.and({ network, asset, payer, nonce, payment_id: payment_id ?? '' })
}
