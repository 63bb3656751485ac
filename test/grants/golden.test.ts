/** The golden cases of the eligibility rules in force show what they are there to show. */

import { CODES } from 'ukintel-grant-reader/criterion'
import { describe, expect, test } from 'vitest'
import { ADVERTS } from '../../sandbox/grant-listing/adverts.ts'
import { ELIGIBILITY } from '../../src/grants/rules/published.ts'
import { readGolden } from '../support/golden.ts'
import { ELIGIBILITY_GOLDEN } from './golden.ts'

const golden = readGolden(ELIGIBILITY_GOLDEN, ELIGIBILITY.current)
const judgements = golden.flatMap(({ questions }) => questions.map(({ judgement }) => judgement))

describe('the golden file', () => {
  test('holds every advert of the sandbox', () => {
    const held = new Set(golden.map(({ name }) => name))
    expect(ADVERTS.map(({ slug }) => slug).filter((slug) => !held.has(slug))).toEqual([])
  })

  test('shows every code, every outcome and every band', () => {
    const codes = new Set(golden.flatMap(({ criteria }) => criteria.map(({ code }) => code)))
    expect(Object.keys(CODES).filter((code) => !codes.has(code as never))).toEqual([])
    expect(new Set(judgements.map(({ band }) => band))).toEqual(
      new Set(['eligible', 'uncertain', 'ineligible']),
    )
    expect(new Set(judgements.flatMap(({ criteria }) => criteria.map(({ pass }) => pass)))).toEqual(
      new Set(['pass', 'fail', 'undeclared']),
    )
  })
})
