import { ENGLISH_REGIONS } from 'ukintel-grant-reader/kinds'

/** In the order in which answers list them (the order of the specification). */
export const REGION_SLUGS = ['scotland', 'wales', 'northern-ireland', ...ENGLISH_REGIONS] as const

export type RegionSlug = (typeof REGION_SLUGS)[number]
