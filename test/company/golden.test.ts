/** The golden cases of the verdict rules in force show what they are there to show. */
import { describe, expect, it } from 'vitest'
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import { VERDICT } from '../../src/company/rules/published.ts'
import { readGolden } from '../support/golden.ts'
import { VERDICT_GOLDEN } from './golden.ts'
import { TODAY } from './rig.ts'

const golden = readGolden(VERDICT_GOLDEN, VERDICT.current)
const { rules, bands } = VERDICT.current.table
const judgements = golden.flatMap((each) => each.judgements)

describe('the golden file', () => {
  it('holds every company of the sandbox', () => {
    const held = new Set(golden.map(({ facts }) => facts.profile.number))
    expect(sandboxCompanies(TODAY).filter(({ number }) => !held.has(number))).toEqual([])
  })

  it('shows every rule fired and clear, every outcome and every band', () => {
    const outcomes = new Set(
      judgements.flatMap(({ evaluation }) =>
        evaluation.rules.map(({ code, outcome }) => `${code} ${outcome}`),
      ),
    )
    for (const { code } of rules)
      expect([...outcomes]).toEqual(expect.arrayContaining([`${code} fired`, `${code} clear`]))
    expect(new Set([...outcomes].map((each) => each.split(' ')[1]))).toEqual(
      new Set(['fired', 'clear', 'not_applicable', 'unavailable']),
    )
    expect(new Set(judgements.map(({ band }) => band))).toEqual(
      new Set(bands.map(({ band }) => band)),
    )
  })
})
