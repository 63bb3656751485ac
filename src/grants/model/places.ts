/**
 * Places of a grant. The listing has two vocabularies: that of the advert form, and that of earlier
 * editors.
 */
import { ENGLISH_REGIONS, type EnglishRegion, NATIONS } from 'ukintel-grant-reader/kinds'

export const REGIONS = [...NATIONS, 'uk'] as const
export type Region = (typeof REGIONS)[number]

const LABELS = new Map<string, { region: Region; parts?: readonly EnglishRegion[] }>(
  Object.entries({
    // "National" is UK-wide by the form's convention; the text may narrow it.
    national: { region: 'uk' },
    'virtual/online': { region: 'uk' },
    england: { region: 'england' },
    scotland: { region: 'scotland' },
    wales: { region: 'wales' },
    'northern ireland': { region: 'northern-ireland' },
    'north east england': { region: 'england', parts: ['north-east'] },
    'north west england': { region: 'england', parts: ['north-west'] },
    'south east england': { region: 'england', parts: ['south-east'] },
    'south west england': { region: 'england', parts: ['south-west'] },
    midlands: { region: 'england', parts: ['east-midlands', 'west-midlands'] },
    'north east': { region: 'england', parts: ['north-east'] },
    'north west': { region: 'england', parts: ['north-west'] },
    'yorkshire and the humber': { region: 'england', parts: ['yorkshire'] },
    'east midlands': { region: 'england', parts: ['east-midlands'] },
    'west midlands': { region: 'england', parts: ['west-midlands'] },
    'east of england': { region: 'england', parts: ['east-of-england'] },
    london: { region: 'england', parts: ['london'] },
    'south east': { region: 'england', parts: ['south-east'] },
    'south west': { region: 'england', parts: ['south-west'] },
  }),
)

export interface Places {
  /** In the order of REGIONS; empty when the listing states none that is known. */
  regions: readonly Region[]
  /**
   * The English regions that the grant is limited to; null when it covers all of England or none of
   * it.
   */
  englishRegions: readonly EnglishRegion[] | null
  /** Labels without a mapping, as the listing has them. */
  unknown: readonly string[]
}

export function placesOfLabels(labels: readonly string[]): Places {
  const regions = new Set<Region>()
  const parts = new Set<EnglishRegion>()
  const unknown: string[] = []
  let wholeEngland = false
  for (const label of labels) {
    const place = LABELS.get(
      label
        .trim()
        .toLowerCase()
        .split('/')
        .map((part) => part.trim())
        .join('/')
        .replace(/\s+/g, ' '),
    )
    if (!place) {
      unknown.push(label)
      continue
    }
    regions.add(place.region)
    if (place.parts) for (const part of place.parts) parts.add(part)
    else if (place.region === 'england' || place.region === 'uk') wholeEngland = true
  }
  return {
    regions: REGIONS.filter((region) => regions.has(region)),
    englishRegions:
      wholeEngland || parts.size === 0 ? null : ENGLISH_REGIONS.filter((part) => parts.has(part)),
    unknown,
  }
}

/**
 * Returns whether a grant for `regions` serves a project in `wanted`; `uk` matches UK-wide grants
 * only.
 */
export function servesRegion(regions: readonly Region[], wanted: Region): boolean {
  return regions.includes('uk') || regions.includes(wanted)
}
