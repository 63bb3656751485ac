import type { ScheduledSource } from '../background/source.ts'

export const BULK_FILE = 'Companies House bulk file'
export const PAYMENT_PRACTICES = 'Payment practices reports'

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

/** The export of all reports on payments to suppliers. */
export const PAYMENT_PRACTICES_SOURCE: ScheduledSource = {
  id: 'payment_practices',
  label: 'payment_practices',
  name: PAYMENT_PRACTICES,
  windowMs: 7 * 86_400_000,
  retryAfterMs: 3_600_000,
  makes: 'the table of payment practices',
  untilRead: 'accounts have no payment practices',
  askAgainSeconds: 600,
}
