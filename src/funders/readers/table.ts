/** A cell as the file has it: text, a number, or nothing. */
export type Cell = string | number | null | undefined

/** Returning false ends the reading. */
// biome-ignore lint/suspicious/noConfusingVoidType: most sinks return nothing
export type RowSink = (cells: readonly Cell[]) => boolean | void

export interface Table {
  name: string
  /** Added to a number in a date column, for workbooks that count days from another day. */
  serialOffsetDays: number
  /** Rows from the first, headings included. @throws DatasetFault */
  read(onRow: RowSink): Promise<void>
}

/** Tables of one file; `close` after use. */
export interface Workbook {
  tables: readonly Table[]
  close(): void
}
