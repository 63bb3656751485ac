/**
 * All invented adverts: every value, date form and defect that the real listing is known for, at
 * least once.
 */
import type { Advert } from './advert.ts'
import { BUSINESS_ADVERTS } from './adverts-business.ts'
import { COMMUNITY_ADVERTS } from './adverts-community.ts'
import { PLACES_ADVERTS } from './adverts-places.ts'

export const ADVERTS: readonly Advert[] = [
  ...COMMUNITY_ADVERTS,
  ...BUSINESS_ADVERTS,
  ...PLACES_ADVERTS,
]
