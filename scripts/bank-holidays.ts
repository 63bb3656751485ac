/**
 * Writes the shipped table of bank holidays from the package date-holidays: `node
 * scripts/bank-holidays.ts`. The official feed overrides it at run time.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Holidays from 'date-holidays'

const DIVISIONS = {
  'england-and-wales': 'ENG',
  scotland: 'SCT',
  'northern-ireland': 'NIR',
} as const
const FIRST_YEAR = 2023
const LAST_YEAR = 2031

const lines = Object.entries(DIVISIONS).map(([division, state]) => {
  const calendar = new Holidays('GB', state)
  const dates = new Set<string>()
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    for (const holiday of calendar.getHolidays(year)) {
      const date = holiday.date.slice(0, 10)
      const day = new Date(`${date}T00:00:00Z`).getUTCDay()
      // Days at a weekend have substitutes and do not shorten the week.
      if (['public', 'bank'].includes(holiday.type) && day !== 0 && day !== 6) dates.add(date)
    }
  }
  const rows = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) =>
    String(FIRST_YEAR + index),
  ).map(
    (year) =>
      `    ${[...dates]
        .filter((date) => date.startsWith(year))
        .sort()
        .map((date) => date.slice(5))
        .join(' ')}`,
  )
  return `  '${division}': fromYear(${FIRST_YEAR}, \`\n${rows.join('\n')}\n  \`),`
})

writeFileSync(
  join(import.meta.dirname, '../src/platform/bank-holidays.ts'),
  `/** Bank holidays that fall on weekdays. Written by scripts/bank-holidays.ts from the package date-holidays (ISC, CC BY 3.0); the official feed overrides it. */
export const CALENDARS = ['england-and-wales', 'scotland', 'northern-ireland'] as const
export type CalendarName = (typeof CALENDARS)[number]
export type BankHolidays = Readonly<Record<CalendarName, ReadonlySet<string>>>

/** One line a year, days as MM-DD. */
function fromYear(first: number, table: string): ReadonlySet<string> {
  const years = table.trim().split('\\n')
  return new Set(years.flatMap((line, index) => line.trim().split(' ').map((day) => \`\${first + index}-\${day}\`)))
}

export const SHIPPED_HOLIDAYS: BankHolidays = {
${lines.join('\n')}
}
`,
)
