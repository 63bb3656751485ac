/**
 * The default answers of profile and verdict stay at or under 800 o200k tokens, counted with the
 * tokenizer itself.
 */
import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Degradation } from '../../src/background/source.ts'
import type { InsolvencyFacts, ProfileFacts, Standing } from '../../src/company/model/facts.ts'
import { reduceFirm } from '../../src/company/model/firm.ts'
import { companyProfile } from '../../src/company/model/profile.ts'
import { reduceInsolvency, reduceProfile } from '../../src/company/model/reduce.ts'
import { BRIEF, fcaBlock, TIGHT } from '../../src/company/model/standing.ts'
import {
  fullProfileSchema,
  WITH_FCA_ATTRIBUTION,
} from '../../src/company/operations/shared/fields.ts'
import { shortenAnswer } from '../../src/company/operations/shared/shorten-answer.ts'
import { VERDICT } from '../../src/company/rules/published.ts'
import { envelope } from '../../src/contract/envelope.ts'
import { type Rig, startRig, TODAY } from './rig.ts'

const LIMIT = 800

describe('over every sandbox company', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await startRig({ model: true })
  })
  afterAll(() => rig.stop())

  it('profile and verdict fit, and every word of the register is there', async () => {
    const sold = rig.register.companies.filter((each) => /^([A-Z]{2})?\d+$/.test(each.number))
    expect(sold.length).toBeGreaterThan(70)
    for (const { number } of sold) {
      for (const id of ['company_profile', 'company_verdict']) {
        const answer = await rig.ask(id, number)
        const json = JSON.stringify(answer)
        expect(countTokens(json), `${id} ${number}`).toBeLessThanOrEqual(LIMIT)
        expect(JSON.stringify(answer.result), `the register's words about ${number}`).not.toContain(
          '…',
        )
        expect(Buffer.byteLength(json), `bytes of ${id} ${number}`).toBeLessThanOrEqual(3_000)
      }
    }
  })
})

describe('over whatever a register can send', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const anyOf = (characters: string) => fc.constantFrom(...characters)
  const codePoint = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((point) => String.fromCodePoint(point))
  const syllable = fc
    .tuple(anyOf('bcdfghjklmnpqrstvwxyz'), anyOf('aeiouy'))
    .map((pair) => pair.join(''))
  /** One kind of nonsense a text: each is worst at another weight of the estimate. */
  const kinds = [
    anyOf(letters),
    anyOf(letters.toUpperCase()),
    anyOf(letters + letters.toUpperCase() + '0123456789'),
    syllable,
    syllable.map((text) => text.toUpperCase()),
    // What reads like words and is none.
    fc.array(syllable, { minLength: 1, maxLength: 5 }).map((word) => `${word.join('')} `),
    fc
      .array(syllable, { minLength: 1, maxLength: 5 })
      .map((word) => `${word.join('').toUpperCase()} `),
    fc.string({ unit: anyOf(letters), minLength: 1, maxLength: 7 }).map((word) => `${word} `),
    fc
      .string({ unit: anyOf(letters.toUpperCase()), minLength: 1, maxLength: 4 })
      .map((word) => `${word} `),
    fc.constantFrom('gkq', 'jz', 'FJY', 'fqy', 'Zq ', '5 ', '" ', '\\'),
    codePoint(0x21, 0x7e),
    codePoint(0xa1, 0x24f),
    codePoint(0x4e00, 0x9fff),
    codePoint(0x800, 0xd7ff),
    codePoint(0x1f300, 0x1f64f),
    codePoint(0x10000, 0x1ffff),
  ]
  const nonsenseOf = (unit: fc.Arbitrary<string>) =>
    fc.string({ unit, minLength: 100, maxLength: 400 })
  const date = fc.constantFrom('2016-02-29', '2019-06-30', '2026-10-31')
  const sentOf = (nonsense: fc.Arbitrary<string>) =>
    fc.record({
      profile: fc.record({
        company_name: nonsense,
        company_status: fc.oneof(nonsense, fc.constant('insolvency-proceedings')),
        company_status_detail: fc.constant('active-proposal-to-strike-off'),
        type: nonsense,
        date_of_creation: date,
        sic_codes: fc.constant(['64999', '65110', '66300', '64205']),
        accounts: fc.record({
          next_accounts: fc.record({ due_on: date, period_end_on: date }),
          last_accounts: fc.record({
            type: fc.oneof(nonsense, fc.constant('dormant')),
            period_end_on: date,
          }),
        }),
        confirmation_statement: fc.record({
          next_due: date,
          next_made_up_to: date,
          last_made_up_to: date,
        }),
        registered_office_address: fc.record({
          premises: nonsense,
          address_line_1: nonsense,
          address_line_2: nonsense,
          locality: nonsense,
          region: nonsense,
          postal_code: nonsense,
          country: nonsense,
          po_box: nonsense,
        }),
      }),
      cases: fc.array(
        fc.record({ type: fc.string({ unit: anyOf(letters), minLength: 60, maxLength: 80 }) }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      firm: fc.record({
        name: nonsense,
        status: nonsense,
        permissions: fc.array(nonsense, { maxLength: 4 }),
        notice: nonsense,
      }),
      standing: fc.constantFrom('matched', 'ambiguous', 'not_found'),
      narrative: fc.constantFrom(null, 'The firm undertakes OP-0123456 pursuant to it. '.repeat(9)),
      failing: fc.boolean(),
    })

  // All of one kind, and all kinds together.
  const sent = fc
    .constantFrom(...kinds.map(nonsenseOf), fc.oneof(...kinds.map(nonsenseOf)))
    .chain(sentOf)

  it('fits, by the registers’ words in the end; no key, date, number or code is touched', () => {
    fc.assert(
      fc.property(sent, ({ profile: raw, cases, firm, standing: outcome, narrative, failing }) => {
        const profile = reduceProfile('SC990001', raw)
        const standing: Standing =
          outcome === 'matched'
            ? {
                outcome,
                firm: reduceFirm(
                  {
                    frn: '1234567',
                    record: {
                      'Organisation Name': firm.name,
                      Status: firm.status,
                      'Status Effective Date': '31/08/2018',
                      'Exceptional Info Details': [
                        {
                          'Exceptional Info Title': firm.notice,
                          'Exceptional Info Body': firm.notice,
                        },
                      ],
                    },
                    listed: null,
                  },
                  firm.permissions,
                  [],
                ),
              }
            : outcome === 'ambiguous'
              ? { outcome, reason: firm.name }
              : { outcome }
        const { answer, json } = sealed(profile, standing, {
          insolvency: reduceInsolvency({ cases }),
          narrative,
          degradations: failing ? outage('answered 500') : [],
        })
        expect(countTokens(json)).toBeLessThanOrEqual(LIMIT)
        const fitted = JSON.parse(json)
        expect(fullProfileSchema.safeParse(fitted.result).error).toBeUndefined()
        expect(fitted.result).toMatchObject({
          company_number: 'SC990001',
          incorporated: profile.incorporated,
          sic_codes: profile.sicCodes,
          age_years: (answer.result as { age_years: number }).age_years,
        })
        for (const part of ['result', 'verdict', 'fca'] as const) {
          const [whole, kept] =
            part === 'fca' ? [answer.verdict.fca, fitted.verdict.fca] : [answer[part], fitted[part]]
          expect(Object.keys(kept)).toEqual(Object.keys(whole!))
        }
        for (const [whole, kept] of worded(answer.result!, fitted.result))
          if (kept !== whole)
            expect([kept.at(-1), whole.startsWith(kept.slice(0, -1))]).toEqual(['…', true])
        expect(fitted.verdict.flags.map(({ code }: { code: string }) => code)).toEqual([
          ...answer.verdict.flags.map(({ code }) => code),
          ...(failing ? ['SOURCE_FAILED', 'SOURCE_FAILED', 'SOURCE_STALE'] : []),
        ])
        expect(fitted.verdict.score).toBe(answer.verdict.score)
        expect(json.isWellFormed()).toBe(true)
        expect(json).not.toMatch(/\\ud[89a-f]/)
      }),
      { numRuns: 200, seed: 20_261_121, endOnFailure: true },
    )
  })
})

/** Pairs of texts at the same member of two objects. */
function worded(sent: object, kept: object): [string, string][] {
  return Object.entries(sent).flatMap(([name, value]): [string, string][] => {
    const other = (kept as Record<string, unknown>)[name]
    if (typeof value === 'object' && value !== null) return worded(value, other as object)
    return typeof value === 'string' ? [[value, other as string]] : []
  })
}

/** Everything of Companies House failed in each of three ways. */
const outage = (failure: string): Degradation[] =>
  (['failed', 'failed', 'stale'] as const).map((kind) => ({
    kind,
    detail: `Companies House profile, officers, charges: ${failure}; copy of 2026-11-20T12:00:00Z served`,
    flagged: true,
  }))

/**
 * The verdict over these facts, with many officers gone and charges, before and after it was made
 * to fit.
 */
function sealed(
  profile: ProfileFacts,
  standing: Standing,
  {
    insolvency,
    narrative,
    degradations,
  }: { insolvency: InsolvencyFacts; narrative: string | null; degradations: Degradation[] },
) {
  const officers = Array.from({ length: 12 }, () => ({
    role: 'director',
    appointed: '2026-01-31',
    resigned: '2026-10-31',
  }))
  const { score, band, flags } = VERDICT.current.judge(
    { profile, officers, charges: { outstanding: 42 }, insolvency, standing },
    TODAY,
  )
  const answer = {
    result: companyProfile(profile, officers, TODAY),
    verdict: { score, band, flags, fca: fcaBlock(standing, BRIEF), narrative },
    sources: [
      [
        'Companies House',
        'https://find-and-update.company-information.service.gov.uk/company/SC990001',
      ],
      ['FCA Financial Services Register', 'https://register.fca.org.uk/'],
    ].map(([name, url]) => ({ name: name!, fetched: '2026-11-20T12:00:00Z', url: url! })),
    degradations,
    attribution: WITH_FCA_ATTRIBUTION,
  }
  const offer = {
    number: 'SC990001',
    attribution: WITH_FCA_ATTRIBUTION,
    priceUsdc: '0.10',
    tightFca: fcaBlock(standing, TIGHT),
  }
  const fitted = shortenAnswer(answer, offer)
  const json = JSON.stringify(
    envelope(
      { number: 'SC990001', detail: null },
      fitted,
      WITH_FCA_ATTRIBUTION,
      '0.10',
      '2026-11-20T12:00:00Z',
    ),
  )
  return { answer, json }
}
