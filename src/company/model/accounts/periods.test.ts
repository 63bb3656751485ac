import type { Figure, FigureKey, FiledPeriod } from 'ukintel-ixbrl'
import { describe, expect, it } from 'vitest'
import type { ReadAccounts } from './filing.ts'
import { computeChanges, computeRatios, joinPeriods } from './periods.ts'

const figure = (value: string, decimals = '0', status: Figure['status'] = 'stated'): Figure => ({
  value: status === 'conflict' ? null : value,
  status,
  source: { concept: 'C', context: 'c', decimals, scale: 0, sign: null, raw: value },
  ...(status === 'conflict' ? { conflict: `${value} and more` } : {}),
})
const period = (
  end: string,
  figures: Partial<Record<FigureKey, Figure>>,
  more: Partial<FiledPeriod> = {},
): FiledPeriod => ({
  scope: 'company',
  start: null,
  end,
  months: null,
  currency: 'GBP',
  figures,
  ...more,
})
const filing = (transactionId: string, ...periods: FiledPeriod[]) => ({
  transactionId,
  published: '2026-11-20',
  accounts: { format: 'ixbrl', dormant: null, periods, faults: [] } satisfies ReadAccounts,
})

describe('periods joined from filings', () => {
  it('takes the later filing where it restates, and names the earlier value', () => {
    const {
      periods,
      judged: { restated },
    } = joinPeriods(
      [
        filing(
          'new',
          period('2025-12-31', { net_assets: figure('5') }),
          period('2024-12-31', { net_assets: figure('90') }),
        ),
        filing('old', period('2024-12-31', { net_assets: figure('100'), cash: figure('7') })),
      ],
      2,
    )
    expect(periods.map(({ end }) => end)).toEqual(['2025-12-31', '2024-12-31'])
    expect(periods[1]!.figures.net_assets).toMatchObject({
      value: '90',
      source: { transaction_id: 'new' },
    })
    expect(periods[1]!.figures.cash).toMatchObject({
      value: '7',
      source: { transaction_id: 'old' },
    })
    expect(periods[1]!.figures.turnover).toEqual({ value: null, status: 'absent', source: null })
    expect(restated).toEqual([{ end: '2024-12-31', key: 'net_assets', detail: '100 became 90' }])
  })

  it('takes an amendment that was filed after the accounts of the next year', () => {
    const {
      periods,
      judged: { restated },
    } = joinPeriods(
      [
        {
          ...filing(
            'next',
            period('2025-12-31', { net_assets: figure('5') }),
            period('2024-12-31', { net_assets: figure('90') }),
          ),
          published: '2026-06-01',
        },
        {
          ...filing('amended', period('2024-12-31', { net_assets: figure('70') })),
          published: '2026-09-01',
        },
      ],
      2,
    )
    expect(periods.map(({ figures }) => figures.net_assets.value)).toEqual(['5', '70'])
    expect(restated).toEqual([{ end: '2024-12-31', key: 'net_assets', detail: '90 became 70' }])
  })

  it('adds no figure of a longer span that ends on the same day', () => {
    const end = '2024-12-31'
    const {
      periods,
      judged: { restated },
    } = joinPeriods(
      [
        filing('new', period(end, { employees: figure('4') }, { start: '2024-01-01', months: 12 })),
        filing(
          'old',
          period(
            end,
            { turnover: figure('900'), employees: figure('6'), cash: figure('7') },
            { start: '2023-07-01', months: 18 },
          ),
        ),
      ],
      2,
    )
    expect(periods[0]).toMatchObject({ start: '2024-01-01', months: 12 })
    expect(periods[0]!.figures).toMatchObject({
      turnover: { value: null, status: 'absent' },
      employees: { value: '4' },
      cash: { value: '7' },
    })
    expect(restated).toEqual([])
  })

  it('takes the finer value where both filings agree within rounding', () => {
    const {
      periods,
      judged: { restated },
    } = joinPeriods(
      [
        filing('new', period('2024-12-31', { cash: figure('12000', '-3') })),
        filing('old', period('2024-12-31', { cash: figure('12345') })),
      ],
      1,
    )
    expect(periods[0]!.figures.cash.value).toBe('12345')
    expect(restated).toEqual([])
  })

  it('prefers what a filing states to what follows from an identity', () => {
    const { periods } = joinPeriods(
      [
        filing('new', period('2024-12-31', { equity: figure('1', '0', 'derived') })),
        filing('old', period('2024-12-31', { equity: figure('2') })),
      ],
      1,
    )
    expect(periods[0]!.figures.equity).toMatchObject({ value: '2', status: 'stated' })
  })

  it('mixes no two currencies in one period and shows no more periods than requested', () => {
    const { periods } = joinPeriods(
      [
        filing('new', period('2024-12-31', { cash: figure('1') })),
        filing(
          'old',
          period('2024-12-31', { stocks: figure('2') }, { currency: 'EUR' }),
          period('2023-12-31', { cash: figure('3') }),
        ),
      ],
      1,
    )
    expect(periods).toHaveLength(1)
    expect(periods[0]).toMatchObject({ currency: 'GBP', figures: { stocks: { value: null } } })
  })

  it('keeps scopes apart, and judges the group where it has a balance sheet', () => {
    const group = { scope: 'group' as const }
    const filed = [
      filing(
        'new',
        period('2025-12-31', { net_assets: figure('-5') }, group),
        period('2025-12-31', { net_assets: figure('900') }),
      ),
      filing(
        'old',
        period('2024-12-31', { net_assets: figure('40') }, group),
        period('2024-12-31', { net_assets: figure('800') }),
      ),
    ]
    const { periods, companyPeriods, judged, scope } = joinPeriods(filed, 2)
    expect(periods.map((each) => [each.scope, each.figures.net_assets.value])).toEqual([
      ['group', '-5'],
      ['group', '40'],
    ])
    expect(companyPeriods?.map((each) => each.figures.net_assets.value)).toEqual(['900', '800'])
    expect([scope, judged.periods]).toEqual(['group', periods])
  })

  it("judges the company's own where the group has no balance sheet, or only an older filing has a group", () => {
    const group = { scope: 'group' as const }
    const own = period('2025-12-31', { net_assets: figure('900') })
    const partial = joinPeriods(
      [filing('new', period('2025-12-31', { profit: figure('-5') }, group), own)],
      1,
    )
    expect(partial).toMatchObject({
      scope: 'company',
      periods: [{ scope: 'group' }],
      companyPeriods: [{ scope: 'company' }],
    })
    const older = filing('old', period('2024-12-31', { net_assets: figure('40') }, group))
    expect(joinPeriods([filing('new', own), older], 2)).toMatchObject({
      scope: 'company',
      periods: [{ scope: 'company', end: '2025-12-31' }],
      companyPeriods: null,
    })
  })

  it('sets aside a balance sheet of a day after its filing', () => {
    const { periods, setAside } = joinPeriods(
      [filing('new', period('2099-12-31', { cash: figure('1') }), period('2025-12-31', {}))],
      2,
    )
    expect(periods.map(({ end }) => end)).toEqual(['2025-12-31'])
    expect(setAside).toEqual(['a balance sheet of 2099-12-31 filed by 2026-11-20'])
  })

  it('reports the contradictions of the periods shown', () => {
    const {
      judged: { conflicts },
    } = joinPeriods(
      [
        filing(
          'new',
          period('2024-12-31', { cash: figure('1', '0', 'conflict') }),
          period('2023-12-31', { cash: figure('2', '0', 'conflict') }),
        ),
      ],
      1,
    )
    expect(conflicts).toEqual([{ end: '2024-12-31', key: 'cash', detail: '1 and more' }])
  })
})

describe('ratios and changes', () => {
  const { periods } = joinPeriods(
    [
      filing(
        'new',
        period(
          '2025-12-31',
          {
            turnover: figure('300'),
            profit: figure('-10'),
            cash: figure('5'),
            creditors_within_one_year: figure('0'),
            net_assets: figure('60'),
          },
          { start: '2025-01-01', months: 12 },
        ),
        period(
          '2024-12-31',
          {
            turnover: figure('200'),
            profit: figure('-4'),
            cash: figure('3'),
            net_assets: figure('90'),
          },
          { start: '2023-07-01', months: 18 },
        ),
      ),
    ],
    2,
  )

  it('divides by nothing that is zero or absent', () => {
    expect(computeRatios(periods[0])).toEqual([
      { key: 'profit_margin', value: '-0.0333', of: ['profit', 'turnover'] },
      { key: 'return_on_net_assets', value: '-0.1667', of: ['profit', 'net_assets'] },
    ])
  })

  it('gives a percentage only for comparable figures from above zero', () => {
    expect(computeChanges(periods)).toEqual([
      { key: 'turnover', from: '200', to: '300', pct: null },
      { key: 'profit', from: '-4', to: '-10', pct: null },
      { key: 'cash', from: '3', to: '5', pct: '66.7' },
      { key: 'net_assets', from: '90', to: '60', pct: '-33.3' },
    ])
    expect(computeChanges(periods.slice(0, 1))).toEqual([])
  })
})
