/** The golden cases of the fit rules in force show what they are there to show. */
import { describe, expect, test } from 'vitest'
import { FIT } from '../../src/tenders/rules/published.ts'
import { readGolden } from '../support/golden.ts'
import { FIT_GOLDEN, type GoldenFit } from './golden.ts'

const golden = readGolden(FIT_GOLDEN, FIT.current)
const caps = FIT.current.table.rules.flatMap(({ effect }) =>
  effect !== null && 'cap' in effect ? [effect.cap] : [],
)
const fits = golden.map(({ fit }) => fit).filter((fit) => fit !== null)
const values = (factor: Exclude<keyof GoldenFit, 'band' | 'flags' | 'emphasise'>) =>
  new Set(fits.map((fit) => fit[factor]))

describe('the golden file', () => {
  test('holds every case that is made', async () => {
    const held = new Set(golden.map(({ name }) => name))
    expect((await FIT_GOLDEN.make(FIT.current)).filter(({ name }) => !held.has(name))).toEqual([])
  })

  test('shows every cap and flag, every band, no match, and factors from nothing to full', () => {
    const details = fits.flatMap(({ flags }) =>
      flags.map(({ code, detail }) => `${code}: ${detail}`),
    )
    for (const limit of new Set(caps))
      expect(details.filter((each) => each.endsWith(`score capped at ${limit}`))).not.toEqual([])
    const codes = new Set(fits.flatMap(({ flags }) => flags.map(({ code }) => code)))
    expect([...codes].sort()).toEqual([
      'BUYER_HISTORY_NONE',
      'CAP_BROAD_CPV',
      'CAP_EXCLUDED',
      'CAP_REGION',
      'CAP_REGION_ADJACENT',
      'CAP_RELEVANCE',
      'CAP_UNSPECIFIC',
      'CERTIFICATION_MENTIONED',
      'CERTIFICATION_REQUIRED',
      'CPV_NOT_STATED',
      'DEADLINE_CORRECTED',
      'DEADLINE_DATE_ONLY',
      'DEADLINE_NOT_STATED',
      'DEADLINE_UNDER_5_WORKING_DAYS',
      'FRAMEWORK',
      'REGION_NOT_STATED',
      'UK_WIDE',
      'VALUE_NOT_STATED',
      'VALUE_WITH_TAX',
    ])
    expect(new Set(fits.map(({ band }) => band))).toEqual(new Set(['strong', 'possible', 'weak']))
    expect(fits.length).toBeLessThan(golden.length)
    expect([...values('relevance')]).toEqual(expect.arrayContaining([40]))
    expect([...values('value')]).toEqual(expect.arrayContaining([0, 10, 20]))
    expect([...values('geography')]).toEqual(expect.arrayContaining([0, 4, 7, 8, 10, 11, 15]))
    expect([...values('timeline')]).toEqual(expect.arrayContaining([0, 7, 12, 15]))
    expect([...values('history')]).toEqual(expect.arrayContaining([0, 4, 5, 8, 10]))
  })
})
