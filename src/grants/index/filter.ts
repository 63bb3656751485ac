/** Filters of grants: what a search and a saved search accept, and how they judge a grant. */

import { ORG_TYPES } from 'ukintel-grant-reader/kinds'
import { z } from 'zod'
import { findRelevanceError, minRelevance } from '../../contract/found.ts'
import { queryInteger } from '../../contract/input.ts'
import type { CriterionError } from '../../contract/operation.ts'
import { cleanText, nearest } from '../../platform/text.ts'
import { ORG_TYPE_WORDS, parseOrgType } from '../model/applicants.ts'
import type { FilteredGrant } from '../model/changes.ts'
import type { ListingFacts } from '../model/listing.ts'
import { REGIONS, servesRegion } from '../model/places.ts'

const MAX_QUERY = 200

/** Longer than every known word. */
const MAX_ORG_TYPE_CHARS = 64

/** A slug of the specification or a synonym of one. */
export const orgType = z
  .string()
  .max(MAX_ORG_TYPE_CHARS)
  .transform((raw, context) => {
    const type = parseOrgType(raw)
    if (type !== null) return type
    const near = nearest(raw.toLowerCase(), ORG_TYPE_WORDS)
    const hint = `Use one of ${ORG_TYPES.join(', ')}, or a word for one such as sole-trader, cic, council${near === null ? '' : `; did you mean ${near}`}.`
    context.addIssue({
      code: 'custom',
      message: `expected one of ${ORG_TYPES.join(', ')}`,
      params: { code: 'VALIDATION', hint },
    })
    return z.NEVER
  })
  .meta({
    override: {
      type: 'string',
      maxLength: MAX_ORG_TYPE_CHARS,
      examples: [...ORG_TYPES, 'sole-trader', 'cic', 'council'],
    },
    description: `Applicant type: ${ORG_TYPES.join(', ')}; synonyms such as sole-trader, cic, council are mapped`,
    example: 'charity',
  })

export const grantFilters = z.strictObject({
  q: z
    .string()
    .transform(cleanText)
    .refine(
      (text) => text.length >= 1 && text.length <= MAX_QUERY,
      `expected 1 to ${MAX_QUERY} characters`,
    )
    .optional()
    .meta({
      override: { type: 'string', maxLength: MAX_QUERY },
      description:
        'Keywords, also found by topic, categories and near spellings; "quoted words" stay together',
      example: 'community energy',
    }),
  region: z.enum(REGIONS).optional().meta({
    description:
      'Where the project is; uk finds UK-wide grants only, which every other region also finds',
    example: 'england',
  }),
  org_type: orgType.optional(),
  min: queryInteger({
    min: 0,
    description: 'Only grants whose maximum award is at least this many GBP',
    example: 10000,
  }).optional(),
  max: queryInteger({
    min: 0,
    description: 'Only grants whose minimum award is at most this many GBP',
    example: 50000,
  }).optional(),
  open_now: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .meta({
      override: { type: 'string', enum: ['true', 'false'], default: 'true' },
      overrideOutput: { type: 'boolean', default: true },
      description: 'true: only grants open now; false also includes closed and not-yet-open ones',
    }),
  ...minRelevance,
})

export type GrantFilters = z.output<typeof grantFilters>

export function findCriterionError(input: GrantFilters): CriterionError | null {
  const { q, region, org_type, min, max } = input
  if (min !== undefined && max !== undefined && min > max) {
    return {
      code: 'VALIDATION',
      absent: false,
      detail: 'is above max',
      field: 'min',
      in: 'query',
      hint: 'Give a min that is not above max.',
    }
  }
  if ([q, region, org_type, min, max].some((each) => each !== undefined))
    return findRelevanceError(input)
  return {
    code: 'CRITERIA_REQUIRED',
    absent: true,
    detail: 'at least one of q, region, org_type, min, max is required',
    field: 'q',
    in: 'query',
    hint: 'Add a criterion, for example q=community+energy or region=scotland.',
  }
}

/** Grants that a filter left out, by the reason. */
export interface Excluded {
  no_region: number
  no_org_type: number
  no_amount: number
  not_open: number
}

/** How a grant meets the filters: it passes, it fails, or it lacks a value that a filter needs. */
type FilterOutcome = 'passes' | 'fails' | keyof Excluded

/**
 * Returns how a grant meets all filters of a search except its words. Searches and changes filter
 * by it.
 */
export function filterGrant(filters: GrantFilters, { facts, state }: FilteredGrant): FilterOutcome {
  const outcome = filterFacts(filters, facts)
  if (outcome === 'fails') return 'fails'
  return filters.open_now && state !== 'open' ? 'not_open' : outcome
}

function filterFacts(
  { region, org_type, min, max }: GrantFilters,
  facts: ListingFacts,
): Exclude<FilterOutcome, 'not_open'> {
  const { regions, unknown } = facts.places
  const isElsewhere = region !== undefined && !servesRegion(regions, region)
  const isForOthers = org_type !== undefined && !facts.orgTypes.includes(org_type)
  // A label without a mapping may be the requested region.
  const regionUnknown = isElsewhere && (regions.length === 0 || unknown.length > 0)
  const orgTypeUnknown =
    isForOthers && (facts.orgTypes.length === 0 || facts.unknownApplicants.length > 0)
  if ((isElsewhere && !regionUnknown) || (isForOthers && !orgTypeUnknown)) return 'fails'
  const { amounts } = facts
  if (min !== undefined && amounts.max !== null && amounts.max < min) return 'fails'
  if (max !== undefined && amounts.min !== null && amounts.min > max) return 'fails'
  if (regionUnknown) return 'no_region'
  if (orgTypeUnknown) return 'no_org_type'
  // A missing minimum next to a stated maximum passes `max`: the placeholder 0 or 1 means "from
  // nothing".
  const lacksAmount =
    (min !== undefined && amounts.max === null) ||
    (max !== undefined && amounts.min === null && amounts.max === null)
  return lacksAmount ? 'no_amount' : 'passes'
}
