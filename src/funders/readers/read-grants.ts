/** Any published file as a stream of grants. */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type GrantParts, grantOfJson, grantOfRow, type PublishedGrant } from '../model/grant.ts'
import {
  type Columns,
  holdsGrants,
  holdsParts,
  isComment,
  parseColumns,
  parseInstructions,
  repeatsHeadings,
  type SheetInstructions,
} from '../model/headings.ts'
import { utf8Chunks } from './chunks.ts'
import { csvTable } from './csv.ts'
import { DatasetFault, isMachineFault } from './fault.ts'
import { readJsonItems } from './json-items.ts'
import type { ReadLimits } from './limits.ts'
import { openOds } from './ods.ts'
import { sniff } from './sniff.ts'
import type { RowSink, Table, Workbook } from './table.ts'
import { openXlsx } from './xlsx.ts'
import { openArchive } from './zip.ts'

export type Format = 'json' | 'csv' | 'xlsx' | 'ods'

/** A heading row stands within this many rows; above it there may be a title or notes. */
const HEADING_ROWS = 30
/** Maximum number of parts in other tables. A workbook with more does not follow the standard. */
const MAX_PARTS = 400_000

/** Reason for which a row below the headings is no grant. */
export type SetAsideReason = 'repeats the headings' | 'explains the headings'
type OnSetAside = (reason: SetAsideReason) => void

/**
 * Reads every grant of a file, in its order. The format is found out from the content. `onSetAside`
 * receives the reason of each row that holds headings.
 * @throws DatasetFault naming what is wrong with the file.
 */
export async function readGrants(
  path: string,
  limits: ReadLimits,
  onGrant: (grant: PublishedGrant) => void,
  onSetAside: OnSetAside = () => {},
): Promise<Format> {
  const content = await sniff(path)
  switch (content) {
    case 'json':
      await readJsonItems(utf8Chunks(path), limits, (item) => onGrant(grantOfJson(item)))
      return 'json'
    case 'text':
      await readTables(
        csvTable(() => utf8Chunks(path), limits),
        onGrant,
        onSetAside,
      )
      return 'csv'
    case 'zip':
      return readSpreadsheet(path, limits, onGrant, onSetAside)
    case 'gzip':
      return readGzip(path, limits, onGrant, onSetAside)
    case 'empty':
      throw new DatasetFault('the file is empty')
    case 'html':
      throw new DatasetFault('the file is a web page, not data')
    case 'pdf':
      throw new DatasetFault('PDF files are not read')
    case 'old_office':
      throw new DatasetFault('old binary or password-protected spreadsheets are not read')
  }
}

async function readSpreadsheet(
  path: string,
  limits: ReadLimits,
  onGrant: (grant: PublishedGrant) => void,
  onSetAside: OnSetAside,
): Promise<Format> {
  const archive = await openArchive(path, limits)
  let workbook: Workbook
  let format: Format
  try {
    if (archive.names.has('xl/workbook.xml'))
      [workbook, format] = [await openXlsx(archive, limits), 'xlsx']
    else if (archive.names.has('content.xml'))
      [workbook, format] = [openOds(archive, limits), 'ods']
    else throw new DatasetFault('an archive that is no spreadsheet')
    await readTables(workbook, onGrant, onSetAside)
    return format
  } finally {
    archive.close()
  }
}

/** Some servers compress files although plain ones were requested. */
async function readGzip(
  path: string,
  limits: ReadLimits,
  onGrant: (grant: PublishedGrant) => void,
  onSetAside: OnSetAside,
): Promise<Format> {
  const unpacked = `${path}.unpacked`
  try {
    let bytes = 0
    await pipeline(
      createReadStream(path),
      createGunzip(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > limits.maxPartBytes)
            throw new DatasetFault('the compressed file inflates beyond the limit')
          yield chunk
        }
      },
      createWriteStream(unpacked),
    )
    if ((await sniff(unpacked)) === 'gzip')
      throw new DatasetFault('a compressed file within a compressed file')
    return await readGrants(unpacked, limits, onGrant, onSetAside)
  } catch (error) {
    if (error instanceof DatasetFault || isMachineFault(error)) throw error
    throw new DatasetFault('the compressed file is damaged', error)
  } finally {
    await rm(unpacked, { force: true })
  }
}

interface HeadedTable {
  columns: Columns
  /** Number of the last heading row. */
  row: number
}

/** Reads in three passes however many tables there are: headings, parts of grants, grants. */
async function readTables(
  workbook: Workbook,
  onGrant: (grant: PublishedGrant) => void,
  onSetAside: OnSetAside,
): Promise<void> {
  const headed = await readHeadings(workbook)
  const select = (isWanted: (columns: Columns) => boolean) =>
    new Map([...headed].filter(([, { columns }]) => isWanted(columns)))
  const grants = select(holdsGrants)
  if (grants.size === 0) throw new DatasetFault('no table has the headings of the grant standard')
  const parts = await readParts(workbook, select(holdsParts))
  await workbook.read((table) => {
    let isFirst = true
    return rowsBelow(grants.get(table.index), (cells, columns) => {
      const grant = grantOfRow(cells, columns, table.serialOffsetDays)
      if (repeatsHeadings(cells, columns)) return onSetAside('repeats the headings')
      if (isFirst && isExplanation(grant, cells, columns))
        return onSetAside('explains the headings')
      if (isEmpty(grant)) return
      isFirst = false
      const more = parts?.get(grant.id)
      onGrant(more ? grantOfRow(cells, columns, table.serialOffsetDays, more) : grant)
    })
  })
}

/** Whether a row above the first grant has words where grants have an amount and a date. */
function isExplanation(
  { pence, day }: PublishedGrant,
  cells: Parameters<RowSink>[0],
  columns: Columns,
): boolean {
  const hasWords = (column: number) => /\p{L}/u.test(String(cells[column] ?? ''))
  return pence === null && day === 0 && [...columns.amount, ...columns.awardDate].some(hasWords)
}

/** Returns a sink of the rows below a heading; `null` without a heading. */
function rowsBelow(
  heading: HeadedTable | undefined,
  onRow: (cells: Parameters<RowSink>[0], columns: Columns) => void,
): RowSink | null {
  if (!heading) return null
  return (cells, row) => {
    if (row > heading.row) onRow(cells, heading.columns)
  }
}

/** Returns the first row with known headings of each table, by the table's position. */
async function readHeadings(workbook: Workbook): Promise<Map<Table['index'], HeadedTable>> {
  const headed = new Map<Table['index'], HeadedTable>()
  await workbook.read(({ index, name }) => {
    if (isComment(name)) return null
    let instructions: SheetInstructions | null = null
    return (cells, row) => {
      if (row === 0) instructions = parseInstructions(cells)
      if (instructions?.isIgnored) return false
      // Row 0 has the instructions. The rows that they skip follow it.
      if (instructions && row <= instructions.skippedRows) return true
      const columns = parseColumns(cells)
      if (columns) headed.set(index, { columns, row: row + (instructions?.headingRows ?? 1) - 1 })
      return !columns && row < HEADING_ROWS + (instructions?.skippedRows ?? 0)
    }
  })
  return headed
}

/** Organisations and programmes from separate sheets of a workbook, by grant identifier. */
async function readParts(
  workbook: Workbook,
  tables: ReadonlyMap<Table['index'], HeadedTable>,
): Promise<Map<string, GrantParts> | null> {
  if (tables.size === 0) return null
  const parts = new Map<string, GrantParts>()
  await workbook.read(({ index }) =>
    rowsBelow(tables.get(index), (cells, columns) => {
      const grant = grantOfRow(cells, columns, 0)
      if (grant.id === '') return
      if (parts.size >= MAX_PARTS)
        throw new DatasetFault('the workbook spreads too many grants over several sheets')
      const known: GrantParts = parts.get(grant.id) ?? {}
      // A grant with several organisations lists the first first.
      known.funderId ??= grant.funderId || undefined
      known.funderName ??= grant.funderName || undefined
      known.recipientId ??= grant.recipientId || undefined
      known.recipientName ??= grant.recipient || undefined
      known.programme ??= grant.programme || undefined
      known.individual ??= grant.individual ? 'yes' : undefined
      parts.set(grant.id, known)
    }),
  )
  return parts
}

/** Rows that only carry formatting, a total's label or a note below the table. */
function isEmpty(grant: PublishedGrant): boolean {
  return grant.id === '' && (grant.pence === null || grant.title === '')
}
