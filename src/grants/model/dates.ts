/**
 * The listing's times: naive London wall times, with quirks (facts of gap-find-web:
 * `LocalDateTime.toString()`, midnight closings).
 */
import { daysBetween, isCivilDate, londonDate, londonWallTimeMs } from '../../platform/london.ts'

/** One end of an application window: an instant, and its civil date in London. */
export interface WindowEnd {
  ms: number
  date: string
}

export interface GrantDates {
  opens: WindowEnd | null
  closes: WindowEnd | null
}

export interface Window {
  opens: string | null
  closes: string | null
  open_now: boolean
  days_to_close: number | null
}

export type WindowState = 'open' | 'upcoming' | 'closed'

const WALL_TIME = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?)?$/
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/
/** A closing this far ahead means "rolling": the form has no other way to say it. */
const ROLLING_DAYS = 5 * 365

function wallTime(
  raw: string,
): { date: string; ms: number; midnight: boolean; dateOnly: boolean } | null {
  const text = raw.trim()
  if (ZONED.test(text)) {
    // Entries before 2022 carry an offset, which is used. `+00` is in the site's own tests; `Date`
    // requires minutes.
    const ms = Date.parse(text.replace(/[+-]\d{2}$/, '$&:00'))
    if (Number.isNaN(ms)) return null
    const date = londonDate(ms)
    return { date, ms, midnight: ms === londonWallTimeMs(`${date}T00:00`), dateOnly: false }
  }
  const match = WALL_TIME.exec(text)
  const date = match?.[1]
  if (!match || !isCivilDate(date)) return null
  const time = match[2] === undefined ? '00:00' : `${match[2]}:${match[3]}:${match[4] ?? '00'}`
  const ms = londonWallTimeMs(`${date}T${time}`)
  return {
    date,
    ms,
    midnight: ms === londonWallTimeMs(`${date}T00:00`),
    dateOnly: match[2] === undefined,
  }
}

export function readOpening(raw: unknown): WindowEnd | null {
  const time = typeof raw === 'string' ? wallTime(raw) : null
  return time ? { ms: time.ms, date: time.date } : null
}

/**
 * A closing at 00:00 is the end of the day before; the site shows it so. A date without a time
 * includes that day.
 */
export function readClosing(raw: unknown): WindowEnd | null {
  const time = typeof raw === 'string' ? wallTime(raw) : null
  if (!time) return null
  if (time.dateOnly) return { ms: londonWallTimeMs(`${nextDay(time.date)}T00:00`), date: time.date }
  if (time.midnight) return { ms: time.ms, date: londonDate(time.ms - 1) }
  return { ms: time.ms, date: time.date }
}

function nextDay(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString()
}

/** Returns whether the closing is so far from `today` that it means "rolling". */
export function isRolling(dates: GrantDates, today: string): boolean {
  return dates.closes !== null && daysBetween(today, dates.closes.date) > ROLLING_DAYS
}

/**
 * Returns whether the stated opening is after the closing: one of them is wrong, and nothing shows
 * which.
 */
export function neverOpens({ opens, closes }: GrantDates): boolean {
  return opens !== null && closes !== null && opens.ms >= closes.ms
}

/**
 * `listed`: the advert is on the listing; one that is taken down is closed whatever its dates say.
 */
export function windowState(dates: GrantDates, listed: boolean, nowMs: number): WindowState {
  if (!listed || (dates.closes !== null && dates.closes.ms <= nowMs)) return 'closed'
  return dates.opens !== null && dates.opens.ms > nowMs ? 'upcoming' : 'open'
}

export function windowAt(dates: GrantDates, listed: boolean, nowMs: number): Window {
  const state = windowState(dates, listed, nowMs)
  const today = londonDate(nowMs)
  const counts =
    state !== 'closed' && dates.closes !== null && !isRolling(dates, today) && !neverOpens(dates)
  return {
    opens: dates.opens?.date ?? null,
    closes: dates.closes?.date ?? null,
    open_now: state === 'open',
    days_to_close: counts ? Math.max(0, daysBetween(today, dates.closes!.date)) : null,
  }
}
