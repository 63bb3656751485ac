/** What eligibility rules 1.1.0 are given: the criteria as they were read, the window, and what the applicant declared. */
import { z } from 'zod'
import { DOUBTS, type Doubt } from '../../model/criterion.ts'

const bounds = { min: z.number(), max: z.number() }
const months = { min_months: z.int(), max_months: z.int() }

const criterion = z.strictObject({
  code: z.string(),
  requirement: z.string().meta({ description: "The grant's own words" }),
  parameter: z.string().meta({ description: 'The declared fact that decides it' }),
  operator: z.enum([
    'one_of',
    'none_of',
    'at_least',
    'at_most',
    'more_than',
    'less_than',
    'between',
    'between_by_duration',
    'not_before',
    'not_after',
    'is',
  ]),
  value: z.union([
    z.number(),
    z.boolean(),
    z.string(),
    z.array(z.string()),
    z.strictObject(bounds),
    z.array(z.strictObject({ ...months, ...bounds })),
  ]),
  unit: z.string().nullable(),
  span: z
    .strictObject({ start: z.int(), end: z.int() })
    .nullable()
    .meta({ description: 'Where the text says so; null for a field of the listing' }),
  doubt: z
    .enum(Object.keys(DOUBTS) as [Doubt, ...Doubt[]])
    .optional()
    .meta({ description: 'Only with OTHER: why words that sound like a limit do not decide' }),
})

export const eligibilityFacts = z.strictObject({
  criteria: z.array(criterion),
  complete: z.boolean().meta({ description: 'The criteria are all there are, and the text is unchanged since they were read' }),
  window: z.strictObject({ state: z.enum(['open', 'upcoming', 'closed']), detail: z.string() }),
  declared: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
})
