/**
 * Invented reports on payment practices as the service's CSV export, in its first and in its later
 * layout.
 */
import { addMonths, type CivilDate } from '../../src/platform/london.ts'
import { fill, loadRecords } from '../records.ts'

export interface SandboxPaymentReport {
  id: string
  /** Cells as the file has them; `SC123456`, or digits without leading zeros. */
  number: string
  start: CivilDate
  end: CivilDate
  filed: CivilDate
  averageDays: number | null
  within30: number | null
  from31To60: number | null
  later: number | null
  notWithinTerms: number | null
  shortest: number | null
  longest: number | null
}

export type ReportLayout = 'first' | 'later'
export type ReportDates = 'year-month-day' | 'day/month/year' | 'month/day/year'

const URL_OF = 'https://check-payment-practices.service.gov.uk/report/'
const READ = [
  'Report Id',
  'Start date',
  'End date',
  'Filing date',
  'Company',
  'Company number',
  'Average time to pay',
  '% Invoices paid within 30 days',
  '% Invoices paid between 31 and 60 days',
  '% Invoices paid later than 60 days',
  '% Invoices not paid within agreed terms',
  'Shortest (or only) standard payment period',
  'Longest standard payment period',
]
/** The 23 columns of the first layout. */
const FIRST = [
  ...READ.slice(0, 6),
  'Payments made in the reporting period',
  ...READ.slice(6),
  'Maximum contractual payment period',
  'Payment terms have changed',
  'Suppliers notified of changes',
  'Participates in payment codes',
  'E-Invoicing offered',
  'Supply-chain financing offered',
  'Policy covers charges for remaining on supplier list',
  'Charges have been made for remaining on supplier list',
  'URL',
]
const ADDED = [
  'Policy Regime',
  'Financial period start date',
  'Qualifying contracts in reporting period',
  '% Invoices not paid within agreed terms because of a dispute',
  ...Array.from({ length: 25 }, (_, index) => `Total value or retention ${index + 1}`),
]
/** The 52 columns of the later layout. */
const LATER = [FIRST[0]!, ...ADDED, ...FIRST.slice(1)]

export interface ExportOptions {
  layout?: ReportLayout
  dates?: ReportDates
  lineBreak?: '\n' | '\r\n'
  byteOrderMark?: boolean
  /** Changes the cells of a row by the names of their columns. */
  change?(cells: Record<string, string>, index: number): void
}

/** Returns the file. */
export function paymentExport(
  reports: readonly SandboxPaymentReport[],
  {
    layout = 'first',
    dates,
    lineBreak = '\r\n',
    byteOrderMark = false,
    change,
  }: ExportOptions = {},
): string {
  const columns = layout === 'first' ? FIRST : LATER
  const order = dates ?? (layout === 'first' ? 'year-month-day' : 'day/month/year')
  const lines = reports.map((report, index) => {
    const cells = {
      ...(layout === 'later' ? laterCells(report, order) : {}),
      ...cellsOf(report, order),
    }
    change?.(cells, index)
    return columns.map((column) => quoted(cells[column] ?? '')).join(',')
  })
  return (
    (byteOrderMark ? '\uFEFF' : '') +
    [columns.map(quoted).join(','), ...lines].map((line) => `${line}${lineBreak}`).join('')
  )
}

function cellsOf(report: SandboxPaymentReport, order: ReportDates): Record<string, string> {
  const figure = (value: number | null) => (value === null ? '' : String(value))
  return {
    'Report Id': report.id,
    'Start date': dateText(report.start, order),
    'End date': dateText(report.end, order),
    'Filing date': dateText(report.filed, order),
    Company: 'INVENTED, "LARGE"\nLIMITED',
    'Company number': report.number,
    'Payments made in the reporting period': String(report.averageDays !== null),
    'Average time to pay': figure(report.averageDays),
    '% Invoices paid within 30 days': figure(report.within30),
    '% Invoices paid between 31 and 60 days': figure(report.from31To60),
    '% Invoices paid later than 60 days': figure(report.later),
    '% Invoices not paid within agreed terms': figure(report.notWithinTerms),
    'Shortest (or only) standard payment period': figure(report.shortest),
    'Longest standard payment period': figure(report.longest),
    'Maximum contractual payment period': '90',
    'Payment terms have changed': 'false',
    'Participates in payment codes': 'true',
    URL: `${URL_OF}${report.id}`,
  }
}

/** Columns that only look like those that are read. */
function laterCells(report: SandboxPaymentReport, order: ReportDates): Record<string, string> {
  return {
    'Policy Regime': 'Regime 2',
    'Financial period start date': dateText(addMonths(report.start, -6), order),
    'Qualifying contracts in reporting period': 'TRUE',
    '% Invoices not paid within agreed terms because of a dispute': '99',
    'Total value or retention 1': '1,234,567',
    'Total value or retention 2': 'Yes',
  }
}

function dateText(date: CivilDate, order: ReportDates): string {
  const [year, month, day] = date.split('-') as [string, string, string]
  if (order === 'year-month-day') return date
  return order === 'day/month/year'
    ? `${day}/${month}/${year}`
    : `${Number(month)}/${Number(day)}/${year}`
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Reports of companies of the sandbox's register, up to the last half year that is over. */
export function sandboxReports(today: CivilDate): SandboxPaymentReport[] {
  const [year, month] = today.split('-').map(Number)
  const half = new Temporal.PlainDate(year!, month! < 8 ? 1 : 7, 1).subtract({ months: 6 })
  const fields = { half: half.toZonedDateTime('Europe/London') }
  return fill(loadRecords<SandboxPaymentReport>('payment-practices/reports.jsonl'), fields)
}
