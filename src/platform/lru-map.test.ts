import fc from 'fast-check'
import { LRUCache } from 'lru-cache'
import { expect, it } from 'vitest'
import { createLruMap } from './lru-map.ts'

it('remembers and forgets what an LRU cache of that size does', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.oneof(
    fc.record({ does: fc.constant('get' as const), key }),
    fc.record({ does: fc.constant('set' as const), key, value: fc.nat() }),
    fc.record({ does: fc.constant('delete' as const), key }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (steps, max) => {
      const recent = createLruMap<number>(max)
      const model = new LRUCache<string, number>({ max })
      for (const each of steps) {
        if (each.does === 'get') expect(recent.get(each.key)).toBe(model.get(each.key))
        else if (each.does === 'set')
          [recent, model].forEach((held) => void held.set(each.key, each.value))
        else [recent, model].forEach((held) => void held.delete(each.key))
      }
      for (const each of ['a', 'b', 'c', 'd', 'e']) expect(recent.get(each)).toBe(model.get(each))
    }),
  )
})
