import { expect, test } from 'vitest'
import { recordedData } from '../recorded.ts'
import { recordedAdverts } from './adverts.ts'
import judgements from './judgements.json' with { type: 'json' }
import queries from './queries.json' with { type: 'json' }

const { present, folder } = recordedData('grants')

test.skipIf(!present)(
  'each query wants recorded adverts, of which each has a title and a text',
  () => {
    const adverts = recordedAdverts(folder)
    const known = new Set(adverts.map(({ id }) => id))
    expect(known.size).toBe(85)
    expect(adverts.filter(({ title, text }) => title === '' || text === '')).toEqual([])
    expect(Object.keys(judgements.right)).toEqual(queries.map(({ q }) => q))
    for (const [q, ids] of Object.entries(judgements.right))
      expect([q, new Set(ids.filter((id) => known.has(id))).size]).toEqual([q, ids.length || 1])
  },
)
