import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths } from '../../../platform/london.ts'
import type { OfficerFacts, ProfileFacts, Standing } from '../../model/facts.ts'
import type { VerdictFacts } from '../version.ts'
import { bandOf, judge, VERDICT_BANDS, VERDICT_RULES, type VerdictCode } from './verdict.ts'

const TODAY = '2026-11-20'
const director: OfficerFacts = { role: 'director', appointed: '2015-01-01', resigned: null }
const secretary: OfficerFacts = { role: 'secretary', appointed: '2015-01-01', resigned: null }
const gone = (resigned: string, role = 'director'): OfficerFacts => ({
  role,
  appointed: '2015-01-01',
  resigned,
})
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
    officers: [director, secretary],
    charges: { outstanding: 0 },
    insolvency: { cases: [] },
    standing: { outcome: 'not_consulted', reason: 'policy' },
    ...rest,
  }
}

const accounts = (
  nextDue: string | null,
  overdueFlag: boolean | null = null,
  lastType: string | null = null,
) => ({
  accounts: { ...PROFILE.accounts, nextDue, overdueFlag, lastType },
})
const confirmation = (nextDue: string | null, overdueFlag: boolean | null = null) => ({
  confirmation: { ...PROFILE.confirmation, nextDue, overdueFlag },
})
const regulator = (standing: Standing) => ({ standing })

/** Every case: what the rule comes to, and the flag's detail where it fires. */
type Case = [name: string, facts: VerdictFacts, outcome: string, today?: string]
const CASES: Readonly<Record<VerdictCode, readonly Case[]>> = {
  STATUS_DISSOLVED: [
    [
      'dissolved',
      facts({ status: 'dissolved', ceased: '2019-01-03' }),
      'status dissolved since 2019-01-03',
    ],
    ['converted-closed', facts({ status: 'converted-closed' }), 'status converted-closed'],
    ['removed', facts({ status: 'removed' }), 'status removed'],
    ['closed', facts({ status: 'closed' }), 'status closed'],
    ['open', facts({ status: 'open' }), 'clear'],
    ['closed-on, unknown to the enumeration', facts({ status: 'closed-on' }), 'clear'],
    [
      'active with a date of cessation, after restoration',
      facts({ ceased: '2019-01-03' }),
      'clear',
    ],
    ['absent', facts({ status: null }), 'not_applicable'],
  ],
  STATUS_ADMINISTRATION: [
    ['administration', facts({ status: 'administration' }), 'status administration'],
    ['liquidation', facts({ status: 'liquidation' }), 'status liquidation'],
    ['receivership', facts({ status: 'receivership' }), 'status receivership'],
    [
      'insolvency-proceedings',
      facts({ status: 'insolvency-proceedings' }),
      'status insolvency-proceedings',
    ],
    ['voluntary-arrangement', facts({ status: 'voluntary-arrangement' }), 'clear'],
    ['absent', facts({ status: null }), 'not_applicable'],
  ],
  STRIKE_OFF_ACTIVE: [
    [
      'proposal',
      facts({ statusDetail: 'active-proposal-to-strike-off' }),
      'status detail active-proposal-to-strike-off',
    ],
    ['another detail', facts({ statusDetail: 'transferred-from-uk' }), 'clear'],
    ['none', facts(), 'clear'],
  ],
  ACCOUNTS_OVERDUE: [
    ['due yesterday', facts(accounts('2026-11-19')), 'accounts due 2026-11-19, 1 day overdue'],
    ['due in June', facts(accounts('2026-06-30')), 'accounts due 2026-06-30, 143 days overdue'],
    ['due today', facts(accounts('2026-11-20')), 'clear'],
    ['a stale flag does not outweigh the date', facts(accounts('2026-11-21', true)), 'clear'],
    [
      'a stale flag does not excuse the date',
      facts(accounts('2026-11-01', false)),
      'accounts due 2026-11-01, 19 days overdue',
    ],
    [
      'flag without date',
      facts(accounts(null, true)),
      'accounts overdue by the register, which gives no date',
    ],
    ['flag down without date', facts(accounts(null, false)), 'clear'],
    ['neither', facts(accounts(null)), 'not_applicable'],
  ],
  CONF_STATEMENT_OVERDUE: [
    [
      'due yesterday',
      facts(confirmation('2026-11-19')),
      'confirmation statement due 2026-11-19, 1 day overdue',
    ],
    ['due today', facts(confirmation('2026-11-20')), 'clear'],
    [
      'flag without date',
      facts(confirmation(null, true)),
      'confirmation statement overdue by the register, which gives no date',
    ],
    ['neither', facts(confirmation(null)), 'not_applicable'],
    ...['IP', 'SP', 'RS', 'RC', 'LP', 'NL', 'IC', 'NO', 'NP'].map(
      (prefix): Case => [
        `${prefix} dates are frozen`,
        facts({ number: `${prefix}000001`, ...confirmation('2017-06-03', true) }),
        'not_applicable',
      ],
    ),
    [
      'SC dates are live',
      facts({ number: 'SC990001', ...confirmation('2026-11-19') }),
      'confirmation statement due 2026-11-19, 1 day overdue',
    ],
  ],
  YOUNG_COMPANY: [
    [
      'a day before the anniversary',
      facts({ incorporated: '2025-11-21' }),
      'incorporated 2025-11-21',
    ],
    ['on the anniversary', facts({ incorporated: '2025-11-20' }), 'clear'],
    [
      '29 February, the day before its clamped anniversary',
      facts({ incorporated: '2024-02-29' }),
      'incorporated 2024-02-29',
      '2025-02-27',
    ],
    [
      '29 February, on its clamped anniversary',
      facts({ incorporated: '2024-02-29' }),
      'clear',
      '2025-02-28',
    ],
    ['tomorrow', facts({ incorporated: '2026-11-21' }), 'incorporated 2026-11-21'],
    ['no date', facts({ incorporated: null }), 'not_applicable'],
  ],
  DORMANT: [
    [
      'dormant',
      facts(accounts('2027-06-30', null, 'dormant')),
      'last accounts dormant, made up to 2025-09-30',
    ],
    ['another type', facts(accounts('2027-06-30', null, 'no-accounts-type-available')), 'clear'],
    ['no type', facts(accounts('2027-06-30')), 'clear'],
  ],
  OFFICER_CHURN: [
    [
      'two, the first a day inside',
      facts({}, { officers: [director, gone('2025-11-21'), gone('2026-11-20', 'secretary')] }),
      '2 officers resigned since 2025-11-20',
    ],
    [
      'one on the edge, outside',
      facts({}, { officers: [director, gone('2025-11-20'), gone('2026-11-20')] }),
      'clear',
    ],
    [
      'one in the future',
      facts({}, { officers: [director, gone('2026-11-21'), gone('2026-11-20')] }),
      'clear',
    ],
    ['unavailable', facts({}, { officers: null }), 'unavailable'],
    [
      'clamped: twelve months before 29 February',
      facts({}, { officers: [director, gone('2023-03-01'), gone('2024-02-29')] }),
      '2 officers resigned since 2023-02-28',
      '2024-02-29',
    ],
    [
      'clamped: outside',
      facts({}, { officers: [director, gone('2023-02-28'), gone('2024-02-29')] }),
      'clear',
      '2024-02-29',
    ],
  ],
  NO_ACTIVE_DIRECTORS: [
    ['none', facts({}, { officers: [] }), 'no active director among 0 listed officers'],
    [
      'a secretary is none',
      facts({}, { officers: [secretary] }),
      'no active director among 1 listed officers',
    ],
    [
      'resigned today',
      facts({}, { officers: [gone(TODAY)] }),
      'no active director among 1 listed officers',
    ],
    ['resigns tomorrow', facts({}, { officers: [gone('2026-11-21')] }), 'clear'],
    ['one', facts(), 'clear'],
    ...['corporate-director', 'nominee-director', 'corporate-nominee-director'].map(
      (role): Case => [role, facts({}, { officers: [{ ...director, role }] }), 'clear'],
    ),
    [
      'an un-resigned director of a dissolved company',
      facts({ status: 'dissolved' }),
      'no active director among 2 listed officers',
    ],
    [
      'an un-resigned director of a converted company',
      facts({ status: 'converted-closed' }),
      'no active director among 2 listed officers',
    ],
    [
      'an un-resigned director of a company in liquidation',
      facts({ status: 'liquidation' }),
      'clear',
    ],
    ['an un-resigned director of a removed company', facts({ status: 'removed' }), 'clear'],
    [
      'an LLP has members',
      facts(
        { type: 'llp', number: 'OC990001' },
        { officers: [{ ...director, role: 'llp-member' }] },
      ),
      'clear',
    ],
    [
      'a director directs no LLP',
      facts({ type: 'llp', number: 'OC990001' }),
      'no active member among 2 listed officers',
    ],
    [
      'a member directs no company',
      facts({}, { officers: [{ ...director, role: 'llp-member' }] }),
      'no active director among 1 listed officers',
    ],
    [
      'a Societas has a board',
      facts(
        { type: 'united-kingdom-societas' },
        { officers: [{ ...director, role: 'member-of-an-administrative-organ' }] },
      ),
      'clear',
    ],
    ...[
      'charitable-incorporated-organisation',
      'scottish-charitable-incorporated-organisation',
      'royal-charter',
      'registered-society-non-jurisdictional',
      'oversea-company',
      'limited-partnership',
      'investment-company-with-variable-capital',
      'registered-overseas-entity',
    ].map(
      (type): Case => [
        `${type} has none on this register`,
        facts({ type }, { officers: [] }),
        'not_applicable',
      ],
    ),
    [
      'not applicable even when unavailable',
      facts({ type: 'royal-charter' }, { officers: null }),
      'not_applicable',
    ],
    [
      'an unknown type goes by the number',
      facts({ type: 'invented' }, { officers: [] }),
      'no active director among 0 listed officers',
    ],
    [
      'an unknown type with a foreign prefix',
      facts({ type: 'invented', number: 'ZZ990001' }, { officers: [] }),
      'not_applicable',
    ],
    ['unavailable', facts({}, { officers: null }), 'unavailable'],
  ],
  FS_SIC_NOT_FCA: [
    [
      '64 and no match',
      facts({ sicCodes: ['62020', '64999'] }, regulator({ outcome: 'not_found' })),
      'SIC 64999, no match on the FCA register',
    ],
    [
      '65',
      facts({ sicCodes: ['65110'] }, regulator({ outcome: 'not_found' })),
      'SIC 65110, no match on the FCA register',
    ],
    [
      '66',
      facts({ sicCodes: ['66300'] }, regulator({ outcome: 'not_found' })),
      'SIC 66300, no match on the FCA register',
    ],
    ['63', facts({ sicCodes: ['63990'] }, regulator({ outcome: 'not_found' })), 'clear'],
    ['67', facts({ sicCodes: ['67000'] }, regulator({ outcome: 'not_found' })), 'clear'],
    [
      'four digits of SIC 2003',
      facts({ sicCodes: ['6521'] }, regulator({ outcome: 'not_found' })),
      'clear',
    ],
    ['a match', facts({ sicCodes: ['64999'] }, regulator({ outcome: 'matched', firm })), 'clear'],
    [
      'an ambiguous search',
      facts({ sicCodes: ['64999'] }, regulator({ outcome: 'ambiguous', reason: 'x' })),
      'unavailable',
    ],
    [
      'a failed search',
      facts({ sicCodes: ['64999'] }, regulator({ outcome: 'unavailable', reason: 'x' })),
      'unavailable',
    ],
    ['fallback mode', facts({ sicCodes: ['64999'] }), 'not_applicable'],
  ],
  FCA_WARNING: [
    [
      'a warning',
      facts(
        {},
        regulator({
          outcome: 'matched',
          firm: { ...firm, warnings: ['Sub-status: In Administration', 'x'] },
        }),
      ),
      'FRN 123456: Sub-status: In Administration',
    ],
    ['no warning', facts({}, regulator({ outcome: 'matched', firm })), 'clear'],
    ['no match', facts({}, regulator({ outcome: 'not_found' })), 'clear'],
    ['failed', facts({}, regulator({ outcome: 'unavailable', reason: 'x' })), 'unavailable'],
    ['ambiguous', facts({}, regulator({ outcome: 'ambiguous', reason: 'x' })), 'unavailable'],
    ['fallback mode', facts(), 'not_applicable'],
  ],
  CHARGES_INFO: [
    ['one', facts({}, { charges: { outstanding: 1 } }), '1 outstanding charge'],
    ['three', facts({}, { charges: { outstanding: 3 } }), '3 outstanding charges'],
    ['none', facts(), 'clear'],
    ['unavailable', facts({}, { charges: null }), 'unavailable'],
  ],
  STATUS_VOLUNTARY_ARRANGEMENT: [
    ['in one', facts({ status: 'voluntary-arrangement' }), 'status voluntary-arrangement'],
    ['not in one', facts(), 'clear'],
    ['absent', facts({ status: null }), 'not_applicable'],
  ],
  INSOLVENCY_HISTORY: [
    [
      'two of a kind',
      facts({}, { insolvency: { cases: ['in-administration', 'in-administration'] } }),
      '2 cases: in-administration',
    ],
    [
      'one',
      facts({}, { insolvency: { cases: ['compulsory-liquidation'] } }),
      '1 case: compulsory-liquidation',
    ],
    ['none', facts(), 'clear'],
    ['unavailable', facts({}, { insolvency: null }), 'unavailable'],
  ],
  OFFICERS_UNAVAILABLE: [
    ['unavailable', facts({}, { officers: null }), 'the officer list could not be fetched'],
    ['an empty list is available', facts({}, { officers: [] }), 'clear'],
  ],
}

const OUTCOMES = ['clear', 'not_applicable', 'unavailable']

describe.each(Object.entries(CASES))('%s', (code, cases) => {
  it.each(cases.map((each) => [each[0], each] as const))(
    '%s',
    (_name, [, given, expected, today = TODAY]) => {
      const { flags, evaluation } = judge(given, today)
      const outcome = evaluation.rules.find((rule) => rule.code === code)?.outcome
      const detail = flags.find((flag) => flag.code === code)?.detail
      expect(OUTCOMES.includes(expected) ? outcome : detail).toBe(expected)
      expect(outcome === 'fired').toBe(detail !== undefined)
    },
  )

  it('fires in at least one case and does not fire in another', () => {
    expect(cases.some((each) => !OUTCOMES.includes(each[2]))).toBe(true)
    expect(cases.some((each) => OUTCOMES.includes(each[2]))).toBe(true)
  })
})

describe('score', () => {
  const score = (given: VerdictFacts) => judge(given, TODAY).score

  it('takes exactly the published points for each rule alone', () => {
    const alone: Record<string, number> = {}
    for (const cases of Object.values(CASES)) {
      for (const [, given, , today = TODAY] of cases) {
        const { flags, score: result } = judge(given, today)
        if (flags.length === 1) alone[flags[0]!.code] = result
      }
    }
    expect(alone).toEqual({
      STATUS_DISSOLVED: 5,
      STATUS_ADMINISTRATION: 20,
      STRIKE_OFF_ACTIVE: 35,
      ACCOUNTS_OVERDUE: 75,
      CONF_STATEMENT_OVERDUE: 85,
      YOUNG_COMPANY: 90,
      DORMANT: 90,
      OFFICER_CHURN: 90,
      NO_ACTIVE_DIRECTORS: 80,
      FS_SIC_NOT_FCA: 80,
      FCA_WARNING: 85,
      CHARGES_INFO: 100,
      STATUS_VOLUNTARY_ARRANGEMENT: 75,
      INSOLVENCY_HISTORY: 100,
      OFFICERS_UNAVAILABLE: 100,
    })
  })

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

  it('leaves a score below the cap alone and never goes below zero', () => {
    const worst = {
      ...accounts('2020-01-01', null, 'dormant'),
      ...confirmation('2020-01-01'),
      incorporated: '2026-06-01',
    }
    const officers = [gone('2026-11-01'), gone('2026-11-02')]
    expect(
      score(facts({ ...worst, statusDetail: 'active-proposal-to-strike-off' }, { officers })),
    ).toBe(10)
    expect(
      score(
        facts(
          { ...worst, status: 'voluntary-arrangement', sicCodes: ['64999'] },
          { officers, standing: { outcome: 'not_found' } },
        ),
      ),
    ).toBe(0)
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

it('writes the whole judgement of a bad case exactly so', () => {
  const given = facts(
    {
      status: 'liquidation',
      ...accounts('2018-06-30', true, 'group'),
      ...confirmation('2018-06-11', true),
      type: 'plc',
    },
    {
      charges: { outstanding: 2 },
      insolvency: { cases: ['compulsory-liquidation'] },
      officers: [gone('2018-01-20')],
    },
  )
  expect(judge(given, TODAY)).toMatchInlineSnapshot(`
    {
      "band": "high_risk",
      "evaluation": {
        "evaluated_on": "2026-11-20",
        "inputs_hash": "68c95edcb8c8dedf",
        "rules": [
          {
            "code": "STATUS_DISSOLVED",
            "outcome": "clear",
          },
          {
            "code": "STATUS_ADMINISTRATION",
            "outcome": "fired",
          },
          {
            "code": "STRIKE_OFF_ACTIVE",
            "outcome": "clear",
          },
          {
            "code": "ACCOUNTS_OVERDUE",
            "outcome": "fired",
          },
          {
            "code": "CONF_STATEMENT_OVERDUE",
            "outcome": "fired",
          },
          {
            "code": "YOUNG_COMPANY",
            "outcome": "clear",
          },
          {
            "code": "DORMANT",
            "outcome": "clear",
          },
          {
            "code": "OFFICER_CHURN",
            "outcome": "clear",
          },
          {
            "code": "NO_ACTIVE_DIRECTORS",
            "outcome": "fired",
          },
          {
            "code": "FS_SIC_NOT_FCA",
            "outcome": "not_applicable",
          },
          {
            "code": "FCA_WARNING",
            "outcome": "not_applicable",
          },
          {
            "code": "CHARGES_INFO",
            "outcome": "fired",
          },
          {
            "code": "STATUS_VOLUNTARY_ARRANGEMENT",
            "outcome": "clear",
          },
          {
            "code": "INSOLVENCY_HISTORY",
            "outcome": "fired",
          },
          {
            "code": "OFFICERS_UNAVAILABLE",
            "outcome": "clear",
          },
        ],
        "rules_version": "1.0.0",
      },
      "flags": [
        {
          "code": "STATUS_ADMINISTRATION",
          "detail": "status liquidation",
        },
        {
          "code": "ACCOUNTS_OVERDUE",
          "detail": "accounts due 2018-06-30, 3065 days overdue",
        },
        {
          "code": "CONF_STATEMENT_OVERDUE",
          "detail": "confirmation statement due 2018-06-11, 3084 days overdue",
        },
        {
          "code": "NO_ACTIVE_DIRECTORS",
          "detail": "no active director among 1 listed officers",
        },
        {
          "code": "CHARGES_INFO",
          "detail": "2 outstanding charges",
        },
        {
          "code": "INSOLVENCY_HISTORY",
          "detail": "1 case: compulsory-liquidation",
        },
      ],
      "score": 20,
    }
  `)
})
