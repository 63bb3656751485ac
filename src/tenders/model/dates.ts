/**
 * Dates as the portals write them: with an offset, without one (then London), or without a time.
 */
import { type CivilDate, isCivilDate, londonDate, londonWallTimeMs } from '../../platform/london.ts'

export interface ReadDate {
  ms: number
  /** `date`: no time of day was stated. */
  precision: 'time' | 'date'
}

const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(:\d{2})?)(\.\d+)?$/

const DATE_LENGTH = 10

/**
 * A moment by which something must be done. A mere date lasts until 23:59:59 in London. Null when
 * it is no date.
 */
export function readDeadline(value: unknown): ReadDate | null {
  return readAt(value, '23:59:59')
}

/**
 * The last day on which a deadline can be met, in London: midnight is the end of the day before.
 */
export function deadlineDate(deadlineMs: number): CivilDate {
  return londonDate(deadlineMs - 1)
}

/** A moment at which something happened or begins; a mere date means its midnight in London. */
export function readInstant(value: unknown): number | null {
  return readAt(value, '00:00:00')?.ms ?? null
}

const END_OF_DAY = /T23:59(:59(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/**
 * The civil date in London. The last minute of a day means the day as written: a fifth of Find a
 * Tender's contracts end at `2029-07-31T23:59:59Z`, when it is August in London (2026-08).
 */
export function readCivilDate(value: unknown): string | null {
  const ms = readInstant(value)
  if (ms === null) return null
  const text = (value as string).trim()
  return END_OF_DAY.test(text) ? text.slice(0, DATE_LENGTH) : londonDate(ms)
}

function readAt(value: unknown, timeOfMereDate: string): ReadDate | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (text.length === DATE_LENGTH)
    return isCivilDate(text)
      ? { ms: londonWallTimeMs(`${text}T${timeOfMereDate}`), precision: 'date' }
      : null
  const local = WITHOUT_ZONE.exec(text)
  try {
    if (local) return { ms: londonWallTimeMs(`${local[1]}T${local[2]}`), precision: 'time' }
  } catch {
    return null
  }
  // `Date.parse` takes 29 February of any year for 1 March.
  if (!WITH_ZONE.test(text) || !isCivilDate(text.slice(0, DATE_LENGTH))) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : { ms, precision: 'time' }
}
