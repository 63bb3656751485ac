/**
 * Sheets of an XLSX workbook as streams of rows. Only the workbook's shared texts are held in
 * memory, as bytes.
 */
import { DatasetFault } from './fault.ts'
import type { ReadLimits } from './limits.ts'
import type { Cell, RowSink, Workbook } from './table.ts'
import { createTextArena, type TextArena } from './text-arena.ts'
import { readXml } from './xml.ts'
import type { Archive } from './zip.ts'

const WORKBOOK = 'xl/workbook.xml'
/** Days between the two date systems; files from old Macs count from 1904. */
const DAYS_TO_1904 = 1462

export async function openXlsx(archive: Archive, limits: ReadLimits): Promise<Workbook> {
  const sheets: { name: string; relation: string }[] = []
  let from1904 = false
  await readXml('the workbook', archive.stream(WORKBOOK), {
    open(name, attributes) {
      if (name === 'sheet')
        sheets.push({
          name: attributes.name ?? '',
          relation: attributes['r:id'] ?? findRelation(attributes),
        })
      if (name === 'workbookPr')
        from1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
    },
    text() {},
    close() {},
  })
  const { parts, sharedTexts } = await relations(archive)
  // Read at the first sheet, kept for all: every sheet's cells point into it.
  let texts: Promise<TextArena> | null = null
  const loadTexts = () => {
    texts ??=
      sharedTexts === null
        ? Promise.resolve(createTextArena(0))
        : readSharedTexts(archive, sharedTexts, limits)
    return texts
  }
  // Each part once, however many sheets name it.
  const nameOf = new Map<string, string>()
  for (const { name, relation } of sheets) {
    const part = parts.get(relation)
    if (part !== undefined && !nameOf.has(part)) nameOf.set(part, name)
  }
  return {
    async read(sinkOf) {
      for (const [index, [part, name]] of [...nameOf].entries()) {
        const onRow = sinkOf({ index, name, serialOffsetDays: from1904 ? DAYS_TO_1904 : 0 })
        if (onRow) await readSheet(archive, part, name, await loadTexts(), limits, onRow)
      }
    },
    close: () => archive.close(),
  }
}

/** Writers that bind the relationships namespace to another prefix. */
function findRelation(attributes: Readonly<Record<string, string>>): string {
  const key = Object.keys(attributes).find((name) => name.endsWith(':id'))
  return key ? attributes[key]! : ''
}

async function relations(
  archive: Archive,
): Promise<{ parts: Map<string, string>; sharedTexts: string | null }> {
  const parts = new Map<string, string>()
  let sharedTexts: string | null = null
  await readXml('the workbook', archive.stream('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const target = attributes.Target ?? ''
      const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      const type = attributes.Type ?? ''
      if (type.endsWith('/worksheet')) parts.set(attributes.Id ?? '', part)
      if (type.endsWith('/sharedStrings') && archive.names.has(part)) sharedTexts = part
    },
    text() {},
    close() {},
  })
  return { parts, sharedTexts }
}

async function readSharedTexts(
  archive: Archive,
  part: string,
  limits: ReadLimits,
): Promise<TextArena> {
  const arena = createTextArena(limits.maxSharedTextBytes)
  let text = ''
  let inText = false
  // Phonetic text (furigana) is not part of the value.
  let phonetic = false
  await readXml('the shared text', archive.stream(part), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') inText = true
      else if (name === 'rPh') phonetic = true
    },
    text(piece) {
      if (inText && !phonetic) text += piece
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') arena.add(text)
    },
  })
  return arena
}

async function readSheet(
  archive: Archive,
  part: string,
  sheet: string,
  texts: TextArena,
  limits: ReadLimits,
  onRow: RowSink,
): Promise<void> {
  let row: Cell[] = []
  let rowNumber = -1
  let column = -1
  let type = ''
  let value = ''
  let inValue = false
  let rowBytes = 0
  let stopped = false

  function cell(): Cell {
    switch (type) {
      case 's':
        return texts.at(Number(value))
      case 'inlineStr':
      case 'str':
      case 'd':
        return value
      case 'b':
        return value === '1' ? 'true' : 'false'
      case 'e':
        return null
      default: {
        const number = Number(value)
        return Number.isNaN(number) ? value : number
      }
    }
  }

  await readXml(`sheet ${sheet}`, archive.stream(part), {
    open(name, attributes) {
      if (name === 'c') {
        column = parseColumn(attributes.r) ?? column + 1
        type = attributes.t ?? 'n'
        value = ''
      } else if (name === 'row') {
        row = []
        rowNumber = Number(attributes.r ?? rowNumber + 2) - 1
        column = -1
        rowBytes = 0
      } else inValue = name === 'v' || name === 't'
    },
    text(piece) {
      if (inValue) value += piece
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'c' && value !== '') {
        if (column >= limits.maxColumns)
          throw new DatasetFault(`sheet ${sheet} has more than ${limits.maxColumns} columns`)
        const read = cell()
        if (typeof read === 'string') rowBytes += read.length
        if (rowBytes > limits.maxRecordBytes)
          throw new DatasetFault(`a row of sheet ${sheet} is longer than 4 MiB`)
        row[column] = read
      } else if (name === 'row' && !stopped && row.length > 0 && onRow(row, rowNumber) === false)
        stopped = true
    },
    isDone: () => stopped,
  })
}

/** `AB12` to 27. */
function parseColumn(reference: string | undefined): number | null {
  if (reference === undefined) return null
  let column = 0
  for (let index = 0; index < reference.length; index += 1) {
    const code = reference.charCodeAt(index)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column === 0 ? null : column - 1
}
