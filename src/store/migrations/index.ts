import type { Migration } from 'kysely/migration'
import { baseline } from './0010_baseline.ts'
import { tenderRevisions } from './0011_tender_revisions.ts'
import { companyFilings } from './0012_company_filings.ts'
import { tenderContracts } from './0013_tender_contracts.ts'
import { paymentReports } from './0014_payment_reports.ts'
import { contractCodes } from './0015_contract_codes.ts'
import { tenderRaw } from './0016_tender_raw.ts'
import { contractDivisions } from './0017_contract_divisions.ts'

/**
 * Migrations in the order of their names. A migration never changes after its release; 0.2.0
 * replaced those of 0.1.0 by its baseline.
 */
export const mainMigrations: Readonly<Record<string, Migration>> = {
  '0010_baseline': baseline,
  '0011_tender_revisions': tenderRevisions,
  '0012_company_filings': companyFilings,
  '0013_tender_contracts': tenderContracts,
  '0014_payment_reports': paymentReports,
  '0015_contract_codes': contractCodes,
  '0016_tender_raw': tenderRaw,
  '0017_contract_divisions': contractDivisions,
}
