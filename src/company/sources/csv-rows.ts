/**
 * A CSV as rows, from a plain file or the first CSV of an archive, one row after the other, never
 * whole in memory.
 */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { openPromise } from 'yauzl'

/** Longer than any row of the monthly file or of the payment reports. */
const MAX_RECORD_BYTES = 64 * 1024

/** The form of the monthly file and of the payment reports. */
export const CSV = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
} as const

export interface CsvLine {
  /** Lines of data before it. */
  line: number
  cells: string[]
}

/** @throws Error when the file is damaged; what came before was good */
export async function* csvLines(path: string): AsyncGenerator<{ heading: string[] } | CsvLine> {
  const source = path.endsWith('.zip')
    ? await openInflated(path)
    : { stream: createReadStream(path) as Readable, close: () => {} }
  const parser = source.stream.pipe(parse({ ...CSV, max_record_size: MAX_RECORD_BYTES }))
  source.stream.once('error', (error) => parser.destroy(error))
  try {
    let line = -1
    for await (const cells of parser as AsyncIterable<string[]>) {
      yield line < 0 ? { heading: cells } : { line, cells }
      line += 1
    }
  } finally {
    source.stream.destroy()
    source.close()
  }
}

/**
 * The one CSV of an archive; sizes and checksums are those that its directory states, or it is
 * damaged.
 */
async function openInflated(path: string): Promise<{ stream: Readable; close(): void }> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    validateEntrySizes: true,
  })
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.toLowerCase().endsWith('.csv'))
      return { stream: await zip.openReadStreamPromise(entry), close: () => zip.close() }
  }
  zip.close()
  throw new Error('the archive holds no CSV')
}
