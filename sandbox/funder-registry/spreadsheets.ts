/** Tables as the files that publishers make of them. */
import { type Part, zip } from './zip.ts'

export type Value = string | number | null

export interface Sheet {
  name: string
  rows: readonly (readonly Value[])[]
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An XLSX workbook. `inlineTexts`: as programs write it that keep no shared texts. */
export function xlsx(
  sheets: readonly Sheet[],
  options: { inlineTexts?: boolean; date1904?: boolean } = {},
): Buffer {
  const shared = new Map<string, number>()
  const cell = (value: Value, reference: string): string => {
    if (value === null) return ''
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
    if (options.inlineTexts)
      return `<c r="${reference}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
    const index = shared.get(value) ?? shared.size
    shared.set(value, index)
    return `<c r="${reference}" t="s"><v>${index}</v></c>`
  }
  const parts: Part[] = sheets.map(({ rows }, index) => {
    const lines = rows.map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((value, x) => cell(value, `${columnName(x)}${y + 1}`)).join('')}</row>`,
    )
    return part(
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
    )
  })
  const names = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const targets = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const texts = [...shared.keys()].map(
    (text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`,
  )
  return zip([
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${options.date1904 ? ' date1904="1"' : ''}/><sheets>${names.join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.join('')}<Relationship Id="texts" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    part('xl/sharedStrings.xml', `<sst xmlns="${MAIN}">${texts.join('')}</sst>`),
    ...parts,
  ])
}

/** An OpenDocument spreadsheet. */
export function ods(sheets: readonly Sheet[]): Buffer {
  const cell = (value: Value): string => {
    if (value === null) return '<table:table-cell/>'
    if (typeof value === 'number')
      return `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`
    return `<table:table-cell office:value-type="string"><text:p>${escaped(value)}</text:p></table:table-cell>`
  }
  const tables = sheets.map(({ name, rows }) => {
    const lines = rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`)
    // The sheet goes on, empty, to its last row and column.
    const rest =
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    return `<table:table table:name="${escaped(name)}">${lines.join('')}${rest}</table:table>`
  })
  const names = ['office', 'table', 'text']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ')
  return zip([
    part('mimetype', 'application/vnd.oasis.opendocument.spreadsheet', ''),
    part(
      'content.xml',
      `<office:document-content ${names}><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
    ),
  ])
}

export function csv(rows: readonly (readonly Value[])[], separator = ','): string {
  const quote = (value: Value) => {
    const text = value === null ? '' : String(value)
    return new RegExp(`["\\n\\r${separator}]`).test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `${rows.map((row) => row.map(quote).join(separator)).join('\r\n')}\r\n`
}

/** A worksheet of a few kilobytes that inflates to `mebibytes`. */
export function bomb(mebibytes: number): Buffer {
  const filler = Buffer.alloc(mebibytes * 1024 * 1024, ' ')
  const head = Buffer.from(`${XML}<worksheet xmlns="${MAIN}"><sheetData>`)
  return zip([
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Grants" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.concat([head, filler]) },
  ])
}

function part(name: string, text: string, prologue = XML): Part {
  return { name, bytes: Buffer.from(`${prologue}${text}`) }
}

function columnName(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : `${columnName(Math.floor(index / 26) - 1)}${columnName(index % 26)}`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
