import { expect, it } from 'vitest'
import { mostTokens } from './tokens.ts'

it('a blank costs a token before a digit or a mark, and none before a letter', () => {
  expect(mostTokens('Unit 12')).toBe(mostTokens('Unit12') + 1)
  expect(mostTokens('Unit (12)')).toBe(mostTokens('Unit(12)') + 1)
  expect(mostTokens('12 Unit')).toBe(mostTokens('12Unit'))
})

it('a run of letters that is no word costs a token a letter', () => {
  expect(mostTokens('xqzj')).toBe(4)
  expect(mostTokens('Harbour')).toBeLessThan(7)
})
