/**
 * Values by their keys, of which the longest unused is forgotten beyond a number. It takes memory
 * for the entries that it has. An `LRUCache` allocates its lists for all that it may have, 1.1 MB
 * for 50,000 entries, and clears them when its last entry is deleted (lru-cache 11.5.3, 2026-11-25).
 */
export interface LruMap<T, Key = string> {
  get(key: Key): T | undefined
  set(key: Key, value: T): void
  delete(key: Key): void
}

export function createLruMap<T, Key = string>(maxEntries: number): LruMap<T, Key> {
  // In the order of their last use.
  const entries = new Map<Key, T>()

  function set(key: Key, value: T): void {
    entries.delete(key)
    entries.set(key, value)
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value!)
  }

  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
    delete: (key) => void entries.delete(key),
  }
}
