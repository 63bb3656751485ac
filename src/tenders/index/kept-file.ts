/**
 * Values with large typed arrays on disk: everything else as the engine writes it, the arrays behind it as they are. Nothing is copied to be
 * written, and what is read stays where the file was read to.
 */
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Deserializer, Serializer } from 'node:v8'
import type { SpareMemory } from './spare-memory.ts'

// In Node's documentation, and missing in its types.
declare module 'node:v8' {
  interface Serializer {
    _setTreatArrayBufferViewsAsHostObjects(flag: boolean): void
    _writeHostObject(object: ArrayBufferView): void
  }
  interface Deserializer {
    _readHostObject(): ArrayBufferView
  }
}

const KINDS = [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array] as const
/** Every array begins at a multiple of what the widest one needs. */
const ALIGNMENT = 8
const PADDING = new Uint8Array(ALIGNMENT)

class Writer extends Serializer {
  readonly arrays: Uint8Array[] = []

  constructor() {
    super()
    this._setTreatArrayBufferViewsAsHostObjects(true)
  }

  override _writeHostObject(array: ArrayBufferView): void {
    const kind = KINDS.findIndex((each) => array.constructor === each)
    if (kind === -1) throw new TypeError(`an array of kind ${array.constructor.name} cannot be read again`)
    this.writeUint32(kind)
    this.writeDouble(array.byteLength)
    this.arrays.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  }
}

class Reader extends Deserializer {
  readonly #arrays: Uint8Array
  #next = 0

  constructor(head: Uint8Array, arrays: Uint8Array) {
    super(head)
    this.#arrays = arrays
  }

  override _readHostObject(): ArrayBufferView {
    const Kind = KINDS[this.readUint32()]!
    const bytes = this.readDouble()
    const { buffer, byteOffset } = this.#arrays
    const array = new Kind(buffer as ArrayBuffer, byteOffset + this.#next, bytes / Kind.BYTES_PER_ELEMENT)
    this.#next += bytes + paddingAfter(bytes)
    return array
  }
}

/** Of every value: how many bytes it has after these two numbers, and how many of them are what the engine wrote. */
const LENGTHS = 2
const LENGTHS_BYTES = LENGTHS * Float64Array.BYTES_PER_ELEMENT

export function writeKeptFile(path: string, values: readonly unknown[]): void {
  const file = openSync(path, 'w')
  try {
    for (const value of values) writeValue(file, value)
  } finally {
    closeSync(file)
  }
}

function writeValue(file: number, value: unknown): void {
  const writer = new Writer()
  writer.writeHeader()
  writer.writeValue(value)
  const head = writer.releaseBuffer()
  const parts = [head, ...writer.arrays]
  const bytes = parts.reduce((sum, part) => sum + part.length + paddingAfter(part.length), 0)
  writeFileSync(file, Float64Array.of(bytes, head.length))
  for (const part of parts) {
    writeFileSync(file, part)
    writeFileSync(file, PADDING.subarray(0, paddingAfter(part.length)))
  }
}

/** All values of the file with these bytes. @throws when it is none, or cut short. */
export function readKeptFile(file: Uint8Array<ArrayBuffer>): unknown[] {
  // A view of wide numbers must begin where they may: a buffer out of a pool need not.
  const bytes = file.byteOffset % ALIGNMENT === 0 ? file : file.slice()
  const values: unknown[] = []
  for (let at = 0; at < bytes.length; ) {
    const [valueBytes, headBytes] = new Float64Array(bytes.buffer, bytes.byteOffset + at, LENGTHS) as unknown as [number, number]
    const from = at + LENGTHS_BYTES
    at = from + valueBytes
    values.push(readValue(bytes.subarray(from, at), valueBytes, headBytes))
  }
  return values
}

/**
 * The first value alone: nothing else of the file is read, and the thread that asks does not wait for the disk.
 * @param memory gives room for so many bytes, beginning where an array of the widest numbers may; the value's arrays lie there
 * @throws when there is no such file, when it is none, or cut short.
 */
export async function readFirstKept(path: string, memory: SpareMemory['take']): Promise<unknown> {
  const file = await open(path)
  try {
    const lengths = new Float64Array(LENGTHS)
    await readWhole(file, new Uint8Array(lengths.buffer), 0)
    const [valueBytes, headBytes] = lengths as unknown as [number, number]
    if (!(valueBytes <= (await file.stat()).size)) throw new RangeError('a kept file was cut short')
    const bytes = memory(valueBytes)
    await readWhole(file, bytes, LENGTHS_BYTES)
    return readValue(bytes, valueBytes, headBytes)
  } finally {
    await file.close()
  }
}

type OpenFile = Awaited<ReturnType<typeof open>>

/** The thread that reads has this one's priority: in one piece it would have a core for 20 ms, and whoever wakes there waits for it. */
const READ_BYTES = 1 << 18

async function readWhole(file: OpenFile, into: Uint8Array<ArrayBuffer>, from: number): Promise<void> {
  for (let read = 0; read < into.length; ) {
    const { bytesRead } = await file.read(into, read, Math.min(READ_BYTES, into.length - read), from + read)
    if (bytesRead === 0) throw new RangeError('a kept file was cut short')
    read += bytesRead
  }
}

function readValue(bytes: Uint8Array<ArrayBuffer>, valueBytes: number, headBytes: number): unknown {
  if (bytes.length !== valueBytes) throw new RangeError('a kept file was cut short')
  const reader = new Reader(bytes.subarray(0, headBytes), bytes.subarray(headBytes + paddingAfter(headBytes)))
  reader.readHeader()
  return reader.readValue()
}

function paddingAfter(bytes: number): number {
  return (ALIGNMENT - (bytes % ALIGNMENT)) % ALIGNMENT
}
