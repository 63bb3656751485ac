/** The doctor's assumptions against recorded answers: what they say was seen, was seen. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  FILING_ASSUMPTIONS,
  OFFICER_ASSUMPTIONS,
  PROFILE_ASSUMPTIONS,
  SEARCH_ASSUMPTIONS,
} from '../../src/company/sources/companies-house.assumptions.ts'
import {
  FCA_FIRM_ASSUMPTIONS,
  FCA_SEARCH_ASSUMPTIONS,
} from '../../src/company/sources/fca-register.assumptions.ts'
import { REGISTRY_ASSUMPTIONS } from '../../src/funders/sources/registry.assumptions.ts'
import { type Assumption, NothingToJudge, type Payload } from '../../src/platform/assumption.ts'
import { PORTALS } from '../../src/tenders/portals/index.ts'
import { HOLIDAY_ASSUMPTIONS } from '../../src/tenders/sources/bank-holidays.assumptions.ts'
import { portalAssumptions } from '../../src/tenders/sources/portal.assumptions.ts'
import { recordedData } from './recorded.ts'

const portal = (id: string) => portalAssumptions(PORTALS.find((each) => each.id === id)!)

/** Files, what is assumed of them, and which are older than that: two profiles of 2016 have no links. */
const RECORDINGS: readonly [
  part: string,
  files: string,
  assumptions: readonly Assumption[],
  older?: readonly string[],
][] = [
  ['companies-house', 'search-companies/*.json', SEARCH_ASSUMPTIONS],
  [
    'companies-house',
    '{company,company-derived-from-bulk}/*.json',
    PROFILE_ASSUMPTIONS,
    ['02894655-', '07577596-'],
  ],
  ['companies-house', 'officers/*.json', OFFICER_ASSUMPTIONS],
  ['companies-house', 'filing-history/*.json', FILING_ASSUMPTIONS],
  ['fca', 'doc-example.common-search*.json', FCA_SEARCH_ASSUMPTIONS],
  ['fca', 'doc-example.firm-details.json', FCA_FIRM_ASSUMPTIONS],
  ['tenders', 'find-a-tender/*.json', portal('find-a-tender')],
  ['tenders', 'contracts-finder/*.json', portal('contracts-finder')],
  ['tenders', 'public-contracts-scotland/*.json', portal('public-contracts-scotland')],
  ['tenders', 'sell2wales/*.json', portal('sell2wales')],
  ['tenders', 'reference/bank-holidays_moj.json', HOLIDAY_ASSUMPTIONS],
  ['funders', 'registry_data_2021-02_dataquality.json', REGISTRY_ASSUMPTIONS],
]

describe.each(RECORDINGS)(
  'recorded answers of %s, %s',
  (part, pattern, assumptions, older = []) => {
    const { present, folder } = recordedData(part)
    it.skipIf(!present)('are as they are assumed to be', () => {
      const files = globSync(pattern, { cwd: folder }).filter(
        (file) => !older.some((name) => file.includes(name)),
      )
      expect(files.length).toBeGreaterThan(0)
      const faults = files.flatMap((file) => {
        const payload = payloadOf(readFileSync(join(folder, file), 'utf8'))
        return assumptions
          .map((each) => [file, each.id, faultOf(each, payload)])
          .filter(([, , fault]) => fault !== null)
      })
      expect(faults).toEqual([])
    })
  },
)

function faultOf(assumption: Assumption, payload: Payload): string | null {
  try {
    return assumption.fault(payload)
  } catch (error) {
    if (error instanceof NothingToJudge) return null
    throw error
  }
}

function payloadOf(body: string): Payload {
  const json = parsed(body)
  const number = (json as { company_number?: string } | undefined)?.company_number
  return { url: `https://register.test/company/${number}`, status: 200, headers: {}, body, json }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}
