/**
 * Reports of large companies on how fast they pay suppliers, as rows of the service's CSV export.
 */
import { z } from 'zod'
import { findFiledNumber } from '../../platform/company-number.ts'
import { type CivilDate, isCivilDate } from '../../platform/london.ts'
import { isOutOfReason } from '../../platform/reason.ts'

const date = z.iso.date()
const days = z.number().min(0).max(9_999).nullable()
const percent = z.number().min(0).max(100).nullable()

/** One report as it is stored and answered. */
export const paymentReport = z.strictObject({
  report_id: z.string().describe("The service's id of the report"),
  period_start: date.describe('First day of the reporting period'),
  period_end: date.describe('Last day of the reporting period'),
  filed: date.describe('Day of filing'),
  average_days: days.describe('Average days to pay an invoice; null where not stated'),
  within_30_days_pct: percent.describe('Per cent of invoices paid within 30 days; null as above'),
  from_31_to_60_days_pct: percent.describe('Per cent paid in 31 to 60 days; null as above'),
  later_than_60_days_pct: percent.describe('Per cent paid later than 60 days; null as above'),
  not_within_terms_pct: percent.describe('Per cent not paid within agreed terms; null as above'),
  standard_days_shortest: days.describe(
    'Shortest or only standard payment period in days, or null',
  ),
  standard_days_longest: days.describe('Longest standard payment period in days; null if only one'),
  url: z.url().nullable().describe('The report on the public service; null where not stated'),
})
export type PaymentReport = z.output<typeof paymentReport>

/** Names of the columns that are read. Later layouts have more, in another order. */
const COLUMNS: Readonly<Record<keyof PaymentReport | 'number', string>> = {
  report_id: 'Report Id',
  period_start: 'Start date',
  period_end: 'End date',
  filed: 'Filing date',
  number: 'Company number',
  average_days: 'Average time to pay',
  within_30_days_pct: '% Invoices paid within 30 days',
  from_31_to_60_days_pct: '% Invoices paid between 31 and 60 days',
  later_than_60_days_pct: '% Invoices paid later than 60 days',
  not_within_terms_pct: '% Invoices not paid within agreed terms',
  standard_days_shortest: 'Shortest (or only) standard payment period',
  standard_days_longest: 'Longest standard payment period',
  url: 'URL',
}
type Column = keyof typeof COLUMNS
const DATE_COLUMNS = ['period_start', 'period_end', 'filed'] as const

/** Positions of the columns, and the number of all. */
export interface ReportColumns {
  at: Readonly<Record<Column, number>>
  width: number
  layout: 'first' | 'later'
}

const plainName = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** @throws Error if a column that is read is missing or there twice */
export function readReportHeading(heading: readonly string[]): ReportColumns {
  const names = heading.map(plainName)
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([key, name]) => {
      const place = names.indexOf(plainName(name))
      if (place === -1) throw new Error(`its first line names no column "${name}"`)
      if (names.includes(plainName(name), place + 1))
        throw new Error(`its first line names the column "${name}" twice`)
      return [key, place]
    }),
  ) as Record<Column, number>
  const layout = names.includes('policy regime') ? 'later' : 'first'
  return { at, width: heading.length, layout }
}

/** Order of year, month and day in the dates of a file. */
export type DateOrder = 'year-month-day' | 'day/month/year' | 'month/day/year'

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const SLASH_ORDERS = ['day/month/year', 'month/day/year'] as const

/** Learns the one order of dates from all rows of a file. */
export function createDateOrders() {
  const lines = new Map<DateOrder | 'either', number>()
  return {
    note(cells: readonly string[], { at }: ReportColumns, line: number): void {
      for (const column of DATE_COLUMNS) {
        const order = detectOrder(cells[at[column]]?.trim() ?? '')
        if (order !== null && !lines.has(order)) lines.set(order, line)
      }
    },
    /** @throws Error if the dates have several orders, or no date shows which */
    order(): DateOrder {
      const { either, ...shown } = Object.fromEntries(lines) as Record<string, number | undefined>
      const [first, second] = Object.entries(shown)
      if (second !== undefined)
        throw new Error(
          `it mixes orders of dates: ${first![0]} in row ${first![1]}, ${second[0]} in row ${second[1]}`,
        )
      if (first === undefined)
        throw new Error('no date shows whether the day or the month comes first')
      if (either !== undefined && first[0] === 'year-month-day')
        throw new Error(
          `it mixes orders of dates: ${first[0]} in row ${first[1]}, another in row ${either}`,
        )
      return first[0] as DateOrder
    },
  }
}

/**
 * Returns the order that a date shows, `either` if the day could be the month, `null` for other
 * text.
 */
function detectOrder(text: string): DateOrder | 'either' | null {
  if (isCivilDate(text)) return 'year-month-day'
  const possible = SLASH_ORDERS.filter((order) => readDate(text, order) !== null)
  return possible.length === 2 ? 'either' : (possible[0] ?? null)
}

function readDate(text: string, order: DateOrder): CivilDate | null {
  const trimmed = text.trim()
  if (order === 'year-month-day') return isCivilDate(trimmed) ? trimmed : null
  const [, first = '', second = '', year = ''] = SLASHED.exec(trimmed) ?? []
  const [day, month] = order === 'day/month/year' ? [first, second] : [second, first]
  const civil = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCivilDate(civil) ? civil : null
}

export type ReportRow =
  | { ok: true; number: string; report: PaymentReport }
  | { ok: false; reason: string }

const ID = /^[A-Za-z0-9-]{1,40}$/
const FIGURE = /^\d{1,4}(\.\d{1,6})?$/

/** Reads one row. A figure that is empty, `None` or impossible is `null`. */
export function readReportRow(
  cells: readonly string[],
  { at, width }: ReportColumns,
  order: DateOrder,
): ReportRow {
  const refuse = (reason: string): ReportRow => ({ ok: false, reason })
  if (cells.length !== width) return refuse('the row has another number of columns')
  const cell = (column: Column) => cells[at[column]]!.trim()

  const id = cell('report_id')
  if (!ID.test(id)) return refuse('the row has no readable report id')
  const number = findFiledNumber(cell('number'))
  if (number === null) return refuse('the row has no readable company number')
  const [start, end, filed] = DATE_COLUMNS.map((column) => readDate(cell(column), order))
  if (!start || !end || !filed) return refuse('a date of the row cannot be read')
  if (start > end) return refuse('the period of the row ends before it starts')

  const figure = (column: Column, most: number) => {
    const text = cell(column)
    return FIGURE.test(text) && Number(text) <= most ? Number(text) : null
  }
  return {
    ok: true,
    number,
    report: {
      report_id: id,
      period_start: start,
      period_end: end,
      filed,
      average_days: figure('average_days', 9_999),
      within_30_days_pct: figure('within_30_days_pct', 100),
      from_31_to_60_days_pct: figure('from_31_to_60_days_pct', 100),
      later_than_60_days_pct: figure('later_than_60_days_pct', 100),
      not_within_terms_pct: figure('not_within_terms_pct', 100),
      standard_days_shortest: figure('standard_days_shortest', 9_999),
      standard_days_longest: figure('standard_days_longest', 9_999),
      url: readUrl(cell('url')),
    },
  }
}

function readUrl(text: string): string | null {
  return text.length <= 300 && URL.canParse(text) && text.startsWith('https://') ? text : null
}

/**
 * Whether the last cell of a row shows that the row is whole: its URL ends with its id, or it is a
 * yes or a no.
 */
export function isWholeRow(cells: readonly string[], { at, width }: ReportColumns): boolean {
  const last = cells[width - 1]!.trim()
  if (at.url === width - 1) return last.endsWith(`/${cells[at.report_id]!.trim()}`)
  return /^(?:true|false|yes|no)$/i.test(last)
}

/**
 * Returns whether a report states a day later than what states it: a period that ended after the
 * filing, or a filing after the file of all reports was fetched.
 */
export function isReportOutOfReason(
  { period_end, filed }: PaymentReport,
  fetched: CivilDate | null,
): boolean {
  return isOutOfReason(period_end, filed) || (fetched !== null && isOutOfReason(filed, fetched))
}

/**
 * Returns the newest report of each period, the newest period first. Reports out of reason are left
 * out.
 * @param fetched day on which the file of all reports was fetched; `null` if it is not known
 */
export function newestOfPeriods(
  reports: readonly PaymentReport[],
  fetched: CivilDate | null = null,
): PaymentReport[] {
  const believed = reports.filter((report) => !isReportOutOfReason(report, fetched))
  const newestFirst = believed.sort(
    (a, b) =>
      compare(b.period_end, a.period_end) ||
      compare(b.period_start, a.period_start) ||
      compare(b.filed, a.filed) ||
      compare(b.report_id.padStart(40, '0'), a.report_id.padStart(40, '0')),
  )
  const periods = new Map<string, PaymentReport>()
  for (const report of newestFirst) {
    const period = `${report.period_start} ${report.period_end}`
    if (!periods.has(period)) periods.set(period, report)
  }
  return [...periods.values()]
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
