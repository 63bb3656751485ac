import { describe, expect, test } from 'vitest'
import { recordedData } from '../recorded.ts'
import { recordedAdverts } from './adverts.ts'
import judgements from './judgements.json' with { type: 'json' }
import queries from './queries.json' with { type: 'json' }

const { present, folder } = recordedData('grants')
const right = Object.entries(judgements.right)

describe('the queries for grants', () => {
  test('are each judged once, half of them to be looked at and half to measure only', () => {
    expect(right.map(([q]) => q)).toEqual(queries.map(({ q }) => q))
    expect(queries.filter(({ half }) => half === 'first')).toHaveLength(13)
    expect(queries.filter(({ half }) => half === 'second')).toHaveLength(13)
  })

  test('each want some advert, and none twice', () => {
    for (const [q, ids] of right) {
      expect([q, ids.length]).not.toEqual([q, 0])
      expect([q, new Set(ids).size]).toEqual([q, ids.length])
    }
  })

  test.skipIf(!present)('want recorded adverts, of which each has a title and a text', () => {
    const adverts = recordedAdverts(folder)
    const known = new Set(adverts.map(({ id }) => id))
    expect(known.size).toBe(85)
    expect(adverts.filter(({ title, text }) => title === '' || text === '')).toEqual([])
    for (const [q, ids] of right) expect([q, ids.filter((id) => !known.has(id))]).toEqual([q, []])
  })
})
