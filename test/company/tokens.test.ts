/** The default answers of profile and verdict stay at or under 800 o200k tokens, counted with the tokenizer itself. */
import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FirmFacts, Standing } from '../../src/company/model/facts.ts'
import { companyProfile } from '../../src/company/model/profile.ts'
import { reduceProfile } from '../../src/company/model/reduce.ts'
import { BRIEF, fcaBlock, TIGHT } from '../../src/company/model/standing.ts'
import { estimateTokens } from '../../src/company/model/tokens.ts'
import { WITH_FCA_ATTRIBUTION } from '../../src/company/operations/fields.ts'
import { fitAnswer } from '../../src/company/operations/fit.ts'
import { judge } from '../../src/company/rules/verdict-1.0.0.ts'
import { type Degradation, envelope } from '../../src/contract/envelope.ts'
import { type Rig, startRig, TODAY } from './rig.ts'

const LIMIT = 800

describe('over every sandbox company', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await startRig({ model: true })
  })
  afterAll(() => rig.stop())

  it('profile and verdict fit, and the estimate is from above', async () => {
    const sold = rig.register.companies.filter((each) => /^([A-Z]{2})?\d+$/.test(each.number))
    expect(sold.length).toBeGreaterThan(70)
    for (const { number } of sold) {
      for (const id of ['company_profile', 'company_verdict']) {
        const json = JSON.stringify(await rig.ask(id, number))
        const tokens = countTokens(json)
        expect(tokens, `${id} ${number}`).toBeLessThanOrEqual(LIMIT)
        expect(estimateTokens(json), `estimate of ${id} ${number}`).toBeGreaterThanOrEqual(tokens)
        expect(Buffer.byteLength(json), `bytes of ${id} ${number}`).toBeLessThanOrEqual(3_000)
      }
    }
  })
})

describe('over the worst that can co-fire', () => {
  const upperText = (maxLength: number) =>
    fc
      .array(
        fc.constantFrom(
          'ASSOCIATION',
          'BHATTACHARYA',
          'INDEPENDENT',
          'OF',
          '&',
          'TRUSTEES',
          '(UK)',
          'WESTMORLAND',
          "O'NEILL",
          'ÉCLAIR',
          'MANUFACTURERS',
          'HOLDINGS',
        ),
        {
          minLength: 40,
          maxLength: 60,
        },
      )
      .map((words) => words.join(' ').slice(0, maxLength).trim())
  const prose = (maxLength: number) =>
    fc
      .array(
        fc.constantFrom('firm', 'restriction', 'undertake', 'pursuant', 'OP-0123456', 'Payment', 'the', '29/04/2021', 'not', 'consumer'),
        {
          minLength: 30,
          maxLength: 60,
        },
      )
      .map((words) => words.join(' ').slice(0, maxLength).trim())
  const worst = fc.record({
    name: upperText(160),
    line: fc
      .array(fc.constantFrom('UNIT', '24B', 'THE', 'OLD', 'GRANARY', 'BUSINESS', 'CENTRE', 'LLANFAIRPWLL', 'UPPER', 'WESTGATE', 'ROAD'), {
        minLength: 15,
        maxLength: 20,
      })
      .map((words) => words.join(' ').slice(0, 50).trim()),
    warnings: fc.array(prose(300), { minLength: 4, maxLength: 8 }),
    permissions: fc.array(prose(150), { minLength: 4, maxLength: 8 }),
    narrative: prose(420),
    failure: prose(90),
    firmName: upperText(160),
    status: fc.constantFrom('active', 'voluntary-arrangement', 'insolvency-proceedings', 'converted-closed'),
    matched: fc.boolean(),
  })

  it('fits by shortening flag details, then the narrative, then the words of the regulator; no key, no register value is touched', () => {
    fc.assert(
      fc.property(worst, (given) => {
        const { answer, json } = worstAnswer(given)
        expect(countTokens(json)).toBeLessThanOrEqual(LIMIT)
        const fitted = JSON.parse(json)
        expect(fitted.result).toEqual(JSON.parse(JSON.stringify(answer.result)))
        expect(Object.keys(fitted.verdict.fca)).toEqual(Object.keys(answer.verdict.fca))
        expect(Object.keys(fitted.verdict)).toEqual(['score', 'band', 'flags', 'fca', 'narrative'])
        expect(fitted.verdict.flags.map((flag: { code: string }) => flag.code)).toEqual([
          ...answer.verdict.flags.map((flag) => flag.code),
          'SOURCE_FAILED',
          'SOURCE_FAILED',
          'SOURCE_STALE',
        ])
        expect(worstAnswer(given).json).toBe(json)
      }),
      { numRuns: 150, seed: 20_261_121 },
    )
  })

  function worstAnswer(given: {
    name: string
    line: string
    warnings: string[]
    permissions: string[]
    narrative: string
    failure: string
    firmName: string
    status: string
    matched: boolean
  }) {
    const { line } = given
    const profile = reduceProfile('SC990001', {
      company_name: given.name,
      company_number: 'SC990001',
      company_status: given.status,
      // The register derives both from one code: a proposal to strike off is only ever seen beside `active`.
      ...(given.status === 'active' ? { company_status_detail: 'active-proposal-to-strike-off' } : {}),
      type: 'private-limited-guarant-nsc-limited-exemption',
      date_of_creation: '2026-01-31',
      date_of_cessation: '2026-09-30',
      sic_codes: ['64999', '65110', '66300', '64205'],
      accounts: {
        next_accounts: { due_on: '2019-06-30', period_end_on: '2018-09-30' },
        last_accounts: { type: 'dormant', period_end_on: '2017-09-30' },
      },
      confirmation_statement: { next_due: '2019-06-30', next_made_up_to: '2019-06-16', last_made_up_to: '2018-06-16' },
      registered_office_address: {
        premises: line,
        address_line_1: line,
        address_line_2: line,
        locality: 'LLANFAIRPWLLGWYNGYLL',
        region: 'Dumfriesshire',
        postal_code: 'DG12 4ZZ',
        country: 'United Kingdom',
        po_box: 'PO Box 40219',
      },
    })
    const firm: FirmFacts = {
      frn: '1234567',
      firmName: given.firmName,
      status: 'No longer authorised',
      statusSince: '2020-01-01',
      permissions: given.permissions,
      warnings: given.warnings,
    }
    const standing: Standing = given.matched ? { outcome: 'matched', firm } : { outcome: 'not_found' }
    const officers = Array.from({ length: 12 }, () => ({ role: 'director', appointed: '2026-01-31', resigned: '2026-10-31' }))
    const facts = {
      profile,
      officers,
      charges: { outstanding: 42 },
      insolvency: { cases: ['creditors-voluntary-liquidation', 'in-administration'] },
      standing,
    }
    const { score, band, flags } = judge(facts, TODAY)
    const degradations: Degradation[] = (['failed', 'failed', 'stale'] as const).map((kind) => ({
      kind,
      detail: `Companies House profile, officers, charges: ${given.failure}; copy of 2026-11-20T12:00:00Z served`,
      flagged: true,
    }))
    const answer = {
      result: companyProfile(profile, officers, TODAY),
      verdict: { score, band, flags, fca: fcaBlock(standing, BRIEF), narrative: given.narrative },
      sources: [
        ['Companies House', 'https://find-and-update.company-information.service.gov.uk/company/SC990001'],
        ['FCA Financial Services Register', 'https://register.fca.org.uk/'],
      ].map(([name, url]) => ({ name: name!, fetched: '2026-11-20T12:00:00Z', url: url! })),
      degradations,
      attribution: WITH_FCA_ATTRIBUTION,
    }
    const fitted = fitAnswer(answer, {
      number: 'SC990001',
      attribution: WITH_FCA_ATTRIBUTION,
      priceUsdc: '0.10',
      tightFca: fcaBlock(standing, TIGHT),
    })
    const json = JSON.stringify(
      envelope({ number: 'SC990001', detail: null }, fitted, WITH_FCA_ATTRIBUTION, '0.10', '2026-11-20T12:00:00Z'),
    )
    return { answer, json }
  }
})
