/** The golden file of the fit rules, held against the rules. */
import { describe, expect, test } from 'vitest'
import { CAPS } from '../../src/tenders/rules/fit-1.0.0/fit.ts'
import { type GoldenFit, makeFitGolden, readFitGolden, scoreCase } from './golden.ts'

const golden = readFitGolden()
const fits = golden.map(({ fit }) => fit).filter((fit) => fit !== null)
const values = (factor: Exclude<keyof GoldenFit, 'band' | 'flags' | 'emphasise'>) => new Set(fits.map((fit) => fit[factor]))

describe('the golden file', () => {
  test('is what the rules say, to the byte', async () => {
    for (const { name, fit, ...facts } of golden) expect(JSON.stringify(await scoreCase(facts)), name).toBe(JSON.stringify(fit))
  })

  test('holds every case that is made', async () => {
    const held = new Set(golden.map(({ name }) => name))
    expect((await makeFitGolden()).filter(({ name }) => !held.has(name))).toEqual([])
  })

  test('shows every cap and flag, every band, no match, and factors from nothing to full', () => {
    const details = fits.flatMap(({ flags }) => flags.map(({ code, detail }) => `${code}: ${detail}`))
    for (const limit of new Set(Object.values(CAPS)))
      expect(details.filter((each) => each.endsWith(`score capped at ${limit}`))).not.toEqual([])
    const codes = new Set(fits.flatMap(({ flags }) => flags.map(({ code }) => code)))
    expect([...codes].sort()).toEqual([
      'BUYER_HISTORY_NONE',
      'CAP_BROAD_CPV',
      'CAP_EXCLUDED',
      'CAP_REGION',
      'CAP_REGION_ADJACENT',
      'CAP_RELEVANCE',
      'CERTIFICATION_MENTIONED',
      'CERTIFICATION_REQUIRED',
      'CPV_NOT_STATED',
      'DEADLINE_DATE_ONLY',
      'DEADLINE_NOT_STATED',
      'DEADLINE_UNDER_5_WORKING_DAYS',
      'FRAMEWORK',
      'REGION_NOT_STATED',
      'UK_WIDE',
      'VALUE_NOT_STATED',
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
