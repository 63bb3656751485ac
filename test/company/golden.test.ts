/** The golden file of the verdict rules, held against the rules and against the sandbox that it was written from. */
import { describe, expect, it } from 'vitest'
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import { judge, VERDICT_BANDS, VERDICT_RULES } from '../../src/company/rules/verdict-1.0.0.ts'
import { readGolden } from './golden.ts'
import { TODAY } from './rig.ts'

const golden = readGolden()
const judgements = golden.flatMap((each) => each.judgements)

describe('the golden file', () => {
  it('is what the rules say, to the byte', () => {
    for (const { name, facts, judgements: frozen } of golden) {
      const now = frozen.map(({ evaluation }) => judge(facts, evaluation.evaluated_on))
      expect(JSON.stringify(now), name).toBe(JSON.stringify(frozen))
    }
  })

  it('holds every company of the sandbox', () => {
    const held = new Set(golden.map(({ facts }) => facts.profile.number))
    expect(sandboxCompanies(TODAY).filter(({ number }) => !held.has(number))).toEqual([])
  })

  it('shows every rule fired and clear, every outcome and every band', () => {
    const outcomes = new Set(judgements.flatMap(({ evaluation }) => evaluation.rules.map(({ code, outcome }) => `${code} ${outcome}`)))
    for (const { code } of VERDICT_RULES) expect([...outcomes]).toEqual(expect.arrayContaining([`${code} fired`, `${code} clear`]))
    expect(new Set([...outcomes].map((each) => each.split(' ')[1]))).toEqual(new Set(['fired', 'clear', 'not_applicable', 'unavailable']))
    expect(new Set(judgements.map(({ band }) => band))).toEqual(new Set(VERDICT_BANDS.map(({ band }) => band)))
  })
})
