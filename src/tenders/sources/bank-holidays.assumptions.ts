/** What `bank-holidays.ts` takes for granted of the official feed. */
import type { Assumption } from '../../platform/assumption.ts'
import { readHolidayFeed } from '../model/calendar.ts'

export const HOLIDAY_ASSUMPTIONS: readonly Assumption[] = [
  {
    id: 'bank-holidays/feed',
    says: 'the feed has the dates of all three calendars',
    since: '2026-11-20',
    seen: { on: "2026-11-20, a copy in the feed's shape", live: false },
    fault: ({ status, json }) =>
      status === 200 && readHolidayFeed(json) !== null
        ? null
        : `status ${status}, a calendar is missing`,
  },
]
