/**
 * The memory of the generation before the one that serves, for the next to be read into: a swap that took new memory for its tens of megabytes
 * would set off full collections in the thread that answers requests.
 */
export interface SpareMemory {
  take(bytes: number): Uint8Array<ArrayBuffer>
  /** Takes back the memory that these lie in. Who reads there still reads nothing any more, never what is read in next. */
  give(array: ArrayBufferView): void
}

/** A share of what is needed: a generation is a little larger than the one before it. */
const HEADROOM = 1 / 8
/** Times what is needed: of an index that has shrunk, the memory goes back to the system. */
const MOST = 2

export function createSpareMemory(): SpareMemory {
  let spare: ArrayBuffer | null = null
  return {
    take(bytes) {
      const held = spare
      spare = null
      const fits = held !== null && held.byteLength >= bytes && held.byteLength <= bytes * MOST
      // Not filled with zeros first: the thread that asks answers requests.
      const buffer = fits ? held : Buffer.allocUnsafeSlow(Math.ceil(bytes * (1 + HEADROOM))).buffer
      return new Uint8Array(buffer, 0, bytes)
    },
    give({ buffer }) {
      spare = (buffer as ArrayBuffer).transfer()
    },
  }
}
