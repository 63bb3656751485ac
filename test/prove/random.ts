/** Numbers that follow from a seed (mulberry32): the same seed, the same choices. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  bytes(count: number): Buffer
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)]!,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  }
}

/** Counts by name, as one line: `120 synced, 7 torn`. */
export function tally(): {
  add(name: string, by?: number): void
  of(name: string): number
  total(): number
  entries(): [string, number][]
  line(): string
} {
  const counts = new Map<string, number>()
  return {
    add: (name, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by),
    of: (name) => counts.get(name) ?? 0,
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    entries: () => [...counts],
    line: () => [...counts].map(([name, count]) => `${count} ${name}`).join(', ') || 'none',
  }
}

/** A positive whole number as given on the command line. @throws RangeError */
export function wholeNumber(given: string | boolean | undefined, name: string): number {
  const number = Number(given)
  if (!Number.isSafeInteger(number) || number < 1)
    throw new RangeError(`--${name} is a whole number above 0, not ${given}`)
  return number
}
