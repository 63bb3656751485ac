import { describe, expect, it } from 'vitest'
import { VERDICT } from '../../company/rules/published.ts'
import { buildPictures } from './picture.ts'
import { textPicture } from './text.ts'

const drawn = (envelope: unknown) =>
  buildPictures(envelope, [VERDICT.current.table]).map(textPicture)

/** Points that the current version deducts for a flag. */
function takenOff(code: string): number {
  const effect = VERDICT.current.table.rules.find((rule) => rule.code === code)!.effect as {
    points: number
  }
  return -effect.points
}

describe('pictures in text', () => {
  it('draw a verdict with what each flag took off', () => {
    const envelope = {
      result: { name: 'ACME LIMITED', company_number: '00000001' },
      verdict: {
        score: 20,
        band: 'high_risk',
        flags: [
          { code: 'STATUS_ADMINISTRATION', detail: 'status is administration' },
          { code: 'ACCOUNTS_OVERDUE', detail: 'accounts due 2026-06-30' },
          { code: 'CHARGES_INFO', detail: '1 outstanding' },
        ],
      },
    }
    expect(drawn(envelope)).toEqual([
      [
        'ACME LIMITED: 20 of 100, high risk',
        '  ████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 20',
        '  0-49 high risk | 50-79 caution | 80-100 low risk',
        '  100 to begin with',
        '  at most 20  STATUS_ADMINISTRATION: status is administration',
        `${`−${takenOff('ACCOUNTS_OVERDUE')}`.padStart(12)}  ACCOUNTS_OVERDUE: accounts due 30 Jun 2026`,
        '              CHARGES_INFO: 1 outstanding',
      ].join('\n'),
    ])
  })

  it('draw a fit as five bars, for the first three matches', () => {
    const match = {
      title: 'Roof repairs',
      fit: {
        score: 60,
        band: 'possible',
        factors: {
          relevance: 20,
          of: 40,
          value_fit: 20,
          of_v: 20,
          geography: 0,
          of_g: 15,
          timeline: 15,
          of_t: 15,
          buyer_history: 5,
          of_b: 10,
        },
        flags: [],
      },
    }
    const pictures = drawn({
      result: { matches: [match, match, match, match] },
      verdict: { score: 60 },
    })
    expect(pictures).toHaveLength(3)
    expect(pictures[0]).toContain('  Relevance        ██████████░░░░░░░░░░ 20 of 40')
    expect(pictures[0]).toContain('  Place            ░░░░░░░░░░░░░░░░░░░░  0 of 15')
  })

  it('draw a tender as its dates with today, and a bidder’s first questions', () => {
    const timeline = {
      published: '2026-11-02T09:15:00Z',
      enquiry_deadline: null,
      deadline: '2026-12-04T23:30:00Z',
      days_remaining: 14,
      working_days_remaining: 9,
      contract_start: '2027-02-01',
      contract_end: '2030-01-31',
    }
    const tender = {
      ocid: 'ocds-1',
      title: 'Roof repairs',
      buyer: 'Exampleton Council',
      value: { amount: 180_000, currency: 'GBP', max: null },
      region: 'scotland,east-of-england',
      lots: [{}],
      submission_url: 'https://bids.example.org/1',
      timeline,
    }
    expect(drawn({ result: tender, verdict: { score: null } })).toEqual([
      [
        'Roof repairs: 14 days left, 9 working',
        '  ●  2 Nov 2026  Published',
        '  ▶ 20 Nov 2026  Today',
        '  ○  4 Dec 2026  Bids are due',
        '  ○  1 Feb 2027  Contract begins',
        '  ○ 31 Jan 2030  Contract ends',
        '  Buyer             Exampleton Council',
        '  Value             £180,000',
        '  Place             Scotland, East of England',
        '  Parts to bid for  1',
        '  Where to bid      bids.example.org',
      ].join('\n'),
    ])
    const criteria = [
      { name: 'Quality', type: 'quality', weight_pct: 60 },
      { name: null, type: 'price', weight_pct: 40 },
      { name: 'Unweighted', type: 'cost', weight_pct: null },
    ]
    const judged = { ...timeline, contract: { award_criteria: criteria } }
    expect(drawn({ result: { ...tender, timeline: judged }, verdict: {} })[1]).toBe(
      [
        'How bids are judged',
        '  Quality  ████████████░░░░░░░░ 60 of 100',
        '  price    ████████░░░░░░░░░░░░ 40 of 100',
      ].join('\n'),
    )
    // Closed, or without a deadline: there is no day to count from, and that is no error.
    const closed = {
      ...timeline,
      deadline: null,
      days_remaining: null,
      working_days_remaining: null,
    }
    const [text] = drawn({ result: { ocid: 'ocds-1', title: null, timeline: closed }, verdict: {} })
    expect(text).toContain('ocds-1\n')
    expect(text).not.toContain('Today')
  })

  it('draw an eligibility as a checklist that needs no colour', () => {
    const criteria = (['pass', 'fail', 'undeclared'] as const).map((pass) => ({
      code: 'ORG_TYPE',
      requirement: `must ${pass}`,
      pass,
      detail:
        pass === 'undeclared'
          ? 'not declared; org_type: accepted: charity, community_group'
          : 'why',
    }))
    const [text] = drawn({
      result: { grant: { name: 'Roof Fund' }, criteria },
      verdict: { score: 33, band: 'ineligible', flags: [] },
    })
    expect(text).toContain('Roof Fund: 33 of 100, ineligible')
    expect(text).toContain(
      '[ ] must undeclared\n      org type: accepted: charity, community group',
    )
    const [asked] = drawn({
      result: {
        grant: {},
        criteria: [
          {
            requirement: 'a',
            pass: 'undeclared',
            detail: 'not declared; meets_54f3685c: true if the quoted requirement is met',
          },
          {
            requirement: 'b',
            pass: 'fail',
            detail: 'declared amount_needed: 500000 GBP; accepted: from 2000 to 10000 GBP',
          },
        ],
      },
      verdict: {},
    })
    const [unsure] = drawn({
      result: { grant: {}, criteria: [{ requirement: 'a limit', pass: 'fail', detail: 'why' }] },
      verdict: { flags: [{ code: 'LIKELY_INELIGIBLE', detail: 'a limit' }] },
    })
    expect(unsure).toContain('likely ineligible: check this sentence; why')
    expect(asked).toContain('say whether the quoted requirement is met')
    expect(asked).toContain('amount needed: £500,000; accepted: from £2,000 to £10,000')
    expect(text).toMatch(/\[x\] must pass[\s\S]*\[!\] must fail[\s\S]*\[ \] must undeclared/)
  })

  it('draw what a funder gave by year and size, and nothing where no figure may be given', () => {
    const giving = {
      grants_made: 3,
      total_awarded_gbp: 12_500.5,
      size_distribution_gbp: { min: 1500, median: 2500.5, max: 8500 },
      yearly: { 2024: { grants: 2, total_gbp: 4000.5 }, 2023: { grants: 1, total_gbp: 8500 } },
    }
    const [text] = drawn({ result: { funder: { name: 'Example' }, giving }, verdict: {} })
    expect(text).toContain('Example: £12,500.50 in 3 grants')
    expect(text!.indexOf('2023')).toBeLessThan(text!.indexOf('2024'))
    expect(text).toContain('half are below  ')
    expect(
      drawn({
        result: {
          funder: { name: 'Example' },
          giving: { grants_made: null, total_awarded_gbp: null },
        },
        verdict: {},
      }),
    ).toEqual([])
  })

  it('draw nothing of other answers and of what is none', () => {
    for (const other of [
      null,
      'text',
      [],
      {},
      { result: null },
      { result: { results: [] }, verdict: {} },
      { code: 'VALIDATION' },
    ])
      expect(drawn(other)).toEqual([])
  })
})

it('a bar of one is full for one, and a bar of nothing is empty', () => {
  const picture = textPicture({
    kind: 'bars',
    title: 'Shares',
    reading: '',
    tone: 'good',
    bars: [
      { name: 'whole', value: 1, of: 1 },
      { name: 'none', value: 0, of: 0 },
    ],
    notes: [],
  })
  expect(picture.split('\n').slice(1)).toEqual([
    `  whole  ${'█'.repeat(20)}  1 of 1`,
    `  none   ${'░'.repeat(20)}  0 of 0`,
  ])
})
