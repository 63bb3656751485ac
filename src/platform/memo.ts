import { createLruMap } from './lru-map.ts'

/**
 * Cache of computed answers. Judging and shortening a cached verdict again takes 94 µs, a lookup 23
 * µs (`npm run bench -- work`).
 */
export interface Memo<T> {
  /**
   * Returns the value computed for this key with the same dependencies, compared member by member;
   * otherwise computes it.
   */
  memoize(key: string, basis: readonly unknown[], make: () => T): T
}

export function createMemo<T>(maxEntries: number): Memo<T> {
  const entries = createLruMap<{ basis: readonly unknown[]; value: T }>(maxEntries)
  return {
    memoize(key, basis, make) {
      const cached = entries.get(key)
      if (
        cached &&
        cached.basis.length === basis.length &&
        cached.basis.every((member, index) => member === basis[index])
      )
        return cached.value
      const value = make()
      entries.set(key, { basis, value })
      return value
    },
  }
}

/** Returns a function that computes the value when it is first called. */
export function lazy<T extends object>(make: () => T): () => T {
  let value: T | null = null
  return () => (value ??= make())
}
