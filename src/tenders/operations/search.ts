import { z } from 'zod'
import { NO_VERDICT } from '../../contract/envelope.ts'
import { buildFoundSchemas, NOT_MATCHED_BY_WORDS } from '../../contract/found.ts'
import { noFields, noVerdictSchema } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { findCriterionError, type TenderFilters, tenderFilters } from '../index/filter.ts'
import { type SearchOutcome, searchNotices } from '../index/search.ts'
import { freshnessOfAll, type TendersDeps } from './shared/deps.ts'
import { EXAMPLE_BRIEF } from './shared/examples.ts'
import { briefSchema, noticeBrief, TENDERS_ATTRIBUTION, unreadFlag } from './shared/shapes.ts'

const MAX_RESULTS = 10
const count = z.int().min(0)

const { matched, foundBy } = buildFoundSchemas({
  words: 'Words of q that the notice has, as sent',
  cpv: 'CPV codes of the notice that q leads to; null where none',
  by: 'Strongest reason: words; cpv: labels of its codes and words learned from titles; synonym: other words and trades',
  foundByCpv: 'Found by CPV labels or learned words',
  foundBySynonym: 'Found by other words or a trade',
})

export const tendersSearch = definePaid<TendersDeps>()({
  id: 'tenders_search',
  method: 'GET',
  path: '/v1/tenders/search',
  family: 'wing-2',
  priceUsdc: '0.05',
  title: 'Search live UK public-sector tenders',
  notFor: 'ranking by fit: tenders_fit_score does that',
  summary:
    'Search open UK public-sector tenders of the official portals by keywords, CPV, region (such as Scotland or Wales), value and deadline: up to 10 notices, and how many a filter could not judge.',
  params: noFields,
  query: tenderFilters,
  body: null,
  criterion: findCriterionError,
  result: z.strictObject({
    total_matched: count.describe('Live notices that match'),
    returned: count.max(MAX_RESULTS).describe('How many of them are here'),
    notices: z
      .array(briefSchema.extend(matched))
      .max(MAX_RESULTS)
      .describe('Most relevant first, then the soonest due'),
    excluded: z
      .strictObject({
        no_cpv: count.describe('Without a CPV code; 0 without the filter cpv'),
        no_region: count.describe('Without a place of delivery; 0 without the filter region'),
        no_value: count.describe('Without a value; 0 without a filter by value'),
        no_deadline: count.describe('Without a deadline; 0 without the filter deadline_after'),
      })
      .describe('Notices that a filter could not judge, each counted once'),
    ...foundBy,
  }),
  verdict: noVerdictSchema,
  attribution: TENDERS_ATTRIBUTION,
  listing: {
    text: 'Search open UK public-sector tenders by keywords, CPV, region, value and deadline: up to 10.',
  },
  example: {
    summary: 'Grounds maintenance in Scotland',
    listed: [
      'result.total_matched',
      'result.notices.ocid',
      'result.notices.title',
      'result.notices.buyer',
      'result.notices.value.amount',
      'result.notices.deadline',
    ],
    input: { q: 'grounds maintenance', region: 'scotland', stage: 'tender' },
    result: {
      total_matched: 1,
      returned: 1,
      notices: [
        {
          ...EXAMPLE_BRIEF,
          matched: {
            words: ['grounds', 'maintenance'],
            cpv: null,
            by: 'words',
            relevance: 'close',
          },
        },
      ],
      excluded: { no_cpv: 0, no_region: 2, no_value: 0, no_deadline: 0 },
      found_by: { words: 1, cpv: 0, synonym: 0 },
      found_by_relevance: { close: 1, related: 0, loose: 0 },
    },
  },
  freshness: (_, { index }, { nowMs }) => freshnessOfAll(index, nowMs),
  findSearchBasis(input, { index }, { nowMs }) {
    const live = index.searchable()
    live.lapse(nowMs)
    return {
      ...index.origins(nowMs),
      matches: {
        // A notice whose deadline passes is a change of what can be found.
        revision: String(live.version),
        count: () => searchNotices(live, input, nowMs, MAX_RESULTS).totalMatched,
      },
    }
  },
  async answer(input, { index }, { nowMs, today }) {
    const outcome = searchNotices(index.searchable(), input, nowMs, MAX_RESULTS)
    const found = outcome.best.map((entry) => ({
      key: entry.key,
      matched: outcome.findMatched(entry),
    }))
    const texts = await index.notices(found.map(({ key }) => key))
    const notices = found.flatMap(({ key, matched }) => {
      const notice = texts.get(key)
      if (notice === undefined) return []
      return [
        {
          ...noticeBrief(notice, { nowMs, today }),
          matched: matched ?? NOT_MATCHED_BY_WORDS,
        },
      ]
    })
    const flags =
      notices.length > 0
        ? unreadFlag(texts.values())
        : [{ code: 'NO_MATCH', detail: `${broaden(input, outcome)} ${index.coverageText()}.` }]
    const { totalMatched: total_matched, excluded, foundBy: found_by, foundByRelevance } = outcome
    return {
      result: {
        total_matched,
        returned: notices.length,
        notices,
        excluded,
        found_by,
        found_by_relevance: foundByRelevance,
      },
      ...(flags.length > 0 ? { verdict: { ...NO_VERDICT, flags } } : {}),
      ...index.origins(nowMs),
    }
  },
})

/** Returns which filters to leave out. */
function broaden(filters: TenderFilters, { excluded }: SearchOutcome): string {
  const unjudged = Object.values(excluded).reduce((sum, each) => sum + each, 0)
  const steps = [
    filters.q?.includes(' ') ? 'use fewer or more general words in q' : null,
    filters.q !== undefined && filters.cpv === undefined ? 'search by cpv instead of words' : null,
    filters.cpv === undefined
      ? null
      : filters.cpv.split(',').some((prefix) => prefix.length > 3)
        ? 'shorten the cpv prefixes to two or three digits'
        : 'use other cpv prefixes',
    filters.region !== undefined ? 'leave out region' : null,
    filters.value_min !== undefined || filters.value_max !== undefined
      ? 'widen value_min and value_max'
      : null,
    filters.deadline_after !== undefined ? 'use an earlier deadline_after' : null,
    filters.stage !== undefined ? 'leave out stage to search both' : null,
    filters.min_relevance !== undefined ? 'leave out min_relevance' : null,
  ].filter((step) => step !== null)
  const counted =
    unjudged > 0 ? ` ${unjudged} notices do not state what a filter needs (see excluded).` : ''
  return `no live notice matches; to broaden: ${steps.join('; ')}.${counted}`
}
