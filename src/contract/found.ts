/**
 * Reasons for which a search found its items, and how close they are: of one item, and of all that
 * match.
 */
import { z } from 'zod'
import type { CriterionError } from './operation.ts'

/** Grades of closeness to the words of a question, the closest first. */
const RELEVANCES = ['close', 'related', 'loose'] as const

/** Descriptions that differ between searches. */
interface FoundDescriptions {
  words: string
  cpv: string
  by: string
  foundByCpv: string
  foundBySynonym: string
}

const count = z.int().min(0)

/** Input of a search that leaves out what is less close. */
export const minRelevance = {
  min_relevance: z.enum(RELEVANCES).optional().meta({
    description: 'Leaves out what is less close to q; absent: loose, which leaves out nothing',
    example: 'related',
  }),
}

/** Returns the error of a range whose first bound is past the second. */
export const createReversedError = (
  field: string,
  detail: string,
  place: CriterionError['in'] = 'query',
): CriterionError => ({
  code: 'VALIDATION',
  absent: false,
  detail,
  field,
  in: place,
  hint: 'Exchange the two, or leave one out.',
})

/** Returns the error of a `min_relevance` without words; `null` if there is none. */
export function findRelevanceError(given: {
  q?: string | undefined
  min_relevance?: string | undefined
}): CriterionError | null {
  if (given.min_relevance === undefined || given.q !== undefined) return null
  return {
    code: 'VALIDATION',
    absent: false,
    detail: 'min_relevance needs q: without words nothing is more or less close',
    field: 'min_relevance',
    in: 'query',
    hint: 'Add q=<keywords>, or leave out min_relevance.',
  }
}

/** Counts of a search by grade. */
export const foundByRelevance = {
  found_by_relevance: z
    .strictObject({
      close: count.describe('Close to q'),
      related: count.describe('Related to q'),
      loose: count.describe('Share little with q'),
    })
    .nullable()
    .describe('total_matched by relevance; null without q'),
}

const relevanceSchema = z
  .enum(RELEVANCES)
  .nullable()
  .describe('How close it is to q: close, related or loose; null without q')

/** Reason for the match of an item that has no other but its grade. */
export const matchedByRelevance = {
  matched: z.strictObject({ relevance: relevanceSchema }).describe('Reason for the match'),
}

/** Words and grade of an item that a project's words found. */
export const matchedProject = {
  matched: z
    .strictObject({
      words: z.array(z.string()).describe('Words of description and keywords that it has, as sent'),
      relevance: z
        .enum(RELEVANCES)
        .describe('How close it is to these words: close, related or loose, as in the search'),
    })
    .describe('Reasons for the match'),
}

export function buildFoundSchemas(of: FoundDescriptions) {
  const matched = z
    .strictObject({
      words: z.array(z.string()).describe(of.words),
      cpv: z.array(z.string()).nullable().describe(of.cpv),
      by: z
        .enum(['words', 'cpv', 'synonym'])
        .nullable()
        .meta({ description: `${of.by}; null without q` }),
      relevance: relevanceSchema,
    })
    .describe('Reasons for the match')
  const found_by = z
    .strictObject({
      words: count.describe('Found by words'),
      cpv: count.describe(of.foundByCpv),
      synonym: count.describe(of.foundBySynonym),
    })
    .nullable()
    .describe('total_matched by strongest reason; null without q')
  return { matched: { matched }, foundBy: { found_by, ...foundByRelevance } }
}

/** Returned for each item of a search without words. */
export const NOT_MATCHED_BY_WORDS = { words: [], cpv: null, by: null, relevance: null }
