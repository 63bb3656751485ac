import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths } from '../../../platform/london.ts'
import type { OfficerFacts, ProfileFacts, Standing } from '../../model/facts.ts'
import type { VerdictFacts } from '../version.ts'
import { bandOf, judge, VERDICT_BANDS, VERDICT_RULES } from './verdict.ts'

const TODAY = '2026-11-20'
const director: OfficerFacts = { role: 'director', appointed: '2015-01-01', resigned: null }
const firm = {
  frn: '123456',
  firmName: 'X',
  status: 'Authorised',
  statusSince: null,
  permissions: [],
  warnings: [] as string[],
}

const PROFILE: ProfileFacts = {
  number: '99000001',
  name: 'HARBOUR LANE BAKERY LIMITED',
  previousNames: [],
  status: 'active',
  statusDetail: null,
  type: 'ltd',
  incorporated: '2012-05-14',
  ceased: null,
  office: null,
  sicCodes: ['10710'],
  accounts: {
    nextDue: '2027-06-30',
    nextPeriodEnd: '2026-09-30',
    lastMadeUpTo: '2025-09-30',
    overdueFlag: false,
    lastType: 'micro-entity',
  },
  confirmation: {
    nextDue: '2027-05-28',
    nextPeriodEnd: '2027-05-14',
    lastMadeUpTo: '2026-05-14',
    overdueFlag: false,
  },
  links: { charges: false, insolvency: false },
}

function facts(
  profile: Partial<ProfileFacts> = {},
  rest: Partial<Omit<VerdictFacts, 'profile'>> = {},
): VerdictFacts {
  return {
    profile: { ...PROFILE, ...profile },
    officers: [director],
    charges: { outstanding: 0 },
    insolvency: { cases: [] },
    standing: { outcome: 'not_consulted', reason: 'policy' },
    ...rest,
  }
}

describe('score', () => {
  it('applies the lowest cap and lists every one that fired', () => {
    const verdict = judge(
      facts({ status: 'liquidation', statusDetail: 'active-proposal-to-strike-off' }),
      TODAY,
    )
    expect(verdict.score).toBe(20)
    expect(verdict.flags.map((flag) => flag.code)).toEqual([
      'STATUS_ADMINISTRATION',
      'STRIKE_OFF_ACTIVE',
    ])
  })

  it('bands at 80 and at 50', () => {
    expect([100, 80, 79, 50, 49, 0].map(bandOf)).toEqual([
      'low_risk',
      'low_risk',
      'caution',
      'caution',
      'high_risk',
      'high_risk',
    ])
    expect(VERDICT_BANDS.map((each) => [bandOf(each.from), bandOf(each.to)])).toEqual(
      VERDICT_BANDS.map((each) => [each.band, each.band]),
    )
  })
})

describe('any register facts', () => {
  const day = fc.integer({ min: -20_000, max: 800 }).map((days) => addDays(TODAY, days))
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
  const statuses = [
    'active',
    'dissolved',
    'removed',
    'closed',
    'liquidation',
    'administration',
    'voluntary-arrangement',
    'open',
    'unheard-of',
  ]
  const filing = {
    nextDue: maybe(day),
    nextPeriodEnd: maybe(day),
    lastMadeUpTo: maybe(day),
    overdueFlag: maybe(fc.boolean()),
  }
  const anyFacts: fc.Arbitrary<VerdictFacts> = fc.record({
    profile: fc.record({
      number: fc.constantFrom(
        '99000001',
        'SC990001',
        'OC990001',
        'IP29406R',
        'RC990001',
        'ZZ000001',
      ),
      name: maybe(fc.string()),
      previousNames: fc.constant([]),
      status: maybe(fc.constantFrom(...statuses)),
      statusDetail: maybe(fc.constantFrom('active-proposal-to-strike-off', 'other')),
      type: maybe(fc.constantFrom('ltd', 'llp', 'plc', 'royal-charter', 'unheard-of')),
      incorporated: maybe(day),
      ceased: maybe(day),
      office: fc.constant(null),
      sicCodes: fc.array(fc.constantFrom('64999', '6521', '10710', '66300'), { maxLength: 4 }),
      accounts: fc.record({ ...filing, lastType: maybe(fc.constantFrom('dormant', 'full')) }),
      confirmation: fc.record(filing),
      links: fc.record({ charges: fc.boolean(), insolvency: fc.boolean() }),
    }),
    officers: maybe(
      fc.array(
        fc.record({
          role: fc.constantFrom('director', 'secretary', 'llp-member', 'other'),
          appointed: maybe(day),
          resigned: maybe(day),
        }),
      ),
    ),
    charges: maybe(fc.record({ outstanding: fc.nat(9) })),
    insolvency: maybe(
      fc.record({ cases: fc.array(fc.constantFrom('in-administration', 'other')) }),
    ),
    standing: fc.constantFrom<Standing>(
      { outcome: 'not_found' },
      { outcome: 'matched', firm },
      { outcome: 'matched', firm: { ...firm, warnings: ['w'] } },
      { outcome: 'ambiguous', reason: 'r' },
      { outcome: 'unavailable', reason: 'r' },
      { outcome: 'not_consulted', reason: 'r' },
    ),
  })
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, reversed(member)]),
    )
  }

  it('give a score of 0-100, its band, flags in table order, and an outcome for every rule', () => {
    const order = VERDICT_RULES.map((rule) => rule.code)
    fc.assert(
      fc.property(anyFacts, day, (given, today) => {
        const { score, band, flags, evaluation } = judge(given, today)
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
        expect(band).toBe(bandOf(score))
        expect(flags.map((flag) => flag.code)).toEqual(
          order.filter((code) => flags.some((flag) => flag.code === code)),
        )
        expect(evaluation.rules.map((rule) => rule.code)).toEqual(order)
        expect(flags.every((flag) => flag.detail.length > 0 && flag.detail.length <= 130)).toBe(
          true,
        )
      }),
      { numRuns: 500 },
    )
  })

  it('give the same bytes whatever the order of their keys', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        expect(JSON.stringify(judge(reversed(given) as VerdictFacts, TODAY))).toBe(
          JSON.stringify(judge(given, TODAY)),
        )
      }),
      { numRuns: 200 },
    )
  })

  it('never score better for a worse register: each deduction only lowers', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const better = {
          ...given,
          profile: {
            ...given.profile,
            statusDetail: null,
            accounts: { ...given.profile.accounts, nextDue: addMonths(TODAY, 1) },
          },
        }
        const worse = {
          ...given,
          profile: {
            ...given.profile,
            statusDetail: 'active-proposal-to-strike-off',
            accounts: { ...given.profile.accounts, nextDue: '2020-01-01' },
          },
        }
        expect(judge(worse, TODAY).score).toBeLessThanOrEqual(judge(better, TODAY).score)
      }),
    )
  })
})
