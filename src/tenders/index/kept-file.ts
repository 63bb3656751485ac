/**
 * A value with large typed arrays on disk: everything else as the engine writes it, the arrays behind it as they are. Nothing is copied to be
 * written, and what is read stays where the file was read to.
 */
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { Deserializer, Serializer } from 'node:v8'

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

export function writeKeptFile(path: string, value: unknown): void {
  const writer = new Writer()
  writer.writeHeader()
  writer.writeValue(value)
  const head = writer.releaseBuffer()
  const file = openSync(path, 'w')
  try {
    writeFileSync(file, Float64Array.of(head.length))
    for (const part of [head, ...writer.arrays]) {
      writeFileSync(file, part)
      writeFileSync(file, PADDING.subarray(0, paddingAfter(part.length)))
    }
  } finally {
    closeSync(file)
  }
}

/** `file`: its bytes. @throws when it is none, or cut short. */
export function readKeptFile(file: Uint8Array<ArrayBuffer>): unknown {
  // A view of wide numbers must begin where they may: a buffer out of a pool need not.
  const bytes = file.byteOffset % ALIGNMENT === 0 ? file : file.slice()
  const headBytes = new Float64Array(bytes.buffer, bytes.byteOffset, 1)[0]!
  const headEnd = ALIGNMENT + headBytes
  const reader = new Reader(bytes.subarray(ALIGNMENT, headEnd), bytes.subarray(headEnd + paddingAfter(headBytes)))
  reader.readHeader()
  return reader.readValue()
}

function paddingAfter(bytes: number): number {
  return (ALIGNMENT - (bytes % ALIGNMENT)) % ALIGNMENT
}
