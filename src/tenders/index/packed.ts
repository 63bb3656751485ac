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
  /** Texts are numbered in the order of adding. */
  add(text: string): void
  /** Adds a text that stands in the blocks already. */
  keep(number: number): void
  /** `order[n]`: the added text that becomes text n. */
  finish(order: Uint32Array): Packed
}

/** `before`: its blocks stay as they are. */
export function createPacker(before: Packed | null = null): Packer {
  /** Blocks, one after the other, and where each begins. */
  let packed = before ? before.blocks : new Uint8Array(1 << 20)
  const blockStarts: number[] = before ? Array.from(before.blockStarts) : [0]
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
    const bytes = zstdCompressSync(open.subarray(0, openBytes), FAST)
    const start = blockStarts.at(-1)!
    if (start + bytes.length > packed.length) {
      const larger = new Uint8Array((start + bytes.length) * 2)
      larger.set(packed.subarray(0, start))
      packed = larger
    }
    packed.set(bytes, start)
    blockStarts.push(start + bytes.length)
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
      block.push(blockStarts.length - 1)
      start.push(openBytes)
      length.push(bytes)
      openTexts += 1
      openBytes += bytes
      unpackedBytes += bytes
      if (openTexts === TEXTS_PER_BLOCK || openBytes >= BYTES_PER_BLOCK) close()
    },
    keep(number) {
      block.push(before!.block[number]!)
      start.push(before!.start[number]!)
      length.push(before!.length[number]!)
    },
    finish(order) {
      close()
      return {
        // Of its own length: it is handed over to another thread.
        blocks: packed.slice(0, blockStarts.at(-1)!),
        blockStarts: Float64Array.from(blockStarts),
        block: inOrder(order, block),
        start: inOrder(order, start),
        length: inOrder(order, length),
        unpackedBytes,
      }
    },
  }
}

function inOrder(order: Uint32Array, of: readonly number[]): Uint32Array {
  const ordered = new Uint32Array(order.length)
  for (let number = 0; number < order.length; number += 1) ordered[number] = of[order[number]!]!
  return ordered
}

/** Reads one text by its number. */
export function openPacked({ blocks, blockStarts, block, start, length }: Packed): (number: number) => string {
  return (number) => {
    const of = block[number]!
    const bytes = zstdDecompressSync(blocks.subarray(blockStarts[of]!, blockStarts[of + 1]!), { chunkSize: BYTES_PER_BLOCK })
    return bytes.toString('utf8', start[number]!, start[number]! + length[number]!)
  }
}
