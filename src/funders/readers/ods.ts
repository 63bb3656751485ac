/**
 * Tables of an OpenDocument spreadsheet as streams of rows. All tables share one part, which each
 * pass reads once.
 */
import { DatasetFault } from './fault.ts'
import type { ReadLimits } from './limits.ts'
import type { Cell, RowSink, Table, Workbook } from './table.ts'
import { readXml } from './xml.ts'
import type { Archive } from './zip.ts'

const CONTENT = 'content.xml'
/**
 * Equal neighbours are written once with a count; empty ones run to the sheet's edge and are not
 * laid out.
 */
const MAX_REPEATS = 1_000

export function openOds(archive: Archive, limits: ReadLimits): Workbook {
  return { read: (sinkOf) => readTables(archive, limits, sinkOf), close: () => archive.close() }
}

async function readTables(
  archive: Archive,
  limits: ReadLimits,
  openSink: (table: Table) => RowSink | null,
): Promise<void> {
  let index = -1
  let table = ''
  /** `null` outside of tables and in those that are skipped. */
  let onRow: RowSink | null = null
  let row: Cell[] = []
  let rowRepeats = 1
  let rowsAbove = 0
  let rowLength = 0
  let column = 0
  let attributesOfCell: Readonly<Record<string, string>> | null = null
  let text = ''
  let paragraphs = 0
  let inParagraph = false

  function endCell(): void {
    const attributes = attributesOfCell!
    attributesOfCell = null
    const repeats = Math.max(1, Number(attributes['table:number-columns-repeated'] ?? 1) || 1)
    const value = cellValue(attributes, text)
    if (value !== null) {
      if (column + Math.min(repeats, MAX_REPEATS) > limits.maxColumns) {
        throw new DatasetFault(`table ${table} has more than ${limits.maxColumns} columns`)
      }
      for (let count = 0; count < Math.min(repeats, MAX_REPEATS); count += 1)
        row[column + count] = value
    }
    column += repeats
  }

  function endRow(): void {
    const first = rowsAbove
    rowsAbove += rowRepeats
    if (row.length === 0) return
    for (let count = 0; count < Math.min(rowRepeats, MAX_REPEATS) && onRow; count += 1)
      if (onRow(row, first + count) === false) onRow = null
  }

  await readXml('the content', archive.stream(CONTENT), {
    open(name, attributes) {
      if (name === 'table') {
        index += 1
        table = attributes['table:name'] ?? ''
        onRow = openSink({ index, name: table, serialOffsetDays: 0 })
        rowsAbove = 0
      }
      if (!onRow) return
      if (name === 'table-row') {
        row = []
        rowLength = 0
        column = 0
        rowRepeats = Math.max(1, Number(attributes['table:number-rows-repeated'] ?? 1) || 1)
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        attributesOfCell = attributes
        text = ''
        paragraphs = 0
      } else if (name === 'p' && attributesOfCell) {
        if (paragraphs > 0) text += '\n'
        paragraphs += 1
        inParagraph = true
      } else if (name === 's' && inParagraph) text += ' '
    },
    text(piece) {
      if (!inParagraph || !attributesOfCell) return
      text += piece
      rowLength += piece.length
      if (rowLength > limits.maxRecordBytes)
        throw new DatasetFault(`a row of table ${table} is longer than 4 MiB`)
    },
    close(name) {
      if (name === 'p') inParagraph = false
      if (!onRow) return
      if ((name === 'table-cell' || name === 'covered-table-cell') && attributesOfCell) endCell()
      else if (name === 'table-row') endRow()
      else if (name === 'table') onRow = null
    },
  })
}

function cellValue(attributes: Readonly<Record<string, string>>, text: string): Cell {
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
    case 'percentage': {
      const number = Number(attributes['office:value'])
      return Number.isNaN(number) ? text || null : number
    }
    case 'date':
      return attributes['office:date-value'] ?? text
    case 'boolean':
      return attributes['office:boolean-value'] ?? text
    default:
      return text === '' ? null : text
  }
}
