/** Changes of tenders since a cursor: the filters of search, each change judged alone. */

import { distinctTexts, type OpenBlock } from '../background/change-blocks.ts'
import type { ChangeFeed, FeedChange } from '../contract/changes.ts'
import { createSearchedFeed } from '../contract/searched-changes.ts'
import type { ServiceError } from '../platform/errors.ts'
import type { Change, ChangeStore } from '../store/changes.ts'
import { buildPostings, type Postings } from '../text-search/postings.ts'
import { listRelevant } from '../text-search/ranker.ts'
import { listSearchedFields } from './index/entry.ts'
import {
  createFilter,
  findCriterionError,
  type TenderFilters,
  tenderFilters,
} from './index/filter.ts'
import type { LiveIndex } from './index/live-index.ts'
import type { SearchedTender } from './model/changes.ts'
import type { ServingIndex } from './operations/shared/deps.ts'

const LONGEST_EXAMPLE = 80

export function tenderChanges(options: {
  changes: ChangeStore
  index: ServingIndex
  unavailableReason: () => ServiceError | null
}): ChangeFeed {
  const { changes, index, unavailableReason } = options
  const feed = createSearchedFeed<TenderFilters>({
    subject: 'tenders',
    changes,
    open: opener(index),
    fields: tenderFilters.shape,
    criterion: findCriterionError,
    question: (input) => input as TenderFilters,
    unavailableReason,
    origins: async (_, nowMs) => index.origins(nowMs),
    exampleFor: ({ title }) => ({ q: title.slice(0, LONGEST_EXAMPLE).trim() }),
  })
  return {
    ...feed,
    async since(input, range) {
      const { changes: found, ...rest } = await feed.since(input, range)
      const { ofProcess, alsoPublished } = index.searchable()
      const findOthers = ({ id }: FeedChange) => {
        const [latest] = [...ofProcess(id)].sort(
          (a, b) => b.updatedMs - a.updatedMs || (a.key < b.key ? -1 : 1),
        )
        return latest === undefined ? [] : alsoPublished(latest).map(({ ocid }) => ocid)
      }
      return { ...rest, changes: found.map((change) => findNamed(change, findOthers(change))) }
    },
  }
}

/**
 * Adds the names of other notices of one opportunity. Notices on two portals are reported
 * separately. Reporting only one would hide changes: they are linked by words and current data, a
 * correction on one portal separates them until the other follows, and a position of the list is
 * reported once or never.
 */
function findNamed(change: FeedChange, others: readonly string[]): FeedChange {
  if (others.length === 0) return change
  const also = { field: 'also_published_as', before: null, after: others.join(',') }
  return { ...change, detail: { ...change.detail, fields: [...change.detail.fields, also] } }
}

function opener(index: ServingIndex) {
  return (changes: readonly Change[]): OpenBlock<TenderFilters> => {
    const { texts: tenders, sides } = distinctTexts<SearchedTender>(changes)
    const postings = buildPostings(tenders.map(listSearchedFields))
    return {
      judge(filters) {
        const worded =
          filters.q === undefined ? null : findIn(index.searchable(), filters, postings)
        const passes = createFilter(filters)
        const matches = (number: number | null) =>
          number !== null &&
          (worded === null || worded.has(number)) &&
          passes(tenders[number]!) === 'passes'
        return (place) => {
          const { kind, before, after } = sides[place]!
          if (kind !== 'altered') return matches(before) || matches(after) ? kind : null
          // Other words, codes or places are news to a search that finds it only now.
          return matches(after) && !matches(before) ? 'new' : null
        }
      },
    }
  }
}

/** Numbers of the recorded texts that a search would find among the live notices of now. */
function findIn(
  { ranker, entry }: LiveIndex,
  { q, min_relevance }: TenderFilters,
  postings: Postings,
): ReadonlySet<number> {
  const { scale } = ranker.rank(q!, (number) => entry(number) !== null)
  return new Set(listRelevant(ranker.judge(q!, postings, scale), min_relevance ?? null))
}
