import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALENDARS, SHIPPED_HOLIDAYS } from '../../platform/bank-holidays.ts'
import { countWorkingDays, dateOfEpochDay, epochDay } from '../../platform/london.ts'
import { createDayCounter } from './calendar.ts'

test('working days by closed form are those counted day by day', () => {
  const anyDay = fc.integer({ min: epochDay('2024-01-01'), max: epochDay('2031-12-31') })
  fc.assert(
    fc.property(anyDay, anyDay, fc.constantFrom(...CALENDARS), (from, to, calendar) => {
      const today = dateOfEpochDay(from)
      const counted = countWorkingDays(today, dateOfEpochDay(to), SHIPPED_HOLIDAYS[calendar])
      expect(createDayCounter(today, SHIPPED_HOLIDAYS)(calendar, to)).toBe(counted)
    }),
    { numRuns: 300 },
  )
})

test('a holiday at the weekend takes no working day', () => {
  const holidays = { ...SHIPPED_HOLIDAYS, scotland: new Set(['2026-11-28', '2026-11-30']) }
  // From a Friday to Monday week: six weekdays less one.
  expect(createDayCounter('2026-11-20', holidays)('scotland', epochDay('2026-11-30'))).toBe(5)
})
