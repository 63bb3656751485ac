/**
 * The notices' texts: as they are, one behind the other, in a file beside the saved generation. Requests read the few that they show out of the
 * system's page cache, which costs less than unpacking them, and neither memory nor the collector holds what nobody asks for.
 */
import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { column, newRows, roomAt } from '../../kernel/rows.ts'

export interface Texts {
  /** The file's name in its directory. */
  file: string
  /** By text: where its bytes begin, and how many they are. */
  start: Float64Array
  length: Uint32Array
  /** Of the file when this was written: what is behind them is nobody's. */
  bytes: number
}

export interface TextWriter {
  /** Texts are numbered in the order of adding. */
  add(text: string): void
  /** Adds a text that stands in the file already. */
  keep(number: number): void
  /** One that was added. */
  read(place: number): string
  /** `order[n]`: the added text that becomes text n. They are on the disk then, before anything that names them. */
  finish(order: Uint32Array): Texts
  close(): void
}

const START = 0
const LENGTH = 1
const WIDTH = 2

const WRITE_BYTES = 1 << 20
/** A unit of UTF-16 has at most so many bytes. */
const UNIT_BYTES = 3

/** `into`: the name of a new file, or texts that stay where they are, with the new ones behind them. @throws when the file cannot be had. */
export function createTextWriter(directory: string, into: string | Texts): TextWriter {
  const before = typeof into === 'string' ? null : into
  const file = typeof into === 'string' ? into : into.file
  const descriptor = openSync(join(directory, file), 'a+')
  /** Behind what a build that failed may have left, too: no byte that somebody reads is ever written again. */
  let end = fstatSync(descriptor).size
  let rows = newRows(WIDTH)
  let count = 0
  let waiting = Buffer.allocUnsafeSlow(2 * WRITE_BYTES)
  let waitingBytes = 0

  function put(start: number, length: number): void {
    const at = count * WIDTH
    rows = roomAt(rows, at)
    rows[at + START] = start
    rows[at + LENGTH] = length
    count += 1
  }

  function flush(): void {
    writeFileSync(descriptor, waiting.subarray(0, waitingBytes))
    waitingBytes = 0
  }

  if (before !== null && end < before.bytes) {
    closeSync(descriptor)
    throw new Error(`${file} was cut short`)
  }
  return {
    add(text) {
      const most = waitingBytes + text.length * UNIT_BYTES
      if (most > waiting.length) {
        const larger = Buffer.allocUnsafeSlow(2 * most)
        waiting.copy(larger, 0, 0, waitingBytes)
        waiting = larger
      }
      const bytes = waiting.write(text, waitingBytes)
      put(end, bytes)
      end += bytes
      waitingBytes += bytes
      if (waitingBytes >= WRITE_BYTES) flush()
    },
    keep(number) {
      put(before!.start[number]!, before!.length[number]!)
    },
    read(place) {
      if (waitingBytes > 0) flush()
      return textIn(descriptor, rows[place * WIDTH + START]!, rows[place * WIDTH + LENGTH]!)
    },
    finish(order) {
      flush()
      fdatasyncSync(descriptor)
      return {
        file,
        start: column(rows, WIDTH, START, order),
        length: new Uint32Array(column(rows, WIDTH, LENGTH, order)),
        bytes: end,
      }
    },
    close: () => closeSync(descriptor),
  }
}

/** Reads one text by its number. */
export type ReadText = (number: number) => string

/** Null: the file is not there, or was cut short. It is read on when its name is gone, and closed once nobody can read any more. */
export function openTexts(directory: string, { file, start, length, bytes }: Texts): ReadText | null {
  let descriptor: number
  try {
    descriptor = openSync(join(directory, file), 'r')
  } catch {
    return null
  }
  if (fstatSync(descriptor).size < bytes) {
    closeSync(descriptor)
    return null
  }
  const read: ReadText = (number) => textIn(descriptor, start[number]!, length[number]!)
  unread.register(read, descriptor)
  return read
}

const unread = new FinalizationRegistry<number>(closeSync)

/** What is read goes from here into a string at once. */
let buffer = Buffer.allocUnsafeSlow(1 << 14)

function textIn(descriptor: number, start: number, length: number): string {
  if (length > buffer.length) buffer = Buffer.allocUnsafeSlow(2 * length)
  if (readSync(descriptor, buffer, 0, length, start) < length) throw new Error('a file of texts was cut short')
  return buffer.toString('utf8', 0, length)
}
