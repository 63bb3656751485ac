import type { Migration } from 'kysely/migration'
import { claims } from './0001_claims.ts'
import { slimClaims } from './0002_slim_claims.ts'
import { paymentsByPayer } from './0003_payments_by_payer.ts'
import { lifetimes } from './0004_lifetimes.ts'
import { audits } from './0005_audits.ts'
import { refunds } from './0006_refunds.ts'
import { receipts } from './0007_receipts.ts'
import { marksByToken } from './0008_marks_by_token.ts'
import { claimedUnits } from './0009_claimed_units.ts'

/** In the order of their names. A landed migration never changes. */
export const ledgerMigrations: Readonly<Record<string, Migration>> = {
  '0001_claims': claims,
  '0002_slim_claims': slimClaims,
  '0003_payments_by_payer': paymentsByPayer,
  '0004_lifetimes': lifetimes,
  '0005_audits': audits,
  '0006_refunds': refunds,
  '0007_receipts': receipts,
  '0008_marks_by_token': marksByToken,
  '0009_claimed_units': claimedUnits,
}
