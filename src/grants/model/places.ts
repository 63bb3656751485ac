/**
 * Places of a grant. The listing has two vocabularies: that of the advert form, and that of earlier
 * editors.
 */
import { ENGLISH_REGIONS, type EnglishRegion, NATIONS } from 'ukintel-grant-reader/kinds'

export const REGIONS = [...NATIONS, 'uk'] as const
export type Region = (typeof REGIONS)[number]

/** "National" is UK-wide by the form's convention; the text may narrow it. */
const WHOLE = new Map<string, Region>([
  ['national', 'uk'],
  ['virtual/online', 'uk'],
  ...NATIONS.map((nation) => [nation.replaceAll('-', ' '), nation] as const),
])

/** Parts of England, as a label names them with or without "England" after them. */
const PARTS = new Map<string, readonly EnglishRegion[]>([
  ...ENGLISH_REGIONS.map((part) => [part.replaceAll('-', ' '), [part]] as const),
  ['yorkshire and the humber', ['yorkshire']],
  ['midlands', ['east-midlands', 'west-midlands']],
])

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
    const name = label
      .trim()
      .toLowerCase()
      .split('/')
      .map((part) => part.trim())
      .join('/')
      .replace(/\s+/g, ' ')
    const region = WHOLE.get(name)
    const within = PARTS.get(name) ?? PARTS.get(name.replace(/ england$/, ''))
    if (region) regions.add(region)
    else if (within) regions.add('england')
    else unknown.push(label)
    if (region === 'england' || region === 'uk') wholeEngland = true
    for (const part of within ?? []) parts.add(part)
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
