/** What each portal last did, as answers, health and schedules need it. */
import type { Source } from '../contract/envelope.ts'
import { instant } from '../kernel/clock.ts'
import type { Degradation } from '../refresh/source.ts'
import type { SourceState } from '../store/runs.ts'
import type { Portal } from './portals/portal.ts'

/** The index is refreshed every six hours; a refresh begins early enough that a healthy one never shows stale. */
export const WINDOW_MS = 6 * 3_600_000
const REFRESH_AFTER_MS = (WINDOW_MS * 11) / 12
/** After a failed attempt. */
const RETRY_AFTER_MS = 10 * 60_000

export function isDue(state: SourceState, nowMs: number): boolean {
  if (state.failure !== null && state.lastAttemptMs !== null) return nowMs - state.lastAttemptMs >= RETRY_AFTER_MS
  return state.lastSuccessMs === null || nowMs - state.lastSuccessMs >= REFRESH_AFTER_MS
}

export function sourceOf(portal: Portal, state: SourceState, url: string): Source {
  return { name: portal.name, fetched: state.lastSuccessMs === null ? null : instant(state.lastSuccessMs), url }
}

/** Within its window a copy is as good as fresh, whatever the newest attempt did. */
export function degradationOf(portal: Portal, state: SourceState, nowMs: number): Degradation | null {
  const { name } = portal
  const { lastSuccessMs, failure } = state
  if (lastSuccessMs === null) {
    return failure === null
      ? { kind: 'stale', detail: `${name}: its first fill is still running`, flagged: true }
      : { kind: 'failed', detail: `${name}: ${failure.replace(`${name}: `, '')}; none of its notices are held yet`, flagged: true }
  }
  if (nowMs - lastSuccessMs <= WINDOW_MS) return null
  const copy = `the copy of ${instant(lastSuccessMs)} is served`
  return failure === null
    ? { kind: 'stale', detail: `${name}: its refresh is still running; ${copy}`, flagged: true }
    : { kind: 'failed', detail: `${name}: ${failure.replace(`${name}: `, '')}; ${copy}`, flagged: true }
}
