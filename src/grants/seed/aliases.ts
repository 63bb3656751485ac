/**
 * Short names by which well-known schemes are asked for. An alias answers for the newest advert of the scheme whose name it stands for;
 * a slug of the listing always comes before an alias that is spelled the same.
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
