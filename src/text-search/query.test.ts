import { expect, test } from 'vitest'
import { conceptOf, createSynonyms } from './query.ts'
import { phrase } from './terms.ts'

const synonyms = createSynonyms([
  ['home care', 'domiciliary care', 'care at home'],
  ['cleaning', 'janitorial'],
])

test('a member of a group has its other members as synonyms, in any inflection', () => {
  expect(synonyms.of(phrase('Home Cares')!)).toEqual([
    phrase('domiciliary care'),
    phrase('care at home'),
  ])
  expect(synonyms.of(phrase('care home')!)).toEqual([])
  expect(synonyms.longest).toBe(3)
})

test('a concept has its own words at full weight, and synonyms at half', () => {
  expect(conceptOf('cleaning', synonyms)).toEqual({
    text: 'cleaning',
    alternatives: [
      { phrase: phrase('cleaning'), weight: 1 },
      { phrase: phrase('janitorial'), weight: 0.5 },
    ],
  })
  expect(conceptOf('of the', synonyms)).toBeNull()
})
