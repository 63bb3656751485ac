/**
 * When silence says that a stream of the register is frozen. Signs of life say nothing: a frozen
 * stream has kept sending them for days (June 2026). Pure.
 */
import { SHIPPED_HOLIDAYS } from '../../platform/bank-holidays.ts'
import { addDays, type CivilDate, londonDate, londonWallTimeMs } from '../../platform/london.ts'

const MOST_SILENT_MS = 30 * 60_000
/** Working hours of the register, in which its busy streams have an event every few seconds. */
const [OPENS, CLOSES] = ['08:00', '18:00']
const HOLIDAYS = SHIPPED_HOLIDAYS['england-and-wales']

/** Whether some 30 minutes of one working day passed without an event since the last one. */
export function isTooSilent(lastEventMs: number, nowMs: number): boolean {
  const today = londonDate(nowMs)
  for (let date = londonDate(lastEventMs); date <= today; date = addDays(date, 1)) {
    if (!isWorkingDay(date)) continue
    const fromMs = Math.max(lastEventMs, londonWallTimeMs(`${date}T${OPENS}`))
    const untilMs = Math.min(nowMs, londonWallTimeMs(`${date}T${CLOSES}`))
    if (untilMs - fromMs >= MOST_SILENT_MS) return true
  }
  return false
}

function isWorkingDay(date: CivilDate): boolean {
  const weekday = new Date(date).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.has(date)
}
