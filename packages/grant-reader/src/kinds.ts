/** Kinds of applicants, and places, in the order in which limits list them. */

export const ORG_TYPES = [
  'individual',
  'business',
  'charity',
  'community_group',
  'public_body',
  'local_authority',
  'education',
] as const
export type OrgType = (typeof ORG_TYPES)[number]

export const NATIONS = ['england', 'scotland', 'wales', 'northern-ireland'] as const
export type Nation = (typeof NATIONS)[number]

export const ENGLISH_REGIONS = [
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
export type EnglishRegion = (typeof ENGLISH_REGIONS)[number]
