/** Limits that protect the service from oversized files, accidental or hostile. */
export interface ReadLimits {
  /** Columns of a table. A published table has 20 to 100. */
  maxColumns: number
  /** Bytes of one record of text: a JSON item, a CSV record, a spreadsheet row. */
  maxRecordBytes: number
  /** Bytes that one part of an archive may inflate to. */
  maxPartBytes: number
  /**
   * Inflated size over packed size, judged once a part passes `ratioFloorBytes`. Repetitive sheets
   * reach 60.
   */
  maxRatio: number
  ratioFloorBytes: number
  /** Text that a spreadsheet keeps apart from its cells, held in memory while the sheet is read. */
  maxSharedTextBytes: number
}

export const READ_LIMITS: ReadLimits = {
  maxColumns: 2_000,
  maxRecordBytes: 4 * 1024 * 1024,
  maxPartBytes: 4 * 1024 ** 3,
  maxRatio: 250,
  ratioFloorBytes: 32 * 1024 * 1024,
  maxSharedTextBytes: 320 * 1024 * 1024,
}
