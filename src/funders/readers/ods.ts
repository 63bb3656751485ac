/** Tables of an OpenDocument spreadsheet as streams of rows. All tables share one part, which is read once per table. */
import { DatasetFault } from './fault.ts'
import type { ReadLimits } from './limits.ts'
import type { Cell, RowSink, Workbook } from './table.ts'
import { readXml } from './xml.ts'
import type { Archive } from './zip.ts'

const CONTENT = 'content.xml'
/** Equal neighbours are written once with a count; empty ones run to the sheet's edge and are not laid out. */
const MAX_REPEATS = 1_000

export async function openOds(archive: Archive, limits: ReadLimits): Promise<Workbook> {
  const names: string[] = []
  await readXml('the content', archive.stream(CONTENT), {
    open(name, attributes) {
      if (name === 'table') names.push(attributes['table:name'] ?? '')
    },
    text() {},
    close() {},
  })
  return {
    tables: names.map((name, index) => ({ name, serialOffsetDays: 0, read: (onRow) => readTable(archive, index, name, limits, onRow) })),
    close: () => archive.close(),
  }
}

async function readTable(archive: Archive, wanted: number, table: string, limits: ReadLimits, onRow: RowSink): Promise<void> {
  let current = -1
  let row: Cell[] = []
  let rowRepeats = 1
  let column = 0
  let attributesOfCell: Readonly<Record<string, string>> | null = null
  let text = ''
  let paragraphs = 0
  let inParagraph = false
  let stopped = false

  function endCell(): void {
    const attributes = attributesOfCell!
    attributesOfCell = null
    const repeats = Math.max(1, Number(attributes['table:number-columns-repeated'] ?? 1) || 1)
    const value = cellValue(attributes, text)
    if (value !== null) {
      if (column + Math.min(repeats, MAX_REPEATS) > limits.maxColumns) {
        throw new DatasetFault('too_large', `table ${table} has more than ${limits.maxColumns} columns`)
      }
      for (let count = 0; count < Math.min(repeats, MAX_REPEATS); count += 1) row[column + count] = value
    }
    column += repeats
  }

  function endRow(): void {
    if (row.length === 0) return
    for (let count = 0; count < Math.min(rowRepeats, MAX_REPEATS) && !stopped; count += 1) if (onRow(row) === false) stopped = true
  }

  await readXml(`table ${table}`, archive.stream(CONTENT), {
    open(name, attributes) {
      if (name === 'table') current += 1
      if (current !== wanted || stopped) return
      if (name === 'table-row') {
        row = []
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
      if (inParagraph && attributesOfCell) text += piece
    },
    close(name) {
      if (current !== wanted || stopped) return
      if (name === 'p') inParagraph = false
      else if ((name === 'table-cell' || name === 'covered-table-cell') && attributesOfCell) endCell()
      else if (name === 'table-row') endRow()
      else if (name === 'table') stopped = true
    },
    done: () => stopped,
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
