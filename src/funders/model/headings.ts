/**
 * Headings of the standard's spreadsheet form. One field has several: by title with or without the
 * position in its list (`Recipient Org:0:Identifier`, `Recipient Org:Identifier`), or by path
 * (`recipientOrganization/0/id`).
 */

export const FIELDS = [
  'id',
  'title',
  'description',
  'currency',
  'amount',
  'awardDate',
  'funderId',
  'funderName',
  'recipientId',
  'recipientName',
  'programme',
  'url',
  'individual',
] as const

export type Field = (typeof FIELDS)[number]

const BY_HEADING: Readonly<Record<string, Field>> = {
  identifier: 'id',
  id: 'id',
  grantidentifier: 'id',
  title: 'title',
  description: 'description',
  currency: 'currency',
  amountawarded: 'amount',
  awarddate: 'awardDate',
  'fundingorg:identifier': 'funderId',
  'fundingorg:id': 'funderId',
  'fundingorg:name': 'funderName',
  'recipientorg:identifier': 'recipientId',
  'recipientorg:id': 'recipientId',
  'recipientorg:name': 'recipientName',
  'grantprogramme:title': 'programme',
  url: 'url',
}

const SAME_PART: Readonly<Record<string, string>> = {
  fundingorganization: 'fundingorg',
  fundingorganisation: 'fundingorg',
  recipientorganization: 'recipientorg',
  recipientorganisation: 'recipientorg',
  recipientindividual: 'recipientind',
  grantprogram: 'grantprogramme',
}

/** Whether a publisher made a comment of a column or sheet, whose name then begins with "#". */
export function isComment(name: unknown): boolean {
  return typeof name === 'string' && name.trimStart().startsWith('#')
}

/** The field that a heading names, or null. Second and further members of a list name none. */
export function parseField(heading: unknown): Field | null {
  if (typeof heading !== 'string' || isComment(heading)) return null
  const parts: string[] = []
  for (const part of heading.toLowerCase().split(/[:/]/)) {
    const plain = part.replace(/[^a-z0-9]+/g, '')
    if (/^\d+$/.test(plain)) {
      if (Number(plain) > 0) return null
    } else if (plain !== '') parts.push(SAME_PART[plain] ?? plain)
  }
  const key = parts.join(':')
  // A field about the person only shows that the recipient is a person.
  if (parts[0] === 'recipientind' || parts[0] === 'toindividualsdetails') return 'individual'
  return BY_HEADING[key] ?? null
}

/**
 * Columns of each field, in the order of the sheet: the first non-empty one counts. Of equal
 * headings only the last one counts, as the standard's checker reads them. Null when the row is no
 * heading row.
 */
export type Columns = Readonly<Record<Field, readonly number[]>>

export function parseColumns(cells: readonly unknown[]): Columns | null {
  const columns = Object.fromEntries(FIELDS.map((field) => [field, [] as number[]])) as Record<
    Field,
    number[]
  >
  let known = 0
  for (let column = 0; column < cells.length; column += 1) {
    const field = parseField(cells[column])
    if (field === null || cells.indexOf(cells[column], column + 1) > 0) continue
    columns[field].push(column)
    known += 1
  }
  return known >= 2 && (columns.id.length > 0 || columns.amount.length > 0) ? columns : null
}

/** Whether a row below the headings repeats them. No grant has a heading for its identifier. */
export function repeatsHeadings(cells: readonly unknown[], columns: Columns): boolean {
  const repeated = FIELDS.filter((field) =>
    columns[field].some((column) => parseField(cells[column]) === field),
  )
  return repeated.length >= 2 || repeated.includes('id')
}

/** Instructions of a sheet to the standard's converter, in its first row after a cell of "#". */
export interface SheetInstructions {
  /** The whole sheet is a comment. */
  isIgnored: boolean
  /** Rows between the instructions and the headings. */
  skippedRows: number
  headingRows: number
}

/** Returns `null` for a row that has no instructions. */
export function parseInstructions(cells: readonly unknown[]): SheetInstructions | null {
  if (typeof cells[0] !== 'string' || cells[0].trim() !== '#') return null
  const instructions = { isIgnored: false, skippedRows: 0, headingRows: 1 }
  for (const cell of cells.slice(1)) {
    const [word = '', count = ''] = String(cell ?? '')
      .trim()
      .toLowerCase()
      .split(/\s+/)
    const number = /^\d{1,4}$/.test(count) ? Number(count) : null
    if (word === 'ignore') instructions.isIgnored = true
    if (word === 'skiprows' && number !== null) instructions.skippedRows = number
    if (word === 'headerrows' && number !== null) instructions.headingRows = Math.max(1, number)
  }
  return instructions
}

/**
 * The table of grants itself, as against one that only adds organisations or programmes to grants
 * by their identifier.
 */
export function holdsGrants(columns: Columns): boolean {
  return columns.amount.length > 0 && (columns.id.length > 0 || columns.title.length > 0)
}

/** A table of parts, keyed by grant identifier. */
export function holdsParts(columns: Columns): boolean {
  const parts =
    columns.funderId.length +
    columns.funderName.length +
    columns.recipientName.length +
    columns.programme.length
  return (
    columns.amount.length === 0 && columns.id.length > 0 && parts + columns.individual.length > 0
  )
}
