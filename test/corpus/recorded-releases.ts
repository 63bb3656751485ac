import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublishedRelease } from '../../sandbox/tender-portals/releases.ts'
import { recordedData } from './recorded.ts'

/** The recorded releases, by portal. */
export const RECORDED = {
  'find-a-tender': [
    'find-a-tender/elenuvarova_fts_release_package.json',
    'find-a-tender/efeakp_032703-2026_ocds.json',
  ],
  'contracts-finder': ['contracts-finder/search-page-100-releases.json'],
  'public-contracts-scotland': ['public-contracts-scotland/releases-45-of-2019.json'],
  sell2wales: ['sell2wales/releases-44-of-2025-02.json'],
} as const

export const { present, folder } = recordedData('tenders')

/**
 * Returns recorded releases byte for byte: `1e9999` must reach the client. Releases of monthly
 * portals are in the list of contracts.
 */
export function recordedReleases(portal: keyof typeof RECORDED): PublishedRelease[] {
  return RECORDED[portal].flatMap((file) => {
    // Infinity is kept apart while the page is cut into its releases.
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('1e9999', '"@@1e9999@@"')
    const page = JSON.parse(text) as { releases: { ocid: string; id?: string; date: string }[] }
    return page.releases.map((release) => ({
      portal,
      publishedMs: Date.parse(release.date),
      ocid: release.ocid,
      id: release.id ?? release.ocid,
      json: JSON.stringify(release).replaceAll('"@@1e9999@@"', '1e9999'),
      type: 2,
    }))
  })
}
