/** Spreadsheets of many tables, as a hostile publisher could write them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ods, xlsx } from '../../sandbox/funder-registry/spreadsheets.ts'
import type { PublishedGrant } from '../../src/funders/model/grant.ts'
import { READ_LIMITS, type ReadLimits } from '../../src/funders/readers/limits.ts'
import { readGrants } from '../../src/funders/readers/read-grants.ts'
import { createFolder } from '../support/folder.ts'
import { growthOf, MAX_GROWTH } from '../support/growth.ts'

const folder = createFolder()

async function read(content: Buffer, limits: ReadLimits = READ_LIMITS): Promise<PublishedGrant[]> {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const grants: PublishedGrant[] = []
  await readGrants(path, limits, (grant) => grants.push(grant))
  return grants
}

describe('a spreadsheet of many tables', () => {
  const heading = [
    'Identifier',
    'Title',
    'Currency',
    'Amount Awarded',
    'Award Date',
    'Funding Org:Name',
    'Recipient Org:Name',
  ]
  const table = (index: number) => ({
    name: `Table ${index}`,
    rows: [
      heading,
      ...Array.from({ length: 20 }, (_, row) => [
        `360G-x-${index}-${row}`,
        'Title',
        'GBP',
        5,
        '2025-01-01',
        'Funder',
        'Recipient',
      ]),
    ],
  })
  const tables = (count: number) => Array.from({ length: count }, (_, index) => table(index))

  it.each([
    ['OpenDocument', ods],
    ['Excel', xlsx],
  ])('gives the grants of all tables in their order (%s)', async (_, write) => {
    const grants = await read(write([{ name: 'Notes', rows: [['Nothing here']] }, ...tables(30)]))
    expect(grants.map(({ id }) => id)).toEqual(
      tables(30).flatMap(({ rows }) => rows.slice(1).map(([id]) => id)),
    )
  })

  it.each([
    ['OpenDocument', ods],
    ['Excel', xlsx],
  ])(
    'leaves out tables whose name begins with "#", with grants or with parts of them (%s)',
    async (_, write) => {
      const parts = {
        name: '#Funders',
        rows: [
          ['Identifier', 'Funding Org:Name'],
          ['360G-x-1-0', 'Other'],
        ],
      }
      const skipped = { name: '# Skipped', rows: [['#', null, 'ignore'], ...table(3).rows] }
      const grants = await read(write([parts, { ...table(2), name: '#Draft' }, table(1), skipped]))
      expect(
        new Set(grants.map(({ id, funderName }) => `${id.slice(0, 8)} ${funderName}`)),
      ).toEqual(new Set(['360G-x-1 Funder']))
    },
  )

  it.each([
    ['OpenDocument', ods],
    ['Excel', xlsx],
  ])('counts blank rows between instructions and headings (%s)', async (_, write) => {
    const { name, rows } = table(1)
    const instructions = ['#', 'skipRows 2', 'headerRows 2']
    const grants = await read(
      write([{ name, rows: [instructions, [], heading, heading, rows[5]!, ...rows.slice(1, 3)] }]),
    )
    expect(grants.map(({ id }) => id)).toEqual(['360G-x-1-0', '360G-x-1-1'])
  })

  it('takes a time that grows with its size (OpenDocument)', async () => {
    const pathOf = (count: number) => {
      const path = join(folder, `tables-${count}.ods`)
      writeFileSync(path, ods(tables(count)))
      return path
    }
    const { factor, ms } = await growthOf(
      (path) => readGrants(path, READ_LIMITS, () => {}),
      pathOf,
      { lengths: [25, 50, 100, 200] },
    )
    expect(factor, `CPU milliseconds: ${ms.join(', ')}`).toBeLessThan(MAX_GROWTH)
  })

  it('refuses a row of an OpenDocument table that is longer than a record may be', async () => {
    const long = [{ name: 'Grants', rows: [heading, ['360G-x', 'a'.repeat(3000)]] }]
    await expect(read(ods(long), { ...READ_LIMITS, maxRecordBytes: 2000 })).rejects.toThrow(
      'a row of table Grants is longer than',
    )
  })
})
