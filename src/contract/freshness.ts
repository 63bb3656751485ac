/**
 * The extension `freshness` of a quote: age and state of the data that the paid answer would use.
 */
import { z } from 'zod'
import { type Answer, byName, findOldest } from './envelope.ts'
import { instant } from './input.ts'

/** Sources and degradations as the paid answer would carry them now. */
export type Basis = Pick<Answer, 'sources' | 'degradations'>

/** Number of matches of a search. */
export interface Matches {
  /** State of the data: the same question has the same count as long as this text is the same. */
  revision: string
  /** Counts now. Called in the same turn of the event loop, or never. */
  count(): number
}

/** A basis that costs a search or a read of the store. Such quotes count under the limit `free`. */
export interface SearchedBasis extends Basis {
  matches?: Matches
}

const fetchedOrNull = instant.nullable()

export const freshnessSchema = z
  .strictObject({
    as_of: fetchedOrNull.describe(
      'The as_of of the answer while nothing changes; null if no source was ever fetched',
    ),
    sources: z
      .array(
        z.strictObject({
          name: z.string().describe('As in sources of the answer'),
          as_of: fetchedOrNull.describe(
            'When it was last fetched or confirmed, UTC; null if it never was',
          ),
          state: z
            .enum(['fresh', 'stale', 'failed'])
            .describe('fresh: within its window; stale: past it; failed: past it, and not read'),
        }),
      )
      .describe('What the answer would use, by name'),
    matches: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Searches of tenders, grants and contracts without a bound on value or date: total_matched of the answer; absent if it was not counted',
      ),
  })
  .describe(
    'Before payment: how fresh the data behind the answer is. Absent if that is not known without asking a source',
  )

/** The extension as it is sent. */
export type Freshness = z.output<typeof freshnessSchema>

/** Builds the extension. `matches` is left out if it is not known. */
export function buildFreshness({ sources, degradations }: Basis, matches?: number): Freshness {
  return {
    as_of: findOldest(sources),
    sources: byName(sources).map(({ name, fetched }) => ({
      name,
      as_of: fetched,
      state: judgeState(name, degradations),
    })),
    ...(matches === undefined ? {} : { matches }),
  }
}

/** The detail of a degradation begins with the name of its source. */
function judgeState(
  name: string,
  degradations: Basis['degradations'],
): Freshness['sources'][number]['state'] {
  const kinds = degradations.filter(({ detail }) => detail.startsWith(name)).map(({ kind }) => kind)
  return kinds.includes('failed') ? 'failed' : kinds.includes('stale') ? 'stale' : 'fresh'
}
