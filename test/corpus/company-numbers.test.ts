/** Every company number that recorded files list is taken by every operation. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { companyChangeFeed } from '../../src/company/changes.ts'
import { readBulkHeading, readBulkRow } from '../../src/company/model/bulk.ts'
import { reduceSearch } from '../../src/company/model/reduce.ts'
import { companyScreen } from '../../src/company/operations/screen.ts'
import { numberParams } from '../../src/company/operations/shared/fields.ts'
import { COMPANY_NUMBER_PATTERN } from '../../src/platform/company-number.ts'
import { contractQuery, createCpvLabels } from '../../src/tenders/index/contract-query.ts'
import { recordedData } from './recorded.ts'

const { present, folder } = recordedData('companies-house')
const PATTERN = new RegExp(COMPANY_NUMBER_PATTERN)

const { numbers: changesField } = companyChangeFeed(
  {} as Parameters<typeof companyChangeFeed>[0],
).fields
const changesInput = z.object({ numbers: changesField! as z.ZodType<string> })
const labels = createCpvLabels()

/** Lists the operations that refuse a number. */
function listRefusals(number: string): string[] {
  const supplier = contractQuery({ supplier: number }, labels)
  const expected = [{ phrase: [`n${number.toLowerCase()}`] }]
  return [
    PATTERN.test(number) ? [] : ['published pattern'],
    numberParams.safeParse({ number }).data?.number === number ? [] : ['path'],
    companyScreen.body!.safeParse({ numbers: [number] }).success ? [] : ['screen'],
    changesInput.safeParse({ numbers: number }).data?.numbers === number ? [] : ['changes'],
    JSON.stringify(supplier?.all) === JSON.stringify(expected) ? [] : ['supplier'],
  ].flat()
}

describe.skipIf(!present)('numbers that recorded files list', () => {
  const listed = new Set<string>()

  beforeAll(async () => {
    for (const resource of ['search-companies', 'advanced-search'])
      for (const file of readdirSync(join(folder, resource))) {
        const body = JSON.parse(readFileSync(join(folder, resource, file), 'utf8'))
        const items = (body.items ?? []) as { company_number?: string }[]
        const { hits } = reduceSearch(body)
        expect(hits.map((hit) => hit.company_number)).toEqual(
          items.flatMap((item) => item.company_number ?? []),
        )
        for (const hit of hits) listed.add(hit.company_number)
      }
    const bulk = join(folder, 'bulk/BasicCompanyDataAsOneFile-2020-05-01_sample.csv')
    let place: ReturnType<typeof readBulkHeading> | null = null
    for await (const cells of createReadStream(bulk).pipe(parse({ relax_column_count: true }))) {
      if (place === null) {
        place = readBulkHeading(cells)
        continue
      }
      const row = readBulkRow(cells, place)
      expect(row).toMatchObject({ ok: true })
      if (row.ok) {
        expect(row.company.profile.number).toBe(cells[place('CompanyNumber')].trim())
        listed.add(row.company.profile.number)
      }
    }
  })

  it('are taken by every operation', () => {
    expect(listed.size).toBeGreaterThan(4_000)
    const refused = [...listed].flatMap((number) => {
      const operations = listRefusals(number)
      return operations.length === 0 ? [] : [`${number}: ${operations.join(', ')}`]
    })
    expect(refused).toEqual([])
  })
})
