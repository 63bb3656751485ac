/** Changes of grants since a cursor: the filters of search, each change judged alone. */

import { distinctTexts, type OpenBlock } from '../background/change-blocks.ts'
import type { ChangeFeed } from '../contract/changes.ts'
import { createSearchedFeed } from '../contract/searched-changes.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceError } from '../platform/errors.ts'
import type { Change, ChangeStore } from '../store/changes.ts'
import { buildPostings } from '../text-search/postings.ts'
import { listRelevant } from '../text-search/ranker.ts'
import { filterGrant, findCriterionError, type GrantFilters, grantFilters } from './index/filter.ts'
import { searchFields } from './index/generation.ts'
import { rankGrants } from './index/search.ts'
import type { SearchedGrant } from './model/changes.ts'
import type { GrantsDeps } from './operations/shared/deps.ts'

export function grantChanges(options: {
  changes: ChangeStore
  index: GrantsDeps['index']
  unavailableReason: () => ServiceError | null
  clock: Clock
}): ChangeFeed {
  const { changes, index, unavailableReason, clock } = options
  return createSearchedFeed<GrantFilters>({
    subject: 'grants',
    changes,
    open: opener(index, clock),
    fields: grantFilters.shape,
    criterion: findCriterionError,
    question: (input) => ({ open_now: true, ...input }),
    unavailableReason,
    async origins(_, nowMs) {
      const { sources, degradations } = index(nowMs)
      return { sources, degradations }
    },
  })
}

function opener(index: GrantsDeps['index'], clock: Clock) {
  return (changes: readonly Change[]): OpenBlock<GrantFilters> => {
    const { texts: grants, sides } = distinctTexts<SearchedGrant>(changes)
    const postings = buildPostings(grants.map(({ facts, texts }) => searchFields(facts, texts)))
    return {
      judge(filters) {
        const nowMs = clock.nowMs()
        const { generation } = index(nowMs)
        const ranked = rankGrants(generation, filters, nowMs)
        // A recorded text is found if a search would find it among the grants of now.
        const worded =
          ranked &&
          new Set(
            listRelevant(
              generation.search.judge(filters.q!, postings, ranked.scale),
              filters.min_relevance ?? null,
            ),
          )
        const matches = (number: number | null) => {
          if (number === null || worded?.has(number) === false) return false
          const grant = grants[number]!
          return filterGrant(filters, grant) === 'passes'
        }
        return (place) => {
          const { kind, before, after } = sides[place]!
          return matches(before) || matches(after) ? kind : null
        }
      },
    }
  }
}
