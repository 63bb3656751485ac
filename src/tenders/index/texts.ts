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

const START = 0
const LENGTH = 1
const WIDTH = 2

const WRITE_BYTES = 1 << 20
/** A unit of UTF-16 has at most so many bytes. */
const UNIT_BYTES = 3

export class TextWriter {
  readonly #before: Texts | null
  readonly #file: string
  readonly #descriptor: number
  #end: number
  #rows = newRows(WIDTH)
  #count = 0
  #waiting = Buffer.allocUnsafeSlow(2 * WRITE_BYTES)
  #waitingBytes = 0

  /** `into`: the name of a new file, or texts that stay where they are, with the new ones behind them. @throws when the file cannot be had. */
  constructor(directory: string, into: string | Texts) {
    this.#before = typeof into === 'string' ? null : into
    this.#file = typeof into === 'string' ? into : into.file
    this.#descriptor = openSync(join(directory, this.#file), 'a+')
    // Behind what a build that failed may have left, too: no byte that somebody reads is ever written again.
    this.#end = fstatSync(this.#descriptor).size
    if (this.#before !== null && this.#end < this.#before.bytes) {
      this.close()
      throw new Error(`${this.#file} was cut short`)
    }
  }

  /** Texts are numbered in the order of adding. */
  add(text: string): void {
    const most = this.#waitingBytes + text.length * UNIT_BYTES
    if (most > this.#waiting.length) {
      const larger = Buffer.allocUnsafeSlow(2 * most)
      this.#waiting.copy(larger, 0, 0, this.#waitingBytes)
      this.#waiting = larger
    }
    const bytes = this.#waiting.write(text, this.#waitingBytes)
    this.#put(this.#end, bytes)
    this.#end += bytes
    this.#waitingBytes += bytes
    if (this.#waitingBytes >= WRITE_BYTES) this.#flush()
  }

  /** Adds a text that stands in the file already. */
  keep(number: number): void {
    this.#put(this.#before!.start[number]!, this.#before!.length[number]!)
  }

  /** One that was added. */
  read(place: number): string {
    if (this.#waitingBytes > 0) this.#flush()
    return textIn(this.#descriptor, this.#rows[place * WIDTH + START]!, this.#rows[place * WIDTH + LENGTH]!)
  }

  /** `order[n]`: the added text that becomes text n. They are on the disk then, before anything that names them. */
  finish(order: Uint32Array): Texts {
    this.#flush()
    fdatasyncSync(this.#descriptor)
    return {
      file: this.#file,
      start: column(this.#rows, WIDTH, START, order),
      length: new Uint32Array(column(this.#rows, WIDTH, LENGTH, order)),
      bytes: this.#end,
    }
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #put(start: number, length: number): void {
    const at = this.#count * WIDTH
    this.#rows = roomAt(this.#rows, at)
    this.#rows[at + START] = start
    this.#rows[at + LENGTH] = length
    this.#count += 1
  }

  #flush(): void {
    writeFileSync(this.#descriptor, this.#waiting.subarray(0, this.#waitingBytes))
    this.#waitingBytes = 0
  }
}

/** Reads one text by its number. */
export type ReadText = (number: number) => string

export interface OpenTexts {
  /** @throws once they are closed */
  read: ReadText
  close(): void
}

/** The system gives the number of a closed file to another. */
const CLOSED = -1

/** Null: the file is not there, or was cut short. It is read on when its name is gone. */
export function openTexts(directory: string, { file, start, length, bytes }: Texts): OpenTexts | null {
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
  return {
    read(number) {
      if (descriptor === CLOSED) throw new Error(`${file} is closed: something was read after the next generation served`)
      return textIn(descriptor, start[number]!, length[number]!)
    },
    close() {
      if (descriptor !== CLOSED) closeSync(descriptor)
      descriptor = CLOSED
    },
  }
}

/** What is read goes from here into a string at once. */
let buffer = Buffer.allocUnsafeSlow(1 << 14)

function textIn(descriptor: number, start: number, length: number): string {
  if (length > buffer.length) buffer = Buffer.allocUnsafeSlow(2 * length)
  if (readSync(descriptor, buffer, 0, length, start) < length) throw new Error('a file of texts was cut short')
  return buffer.toString('utf8', 0, length)
}
