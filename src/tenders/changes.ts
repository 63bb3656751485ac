/** The tender side of what changed since somebody asked: filters as in search, each change judged by itself. */
import type { ChangeFeed, ToldChange } from '../contract/changes.ts'
import { searchedFeed } from '../contract/searched-changes.ts'
import { buildPostings } from '../kernel/build-postings.ts'
import type { ServiceError } from '../kernel/errors.ts'
import { epochDay } from '../kernel/london.ts'
import { openPostings } from '../kernel/postings.ts'
import { openSearch, parseQuery } from '../kernel/query.ts'
import { distinctTexts, type OpenBlock } from '../refresh/change-blocks.ts'
import type { Change, ChangeStore } from '../store/changes.ts'
import { FIELD_WEIGHTS } from './index/data.ts'
import { prefixRange, type SearchRequest } from './index/search.ts'
import type { SearchedTender } from './model/changes.ts'
import { deadlineDate } from './model/dates.ts'
import { TENDER_SYNONYMS, WEAK_STEMS } from './model/synonyms.ts'
import { searchCriterion, searchFilters, searchRequest } from './operations/search.ts'
import type { ServingIndex } from './operations/shared/deps.ts'

const LONGEST_EXAMPLE = 80

export function tenderChanges(options: { changes: ChangeStore; index: ServingIndex; undelivered: () => ServiceError | null }): ChangeFeed {
  const { changes, index, undelivered } = options
  const feed = searchedFeed<SearchRequest>({
    subject: 'tenders',
    changes,
    open,
    fields: searchFilters.shape,
    criterion: searchCriterion,
    question: searchRequest,
    undelivered,
    origins: async (_, nowMs) => index.origins(nowMs),
    exampleFor: ({ title }) => ({ q: title.slice(0, LONGEST_EXAMPLE).trim() }),
  })
  return {
    ...feed,
    async since(input, range) {
      const { changes: found, ...rest } = await feed.since(input, range)
      const { find, alsoPublished } = index.searchable()
      const othersOf = ({ id, atMs }: ToldChange) => alsoPublished(find(id, atMs)?.key ?? '').map(({ ocid }) => ocid)
      return { ...rest, changes: found.map((change) => named(change, othersOf(change))) }
    },
  }
}

/**
 * Each of two portals' notices of one opportunity is told, and names the other. To tell one of them alone would hide changes: they are linked by words
 * and by what is there at the moment, a correction on one portal parts them until the other follows, and a position of the record is told once or never.
 */
function named(change: ToldChange, others: readonly string[]): ToldChange {
  if (others.length === 0) return change
  const also = { field: 'also_published_as', before: null, after: others.join(',') }
  return { ...change, detail: { ...change.detail, fields: [...change.detail.fields, also] } }
}

function open(changes: readonly Change[]): OpenBlock<SearchRequest> {
  const { texts: tenders, sides } = distinctTexts<SearchedTender>(changes)
  const fields = tenders.map(({ title, description, lots, buyer }) => [title, description, lots, buyer])
  const search = openSearch(openPostings(buildPostings(fields, TENDER_SYNONYMS.phrases)), FIELD_WEIGHTS)
  return {
    judge(request) {
      const worded = request.q === null ? null : new Set(search(parseQuery(request.q, TENDER_SYNONYMS, WEAK_STEMS)).documents)
      const passes = filterOf(request)
      const matches = (number: number | null) => number !== null && (worded === null || worded.has(number)) && passes(tenders[number]!)
      return (place) => {
        const { kind, before, after } = sides[place]!
        if (kind !== 'altered') return matches(before) || matches(after) ? kind : null
        // Other words, codes or places are news to a search that finds it only now.
        return matches(after) && !matches(before) ? 'new' : null
      }
    },
  }
}

/** As `searchNotices` filters, for one tender: what a filter cannot judge does not pass it. */
function filterOf(request: SearchRequest): (tender: SearchedTender) => boolean {
  const { stage, regions: sought, valueMinGbp, valueMaxGbp, deadlineAfter } = request
  const ranges = request.cpvPrefixes?.map(prefixRange) ?? null
  const afterDay = deadlineAfter === null ? null : epochDay(deadlineAfter)
  return (tender) => {
    if (stage !== null && tender.stage !== stage) return false
    if (ranges !== null && !tender.cpv.some((code) => ranges.some(([low, high]) => Number(code) >= low && Number(code) < high)))
      return false
    if (sought !== null && (tender.regions & sought) === 0) return false
    const { valueGbp, deadlineMs } = tender
    if ((valueMinGbp !== null || valueMaxGbp !== null) && valueGbp === null) return false
    if (valueMinGbp !== null && valueGbp! < valueMinGbp) return false
    if (valueMaxGbp !== null && valueGbp! > valueMaxGbp) return false
    return afterDay === null || (deadlineMs !== null && epochDay(deadlineDate(deadlineMs)) >= afterDay)
  }
}
