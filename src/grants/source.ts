import type { ScheduledSource } from '../background/source.ts'

/** The official listing of government grants. */
export const FIND_A_GRANT: ScheduledSource = {
  id: 'find_a_grant',
  label: 'find_a_grant',
  name: 'Find a grant',
  windowMs: 24 * 3_600_000,
  retryAfterMs: 30 * 60_000,
  makes: 'the grant index',
  untilRead: 'grant calls answer 503',
  askAgainSeconds: 300,
}
