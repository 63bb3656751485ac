/**
 * Civil dates and times of Europe/London. A civil date is the string `YYYY-MM-DD`, which compares
 * correctly as text. All functions are pure: the date of "today" is always an argument.
 */
export type CivilDate = string

const ZONE = 'Europe/London'
const CIVIL_DATE = /^\d{4}-\d{2}-\d{2}$/

const HOUR_MS = 3_600_000
/**
 * London's clocks have changed at full hours of UTC alone since 1847, so a date holds for a whole
 * hour.
 */
const FULL_HOURS_SINCE_MS = Date.UTC(1848, 0, 1)
const dateOfHour = new Map<number, CivilDate>()
const MAX_REMEMBERED_HOURS = 20_000

/** The civil date in London at an instant given in epoch milliseconds. */
export function londonDate(epochMs: number): CivilDate {
  if (epochMs < FULL_HOURS_SINCE_MS) return readDate(epochMs)
  const hour = Math.floor(epochMs / HOUR_MS)
  const known = dateOfHour.get(hour)
  if (known !== undefined) return known
  if (dateOfHour.size >= MAX_REMEMBERED_HOURS) dateOfHour.clear()
  const date = readDate(epochMs)
  dateOfHour.set(hour, date)
  return date
}

function readDate(epochMs: number): CivilDate {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs))
    .toZonedDateTimeISO(ZONE)
    .toPlainDate()
    .toString()
}

/** Whether the text is a real calendar date, `2026-02-30` is not. */
export function isCivilDate(text: unknown): text is CivilDate {
  if (typeof text !== 'string' || !CIVIL_DATE.test(text)) return false
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}

/**
 * Calendar months later (negative: earlier); the day is clamped to the month's end: 29 February +
 * 12 months is 28 February.
 */
export function addMonths(date: CivilDate, months: number): CivilDate {
  return Temporal.PlainDate.from(date).add({ months }).toString()
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Days since 1 January 1970, for what counts or compares many dates. */
export function epochDay(date: CivilDate): number {
  return Date.parse(date) / 86_400_000
}

export function dateOfEpochDay(day: number): CivilDate {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

/** Calendar days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/**
 * Epoch milliseconds of a wall-clock time in London, `2026-06-19T17:00` or with seconds. A time
 * skipped in spring reads an hour later, a doubled one in autumn is its first.
 */
export function londonWallTimeMs(wallTime: string): number {
  return Temporal.PlainDateTime.from(wallTime).toZonedDateTime(ZONE, {
    disambiguation: 'compatible',
  }).epochMilliseconds
}

/**
 * Days after `from` up to and including `to` that are neither weekend nor in `holidays`; 0 when
 * `to` is not after `from`.
 */
export function countWorkingDays(
  from: CivilDate,
  to: CivilDate,
  holidays: ReadonlySet<CivilDate>,
): number {
  let count = 0
  const end = Date.parse(to)
  for (let day = Date.parse(from) + 86_400_000; day <= end; day += 86_400_000) {
    const date = new Date(day)
    const dayOfWeek = date.getUTCDay()
    if (dayOfWeek === 0 || dayOfWeek === 6) continue
    if (!holidays.has(date.toISOString().slice(0, 10))) count += 1
  }
  return count
}
