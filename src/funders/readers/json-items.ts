/**
 * Grants of a JSON file one at a time: the members of the root's `grants` array, or of a root
 * array. The file is never held whole.
 */
import { DatasetFault } from './fault.ts'
import type { ReadLimits } from './limits.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const COLON = 0x3a
const COMMA = 0x2c

/**
 * @throws DatasetFault `broken` when the text is not JSON to its end or holds no array of grants.
 */
export async function readJsonItems(
  chunks: AsyncIterable<Buffer>,
  limits: ReadLimits,
  onItem: (item: Record<string, unknown>) => void,
): Promise<void> {
  const scanner = createScanner(limits.maxRecordBytes, onItem)
  for await (const chunk of chunks) scanner.push(chunk)
  scanner.end()
}

function createScanner(maxItemBytes: number, onItem: (item: Record<string, unknown>) => void) {
  let buffered: Buffer = Buffer.alloc(0)
  let depth = 0
  /** Depth of the array whose members are grants; 0 until it was found. */
  let itemsDepth = 0
  let itemsSeen = false
  /** Start of the current item or root key in `held`; -1 outside of both. */
  let start = -1
  let inString = false
  let escaped = false
  /** The root key whose value comes next. */
  let key: string | null = null
  let rootIsArray = false
  let rootClosed = false

  function emit(from: number, to: number): void {
    let item: unknown
    try {
      item = JSON.parse(buffered.toString('utf8', from, to))
    } catch (error) {
      throw new DatasetFault('the JSON has a grant that cannot be parsed', error)
    }
    if (item !== null && typeof item === 'object' && !Array.isArray(item))
      onItem(item as Record<string, unknown>)
  }

  function endString(at: number): void {
    inString = false
    // A string at depth 1 of the root object is a key, or the value of one.
    if (depth !== 1 || rootIsArray || start < 0) return
    key = buffered.toString('utf8', start + 1, at)
    start = -1
  }

  function enter(byte: number, at: number): void {
    depth += 1
    if (depth > 1_000) throw new DatasetFault('the JSON is nested too deeply')
    if (depth === 1) {
      if (rootClosed) throw new DatasetFault('the JSON goes on after its end')
      rootIsArray = byte === OPEN_ARRAY
      if (rootIsArray) itemsDepth = 1
    } else if (itemsDepth === 0 && depth === 2 && byte === OPEN_ARRAY && key === 'grants') {
      itemsDepth = 2
    } else if (itemsDepth > 0 && depth === itemsDepth + 1) {
      start = at
    }
    if (itemsDepth > 0) itemsSeen = true
  }

  function leave(at: number): void {
    depth -= 1
    if (depth < 0) throw new DatasetFault('the JSON closes more than it opens')
    if (itemsDepth > 0 && depth === itemsDepth && start >= 0) {
      emit(start, at + 1)
      start = -1
    } else if (itemsDepth > 0 && depth < itemsDepth) {
      itemsDepth = 0
      key = null
    }
    if (depth === 0) rootClosed = true
  }

  function scan(from: number): void {
    for (let at = from; at < buffered.length; at += 1) {
      const byte = buffered[at]!
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) endString(at)
      } else if (byte === QUOTE) {
        inString = true
        if (depth === 1 && !rootIsArray && key === null) start = at
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) enter(byte, at)
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) leave(at)
      else if (byte === COMMA && depth === 1) key = null
      else if (depth === 0 && byte > 0x20 && byte !== COLON)
        throw new DatasetFault('the file is not JSON')
    }
  }

  return {
    push(chunk: Buffer) {
      const keep = start >= 0 ? buffered.subarray(start) : null
      if (keep && keep.length > maxItemBytes)
        throw new DatasetFault('one grant of the JSON is longer than 4 MiB')
      buffered = keep ? Buffer.concat([keep, chunk]) : chunk
      if (keep) start = 0
      scan(keep?.length ?? 0)
    },
    end() {
      if (!rootClosed || depth !== 0) throw new DatasetFault('the JSON ends in the middle')
      if (!itemsSeen) throw new DatasetFault('the JSON has no array of grants')
    },
  }
}
