import { LRUCache } from 'lru-cache'

export interface Memo<T> {
  /** What `make` made for this key when it was last asked with the very same basis, member by member; otherwise makes it now. */
  recall(key: string, basis: readonly unknown[], make: () => T): T
}

export function createMemo<T>(maxEntries: number): Memo<T> {
  const entries = new LRUCache<string, { basis: readonly unknown[]; value: T }>({ max: maxEntries })
  return {
    recall(key, basis, make) {
      const held = entries.get(key)
      if (held && held.basis.length === basis.length && held.basis.every((member, index) => member === basis[index])) return held.value
      const value = make()
      entries.set(key, { basis, value })
      return value
    },
  }
}
