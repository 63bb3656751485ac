import type { Described, ScheduledSource } from '../background/source.ts'
import type { Portal } from './portals/portal.ts'

/** Name of the run that fills the store. */
export const TENDERS_RUN = 'tenders'

/** Name of the words learned from titles: when they were learned, and their document. */
export const TENDERS_LEARNED = 'tenders-learned'

/** A portal as a source that is kept fresh. */
export function buildSource({ id, name }: Portal): ScheduledSource {
  return {
    id,
    label: id.replaceAll('-', '_'),
    name,
    windowMs: 6 * 3_600_000,
    retryAfterMs: 10 * 60_000,
    makes: 'the tender index',
    untilRead: 'none of its notices are held yet',
    askAgainSeconds: 120,
  }
}

/** The official feed: deadlines are counted in working days. */
export const BANK_HOLIDAYS: Described = {
  label: 'bank_holidays',
  name: 'GOV.UK bank holidays',
  windowMs: 7 * 86_400_000,
}
