import type { ScheduledSource } from '../background/source.ts'

/** The grant corpus of all publishers; an operator chooses how often it is read. */
export function corpusSource(windowDays: number): ScheduledSource {
  return {
    id: 'funders',
    label: 'threesixty_giving',
    name: '360Giving',
    windowMs: windowDays * 86_400_000,
    retryAfterMs: 3_600_000,
    makes: 'the grant corpus',
    untilRead: 'funder dossiers answer 503',
    askAgainSeconds: 600,
  }
}
