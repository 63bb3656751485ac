/** Working days in the nation where the work is. */

import { type BankHolidays, CALENDARS, type CalendarName } from '../../platform/bank-holidays.ts'
import { type CivilDate, epochDay } from '../../platform/london.ts'
import { asObject, asObjects } from './json.ts'
import { NORTHERN_IRELAND, type RegionMask, SCOTLAND } from './regions.ts'

/** Scotland's or Northern Ireland's only when all of the work is there. */
export function chooseCalendar(regions: RegionMask): CalendarName {
  if (regions === SCOTLAND) return 'scotland'
  return regions === NORTHERN_IRELAND ? 'northern-ireland' : 'england-and-wales'
}

/** The official feed (gov.uk/bank-holidays.json), or null when it is not that. */
export function readHolidayFeed(json: unknown): BankHolidays | null {
  const feed = asObject(json)
  const read = (name: CalendarName) =>
    new Set(
      asObjects(asObject(feed?.[name])?.events)
        .map((event) => event.date)
        .filter(
          (date): date is string => typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date),
        ),
    )
  const holidays = Object.fromEntries(CALENDARS.map((name) => [name, read(name)])) as Record<
    CalendarName,
    Set<string>
  >
  return CALENDARS.every((name) => holidays[name].size > 0) ? holidays : null
}

/** The feed where it has the year, the shipped table elsewhere. */
export function mergeHolidays(feed: BankHolidays, shipped: BankHolidays): BankHolidays {
  const merged = CALENDARS.map((name) => {
    const years = new Set([...feed[name]].map((date) => date.slice(0, 4)))
    return [
      name,
      new Set([
        ...feed[name],
        ...[...shipped[name]].filter((date) => !years.has(date.slice(0, 4))),
      ]),
    ] as const
  })
  return Object.fromEntries(merged) as unknown as BankHolidays
}

/** Epoch days of a calendar's holidays that fall on weekdays, ascending. */
const weekdayHolidays = new WeakMap<ReadonlySet<CivilDate>, Int32Array>()

const holidayDays = (dates: ReadonlySet<CivilDate>): Int32Array =>
  weekdayHolidays.getOrInsertComputed(dates, () =>
    Int32Array.from(dates, epochDay)
      .filter((day) => weekdaysUntil(day) > weekdaysUntil(day - 1))
      .sort(),
  )

/** Weekdays from a fixed Monday to the day, included. Epoch day 0 was a Thursday. */
function weekdaysUntil(day: number): number {
  const sinceMonday = day + 3
  const week = Math.floor(sinceMonday / 7)
  return week * 5 + Math.min(sinceMonday - week * 7 + 1, 5)
}

/**
 * Answers "how many working days are left until that epoch day" for many notices on one day,
 * however far their deadlines lie.
 */
export function createDayCounter(
  today: CivilDate,
  holidays: BankHolidays,
): (calendar: CalendarName, to: number) => number {
  const from = epochDay(today)
  const weekdays = weekdaysUntil(from)
  const ahead = Object.fromEntries(
    CALENDARS.map((name) => [name, holidayDays(holidays[name]).filter((day) => day > from)]),
  ) as Record<CalendarName, Int32Array>
  return (calendar, to) => {
    if (to <= from) return 0
    const days = ahead[calendar]
    let missed = 0
    while (missed < days.length && days[missed]! <= to) missed += 1
    return weekdaysUntil(to) - weekdays - missed
  }
}
