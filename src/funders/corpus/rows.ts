/**
 * The compact copy of one dataset: fixed-size records of what the figures need (`rows.bin`), and beside them the texts of awards
 * that may be shown (`texts.bin`). Millions of grants are added up from these without parsing any publisher's file again.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'

const RECORD_BYTES = 48
const RECORDS_PER_READ = 16_384
const FLUSH_BYTES = 1024 * 1024

/** Fields of one record; readers reuse one object for all. */
export interface Row {
  /** Fingerprint of the grant's identifier. */
  idLow: number
  idHigh: number
  /** Fingerprint of the whole published line. */
  lineLow: number
  lineHigh: number
  /** NaN when no amount could be read. */
  pence: number
  /** Place of the texts in `texts.bin`; a length of 0: not shown. */
  textAt: number
  textBytes: number
  /** Index into the dataset's funders. */
  funder: number
  /** YYYYMMDD, 0 when unknown. */
  day: number
  /** Index into the dataset's currencies. */
  currency: number
  individual: boolean
}

/** Title, recipient, programme and address of an award as published, empty where absent. */
export type AwardTexts = [title: string, recipient: string, programme: string, url: string]

export interface RowWriter {
  /** `texts` null: the award is never shown. `row.textAt` and `row.textBytes` are filled in. */
  write(row: Row, texts: AwardTexts | null): void
  close(): void
}

export function createRowWriter(rowsPath: string, textsPath: string): RowWriter {
  const rowsFd = openSync(rowsPath, 'w')
  const textsFd = openSync(textsPath, 'w')
  const records = Buffer.allocUnsafe(RECORD_BYTES * RECORDS_PER_READ)
  const texts = Buffer.allocUnsafe(FLUSH_BYTES)
  let recordsUsed = 0
  let textsUsed = 0
  let textsWritten = 0

  function flushRecords(): void {
    writeAll(rowsFd, records.subarray(0, recordsUsed))
    recordsUsed = 0
  }

  function flushTexts(): void {
    writeAll(textsFd, texts.subarray(0, textsUsed))
    textsWritten += textsUsed
    textsUsed = 0
  }

  function putText(text: string): { at: number; bytes: number } {
    // Three bytes are the most that one UTF-16 unit takes.
    if (text.length * 3 > texts.length - textsUsed) flushTexts()
    const at = textsWritten + textsUsed
    if (text.length * 3 > texts.length) {
      const bytes = Buffer.from(text)
      writeAll(textsFd, bytes)
      textsWritten += bytes.length
      return { at, bytes: bytes.length }
    }
    const bytes = texts.write(text, textsUsed)
    textsUsed += bytes
    return { at, bytes }
  }

  return {
    write(row, awardTexts) {
      if (awardTexts) {
        const place = putText(JSON.stringify(awardTexts))
        row.textAt = place.at
        row.textBytes = place.bytes
      } else {
        row.textAt = 0
        row.textBytes = 0
      }
      const at = recordsUsed
      records.writeUInt32LE(row.idLow, at)
      records.writeUInt32LE(row.idHigh, at + 4)
      records.writeUInt32LE(row.lineLow, at + 8)
      records.writeUInt32LE(row.lineHigh, at + 12)
      records.writeDoubleLE(row.pence, at + 16)
      records.writeDoubleLE(row.textAt, at + 24)
      records.writeUInt32LE(row.textBytes, at + 32)
      records.writeUInt32LE(row.funder, at + 36)
      records.writeUInt32LE(row.day, at + 40)
      records.writeUInt16LE(row.currency, at + 44)
      records.writeUInt16LE(row.individual ? 1 : 0, at + 46)
      recordsUsed += RECORD_BYTES
      if (recordsUsed === records.length) flushRecords()
    },
    close() {
      try {
        flushRecords()
        flushTexts()
      } finally {
        closeSync(rowsFd)
        closeSync(textsFd)
      }
    },
  }
}

/** A short write means that the disk is nearly full; the next one says so. */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done)
}

/** A record to fill again and again. */
export function blankRow(): Row {
  return {
    idLow: 0,
    idHigh: 0,
    lineLow: 0,
    lineHigh: 0,
    pence: 0,
    textAt: 0,
    textBytes: 0,
    funder: 0,
    day: 0,
    currency: 0,
    individual: false,
  }
}

/** Calls `onRow` for every record in order, with the same object each time. */
export function readRows(rowsPath: string, onRow: (row: Row, index: number) => void): void {
  const fd = openSync(rowsPath, 'r')
  const records = Buffer.allocUnsafe(RECORD_BYTES * RECORDS_PER_READ)
  const row = blankRow()
  let index = 0
  try {
    for (;;) {
      const bytes = readSync(fd, records, 0, records.length, null)
      if (bytes === 0) return
      for (let at = 0; at + RECORD_BYTES <= bytes; at += RECORD_BYTES) {
        row.idLow = records.readUInt32LE(at)
        row.idHigh = records.readUInt32LE(at + 4)
        row.lineLow = records.readUInt32LE(at + 8)
        row.lineHigh = records.readUInt32LE(at + 12)
        row.pence = records.readDoubleLE(at + 16)
        row.textAt = records.readDoubleLE(at + 24)
        row.textBytes = records.readUInt32LE(at + 32)
        row.funder = records.readUInt32LE(at + 36)
        row.day = records.readUInt32LE(at + 40)
        row.currency = records.readUInt16LE(at + 44)
        row.individual = (records.readUInt16LE(at + 46) & 1) === 1
        onRow(row, index)
        index += 1
      }
    }
  } finally {
    closeSync(fd)
  }
}

export interface TextReader {
  read(at: number, bytes: number): AwardTexts
  close(): void
}

export function createTextReader(textsPath: string): TextReader {
  const fd = openSync(textsPath, 'r')
  return {
    read(at, bytes) {
      const buffer = Buffer.allocUnsafe(bytes)
      readSync(fd, buffer, 0, bytes, at)
      return JSON.parse(buffer.toString('utf8')) as AwardTexts
    },
    close: () => closeSync(fd),
  }
}
