/** Working days in the nation where the work is. */
import { addDays, type CivilDate, daysBetween } from '../../kernel/london.ts'
import { type BankHolidays, CALENDARS, type CalendarName } from './bank-holidays.ts'
import { asObject, asObjects } from './json.ts'
import { NORTHERN_IRELAND, type RegionMask, SCOTLAND } from './regions.ts'

/** Scotland's or Northern Ireland's only when all of the work is there. */
export function calendarOf(regions: RegionMask): CalendarName {
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
        .filter((date): date is string => typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date)),
    )
  const holidays = Object.fromEntries(CALENDARS.map((name) => [name, read(name)])) as Record<CalendarName, Set<string>>
  return CALENDARS.every((name) => holidays[name].size > 0) ? holidays : null
}

/** The feed where it has the year, the shipped table elsewhere. */
export function mergeHolidays(feed: BankHolidays, shipped: BankHolidays): BankHolidays {
  const merged = CALENDARS.map((name) => {
    const years = new Set([...feed[name]].map((date) => date.slice(0, 4)))
    return [name, new Set([...feed[name], ...[...shipped[name]].filter((date) => !years.has(date.slice(0, 4)))])] as const
  })
  return Object.fromEntries(merged) as unknown as BankHolidays
}

/** Answers "how many working days are left" for many notices on one day: one running count per calendar. */
export function createDayCounter(today: CivilDate, holidays: BankHolidays): (calendar: CalendarName, to: CivilDate) => number {
  const counts = new Map<CalendarName, number[]>()
  const distances = new Map<CivilDate, number>()
  const distanceTo = (to: CivilDate): number => {
    let days = distances.get(to)
    if (days === undefined) {
      days = daysBetween(today, to)
      distances.set(to, days)
    }
    return days
  }
  return (calendar, to) => {
    const days = distanceTo(to)
    if (days <= 0) return 0
    let running = counts.get(calendar)
    if (!running) {
      running = [0]
      counts.set(calendar, running)
    }
    while (running.length <= days) {
      const date = addDays(today, running.length)
      const day = new Date(`${date}T00:00:00Z`).getUTCDay()
      const works = day !== 0 && day !== 6 && !holidays[calendar].has(date)
      running.push(running.at(-1)! + (works ? 1 : 0))
    }
    return running[days]!
  }
}
