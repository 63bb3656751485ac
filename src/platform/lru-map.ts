/**
 * Values by their keys in two generations: at least the `entries` keys used last are remembered,
 * and up to as many older ones. It takes memory for the entries that it has. An `LRUCache`
 * allocates its lists for all that it may have, 1.1 MB for 50,000 entries, and clears them when its
 * last entry is deleted (lru-cache 11.5.3, 2026-11-25). One ordered map costs 21 us for a new key
 * at 50,000 entries, because each use leaves a hole in its order (2026-11-28).
 */
export interface LruMap<T, Key = string> {
  get(key: Key): T | undefined
  set(key: Key, value: T): void
  delete(key: Key): void
}

/** @param entries how many keys it remembers at least */
export function createLruMap<T, Key = string>(entries: number): LruMap<T, Key> {
  let young = new Map<Key, T>()
  let old = new Map<Key, T>()

  function set(key: Key, value: T): void {
    young.set(key, value)
    if (young.size < entries) return
    old = young
    young = new Map()
  }

  return {
    get(key) {
      const value = young.get(key)
      if (value !== undefined) return value
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
    delete(key) {
      young.delete(key)
      old.delete(key)
    },
  }
}
