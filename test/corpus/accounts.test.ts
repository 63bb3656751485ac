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
  part: 'The peer takes the first fact of any dimension: share capital or another class of equity. A total has no dimension.',
  fixed:
    'The peer tells fixed assets, which include intangible assets and investments, as tangible assets.',
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
  [
    'Prod223_3384_09355500_20221231.html',
    '2022-12-31',
    'tangible_assets',
    '159770',
    '1300',
    'fixed',
  ],
  ['Prod223_3384_09355500_20221231.html', '2022-12-31', 'equity', '200', '375004', 'part'],
  ['Prod223_3384_09355500_20221231.html', '2021-12-31', 'employees', '0.02', null, 'fraction'],
  [
    'Prod223_3384_09355500_20221231.html',
    '2021-12-31',
    'tangible_assets',
    '159999',
    '1529',
    'fixed',
  ],
  ['Prod223_3384_09355500_20221231.html', '2021-12-31', 'equity', '150', '285564', 'part'],
  ['Prod223_3384_14033910_20220831.html', '2022-08-31', 'tangible_assets', '883', null, 'fixed'],
  ['Prod223_3384_OC437536_20220531.html', '', 'employees', '0', null, 'undated'],
  ['account_1.xml', '2020-12-31', 'cash', '1', null, 'namespace'],
  ['account_1.xml', '2020-12-31', 'net_assets', '1', null, 'namespace'],
  ['account_1.xml', '2020-12-31', 'equity', '1000', null, 'namespace'],
  ['account_1.xml', '2019-12-31', 'cash', '1', null, 'namespace'],
  ['account_1.xml', '2019-12-31', 'net_assets', '1', null, 'namespace'],
  ['account_1.xml', '2019-12-31', 'equity', '-1000', null, 'namespace'],
  ['account_4.html', '2018-03-31', 'employees', '4', '5', 'first'],
  ['account_4.html', '2018-03-31', 'equity', '2', null, 'context'],
  ['account_4.html', '2017-03-31', 'equity', '2', '26199', 'part'],
  ['account_errors.html', '2017-10-31', 'current_assets', '2909', null, 'format'],
  ['account_errors_date.html', '2017-10-31', 'current_assets', '2909', null, 'format'],
  ['account_errors_nonnumeric.html', '2017-10-31', 'current_assets', '2909', null, 'format'],
  ['Prod223_2125_09900460_20161231.html', '2016-12-31', 'equity', '1', '7827', 'part'],
  ['Prod223_2125_09753294_20170831.html', '2017-08-31', 'tangible_assets', '2774', '2574', 'fixed'],
  ['Prod223_2125_09753294_20170831.html', '2016-08-31', 'tangible_assets', '200', '0', 'fixed'],
  ['Prod223_2125_09830263_20171031.html', '2017-10-31', 'equity', '1', '-12342', 'part'],
  ['Prod223_2125_09830263_20171031.html', '2016-10-31', 'employees', '4', null, 'first'],
  ['Prod223_2125_09830263_20171031.html', '2016-10-31', 'equity', '1', '21', 'part'],
  ['Prod223_2125_09754244_20170831.html', '2017-08-31', 'equity', '1', '1764', 'part'],
  ['Prod223_2125_09754244_20170831.html', '2016-08-31', 'equity', '1', '-3099', 'part'],
  ['Prod223_2125_09113928_20161231.html', '2016-12-31', 'equity', '100', '19277', 'part'],
  ['Prod223_2125_09113928_20161231.html', '2015-12-31', 'equity', '100', '1753', 'part'],
  ['Prod223_2125_09907656_20171231.html', '2017-12-31', 'tangible_assets', '3305', null, 'fixed'],
  ['Prod223_2125_09907656_20171231.html', '2016-12-31', 'tangible_assets', '4139', null, 'fixed'],
  ['Prod223_2125_09707484_20170731.html', '2017-07-31', 'employees', '1', '5', 'first'],
  ['Prod223_2125_09707484_20170731.html', '2017-07-31', 'equity', '10753', '10755', 'part'],
  ['Prod223_2125_09707484_20170731.html', '2016-07-31', 'equity', '-890', '-888', 'part'],
  ['Prod223_2125_09701274_20170731.html', '2017-07-31', 'equity', '99', '-55154', 'part'],
  ['Prod223_2125_09803601_20171031.html', '2017-10-31', 'equity', '500', '-189618', 'part'],
  ['Prod223_2125_09803601_20171031.html', '2016-10-31', 'equity', '500', '-124441', 'part'],
  ['Prod223_2125_09900914_20171231.html', '2017-12-31', 'tangible_assets', '333804', null, 'fixed'],
  ['Prod223_2125_09900914_20171231.html', '2016-12-31', 'tangible_assets', '331563', null, 'fixed'],
  ['Prod223_2125_09135802_20171130.html', '2017-11-30', 'equity', '70', '-309', 'part'],
  ['Prod223_2125_09135802_20171130.html', '2016-07-31', 'employees', '1', null, 'first'],
  ['Prod223_2125_09135802_20171130.html', '2016-07-31', 'equity', '70', '67', 'part'],
  [
    'Prod224_0042_01895062_20160731.xml',
    '2016-07-31',
    'tangible_assets',
    '3939499',
    '3938563',
    'fixed',
  ],
  [
    'Prod224_0042_01895062_20160731.xml',
    '2015-07-31',
    'tangible_assets',
    '3914068',
    '3913132',
    'fixed',
  ],
  [
    'Prod223_2911_00787985_20200930.html',
    '2020-09-30',
    'tangible_assets',
    '9325771',
    '9325661',
    'fixed',
  ],
  ['Prod223_2911_00787985_20200930.html', '2020-09-30', 'equity', '1001', '14218292', 'part'],
  ['Prod223_2911_00787985_20200930.html', '2019-09-30', 'employees', '19', '18', 'first'],
  [
    'Prod223_2911_00787985_20200930.html',
    '2019-09-30',
    'tangible_assets',
    '9100902',
    '9096266',
    'fixed',
  ],
  ['Prod223_2911_00787985_20200930.html', '2019-09-30', 'equity', '1001', '13543414', 'part'],
  ['Prod223_2911_SC312961_20200930.html', '2020-09-30', 'tangible_assets', '100', null, 'fixed'],
  ['Prod223_2911_SC312961_20200930.html', '2020-09-30', 'equity', '30460', '47305', 'part'],
  ['Prod223_2911_SC312961_20200930.html', '2019-09-30', 'tangible_assets', '100', null, 'fixed'],
  ['Prod223_2911_SC312961_20200930.html', '2019-09-30', 'equity', '30460', '48217', 'part'],
  ['Prod223_2911_00541560_20201130.html', '2020-11-30', 'employees', '83', '86', 'first'],
  [
    'Prod223_2911_00541560_20201130.html',
    '2020-11-30',
    'tangible_assets',
    '1624126',
    '1470992',
    'fixed',
  ],
  ['Prod223_2911_00541560_20201130.html', '2020-11-30', 'equity', '750', '912253', 'part'],
  [
    'Prod223_2911_00541560_20201130.html',
    '2019-11-30',
    'tangible_assets',
    '1094330',
    '1094275',
    'fixed',
  ],
  ['Prod223_2911_00541560_20201130.html', '2019-11-30', 'equity', '750', '968492', 'part'],
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

  it('differ from the peer only where the table says why', () => {
    let equal = 0
    const differences = new Map<string, (typeof DIFFERENCES)[number]>()
    for (const [file, rows] of Object.entries(expected)) {
      for (const row of rows) {
        for (const [column, key] of Object.entries(COLUMNS)) {
          const peer = row[column]
          if (peer === undefined || peer === null) continue
          const own = readFigure(read.get(file)!, row.period_end, key)?.value ?? null
          if (own !== null && Number(own) === Number(peer)) equal += 1
          else {
            const day = row.period_end ?? ''
            const why = DIFFERENCES.find(([f, d, k]) => f === file && d === day && k === key)?.[5]
            differences.set(`${file} ${day} ${key}`, [file, day, key, peer, own, why ?? 'part'])
          }
        }
      }
    }
    expect([...differences.values()]).toEqual(DIFFERENCES)
    process.stderr.write(
      `${Object.keys(expected).length} filings: ${equal} figures equal to the peer's, ${differences.size} explained\n`,
    )
    expect(equal).toBeGreaterThan(500)
  })

  it('state what the table claims of fixed assets and of parts of equity', () => {
    for (const [file, day, key, peer, , cause] of DIFFERENCES) {
      const accounts = read.get(file)!
      if (cause === 'fixed')
        expect(readFigure(accounts, day, 'fixed_assets')?.value, `${file} ${key}`).toBe(peer)
      if (cause === 'part')
        expect(
          [
            readFigure(accounts, day, 'share_capital')?.value,
            readFigure(accounts, day, 'reserves')?.value,
          ],
          `${file} ${key}`,
        ).toContain(peer)
    }
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
