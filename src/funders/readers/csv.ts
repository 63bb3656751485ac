import { type CsvError, parse } from 'csv-parse'
import { DatasetFault } from './fault.ts'
import type { ReadLimits } from './limits.ts'
import type { Workbook } from './table.ts'

/** Text as one table. Separators are commas unless the heading line has more semicolons or tabs. */
export function csvTable(chunks: () => AsyncIterable<Buffer>, limits: ReadLimits): Workbook {
  return {
    async read(sinkOf) {
      const onRow = sinkOf({ index: 0, name: 'csv', serialOffsetDays: 0 })
      if (!onRow) return
      let parser: ReturnType<typeof parse> | null = null
      let stopped = false
      let rows = 0
      let failure: unknown = null
      for await (const chunk of chunks()) {
        if (!parser) {
          parser = parse({
            delimiter: detectDelimiter(chunk),
            relax_column_count: true,
            relax_quotes: true,
            max_record_size: limits.maxRecordBytes,
          })
          const current = parser
          current.on('error', (error) => {
            failure ??= error
          })
          current.on('readable', () => {
            try {
              for (
                let row = current.read() as string[] | null;
                row !== null;
                row = current.read() as string[] | null
              ) {
                if (stopped || failure) continue
                if (row.length > limits.maxColumns)
                  throw new DatasetFault(`a row has ${row.length} columns`)
                if (onRow(row, rows) === false) stopped = true
                rows += 1
              }
            } catch (error) {
              failure ??= error
            }
          })
        }
        if (failure || stopped) break
        if (!parser.write(chunk)) await drain(parser)
      }
      if (parser && !failure && !stopped) {
        const current = parser
        await new Promise<void>((resolve) => {
          current.once('end', resolve)
          current.once('error', () => resolve())
          current.end()
        })
      }
      parser?.destroy()
      if (failure) throw asFault(failure)
    },
    close() {},
  }
}

function drain(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      parser.off('drain', finish)
      parser.off('error', finish)
      resolve()
    }
    parser.on('drain', finish)
    parser.on('error', finish)
  })
}

function asFault(error: unknown): unknown {
  const code = (error as CsvError | null)?.code
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new DatasetFault('one record of the CSV is longer than 4 MiB', error)
  return new DatasetFault(`the CSV cannot be parsed (${code})`, error)
}

function detectDelimiter(chunk: Buffer): string {
  const end = chunk.indexOf(0x0a)
  const line = chunk.toString('utf8', 0, Math.min(end < 0 ? chunk.length : end, 16_384))
  const count = (mark: string) => line.split(mark).length
  const commas = count(',')
  if (count(';') > commas) return ';'
  return count('\t') > commas ? '\t' : ','
}
