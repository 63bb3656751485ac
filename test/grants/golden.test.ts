/** The golden file of the eligibility rules, held against the rules and against the sandbox that it was written from. */
import { describe, expect, test } from 'vitest'
import { ADVERTS } from '../../sandbox/grant-listing/adverts.ts'
import { CODES } from '../../src/grants/model/criterion.ts'
import { judgeCase, readGrantsGolden } from './golden.ts'

const golden = readGrantsGolden()
const judgements = golden.flatMap(({ questions }) => questions.map(({ judgement }) => judgement))

describe('the golden file', () => {
  test('is what the rules say, to the byte', () => {
    for (const { name, criteria, questions } of golden) {
      for (const question of questions) expect(JSON.stringify(judgeCase(criteria, question)), name).toBe(JSON.stringify(question.judgement))
    }
  })

  test('holds every advert of the sandbox', () => {
    const held = new Set(golden.map(({ name }) => name))
    expect(ADVERTS.map(({ slug }) => slug).filter((slug) => !held.has(slug))).toEqual([])
  })

  test('shows every code, every outcome and every band', () => {
    const codes = new Set(golden.flatMap(({ criteria }) => criteria.map(({ code }) => code)))
    expect(Object.keys(CODES).filter((code) => !codes.has(code as never))).toEqual([])
    expect(new Set(judgements.map(({ band }) => band))).toEqual(new Set(['eligible', 'uncertain', 'ineligible']))
    expect(new Set(judgements.flatMap(({ criteria }) => criteria.map(({ pass }) => pass)))).toEqual(new Set(['pass', 'fail', 'undeclared']))
  })
})
