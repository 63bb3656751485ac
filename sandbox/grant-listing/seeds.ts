/**
 * Curated criteria for some of the invented adverts, written as the files that an operator would
 * write.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { criteriaText, readDetailFields } from '../../src/grants/model/detail.ts'
import type { Proposal } from '../../src/grants/model/proposal.ts'
import { loadRecords } from '../records.ts'
import type { GrantListing } from './server.ts'

const SEEDS = loadRecords<Proposal & { scheme: string }>('grant-listing/seeds.jsonl')

/**
 * Writes the seed files for the texts as the listing publishes them now. Their hashes fit invented
 * texts only, so they can do no harm elsewhere.
 */
export function writeSandboxSeeds(listing: GrantListing, dataDir: string): void {
  const folder = join(dataDir, 'grant-seeds')
  mkdirSync(folder, { recursive: true })
  for (const seed of SEEDS) {
    const { sha256 } = criteriaText(readDetailFields(listing.entry(seed.scheme).fields, null))
    writeFileSync(
      join(folder, `${seed.scheme}.json`),
      `${JSON.stringify({ text_sha256: sha256, ...seed }, null, 2)}\n`,
    )
  }
}
