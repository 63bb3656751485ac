/**
 * The one decision of where a part of a company comes from: its profile, officers, charges,
 * insolvency or a list of filings. The first of these that there is answers:
 *
 * 1. the mirror's row, if it is current and complete;
 * 2. a copy in the cache, if it is fresh;
 * 3. the mirror's row, if it is current and its fields suffice;
 * 4. the register, for as long as the request waits;
 * 5. the newer one of copy and row, with the reason why the register gave nothing. A row that was
 *    current within the window of a copy is as good as a fresh copy. A row whose fields do not
 *    suffice answers only where there is no copy, and never without the reason.
 *
 * With a row the register is waited for as if there were a copy. If there is neither, it rejects
 * with the reason.
 *
 * - **Fresh** is a copy: within its window, and fetched after the last change that a stream
 *   reported.
 * - **Current** is a row of the mirror: its stream has missed nothing since it was written, and is
 *   alive.
 * - **Complete** is a value that has all fields of the register. A profile of the monthly file has
 *   not.
 */

import {
  type CachedValue,
  type CacheQuery,
  type FreshCache,
  StillRunning,
} from '../background/fresh-cache.ts'
import { describeFailure } from '../background/source.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { COMPANY_WINDOW_MS } from './limits.ts'
import type { MirroredPart } from './mirror/known.ts'
import { COMPANIES_HOUSE } from './source.ts'

export interface Trouble {
  kind: 'stale' | 'failed'
  reason: string
}

/** A part with its age and what is wrong with it. */
export interface PartReading<T> {
  what: string
  /** `null` if the part is missing, or was not requested. */
  value: T | null
  /** When it was fetched, or up to when a row is right; `null` without a value. */
  fetchedMs: number | null
  source: string
  /** `null` if nothing is wrong. */
  trouble: Trouble | null
  isComplete: boolean
}

/** A part that is there. */
export type PresentPart<T> = PartReading<T> & { value: T; fetchedMs: number }

export interface PartQuestion<T> extends CacheQuery<T> {
  what: string
  /** `null` if the mirror has none. */
  row: MirroredPart<T> | null
  /** A row of the monthly file has too few fields. */
  needsAllFields?: boolean
}

/** @throws ServiceError if the register has no such company; the reason of a missing part */
export async function readPart<T>(
  { cache, clock }: { cache: Pick<FreshCache, 'read' | 'findCached'>; clock: Clock },
  { what, row, needsAllFields = false, ...query }: PartQuestion<T>,
): Promise<PresentPart<T>> {
  if (row?.isCurrent && row.isComplete) return fromMirror(what, row)
  if (row?.isCurrent && !needsAllFields) {
    const copy = await cache.findCached(query)
    return copy ? fromRegister(what, copy) : fromMirror(what, row)
  }

  if (row === null) return fromRegister(what, await cache.read(query))
  const suffices = row.isComplete || !needsAllFields
  const isAsGood =
    suffices &&
    clock.nowMs() - row.asOfMs <= COMPANY_WINDOW_MS &&
    row.asOfMs >= (query.changedMs ?? 0)
  const standIn = (trouble: Trouble) => fromMirror(what, row, isAsGood ? null : trouble)
  try {
    const copy = fromRegister(what, await cache.read({ ...query, hasStandIn: suffices }))
    return copy.trouble && suffices && row.asOfMs > copy.fetchedMs ? standIn(copy.trouble) : copy
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const isRunning = error instanceof StillRunning
    return standIn(isRunning ? STILL_RUNNING : describeTrouble(COMPANIES_HOUSE, error))
  }
}

const STILL_RUNNING: Trouble = { kind: 'stale', reason: 'refresh still running' }

/** A part that the register gave, now or earlier. */
export function fromRegister<T>(what: string, reading: CachedValue<T>): PresentPart<T> {
  const { value, fetchedMs } = reading
  const trouble = findTrouble(COMPANIES_HOUSE, reading)
  return { what, value, fetchedMs, source: COMPANIES_HOUSE, trouble, isComplete: true }
}

/** Returns what is wrong with a reading of a source; `null` if it is fresh. */
export function findTrouble(
  source: string,
  { state, failure }: CachedValue<unknown>,
): Trouble | null {
  if (state === 'stale') return STILL_RUNNING
  return state === 'failed' ? describeTrouble(source, failure) : null
}

/** @param trouble why the register gave nothing; `null` if the row is as good as its answer */
export function fromMirror<T>(
  what: string,
  { value, asOfMs, source, isComplete }: MirroredPart<T>,
  trouble: Trouble | null = null,
): PresentPart<T> {
  return { what, value, fetchedMs: asOfMs, source, trouble, isComplete }
}

/** A part that is missing: the answer names it. */
export function missingPart<T>(what: string, cause: unknown): PartReading<T> {
  return { ...notRequested<T>(null), what, trouble: describeTrouble(COMPANIES_HOUSE, cause) }
}

/** A part that this answer does not have. */
export function notRequested<T>(value: T | null): PartReading<T> {
  return {
    what: '',
    value,
    fetchedMs: null,
    source: COMPANIES_HOUSE,
    trouble: null,
    isComplete: true,
  }
}

const describeTrouble = (source: string, cause: unknown): Trouble => ({
  kind: 'failed',
  reason: describeFailure(source, cause),
})
