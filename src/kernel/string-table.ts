/**
 * Distinct strings and their numbers in typed arrays alone: a thread hands over a hundred thousand of them without a copy, and nobody
 * builds a map of them while requests wait.
 */
export interface StringTable {
  /** UTF-16 code units of all strings, one after the other. */
  units: Uint16Array
  /** String n has the units starts[n] up to starts[n + 1]. */
  starts: Uint32Array
  /** Open addressing, a power of two long: the number of a string plus one, or 0. */
  slots: Uint32Array
}

/** `strings` must be distinct; the index is the number. */
export function packStrings(strings: readonly string[]): StringTable {
  const starts = new Uint32Array(strings.length + 1)
  strings.forEach((text, number) => {
    starts[number + 1] = starts[number]! + text.length
  })
  const units = new Uint16Array(starts[strings.length]!)
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(strings.length * 2 + 2)))
  strings.forEach((text, number) => {
    const start = starts[number]!
    for (let at = 0; at < text.length; at += 1) units[start + at] = text.charCodeAt(at)
    let slot = hashOf(text) & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = number + 1
  })
  return { units, starts, slots }
}

/** The string's number, or null when it is none of the table's. */
export function findString({ units, starts, slots }: StringTable, text: string): number | null {
  for (let slot = hashOf(text) & (slots.length - 1); slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
    const number = slots[slot]! - 1
    const start = starts[number]!
    if (starts[number + 1]! - start !== text.length) continue
    let same = 0
    while (same < text.length && units[start + same] === text.charCodeAt(same)) same += 1
    if (same === text.length) return number
  }
  return null
}

/** All strings in the order of their numbers. */
export function stringsOf({ units, starts }: StringTable): string[] {
  const all = Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le')
  return Array.from({ length: starts.length - 1 }, (_, number) => all.slice(starts[number]!, starts[number + 1]!))
}

/** FNV-1a over code units, its upper half folded in. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}
