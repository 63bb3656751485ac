/** The regions of England as callers name them, in the order in which answers list them. */
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
