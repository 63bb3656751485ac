/**
 * Recorded filings, compared figure by figure with what the reader of the Department for Business
 * and Trade makes of them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FigureKey, type FiledAccounts, readAccounts } from 'ukintel-ixbrl'
import { describe, expect, it } from 'vitest'
import { recordedData } from './recorded.ts'

const { present, folder } = recordedData('accounts')

/** Columns of the peer, which names every figure as the taxonomy of 2004 did. */
const COLUMNS: Readonly<Record<string, FigureKey>> = {
  average_number_employees_during_period: 'employees',
  tangible_fixed_assets: 'tangible_assets',
  debtors: 'debtors',
  cash_bank_in_hand: 'cash',
  current_assets: 'current_assets',
  creditors_due_within_one_year: 'creditors_within_one_year',
  creditors_due_after_one_year: 'creditors_after_one_year',
  net_current_assets_liabilities: 'net_current_assets',
  total_assets_less_current_liabilities: 'total_assets_less_current_liabilities',
  net_assets_liabilities_including_pension_asset_liability: 'net_assets',
  called_up_share_capital: 'share_capital',
  profit_loss_account_reserve: 'reserves',
  shareholder_funds: 'equity',
  turnover_gross_operating_revenue: 'turnover',
  gross_profit_loss: 'gross_profit',
  operating_profit_loss: 'operating_profit',
  profit_loss_on_ordinary_activities_before_tax: 'profit_before_tax',
  tax_on_profit_or_loss_on_ordinary_activities: 'tax',
  profit_loss_for_period: 'profit',
}

/** Reasons why the two readings differ. In each case the standard decides as written here. */
const CAUSES = {
  first:
    'The peer repeats one count of employees in each row. Each fact counts for the period of its own context.',
  fraction:
    'Scale -2 and text 3 are 0.03 people by the letter, and the peer tells one such count in both rows. A fraction is no count.',
  namespace:
    'The facts are in the namespace of XBRL itself and not in that of a taxonomy, so they have no meaning.',
  format: 'The format is in no transformation registry, so the text has no value.',
  context: 'The context of the fact is not in the file, so the fact has no date.',
  opening:
    'The day is the opening balance of the earlier period, of which no column of the filing is.',
  undated: 'The peer gives the row no date; the count is at 2022-05-31 here.',
} as const

/** File, day, figure, the peer's value, ours (null: none), and the reason. */
const DIFFERENCES: readonly [
  string,
  string,
  FigureKey,
  string,
  string | null,
  keyof typeof CAUSES,
][] = [
  ['Prod223_3384_09355500_20221231.html', '2022-12-31', 'employees', '0.02', null, 'fraction'],
  ['Prod223_3384_09355500_20221231.html', '2021-12-31', 'employees', '0.02', null, 'fraction'],
  ['Prod223_3384_OC437536_20220531.html', '', 'employees', '0', null, 'undated'],
  ['account_1.xml', '2020-12-31', 'cash', '1', null, 'namespace'],
  ['account_1.xml', '2020-12-31', 'net_assets', '1', null, 'namespace'],
  ['account_1.xml', '2020-12-31', 'equity', '1000', null, 'namespace'],
  ['account_1.xml', '2019-12-31', 'cash', '1', null, 'namespace'],
  ['account_1.xml', '2019-12-31', 'net_assets', '1', null, 'namespace'],
  ['account_1.xml', '2019-12-31', 'equity', '-1000', null, 'namespace'],
  ['account_4.html', '2018-03-31', 'employees', '4', '5', 'first'],
  ['account_4.html', '2018-03-31', 'equity', '2', null, 'context'],
  ['account_errors.html', '2017-10-31', 'current_assets', '2909', null, 'format'],
  ['account_errors_date.html', '2017-10-31', 'current_assets', '2909', null, 'format'],
  ['account_errors_nonnumeric.html', '2017-10-31', 'current_assets', '2909', null, 'format'],
  ['Prod223_2125_09830263_20171031.html', '2016-10-31', 'employees', '4', null, 'first'],
  ['Prod223_2125_09707484_20170731.html', '2017-07-31', 'employees', '1', '5', 'first'],
  ['Prod223_2125_09135802_20171130.html', '2016-07-31', 'employees', '1', null, 'first'],
  ['Prod223_2911_00787985_20200930.html', '2019-09-30', 'employees', '19', '18', 'first'],
  ['Prod223_2911_00541560_20201130.html', '2020-11-30', 'employees', '83', '86', 'first'],
  ['Prod223_2911_00541560_20201130.html', '2018-11-30', 'employees', '83', null, 'opening'],
  ['Prod223_2911_00541560_20201130.html', '2018-11-30', 'equity', '750', null, 'opening'],
]

interface Row {
  company_id: string
  period_end?: string
  [column: string]: string | undefined
}

const bytesOf = (file: string) => readFileSync(join(folder, file))
const readFigure = (accounts: FiledAccounts, end: string | undefined, key: FigureKey) =>
  accounts.periods.find((each) => each.end === end)?.figures[key]

describe.skipIf(!present)('recorded filings', () => {
  const expected: Record<string, Row[]> = present
    ? JSON.parse(readFileSync(join(folder, 'expected-stream-read-xbrl.json'), 'utf8'))
    : {}
  const read = new Map(Object.keys(expected).map((file) => [file, readAccounts(bytesOf(file))]))

  /** Whether the peer tells fixed assets as tangible ones, or a part of equity as its total. */
  function isOtherFigure(accounts: FiledAccounts, day: string, key: FigureKey, peer: string) {
    const others: Partial<Record<FigureKey, FigureKey[]>> = {
      tangible_assets: ['fixed_assets'],
      equity: ['share_capital', 'reserves'],
    }
    return others[key]?.some((other) => readFigure(accounts, day, other)?.value === peer) ?? false
  }

  it('differ from the peer only where it tells another figure, or where the table says why', () => {
    let equal = 0
    let otherFigures = 0
    const differences: (typeof DIFFERENCES)[number][] = []
    for (const [file, rows] of Object.entries(expected)) {
      const accounts = read.get(file)!
      for (const row of rows) {
        const day = row.period_end ?? ''
        for (const [column, key] of Object.entries(COLUMNS)) {
          const peer = row[column]
          if (peer === undefined || peer === null) continue
          const own = readFigure(accounts, row.period_end, key)?.value ?? null
          const why = DIFFERENCES.find(([f, d, k]) => f === file && d === day && k === key)?.[5]
          if (own !== null && Number(own) === Number(peer)) equal += 1
          else if (why === undefined && isOtherFigure(accounts, day, key, peer)) otherFigures += 1
          else differences.push([file, day, key, peer, own, why ?? 'first'])
        }
      }
    }
    const listed = new Map(differences.map((each) => [each.slice(0, 3).join(' '), each]))
    expect([...listed.values()]).toEqual(DIFFERENCES)
    process.stderr.write(
      `${Object.keys(expected).length} filings: ${equal} figures equal to the peer's, ${otherFigures} are other figures, ${listed.size} explained\n`,
    )
    expect(equal).toBeGreaterThan(500)
  })

  it('balance, where they state every member of an identity', () => {
    for (const [file, { periods }] of read) {
      for (const { figures, end } of periods) {
        const value = (key: FigureKey) =>
          figures[key]?.status === 'stated' ? Number(figures[key].value) : null
        const [net, equity] = [value('net_assets'), value('equity')]
        if (net !== null && equity !== null) expect(equity, `${file} ${end}`).toBe(net)
      }
    }
  })

  it('name no person in what is read of them', () => {
    const tagged =
      /<[^>]*name="[^"]*:(?:NameEntity\w*|NameDirector\w*|Name\w*Auditor\w*|DirectorSigning\w*)"[^>]*>(?:<[^>]*>)*([^<]{4,})|<[^>]*:(?:NameApprovingDirector|NameAdditionalApprovingPerson)[^>]*>([^<]{4,})/g
    let names = 0
    for (const [file, accounts] of read) {
      const told = JSON.stringify(accounts).toLowerCase()
      for (const [, inline, classic] of bytesOf(file).toString('utf8').matchAll(tagged)) {
        const name = (inline ?? classic ?? '').trim().toLowerCase()
        if (name.length < 4) continue
        names += 1
        expect(told, file).not.toContain(name)
      }
    }
    expect(names).toBeGreaterThan(40)
  })

  it('are all there', () => {
    const files = readdirSync(folder).filter((name) => /\.(?:html|xml)$/.test(name))
    expect([...read.keys()].sort()).toEqual(files.sort())
    expect([...read.values()].filter(({ periods }) => periods.length > 0)).toHaveLength(50)
  })
})
