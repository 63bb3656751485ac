/**
 * Rows for people, spreadsheets and programs, written as they come: ten million of them never stand
 * in memory together.
 */
import { once } from 'node:events'
import { columns } from './terminal.ts'

export type OutputRow = Readonly<Record<string, string | number | null>>
export type Format = 'table' | 'json' | 'csv'

export interface FormatOptions {
  json?: boolean
  csv?: boolean
}

export const chooseFormat = ({ json, csv }: FormatOptions, otherwise: Format = 'table'): Format =>
  json ? 'json' : csv ? 'csv' : otherwise

/** `names`: the members of a row, in the order in which they are shown. How many there were. */
export async function writeRows(
  pages: AsyncIterable<readonly OutputRow[]>,
  names: readonly string[],
  format: Format,
  out: NodeJS.WritableStream = process.stdout,
): Promise<number> {
  const write = async (text: string) => {
    if (text !== '' && !out.write(text)) await once(out, 'drain')
  }
  let count = 0
  if (format === 'csv') await write(`${names.join(',')}\n`)
  if (format === 'json') await write('[')
  for await (const rows of pages) {
    if (rows.length === 0) continue
    if (format === 'json') {
      await write(
        rows
          .map(
            (row, index) =>
              `${count + index === 0 ? '\n' : ',\n'}${JSON.stringify(pick(row, names))}`,
          )
          .join(''),
      )
    } else if (format === 'csv') {
      await write(
        rows.map((row) => `${names.map((name) => csvCell(row[name] ?? '')).join(',')}\n`).join(''),
      )
    } else {
      const heading =
        count === 0 ? [names.map((name) => name.toUpperCase().replaceAll('_', ' '))] : []
      const lines = columns([
        ...heading,
        ...rows.map((row) => names.map((name) => String(row[name] ?? '-'))),
      ])
      await write(lines.map((line) => `${line.trimEnd()}\n`).join(''))
    }
    count += rows.length
  }
  if (format === 'json') await write(count === 0 ? ']\n' : '\n]\n')
  return count
}

const pick = (row: OutputRow, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

function csvCell(value: string | number): string {
  const text = String(value)
  // A cell that begins so would be computed by a spreadsheet.
  const escaped = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text
  return /[",\n\r]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
