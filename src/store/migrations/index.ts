import type { Migration } from 'kysely/migration'
import { ground } from './0001_ground.ts'
import { tenders } from './0002_tenders.ts'
import { grants } from './0003_grants.ts'
import { funders } from './0004_funders.ts'
import { tenderBuyers } from './0005_tender_buyers.ts'
import { signingKeys } from './0006_signing_keys.ts'
import { companyStream } from './0007_company_stream.ts'
import { replicas } from './0008_replicas.ts'
import { changes } from './0009_changes.ts'

/** In the order of their names. A landed migration never changes. */
export const mainMigrations: Readonly<Record<string, Migration>> = {
  '0001_ground': ground,
  '0002_tenders': tenders,
  '0003_grants': grants,
  '0004_funders': funders,
  '0005_tender_buyers': tenderBuyers,
  '0006_signing_keys': signingKeys,
  '0007_company_stream': companyStream,
  '0008_replicas': replicas,
  '0009_changes': changes,
}
