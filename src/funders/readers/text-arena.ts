import { DatasetFault } from './fault.ts'

/**
 * Many texts kept as bytes: a workbook's shared texts would take three times the memory as strings,
 * and the collector's time.
 */
export interface TextArena {
  add(text: string): void
  /** Null beyond the last text. */
  at(index: number): string | null
}

const BLOCK_BYTES = 1024 * 1024

export function createTextArena(maxBytes: number): TextArena {
  const blocks: Buffer[] = []
  let free = 0
  let total = 0
  let count = 0
  /** Three words a text: block, offset, length. */
  let places = new Uint32Array(3 * 1024)

  return {
    add(text) {
      const length = Buffer.byteLength(text)
      total += length
      if (total > maxBytes)
        throw new DatasetFault(
          `the spreadsheet's texts exceed ${Math.round(maxBytes / 1024 / 1024)} MiB`,
        )
      if (blocks.length === 0 || free + length > blocks.at(-1)!.length) {
        blocks.push(Buffer.allocUnsafe(Math.max(BLOCK_BYTES, length)))
        free = 0
      }
      if (3 * count === places.length) {
        const wider = new Uint32Array(places.length * 2)
        wider.set(places)
        places = wider
      }
      blocks.at(-1)!.write(text, free)
      places[3 * count] = blocks.length - 1
      places[3 * count + 1] = free
      places[3 * count + 2] = length
      free += length
      count += 1
    },
    at(index) {
      if (!(index >= 0 && index < count)) return null
      const from = places[3 * index + 1]!
      return blocks[places[3 * index]!]!.toString('utf8', from, from + places[3 * index + 2]!)
    },
  }
}
