/** State of the listing for health and `ukintel status`. */
import type { HealthReport } from '../background/health.ts'
import type { StoredSource } from '../background/stored-source.ts'
import type { SourceState } from '../store/runs.ts'
import type { Assembly } from './assemble.ts'
import type { GrantsDetail } from './ingest.ts'
import { FIND_A_GRANT } from './source.ts'

/** Named in health; `unread` counts them all. */
const SHOWN_UNREAD = 5
/** Above this share of unread adverts the source counts as failing. */
const FAILING_SHARE = 0.2

/** Reports the listing. `counts` is `null` while nothing is served. */
export function grantsHealth(
  stored: StoredSource,
  counts: Assembly['counts'] | null,
  seedProblems: readonly string[],
): HealthReport {
  const state = stored.state()
  const unread = unreadOf(state)
  const members = {
    ...(unread.length > (counts?.listed ?? 0) * FAILING_SHARE ? { status: 'failing' } : {}),
    failure: state.failure,
    listed: counts?.listed ?? 0,
    known: counts?.known ?? 0,
    unread: unread.length,
    criteria: { seed: counts?.seed ?? 0, llm: counts?.llm ?? 0, listing: counts?.listing ?? 0 },
    readings_rejected: counts?.readingsRejected ?? 0,
  }
  const named = unread
    .slice(0, SHOWN_UNREAD)
    .map(
      ({ part, slug, reason }) =>
        `${FIND_A_GRANT.name}: left out the ${part} of ${slug ?? 'an advert without an id'}: ${reason}`,
    )
  return stored.health(members, [...named, ...seedProblems])
}

export function unreadOf({ detail }: SourceState) {
  return (detail as GrantsDetail).unread ?? []
}
