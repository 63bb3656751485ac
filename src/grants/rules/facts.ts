/**
 * The schema of what eligibility rules are given: the criteria as they were read, the window, and
 * what the applicant declared.
 */
import { z } from 'zod'

const bounds = { min: z.number(), max: z.number() }
const months = { min_months: z.int(), max_months: z.int() }
/** More than a grant's text states. */
const MOST_LISTED = 1000
const MOST_ROWS = 100
const MOST_CRITERIA = 500
const MOST_DECLARED = 200

const listed = z.array(z.string()).max(MOST_LISTED)

/** Demands by operator; each compares with values of a different type. */
const demands = [
  { operator: z.enum(['one_of', 'none_of']), value: listed },
  { operator: z.enum(['at_least', 'at_most', 'more_than', 'less_than']), value: z.number() },
  { operator: z.literal('between'), value: z.strictObject(bounds) },
  {
    operator: z.literal('between_by_duration'),
    value: z.array(z.strictObject({ ...months, ...bounds })).max(MOST_ROWS),
  },
  { operator: z.enum(['not_before', 'not_after']), value: z.string() },
  { operator: z.literal('is'), value: z.union([z.boolean(), z.string(), z.number()]) },
] as const

/** @param more what criteria of a version have besides */
export function eligibilityFacts(more: z.ZodRawShape) {
  const criterion = ({ operator, value }: (typeof demands)[number]) =>
    z.strictObject({
      code: z.string(),
      requirement: z.string().meta({ description: "The grant's own words" }),
      parameter: z.string().meta({ description: 'The declared fact that decides it' }),
      operator,
      value,
      unit: z.string().nullable(),
      span: z
        .strictObject({ start: z.int(), end: z.int() })
        .nullable()
        .meta({ description: 'Where the text says so; null for a field of the listing' }),
      ...more,
    })
  const [first, ...others] = demands.map(criterion)
  return z.strictObject({
    criteria: z.array(z.discriminatedUnion('operator', [first!, ...others])).max(MOST_CRITERIA),
    complete: z.boolean().meta({
      description: 'The criteria are all there are, and the text is unchanged since they were read',
    }),
    window: z.strictObject({ state: z.enum(['open', 'upcoming', 'closed']), detail: z.string() }),
    declared: z
      .record(z.string(), z.union([z.number(), z.boolean(), z.string()]))
      .meta({ maxProperties: MOST_DECLARED }),
  })
}
