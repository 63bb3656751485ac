import type { ScheduledSource } from '../background/source.ts'

/** Names of the sources in answers, errors and health. */
export const COMPANIES_HOUSE = 'Companies House'
export const BULK_FILE = 'Companies House bulk file'
export const STREAM_SOURCE = 'Companies House stream'
export const PAYMENT_PRACTICES = 'Payment practices reports'

/** The two possible causes of a 403 of the register. */
export const FORBIDDEN =
  'the key is refused, or the address of this machine is blocked (2,000 calls in five minutes from one address)'

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
