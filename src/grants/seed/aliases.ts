/**
 * Short names of well-known schemes. An alias answers for the newest advert of its scheme; a slug
 * of the listing always goes before an equal alias.
 */
export interface Alias {
  alias: string
  /** The scheme's name on the listing, without round and year. */
  scheme: string
}

export const ALIASES: readonly Alias[] = [
  { alias: 'wcs', scheme: 'Workplace Charging Scheme' },
  {
    alias: 'ev-landlords',
    scheme: 'Electric vehicle chargepoint and infrastructure grants for landlords',
  },
  { alias: 'bus', scheme: 'Boiler Upgrade Scheme' },
  { alias: 'dfg', scheme: 'Disabled Facilities Grants' },
  { alias: 'ewco', scheme: 'England Woodland Creation Offer' },
  { alias: 'sfi', scheme: 'Sustainable Farming Incentive' },
  { alias: 'lpwg', scheme: 'Listed Places of Worship Grant Scheme' },
  { alias: 'psds', scheme: 'Public Sector Decarbonisation Scheme' },
  { alias: 'ghnf', scheme: 'Green Heat Network Fund' },
  { alias: 'ietf', scheme: 'Industrial Energy Transformation Fund' },
]
