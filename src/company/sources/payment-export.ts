/**
 * The CSV export of all reports on payment practices: a file that is downloaded or given, surveyed
 * whole before a row of it counts.
 */
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorMessage, UnexpectedAnswer } from '../../platform/errors.ts'
import type { Check } from '../../platform/examination.ts'
import { createDownloader, type Downloader, isLocalUrl } from '../../upstream/download.ts'
import {
  createDateOrders,
  type DateOrder,
  isWholeRow,
  type ReportColumns,
  type ReportRow,
  readReportHeading,
  readReportRow,
} from '../model/payment-practices.ts'
import { csvLines } from './csv-rows.ts'

const IDLE_MS = 60_000
/** The file has 30 to 100 MB. */
const MAX_FILE_BYTES = 512 * 1024 * 1024

export interface PaymentExport {
  /** @throws UpstreamError */
  download(path: string, signal: AbortSignal): Promise<unknown>
  /** Lists the checks of `ukintel doctor`, which download the file. */
  examine(signal: AbortSignal): readonly Check[]
  close(): Promise<void>
}

export function createPaymentExport({
  url,
  userAgent,
}: {
  url: string
  userAgent: string
}): PaymentExport {
  const downloader: Downloader = createDownloader({
    userAgent,
    intervalMs: 1_000,
    idleMs: IDLE_MS,
    maxBytes: MAX_FILE_BYTES,
    allowPrivate: isLocalUrl(url),
  })
  return {
    download: (path, signal) => downloader.download(url, path, { signal }),
    examine(signal) {
      let damage: string | null | undefined
      return [
        {
          assumption:
            'payment-practices/export: the address gives a whole CSV with the columns that are read and dates of one order',
          async difference() {
            const folder = await mkdtemp(join(tmpdir(), 'ukintel-doctor-'))
            const path = join(folder, 'export.csv')
            try {
              await downloader.download(url, path, { signal })
              const survey = await surveyExport(path)
              damage = tooManyUnreadable(await countUnreadable(path, survey), survey.rows)
            } finally {
              await rm(folder, { recursive: true })
            }
            return null
          },
        },
        {
          assumption: 'payment-practices/rows: at most 1 in 10 rows cannot be read',
          async difference() {
            if (damage === undefined) throw new Error('no file could be read')
            return damage
          },
        },
      ]
    },
    close: () => downloader.close(),
  }
}

/** Properties of a whole file that every row needs. */
export interface ExportSurvey {
  columns: ReportColumns
  order: DateOrder
  rows: number
}

/**
 * Reads a file once, without its rows.
 * @throws UnexpectedAnswer if it is no export, is cut off, or mixes orders of dates
 */
export async function surveyExport(path: string): Promise<ExportSurvey> {
  try {
    return await survey(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw new UnexpectedAnswer(`the file is not believed: ${describeFault(error)}`)
  }
}

async function survey(path: string): Promise<ExportSurvey> {
  let columns: ReportColumns | null = null
  let last: readonly string[] = []
  let rows = 0
  const orders = createDateOrders()
  for await (const each of csvLines(path)) {
    if ('heading' in each) {
      if (each.heading[0]?.trimStart().startsWith('<')) throw new Error('it is a web page')
      columns = readReportHeading(each.heading)
      continue
    }
    rows += 1
    last = each.cells
    orders.note(last, columns!, rows)
  }
  if (columns === null || rows === 0) throw new Error('it has no rows')
  if (last.length < columns.width)
    throw new Error(`it is cut off: its last row has ${last.length} of ${columns.width} columns`)
  if (!(await endsWithLineBreak(path)) && !isWholeRow(last, columns))
    throw new Error('it is cut off: its last row has no end')
  return { columns, order: orders.order(), rows }
}

function describeFault(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'it is cut off within quotes'
  return typeof code === 'string' ? `it is no CSV (${code})` : errorMessage(error)
}

async function endsWithLineBreak(path: string): Promise<boolean> {
  const { size } = await stat(path)
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
    return buffer.toString() === '\n' || buffer.toString() === '\r'
  } finally {
    await file.close()
  }
}

/** Reads the rows of a surveyed file. */
export async function* exportRows(
  path: string,
  { columns, order }: ExportSurvey,
): AsyncGenerator<ReportRow> {
  for await (const each of csvLines(path))
    if ('cells' in each) yield readReportRow(each.cells, columns, order)
}

/** Counts the unreadable rows of a surveyed file by reason. */
export async function countUnreadable(
  path: string,
  survey: ExportSurvey,
): Promise<Map<string, number>> {
  const unreadable = new Map<string, number>()
  for await (const row of exportRows(path, survey))
    if (!row.ok) unreadable.set(row.reason, (unreadable.get(row.reason) ?? 0) + 1)
  return unreadable
}

/**
 * Share of rows that may be unreadable. A file with more has another format, not a few bad rows.
 */
const MOST_UNREADABLE = 0.1

/** Returns why so many unreadable rows are not believed, or `null`. */
export function tooManyUnreadable(unreadable: ReadonlyMap<string, number>, rows: number) {
  const refused = [...unreadable.values()].reduce((sum, each) => sum + each, 0)
  if (refused <= rows * MOST_UNREADABLE) return null
  return `${refused} of ${rows} rows cannot be read (${[...unreadable.keys()].slice(0, 2).join('; ')})`
}
