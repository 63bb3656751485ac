/** The doctor's assumptions against recorded answers: what they say was seen, was seen. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  filingsDifference,
  firmDifference,
  firmSearchDifference,
  officersDifference,
  profileDifference,
  searchDifference,
} from '../../src/company/model/differences.ts'
import { registryDifference } from '../../src/funders/sources/registry.ts'
import { readHolidayFeed } from '../../src/tenders/model/calendar.ts'
import { asObject, decodeText, parseLenient } from '../../src/tenders/model/json.ts'
import { PORTALS } from '../../src/tenders/portals/index.ts'
import { releasesDifference } from '../../src/tenders/sources/examination.ts'
import { recordedData } from './recorded.ts'

type Judge = (text: string) => string | null

const ofJson =
  (judge: (json: unknown) => string | null): Judge =>
  (text) =>
    judge(parseLenient(text.replace(/^\ufeff/, '')))
const portal = (id: string) =>
  ofJson((json) =>
    releasesDifference(
      PORTALS.find((each) => each.id === id)!,
      asObject(json)?.releases as unknown[],
    ),
  )
const holidays = ofJson((json) => (readHolidayFeed(json) === null ? 'a calendar is missing' : null))

/**
 * Files, their judge, and those that are older than what it expects: two profiles of 2016 have no
 * links.
 */
const RECORDINGS: readonly [
  part: string,
  files: string,
  judge: Judge,
  older?: readonly string[],
][] = [
  ['companies-house', 'search-companies/*.json', ofJson(searchDifference)],
  [
    'companies-house',
    '{company,company-derived-from-bulk}/*.json',
    ofJson(profileDifference),
    ['02894655-', '07577596-'],
  ],
  ['companies-house', 'officers/*.json', ofJson(officersDifference)],
  ['companies-house', 'filing-history/*.json', ofJson(filingsDifference)],
  ['fca', 'doc-example.common-search*.json', ofJson(firmSearchDifference)],
  ['fca', 'doc-example.firm-details.json', ofJson(firmDifference)],
  ...PORTALS.map(({ id }) => ['tenders', `${id}/*.json`, portal(id)] as [string, string, Judge]),
  ['tenders', 'reference/bank-holidays_moj.json', holidays],
  ['funders', 'registry_data_2021-02_dataquality.json', registryDifference],
]

describe.each(RECORDINGS)('recorded answers of %s, %s', (part, pattern, judge, older = []) => {
  const { present, folder } = recordedData(part)
  it.skipIf(!present)('are as they are assumed to be', () => {
    const files = globSync(pattern, { cwd: folder }).filter(
      (file) => !older.some((name) => file.includes(name)),
    )
    expect(files.length).toBeGreaterThan(0)
    const differences = files
      .map((file) => [file, differenceIn(judge, decodeText(readFileSync(join(folder, file))))])
      .filter(([, difference]) => difference !== null)
    expect(differences).toEqual([])
  })
})

function differenceIn(judge: Judge, text: string): string | null {
  try {
    return judge(text)
  } catch (error) {
    if (error instanceof Error && error.message === 'the answer lists nothing') return null
    throw error
  }
}
