/**
 * Curated criteria for some of the invented adverts, written as the files that an operator would
 * write.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { criteriaText, readDetailFields } from '../../src/grants/model/detail.ts'
import type { Proposal } from '../../src/grants/model/proposal.ts'
import type { GrantListing } from './server.ts'

const SEEDS: Readonly<Record<string, Proposal>> = {
  'village-halls-warm-roof-fund': {
    criteria: [
      {
        code: 'ORG_TYPE',
        parameter: 'org_type',
        operator: 'one_of',
        value: ['charity', 'community_group'],
        quote: 'Your organisation must be a charity or a community group.',
      },
      {
        code: 'INCOME',
        parameter: 'annual_income',
        operator: 'less_than',
        value: 250000,
        quote: 'Your annual income must be less than £250,000.',
      },
      {
        code: 'GOVERNANCE',
        parameter: 'trustees',
        operator: 'at_least',
        value: 3,
        quote: 'You must have at least 3 trustees who are not related to each other.',
      },
      {
        code: 'MATCH_FUNDING',
        parameter: 'match_funding_pct',
        operator: 'at_least',
        value: 20,
        quote: 'You must contribute at least 20% of the total project costs from other funding.',
      },
      {
        code: 'PROJECT_DATES',
        parameter: 'project_end',
        operator: 'not_after',
        value: '2030-03-31',
        quote: 'The project must finish by 31 March 2030.',
      },
    ],
    notes: [],
  },
  'school-solar-2': {
    criteria: [
      {
        code: 'ORG_TYPE',
        parameter: 'org_type',
        operator: 'one_of',
        value: ['education'],
        quote: 'Applications are invited from schools and colleges.',
      },
      {
        code: 'REGION',
        parameter: 'region',
        operator: 'one_of',
        value: ['england'],
        quote: 'Your school must be in England.',
      },
      {
        code: 'PROJECT_DURATION',
        parameter: 'duration_months',
        operator: 'at_most',
        value: 12,
        quote: 'The project must last no longer than 12 months.',
      },
      {
        code: 'OTHER',
        parameter: null,
        operator: 'is',
        value: true,
        quote: 'You must have the consent of the owner of the building.',
      },
    ],
    notes: [],
  },
}

/**
 * Writes the seed files for the texts as the listing publishes them now. Their hashes fit invented
 * texts only, so they can do no harm elsewhere.
 */
export function writeSandboxSeeds(listing: GrantListing, dataDir: string): void {
  const folder = join(dataDir, 'grant-seeds')
  mkdirSync(folder, { recursive: true })
  for (const [slug, proposal] of Object.entries(SEEDS)) {
    const { sha256 } = criteriaText(readDetailFields(listing.entry(slug).fields, null))
    writeFileSync(
      join(folder, `${slug}.json`),
      `${JSON.stringify({ text_sha256: sha256, scheme: slug, ...proposal }, null, 2)}\n`,
    )
  }
}
