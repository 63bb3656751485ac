/**
 * Many texts in little memory, any of them at hand. Neighbours are compressed together: portals' notices repeat each other's words, and
 * one call of the compressor for sixteen of them costs what it costs for one.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

export interface Packed {
  /** Compressed blocks, one after the other. */
  blocks: Uint8Array
  /** Block b has the bytes blockStarts[b] up to blockStarts[b + 1]. */
  blockStarts: Float64Array
  /** By text: its block. */
  block: Uint32Array
  /** By text: where its bytes begin in the block once unpacked, and how many they are. */
  start: Uint32Array
  length: Uint32Array
  /** Of all texts in the blocks, those included that have no number any more. */
  unpackedBytes: number
}

const TEXTS_PER_BLOCK = 16
/** A notice of half a megabyte shall not make fifteen others slow. */
const BYTES_PER_BLOCK = 64 * 1024
/** Level 1 would save a third of the bytes, and cost half as much again; a window larger than the block is memory to fetch for each. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: -3, [constants.ZSTD_c_windowLog]: Math.log2(BYTES_PER_BLOCK) } }
/** A unit of UTF-16 has at most so many bytes. */
const UNIT_BYTES = 3

export interface Packer {
  /** The text's place in the order of adding. */
  add(text: string): number
  /** Likewise for a text that stands in the blocks already. */
  keep(number: number): number
  /** `order[n]`: the added text that becomes text n. */
  finish(order: Uint32Array): Packed
}

/** `before`: its blocks stay as they are. */
export function createPacker(before: Packed | null = null): Packer {
  const blocks: Uint8Array[] = before ? blocksOf(before) : []
  let unpackedBytes = before?.unpackedBytes ?? 0
  const block: number[] = []
  const start: number[] = []
  const length: number[] = []
  /** Texts are written here, one behind the other, until the block is full: none of them gets a buffer of its own. */
  let open = Buffer.allocUnsafeSlow(4 * BYTES_PER_BLOCK)
  let openTexts = 0
  let openBytes = 0

  function close(): void {
    if (openTexts === 0) return
    blocks.push(zstdCompressSync(open.subarray(0, openBytes), FAST))
    openTexts = 0
    openBytes = 0
  }

  return {
    add(text) {
      const most = openBytes + text.length * UNIT_BYTES
      if (most > open.length) {
        const larger = Buffer.allocUnsafeSlow(2 * most)
        open.copy(larger, 0, 0, openBytes)
        open = larger
      }
      const bytes = open.write(text, openBytes)
      block.push(blocks.length)
      start.push(openBytes)
      length.push(bytes)
      openTexts += 1
      openBytes += bytes
      unpackedBytes += bytes
      if (openTexts === TEXTS_PER_BLOCK || openBytes >= BYTES_PER_BLOCK) close()
      return block.length - 1
    },
    keep(number) {
      block.push(before!.block[number]!)
      start.push(before!.start[number]!)
      return length.push(before!.length[number]!) - 1
    },
    finish(order) {
      close()
      const blockStarts = new Float64Array(blocks.length + 1)
      blocks.forEach((bytes, index) => {
        blockStarts[index + 1] = blockStarts[index]! + bytes.length
      })
      const all = new Uint8Array(blockStarts[blocks.length]!)
      blocks.forEach((bytes, index) => {
        all.set(bytes, blockStarts[index]!)
      })
      const ordered = (of: readonly number[]) => order.map((added) => of[added]!)
      return { blocks: all, blockStarts, block: ordered(block), start: ordered(start), length: ordered(length), unpackedBytes }
    },
  }
}

function blocksOf({ blocks, blockStarts }: Packed): Uint8Array[] {
  return Array.from({ length: blockStarts.length - 1 }, (_, block) => blocks.subarray(blockStarts[block]!, blockStarts[block + 1]!))
}

/** Reads one text by its number. */
export function openPacked({ blocks, blockStarts, block, start, length }: Packed): (number: number) => string {
  return (number) => {
    const of = block[number]!
    const bytes = zstdDecompressSync(blocks.subarray(blockStarts[of]!, blockStarts[of + 1]!), { chunkSize: BYTES_PER_BLOCK })
    return bytes.toString('utf8', start[number]!, start[number]! + length[number]!)
  }
}
