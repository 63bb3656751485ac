/** What health and `ukintel status` tell of the listing. */
import type { HealthReport } from '../refresh/health.ts'
import { healthOf, warningsOf } from '../refresh/source.ts'
import type { SourceState } from '../store/runs.ts'
import type { Assembly } from './assemble.ts'
import type { GrantsDetail } from './ingest.ts'
import { FIND_A_GRANT } from './source.ts'

/** Named in health; `unread` counts them all. */
const TOLD_UNREAD = 5
/** Above this share of unread adverts the source counts as failing. */
const FAILING_SHARE = 0.2

/** `counts` null: nothing is served yet. */
export function grantsHealth(
  state: SourceState,
  counts: Assembly['counts'] | null,
  seedProblems: readonly string[],
  nowMs: number,
): HealthReport {
  const unread = unreadOf(state)
  const failing = unread.length > (counts?.listed ?? 0) * FAILING_SHARE ? `${unread.length} adverts could not be read` : null
  return {
    upstreams: {
      [FIND_A_GRANT.label]: {
        ...healthOf(FIND_A_GRANT, { ...state, failure: state.failure ?? failing }, nowMs),
        failure: state.failure,
        listed: counts?.listed ?? 0,
        known: counts?.known ?? 0,
        unread: unread.length,
        criteria: { seed: counts?.seed ?? 0, llm: counts?.llm ?? 0, listing: counts?.listing ?? 0 },
        readings_rejected: counts?.readingsRejected ?? 0,
      },
    },
    warnings: [
      ...warningsOf(FIND_A_GRANT, state),
      ...unread
        .slice(0, TOLD_UNREAD)
        .map(({ part, slug, reason }) => `${FIND_A_GRANT.name}: left out the ${part} of ${slug ?? 'an advert without an id'}: ${reason}`),
      ...seedProblems,
    ],
  }
}

export function unreadOf({ detail }: SourceState) {
  return (detail as GrantsDetail).unread ?? []
}
