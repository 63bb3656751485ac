/** The grant side of what changed since somebody asked: filters as in search, each change judged by itself. */

import { distinctTexts, type OpenBlock } from '../background/change-blocks.ts'
import type { ChangeFeed } from '../contract/changes.ts'
import { searchedFeed } from '../contract/searched-changes.ts'
import type { ServiceError } from '../platform/errors.ts'
import type { Change, ChangeStore } from '../store/changes.ts'
import { buildPostings } from '../text-search/postings.ts'
import { openSearch, parseQuery } from '../text-search/query.ts'
import { FIELD_WEIGHTS, searchFields } from './index/generation.ts'
import { judge, type SearchQuestion } from './index/search.ts'
import { GRANT_SYNONYMS } from './index/synonyms.ts'
import type { SearchedGrant } from './model/changes.ts'
import { searchCriterion, searchFilters, searchQuestion } from './operations/search.ts'
import type { GrantsDeps } from './operations/shared/deps.ts'

export function grantChanges(options: {
  changes: ChangeStore
  index: GrantsDeps['index']
  undelivered: () => ServiceError | null
}): ChangeFeed {
  const { changes, index, undelivered } = options
  return searchedFeed<SearchQuestion>({
    subject: 'grants',
    changes,
    open,
    fields: searchFilters.shape,
    criterion: searchCriterion,
    question: (input) => searchQuestion({ open_now: true, ...input }),
    undelivered,
    async origins(_, nowMs) {
      const { sources, degradations } = index(nowMs)
      return { sources, degradations }
    },
  })
}

function open(changes: readonly Change[]): OpenBlock<SearchQuestion> {
  const { texts: grants, sides } = distinctTexts<SearchedGrant>(changes)
  const search = openSearch(
    buildPostings(grants.map(({ facts, texts }) => searchFields(facts, texts))),
    FIELD_WEIGHTS,
  )
  return {
    judge(question) {
      const worded =
        question.q === null
          ? null
          : new Set(search(parseQuery(question.q, GRANT_SYNONYMS)).documents)
      const matches = (number: number | null) => {
        if (number === null || (worded !== null && !worded.has(number))) return false
        const grant = grants[number]!
        return (!question.openNow || grant.state === 'open') && judge(grant, question) === null
      }
      return (place) => {
        const { kind, before, after } = sides[place]!
        return matches(before) || matches(after) ? kind : null
      }
    },
  }
}
