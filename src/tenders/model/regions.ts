/** The twelve regions as bits, from codes, names and postcodes. */
import { postcodeRegion } from './postcodes.ts'
import { REGION_SLUGS, type RegionSlug } from './region-slugs.ts'

/** A set of regions: bit n is `REGION_SLUGS[n]`. */
export type RegionMask = number

export const ALL_REGIONS: RegionMask = (1 << REGION_SLUGS.length) - 1
export const SCOTLAND = regionBit('scotland')
export const NORTHERN_IRELAND = regionBit('northern-ireland')
export const ENGLAND = ALL_REGIONS & ~(SCOTLAND | NORTHERN_IRELAND | regionBit('wales'))

function regionBit(slug: RegionSlug): RegionMask {
  return 1 << REGION_SLUGS.indexOf(slug)
}

/** Values of the region filter: a region, or `england` for its nine. */
export const REGION_FILTERS = [...REGION_SLUGS, 'england'] as const
export type RegionFilter = (typeof REGION_FILTERS)[number]

export function filterMask(filters: readonly RegionFilter[]): RegionMask {
  return filters.reduce(
    (mask, filter) => mask | (filter === 'england' ? ENGLAND : regionBit(filter)),
    0,
  )
}

/** `null`, `uk`, `england`, or slugs joined by commas. */
export function regionText(mask: RegionMask): string | null {
  if (mask === 0) return null
  if (mask === ALL_REGIONS) return 'uk'
  if (mask === ENGLAND) return 'england'
  return regionSlugs(mask).join(',')
}

export function regionSlugs(mask: RegionMask): RegionSlug[] {
  return REGION_SLUGS.filter((_, index) => mask & (1 << index))
}

/** Third character of ITL1/NUTS1 codes. */
const CODE_LETTERS: Readonly<Record<string, RegionSlug>> = {
  C: 'north-east',
  D: 'north-west',
  E: 'yorkshire',
  F: 'east-midlands',
  G: 'west-midlands',
  H: 'east-of-england',
  I: 'london',
  J: 'south-east',
  K: 'south-west',
  L: 'wales',
  M: 'scotland',
  N: 'northern-ireland',
}

const NAMES: Readonly<Record<string, RegionMask>> = {
  ...Object.fromEntries(REGION_SLUGS.map((slug) => [slug.replaceAll('-', ' '), regionBit(slug)])),
  'north east england': regionBit('north-east'),
  'north west england': regionBit('north-west'),
  'yorkshire and the humber': regionBit('yorkshire'),
  'yorkshire and humber': regionBit('yorkshire'),
  'yorkshire and humberside': regionBit('yorkshire'),
  'east england': regionBit('east-of-england'),
  eastern: regionBit('east-of-england'),
  'greater london': regionBit('london'),
  'south east england': regionBit('south-east'),
  'south west england': regionBit('south-west'),
  england: ENGLAND,
  uk: ALL_REGIONS,
  gb: ALL_REGIONS,
  'united kingdom': ALL_REGIONS,
  'great britain': ALL_REGIONS,
  'any region': ALL_REGIONS,
}

/** A region code (`UKE22`, `TLD3`, `UK`) or name; 0 when it is neither, as for foreign places. */
function parseRegion(text: string): RegionMask {
  const code = /^(?:UK|TL)([C-N])/.exec(text.trim().toUpperCase())
  if (code && /^[A-Z]{3}[A-Z0-9]{0,2}$/i.test(text.trim()))
    return regionBit(CODE_LETTERS[code[1]!]!)
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  return NAMES[name] ?? 0
}

export interface DeliveryAddress {
  region?: string
  postalCode?: string
  countryName?: string
}

export interface DeliveryPlace {
  regions: RegionMask
  /** The notice says no more than "UK": it may be done in one place of it. */
  ukAsStated: boolean
}

/**
 * Returns the place of delivery. Within one address the narrowest statement counts: code or name,
 * then postcode, then country. Over all addresses a place outranks a country: Contracts Finder
 * writes "any region" as a list of countries that contains the United Kingdom, even next to the
 * postcode of the actual place (10 of 53 notices of January 2025).
 */
export function deliveryPlace(addresses: readonly DeliveryAddress[]): DeliveryPlace {
  let places = 0
  let countries = 0
  const named = new Set<string>()
  for (const { region, postalCode, countryName } of addresses) {
    const stated = region ? parseRegion(region) : 0
    const postcode =
      (stated === 0 || stated === ALL_REGIONS) && postalCode ? postcodeRegion(postalCode) : null
    if (postcode) places |= regionBit(postcode)
    else if (stated !== 0 && stated !== ALL_REGIONS) places |= stated
    else if (stated === ALL_REGIONS || (!region && countryName)) {
      countries |= stated || parseRegion(countryName!)
      named.add((region ?? countryName)!.trim().toLowerCase())
    }
  }
  if (places !== 0) return { regions: places, ukAsStated: false }
  return {
    regions: countries,
    ukAsStated: countries === ALL_REGIONS && named.size === 1 && !named.has('any region'),
  }
}

/** Regions with a common border. Northern Ireland has none. */
const NEIGHBOURS: Readonly<Record<RegionSlug, readonly RegionSlug[]>> = {
  scotland: ['north-east', 'north-west'],
  wales: ['north-west', 'west-midlands', 'south-west'],
  'northern-ireland': [],
  london: ['east-of-england', 'south-east'],
  'north-east': ['scotland', 'north-west', 'yorkshire'],
  'north-west': ['scotland', 'wales', 'north-east', 'yorkshire', 'east-midlands', 'west-midlands'],
  yorkshire: ['north-east', 'north-west', 'east-midlands'],
  'east-midlands': ['north-west', 'yorkshire', 'west-midlands', 'east-of-england', 'south-east'],
  'west-midlands': ['wales', 'north-west', 'east-midlands', 'south-east', 'south-west'],
  'east-of-england': ['london', 'east-midlands', 'south-east'],
  'south-east': ['london', 'east-midlands', 'west-midlands', 'east-of-england', 'south-west'],
  'south-west': ['wales', 'west-midlands', 'south-east'],
}

export const countRegions = (mask: RegionMask): number => regionSlugs(mask).length

/** All regions that border on one of these. */
export function neighbourMask(mask: RegionMask): RegionMask {
  return regionSlugs(mask).reduce(
    (sum, slug) => sum | NEIGHBOURS[slug].reduce((bits, other) => bits | regionBit(other), 0),
    0,
  )
}
