/** Accounts of groups, whose filings have a column of the group and one of the company itself. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findColumn } from './columns.ts'
import { type FigureKey, FLOW_KEYS, type Scope } from './concepts.ts'
import { type FiledAccounts, readAccounts } from './figures.ts'

const NAMESPACES =
  'xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso="http://www.xbrl.org/2003/iso4217" xmlns:c="http://xbrl.frc.org.uk/fr/2022-01-01/core"'

const GROUP = 'GroupCompanyDataDimension=Consolidated'
const COMPANY = 'GroupCompanyDataDimension=Company'
const WITHIN = 'MaturitiesOrExpirationPeriodsDimension=WithinOneYear'
const CURRENT = 'FinancialInstrumentCurrentNon-currentDimension=CurrentFinancialInstruments'

interface Fact {
  concept: string
  value: number
  year?: 2024 | 2023
  isFlow?: boolean
  members?: readonly string[]
  /** Makes the id of the context longer. */
  padding?: number
}

/** Builds a filing; each fact has a separate context. */
function build(facts: readonly Fact[]): Buffer {
  const parts = facts.map(
    ({ concept, value, year = 2024, isFlow = false, members = [], padding = 0 }, index) => {
      const id = `f${index}${'_'.repeat(padding)}`
      const named = members.map((each) => {
        const [dimension, member] = each.split('=')
        return `<xbrldi:explicitMember dimension="c:${dimension}">c:${member}</xbrldi:explicitMember>`
      })
      const period = isFlow
        ? `<xbrli:startDate>${year}-01-01</xbrli:startDate><xbrli:endDate>${year}-12-31</xbrli:endDate>`
        : `<xbrli:instant>${year}-12-31</xbrli:instant>`
      const segment = named.length === 0 ? '' : `<xbrli:segment>${named.join('')}</xbrli:segment>`
      return {
        context: `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="s">X</xbrli:identifier>${segment}</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`,
        tag: `<ix:nonFraction name="c:${concept}" contextRef="${id}" unitRef="u" decimals="0"${value < 0 ? ' sign="-"' : ''}>${Math.abs(value)}</ix:nonFraction>`,
      }
    },
  )
  const contexts = parts.map(({ context }) => context).join('')
  return Buffer.from(
    `<html ${NAMESPACES}><body><ix:header><ix:resources>${contexts}<xbrli:unit id="u"><xbrli:measure>iso:GBP</xbrli:measure></xbrli:unit></ix:resources></ix:header>${parts.map(({ tag }) => tag).join('')}</body></html>`,
  )
}

const read = (facts: readonly Fact[]) => readAccounts(build(facts))
const valuesOf = ({ periods }: FiledAccounts, scope: Scope, year = 2024) => {
  const found = periods.find((each) => each.scope === scope && each.end === `${year}-12-31`)
  return Object.fromEntries(
    Object.entries(found?.figures ?? {}).map(([key, { status, value }]) => [
      key,
      status === 'conflict' ? 'conflict' : value,
    ]),
  )
}

describe('the column of a fact', () => {
  it.each([
    ['', null, ''],
    [GROUP, 'group', ''],
    ['GroupCompanyDimension=Consolidated', 'group', ''],
    ['ConsolidationDimension=Consolidated', 'group', ''],
    [COMPANY, 'company', ''],
    ['ConsolidatedAndSeparateFinancialStatementsAxis=SeparateMember', 'company', ''],
    [`${CURRENT},${GROUP},${WITHIN}`, 'group', `${CURRENT},${WITHIN}`],
    ['OriginalRevisedDataDimension=Original', null, ''],
    ['GroupCompanyDataDimension=Subsidiaries', null, 'GroupCompanyDataDimension=Subsidiaries'],
  ])('of %s is %s', (members, scope, others) => {
    expect(findColumn({ members })).toEqual({ scope, members: others })
  })
})

describe('a filing of a group', () => {
  it('has the group where its member stands, and the company where none does', () => {
    const accounts = read([
      { concept: 'NetAssetsLiabilities', value: -500, members: [GROUP] },
      { concept: 'NetAssetsLiabilities', value: 955 },
      { concept: 'Creditors', value: 900, members: [GROUP, WITHIN] },
      { concept: 'Creditors', value: 476, members: [WITHIN] },
    ])
    expect(valuesOf(accounts, 'group')).toMatchObject({
      net_assets: '-500',
      creditors_within_one_year: '900',
    })
    expect(valuesOf(accounts, 'company')).toMatchObject({
      net_assets: '955',
      creditors_within_one_year: '476',
    })
  })

  it('of which the company alone is named has the group where no member stands', () => {
    const accounts = read([
      { concept: 'NetAssetsLiabilities', value: 955, members: [COMPANY] },
      { concept: 'NetAssetsLiabilities', value: -500 },
    ])
    expect(valuesOf(accounts, 'group').net_assets).toBe('-500')
    expect(valuesOf(accounts, 'company').net_assets).toBe('955')
  })

  it('withholds what a note leaves without a member and the group does not state itself', () => {
    const accounts = read([
      { concept: 'ProfitLoss', value: 377, members: [GROUP], isFlow: true },
      { concept: 'ProfitLoss', value: -556, isFlow: true },
      { concept: 'ProfitLossOnOrdinaryActivitiesBeforeTax', value: 482, isFlow: true },
      { concept: 'NetAssetsLiabilities', value: 955 },
    ])
    expect(valuesOf(accounts, 'group')).toEqual({ profit: '377', profit_before_tax: 'conflict' })
    expect(valuesOf(accounts, 'company')).toEqual({
      profit: '-556',
      profit_before_tax: 'conflict',
      net_assets: '955',
      equity: '955',
    })
  })

  it('withholds a part of a total to which the other parts come without it', () => {
    const accounts = read([
      { concept: 'ProfitLoss', value: 377, members: [GROUP], isFlow: true },
      { concept: 'IntangibleAssets', value: 70 },
      { concept: 'PropertyPlantEquipment', value: 30 },
      { concept: 'InvestmentsFixedAssets', value: 170 },
      { concept: 'FixedAssets', value: 200 },
    ])
    expect(valuesOf(accounts, 'company')).toEqual({
      intangible_assets: 'conflict',
      tangible_assets: '30',
      fixed_assets: '200',
    })
  })
})

describe('generated filings of groups', () => {
  const CONCEPTS: readonly [FigureKey, string, readonly (readonly string[])[]][] = [
    ['turnover', 'TurnoverRevenue', [[]]],
    ['operating_profit', 'OperatingProfitLoss', [[]]],
    ['profit', 'ProfitLoss', [[]]],
    ['employees', 'AverageNumberEmployeesDuringPeriod', [[]]],
    ['tangible_assets', 'PropertyPlantEquipment', [[]]],
    ['stocks', 'TotalInventories', [[]]],
    ['debtors', 'Debtors', [[], [CURRENT], [CURRENT, WITHIN]]],
    ['cash', 'CashBankOnHand', [[]]],
    ['creditors_within_one_year', 'Creditors', [[WITHIN], [CURRENT], [CURRENT, WITHIN]]],
    ['net_assets', 'NetAssetsLiabilities', [[]]],
    ['share_capital', 'Equity', [['EquityClassesDimension=ShareCapital']]],
    ['reserves', 'Equity', [['EquityClassesDimension=RetainedEarningsAccumulatedLosses']]],
  ]
  const cell = fc.record({
    index: fc.nat(CONCEPTS.length - 1),
    year: fc.constantFrom(2024 as const, 2023 as const),
    scope: fc.constantFrom<Scope>('group', 'company'),
    value: fc.nat(1_000_000_000),
    style: fc.nat(2),
    padding: fc.constantFrom(0, 0, 0, 500),
  })
  const filing = fc.record({
    cells: fc.uniqueArray(cell, {
      minLength: 4,
      maxLength: 48,
      selector: ({ index, year, scope }) => `${index} ${year} ${scope}`,
    }),
    group: fc.constantFrom(
      GROUP,
      'GroupCompanyDimension=Consolidated',
      'ConsolidationDimension=Consolidated',
    ),
    company: fc.constantFrom('', '', COMPANY),
  })

  it('2,000 of them: no figure is wrong, and none is in the other column', () => {
    let right = 0
    let withheld = 0
    fc.assert(
      fc.property(filing, ({ cells, group, company }) => {
        // A filing of a group has a fact of the group.
        fc.pre(cells.some(({ scope }) => scope === 'group'))
        const accounts = read(
          cells.map(({ index, year, scope, value, style, padding }): Fact => {
            const [key, concept, styles] = CONCEPTS[index]!
            const member = scope === 'group' ? group : company
            const members = [...styles[style % styles.length]!, ...(member === '' ? [] : [member])]
            return { concept, value, year, isFlow: FLOW_KEYS.has(key), members, padding }
          }),
        )
        for (const year of [2024, 2023] as const)
          for (const scope of ['group', 'company'] as const) {
            const got = valuesOf(accounts, scope, year)
            for (const [index, [key]] of CONCEPTS.entries()) {
              const filed = cells.find(
                (each) => each.index === index && each.year === year && each.scope === scope,
              )
              const value = got[key]
              if (value === undefined || value === 'conflict') {
                // What the company alone states of a span may be the group's, if no member says.
                if (filed !== undefined) {
                  expect(FLOW_KEYS.has(key) && company === '' && scope === 'company').toBe(true)
                  withheld += 1
                }
                continue
              }
              expect(value).toBe(String(filed?.value))
              right += 1
            }
          }
      }),
      { numRuns: 2_000, seed: 20_261_128 },
    )
    process.stderr.write(`${right} figures right, ${withheld} withheld\n`)
    expect(right).toBeGreaterThan(10_000)
  }, 60_000)
})
