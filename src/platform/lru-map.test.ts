import fc from 'fast-check'
import { LRUCache } from 'lru-cache'
import { expect, it } from 'vitest'
import { createLruMap } from './lru-map.ts'

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const key = fc.constantFrom(...KEYS)
const step = fc.oneof(
  fc.record({ does: fc.constant('get' as const), key }),
  fc.record({ does: fc.constant('set' as const), key, value: fc.nat() }),
  fc.record({ does: fc.constant('delete' as const), key }),
)

it('remembers all that an LRU cache of that size does, and nothing that was deleted or replaced', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, max) => {
      const recent = createLruMap<number>(max)
      const lru = new LRUCache<string, number>({ max })
      const all = new Map<string, number>()
      for (const each of steps) {
        if (each.does === 'get') {
          const value = recent.get(each.key)
          const wanted = lru.get(each.key)
          if (wanted !== undefined) expect(value).toBe(wanted)
          if (value !== undefined) expect(value).toBe(all.get(each.key))
        } else if (each.does === 'set')
          for (const map of [recent, lru, all]) map.set(each.key, each.value)
        else for (const map of [recent, lru, all]) map.delete(each.key)
      }
    }),
  )
})

it('remembers at most twice its number', () => {
  const recent = createLruMap<number, number>(100)
  for (let key = 0; key < 1000; key++) recent.set(key, key)
  const remembered = Array.from({ length: 1000 }, (_, key) => key).filter(
    (key) => recent.get(key) !== undefined,
  )
  expect(remembered.length).toBeLessThanOrEqual(200)
})
