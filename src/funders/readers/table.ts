/** A cell as the file has it: text, a number, or nothing. */
export type Cell = string | number | null | undefined

/** Receives a row and its number in the sheet, from 0. Returning false ends the reading. */
// biome-ignore lint/suspicious/noConfusingVoidType: most sinks return nothing
export type RowSink = (cells: readonly Cell[], row: number) => boolean | void

export interface Table {
  /** Position among the tables of its file. */
  index: number
  name: string
  /** Added to a number in a date column, for workbooks that count days from another day. */
  serialOffsetDays: number
}

/** Tables of one file; `close` after use. */
export interface Workbook {
  /**
   * Reads the tables in their order, each from its first row, headings included. The sink of a
   * table gets its rows; without one it is skipped. A spreadsheet may hold all tables in one part,
   * so that a pass costs the same for one table as for all. @throws DatasetFault
   */
  read(openSink: (table: Table) => RowSink | null): Promise<void>
  close(): void
}
