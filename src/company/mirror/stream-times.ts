/**
 * Up to when each stream has reported every change. Copies and rows are as current as their stream.
 */
import { sourceHealth } from '../../background/health.ts'
import { type Clock, instant } from '../../platform/clock.ts'
import { CURRENT_WITHIN_MS } from '../limits.ts'
import { isTooSilent } from '../model/silence.ts'
import type { StreamName } from '../model/stream-event.ts'
import { NEVER_STREAMED, type StreamState } from './follow.ts'

/** Streams with an event every few seconds of a working day. Charges and insolvency have few. */
const BUSY: readonly StreamName[] = ['companies', 'officers', 'filings']

export type StreamTimes = ReturnType<typeof createStreamTimes>

export function createStreamTimes(
  streams: readonly StreamName[],
  states: ReadonlyMap<StreamName, StreamState>,
  clock: Clock,
) {
  const stateOf = (name: StreamName) => states.get(name) ?? NEVER_STREAMED

  /**
   * Returns since when a stream is frozen, or null. A stream with few events is frozen when all
   * busy streams are.
   */
  function findFrozenSince(name: StreamName): number | null {
    const lastEventMs = (each: StreamName) => stateOf(each).silent_since_ms ?? 0
    const busyMs = Math.max(...(BUSY.includes(name) ? [name] : BUSY).map(lastEventMs))
    if (busyMs === 0) return null
    const lastMs = Math.max(busyMs, lastEventMs(name))
    return isTooSilent(lastMs, clock.nowMs()) ? lastMs : null
  }

  /** Returns up to when everything is known: for a frozen stream at most its last event. */
  function findBelievedUntil(name: StreamName): number | null {
    const { as_of_ms } = stateOf(name)
    const frozenMs = findFrozenSince(name)
    return as_of_ms === null || frozenMs === null ? as_of_ms : Math.min(as_of_ms, frozenMs)
  }

  /**
   * Returns up to when a stream has been complete since a time; `null` if it has a gap or is
   * unknown.
   */
  function completeSince(name: StreamName, sinceMs: number): number | null {
    const { since_ms } = stateOf(name)
    return since_ms === null || since_ms > sinceMs ? null : findBelievedUntil(name)
  }

  const isCurrent = (asOfMs: number | null): asOfMs is number =>
    asOfMs !== null && clock.nowMs() - asOfMs <= CURRENT_WITHIN_MS

  function buildHealth(name: StreamName) {
    const { since_ms, silent_since_ms, events, gaps, unreadable, failure } = stateOf(name)
    const health = sourceHealth({
      lastSuccessMs: findBelievedUntil(name),
      failing: failure !== null,
      windowMs: CURRENT_WITHIN_MS,
      nowMs: clock.nowMs(),
    })
    const since = since_ms === null ? null : instant(since_ms)
    const silent = silent_since_ms === null ? null : instant(silent_since_ms)
    return { ...health, complete_since: since, silent_since: silent, events, gaps, unreadable }
  }

  function listWarnings(name: StreamName): string[] {
    const { failure } = stateOf(name)
    const frozenMs = findFrozenSince(name)
    return [
      ...(failure === null ? [] : [`Companies House stream ${name}: ${failure}`]),
      ...(frozenMs === null
        ? []
        : [
            `Companies House stream ${name}: no event since ${instant(frozenMs)}, for 30 minutes of a working day; its part of the mirror does not count as current`,
          ]),
    ]
  }

  return {
    completeSince,
    isCurrent,
    warnings: () => streams.flatMap(listWarnings),
    health: () =>
      Object.fromEntries(
        streams.map((name) => [
          `companies_house_stream_${name.replaceAll('-', '_')}`,
          buildHealth(name),
        ]),
      ),
  }
}
