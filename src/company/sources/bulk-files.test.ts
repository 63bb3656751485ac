import { expect, it } from 'vitest'
import { startBulkSite } from '../../../sandbox/company-mirror/bulk-site.ts'
import { zip } from '../../../sandbox/funder-registry/zip.ts'
import { BULK_COLUMNS } from '../model/bulk.ts'
import { bulkSite, firstRows } from './bulk-files.ts'

const HEADING = BULK_COLUMNS.map(([name]) => name)
const VALUES: Readonly<Record<string, string>> = {
  CompanyName: 'HARBOUR LANE BAKERY LIMITED',
  CompanyNumber: '99000001',
  'RegAddress.CareOf': 'JANE ROE',
  CompanyCategory: 'Private Limited Company',
  CompanyStatus: 'Active',
  CountryOfOrigin: 'United Kingdom',
  IncorporationDate: '01/02/2014',
  'Accounts.AccountCategory': 'NO ACCOUNTS FILED',
}
const ROW = HEADING.map((name) => VALUES[name] ?? '')
const UNREADABLE = ROW.map((value) => (value === '99000001' ? 'x' : value))

const archive = (rows: readonly (readonly string[])[]) =>
  zip([
    {
      name: 'BasicCompanyData-2026-11-01-part1_1.csv',
      bytes: Buffer.from(rows.map((row) => `${row.join(',')}\r\n`).join('')),
    },
  ])

it('drops the addressees of letters from the rows, and from no heading', () => {
  const rows = firstRows(archive([HEADING, ROW, ROW.slice(0, 2)]))
  expect(rows[0]).toContain('RegAddress.CareOf')
  expect(rows[1]).toEqual(ROW.map((value) => (value === 'JANE ROE' ? '' : value)))
  expect(rows[2]).toEqual(ROW.slice(0, 2))
})

it.each([
  [2, null],
  [3, /^3 of 100 rows: /],
])('%i unreadable rows in 100: %s', async (unreadable, difference) => {
  const rows = Array.from({ length: 100 }, (_, index) => (index < unreadable ? UNREADABLE : ROW))
  const name = 'BasicCompanyData-2026-11-01-part1_1.zip'
  const site = await startBulkSite([{ name, bytes: archive([HEADING, ...rows]) }])
  const bulk = bulkSite({ url: site.url, folder: '/nowhere', userAgent: 'test' })
  try {
    const found: Record<string, string | null> = {}
    for (const check of bulk.examine(AbortSignal.timeout(10_000)))
      found[check.assumption.split(':', 1)[0]!] = await check.difference()
    expect(found).toEqual({
      'bulk/page': null,
      'bulk/resume': null,
      'bulk/heading': null,
      'bulk/rows': difference === null ? null : expect.stringMatching(difference),
    })
  } finally {
    bulk.close()
    await site.close()
  }
})
