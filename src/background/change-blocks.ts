/**
 * Index of a list of changes for filters. The list is divided into blocks of fixed size, and each
 * block has an index over its texts that is built on demand. A full block never changes, so its
 * index is cached. One call reads a bounded number of blocks, so no caller can make it expensive.
 */
import { createLruMap } from '../platform/lru-map.ts'
import type { Change, ChangedSubject, ChangeStore } from '../store/changes.ts'

const BLOCK = 256
/** 33,000 changes: of tenders about two weeks. */
const CACHED_BLOCKS = 128
const BLOCKS_A_CALL = 16

export interface OpenBlock<Question> {
  /**
   * Returns a judge of one block: it takes the position of a change in the block and returns the
   * kind of change to report, or `null`.
   */
  judge(question: Question): (place: number) => string | null
}

export interface BlockScan<Question> {
  /** At most `limit` changes, or as many as are in what one call looks through. */
  scan(
    question: Question,
    range: { after: number; upTo: number; limit: number },
  ): Promise<{ changes: Change[]; upTo: number; more: boolean }>
}

export function createBlockScan<Question>(options: {
  changes: ChangeStore
  subject: ChangedSubject
  open(changes: readonly Change[]): OpenBlock<Question>
}): BlockScan<Question> {
  const { changes, subject, open } = options
  interface CachedBlock {
    changes: Change[]
    /** Up to which position it was read. */
    upTo: number
    block: OpenBlock<Question>
  }
  const cache = createLruMap<Promise<CachedBlock>, number>(CACHED_BLOCKS)

  async function read(number: number, upTo: number): Promise<CachedBlock> {
    const last = Math.min((number + 1) * BLOCK, upTo)
    const rows = await changes.between(subject, number * BLOCK, last)
    return { changes: rows, upTo: last, block: open(rows) }
  }

  async function readBlock(number: number, upTo: number): Promise<CachedBlock> {
    const wanted = Math.min((number + 1) * BLOCK, upTo)
    const cached = await cache.get(number)
    if (cached && cached.upTo >= wanted) return cached
    const reading = read(number, upTo)
    cache.set(number, reading)
    reading.catch(() => cache.delete(number))
    return reading
  }

  return {
    async scan(question, { after, upTo, limit }) {
      const found: Change[] = []
      const first = Math.floor(after / BLOCK)
      const end = Math.min(first + BLOCKS_A_CALL, Math.ceil(upTo / BLOCK))
      for (let number = first; number < end; number += 1) {
        const cached = await readBlock(number, upTo)
        const judge = cached.block.judge(question)
        for (const [place, change] of cached.changes.entries()) {
          if (change.position <= after || change.position > upTo) continue
          const kind = judge(place)
          if (kind === null) continue
          if (found.length === limit)
            return { changes: found, upTo: found.at(-1)!.position, more: true }
          found.push({ ...change, kind })
        }
      }
      const looked = Math.max(after, Math.min(end * BLOCK, upTo))
      return { changes: found, upTo: looked, more: looked < upTo }
    },
  }
}

/**
 * Collects what filters look at before and after each change. Equal texts in a block are read once.
 */
export function distinctTexts<Text>(changes: readonly Change[]) {
  const numbers = new Map<string, number>()
  const texts: Text[] = []
  const findNumber = (json: string | null): number | null => {
    if (json === null) return null
    const known = numbers.get(json)
    if (known !== undefined) return known
    numbers.set(json, texts.length)
    texts.push(JSON.parse(json) as Text)
    return texts.length - 1
  }
  const sides = changes.map(({ kind, before, after }) => ({
    kind,
    before: findNumber(before),
    after: findNumber(after),
  }))
  return { texts, sides }
}
