import { LRUCache } from 'lru-cache'

/** Why: judging a cached verdict again and shortening it anew takes 94 us, recalling it 23 (`npm run bench -- work`, medians of one loaded machine). */
export interface Memo<T> {
  /** What `make` made for this key when it was last asked with the very same basis, member by member; otherwise makes it now. */
  memoize(key: string, basis: readonly unknown[], make: () => T): T
}

export function createMemo<T>(maxEntries: number): Memo<T> {
  const entries = new LRUCache<string, { basis: readonly unknown[]; value: T }>({ max: maxEntries })
  return {
    memoize(key, basis, make) {
      const held = entries.get(key)
      if (
        held &&
        held.basis.length === basis.length &&
        held.basis.every((member, index) => member === basis[index])
      )
        return held.value
      const value = make()
      entries.set(key, { basis, value })
      return value
    },
  }
}
