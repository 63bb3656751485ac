/** In the order in which answers list them (the order of the specification). */
export const REGION_SLUGS = [
  'scotland',
  'wales',
  'northern-ireland',
  'london',
  'north-east',
  'north-west',
  'yorkshire',
  'east-midlands',
  'west-midlands',
  'east-of-england',
  'south-east',
  'south-west',
] as const

export type RegionSlug = (typeof REGION_SLUGS)[number]
