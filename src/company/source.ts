import type { ScheduledSource } from '../background/source.ts'
import { BULK_FILE } from './sources/bulk-files.ts'

/** Time for which a part of a company is fresh after its fetch. */
export const COMPANY_WINDOW_MS = 6 * 3_600_000

/** The monthly file, looked for once a day; a success is also "no newer one". */
export const BULK_SOURCE: ScheduledSource = {
  id: 'companies',
  label: 'companies_house_bulk',
  name: BULK_FILE,
  windowMs: 2 * 86_400_000,
  retryAfterMs: 3_600_000,
  makes: 'the mirror of the register',
  untilRead: 'the register is queried for every company',
  askAgainSeconds: 600,
}
