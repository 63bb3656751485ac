/** Changes of tenders since a cursor: the filters of search, each change judged alone. */

import { distinctTexts, type OpenBlock } from '../background/change-blocks.ts'
import type { ChangeFeed, FeedChange } from '../contract/changes.ts'
import { createSearchedFeed } from '../contract/searched-changes.ts'
import type { ServiceError } from '../platform/errors.ts'
import { epochDay } from '../platform/london.ts'
import type { Change, ChangeStore } from '../store/changes.ts'
import { buildPostings, type Postings } from '../text-search/postings.ts'
import { listRelevant } from '../text-search/ranker.ts'
import { listSearchedFields, NO_DAY } from './index/entry.ts'
import type { LiveIndex } from './index/live-index.ts'
import { createFilter, type Filtered, type SearchRequest } from './index/search.ts'
import type { SearchedTender } from './model/changes.ts'
import { deadlineDate } from './model/dates.ts'
import { searchCriterion, searchFilters, searchRequest } from './operations/search.ts'
import type { ServingIndex } from './operations/shared/deps.ts'

const LONGEST_EXAMPLE = 80

export function tenderChanges(options: {
  changes: ChangeStore
  index: ServingIndex
  unavailableReason: () => ServiceError | null
}): ChangeFeed {
  const { changes, index, unavailableReason } = options
  const feed = createSearchedFeed<SearchRequest>({
    subject: 'tenders',
    changes,
    open: opener(index),
    fields: searchFilters.shape,
    criterion: searchCriterion,
    question: searchRequest,
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
  return (changes: readonly Change[]): OpenBlock<SearchRequest> => {
    const { texts: tenders, sides } = distinctTexts<SearchedTender>(changes)
    const postings = buildPostings(tenders.map(listSearchedFields))
    return {
      judge(request) {
        const worded = request.q === null ? null : findIn(index.searchable(), request, postings)
        const passes = createFilter(request)
        const matches = (number: number | null) =>
          number !== null &&
          (worded === null || worded.has(number)) &&
          passes(filter(tenders[number]!)) === 'passes'
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
  { q, minRelevance }: SearchRequest,
  postings: Postings,
): ReadonlySet<number> {
  const { scale } = ranker.rank(q!, (number) => entry(number) !== null)
  return new Set(listRelevant(ranker.judge(q!, postings, scale), minRelevance))
}

function filter({ stage, cpv, regions, valueGbp, deadlineMs }: SearchedTender): Filtered {
  return {
    stage,
    cpv,
    regions,
    valueGbp,
    deadlineDay: deadlineMs === null ? NO_DAY : epochDay(deadlineDate(deadlineMs)),
  }
}
