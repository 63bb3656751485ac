import { expect, it } from 'vitest'
import { numberPrefix } from './number.ts'

it('a prefix is the two letters in front', () => {
  expect(['SC123456', '01234567', 'R0000123'].map(numberPrefix)).toEqual(['SC', '', ''])
})
