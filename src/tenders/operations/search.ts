import { z } from 'zod'
import { NO_VERDICT } from '../../contract/envelope.ts'
import {
  buildFoundSchemas,
  findRelevanceError,
  minRelevance,
  NOT_MATCHED_BY_WORDS,
} from '../../contract/found.ts'
import { civilDate, noFields, queryInteger } from '../../contract/input.ts'
import { type CriterionError, definePaid } from '../../contract/operation.ts'
import { cleanLine } from '../../platform/text.ts'
import { type SearchOutcome, type SearchRequest, searchNotices } from '../index/search.ts'
import { filterMask } from '../model/regions.ts'
import { freshnessOfAll, type TendersDeps } from './shared/deps.ts'
import { EXAMPLE_BRIEF } from './shared/examples.ts'
import {
  briefSchema,
  noticeBrief,
  regionFilter,
  searchVerdictSchema,
  stageFilter,
  TENDERS_ATTRIBUTION,
  unreadFlag,
} from './shared/shapes.ts'

const MAX_RESULTS = 10
const MAX_QUERY = 200
const MAX_PREFIXES = 20

/** Filters of a search, also of a saved search. */
export const searchFilters = z.strictObject({
  q: z
    .string()
    .max(MAX_QUERY, `expected at most ${MAX_QUERY} characters`)
    .transform((text) => cleanLine(text) ?? '')
    .refine((text) => text !== '', 'expected at least one word')
    .optional()
    .meta({
      override: { type: 'string', minLength: 1, maxLength: MAX_QUERY },
      description:
        'Keywords, also found by CPV labels, trades and near spellings; "quoted words" stay together',
      example: 'grounds maintenance',
    }),
  cpv: z
    .string()
    .regex(
      /^[0-9]{2,8}(,[0-9]{2,8})*$/,
      'expected CPV code prefixes of 2 to 8 digits, separated by commas',
    )
    .refine(
      (list) => list.split(',').length <= MAX_PREFIXES,
      `expected at most ${MAX_PREFIXES} prefixes`,
    )
    .optional()
    .meta({
      description:
        'CPV code prefixes, comma-separated; 72 and 72000000 both mean the whole division',
      example: '77,90',
    }),
  region: regionFilter
    .optional()
    .meta({ description: 'UK-wide notices match every region', example: 'scotland' }),
  value_min: queryInteger({
    min: 0,
    description: 'Minimum stated contract value in GBP',
    example: 10_000,
  }).optional(),
  value_max: queryInteger({
    min: 0,
    description: 'Maximum stated contract value in GBP',
    example: 500_000,
  }).optional(),
  deadline_after: civilDate(
    'Only notices whose submission deadline is on or after this date',
  ).optional(),
  stage: stageFilter.optional().meta({
    description: 'tender: open competitions; planning: early engagement; absent: both',
    example: 'tender',
  }),
  ...minRelevance,
})

type Filters = z.output<typeof searchFilters>

export function searchCriterion(input: Filters): CriterionError | null {
  if (input.q === undefined && input.cpv === undefined && input.region === undefined) {
    return {
      code: 'CRITERIA_REQUIRED',
      absent: true,
      detail: 'at least one of q, cpv or region is required',
      field: 'q',
      in: 'query',
      hint: 'Add q=<keywords>, cpv=<prefixes> or region=<slug>, for example q=grounds%20maintenance.',
    }
  }
  if (
    input.value_min !== undefined &&
    input.value_max !== undefined &&
    input.value_min > input.value_max
  ) {
    return {
      code: 'VALIDATION',
      absent: false,
      detail: 'value_min is above value_max',
      field: 'value_min',
      in: 'query',
      hint: 'Exchange the two, or leave one out.',
    }
  }
  return findRelevanceError(input)
}

/** The filters as the index takes them. */
export function searchRequest(input: Filters): SearchRequest {
  return {
    q: input.q ?? null,
    cpvPrefixes: input.cpv?.split(',') ?? null,
    regions: input.region ? filterMask([input.region]) : null,
    valueMinGbp: input.value_min ?? null,
    valueMaxGbp: input.value_max ?? null,
    deadlineAfter: input.deadline_after ?? null,
    stage: input.stage ?? null,
    minRelevance: input.min_relevance ?? null,
  }
}

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
  query: searchFilters,
  body: null,
  criterion: searchCriterion,
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
  verdict: searchVerdictSchema,
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
        count: () => searchNotices(live, searchRequest(input), nowMs, MAX_RESULTS).totalMatched,
      },
    }
  },
  async answer(input, { index }, { nowMs, today }) {
    const request = searchRequest(input)
    const outcome = searchNotices(index.searchable(), request, nowMs, MAX_RESULTS)
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
        : [{ code: 'NO_MATCH', detail: `${broaden(request, outcome)} ${index.coverageText()}.` }]
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
function broaden(request: SearchRequest, { excluded }: SearchOutcome): string {
  const unjudged = Object.values(excluded).reduce((sum, each) => sum + each, 0)
  const steps = [
    request.q?.includes(' ') ? 'use fewer or more general words in q' : null,
    request.q !== null && request.cpvPrefixes === null ? 'search by cpv instead of words' : null,
    request.cpvPrefixes?.some((prefix) => prefix.length > 3)
      ? 'shorten the cpv prefixes to two or three digits'
      : null,
    request.regions !== null ? 'leave out region' : null,
    request.valueMinGbp !== null || request.valueMaxGbp !== null
      ? 'widen value_min and value_max'
      : null,
    request.deadlineAfter !== null ? 'use an earlier deadline_after' : null,
    request.stage !== null ? 'leave out stage to search both' : null,
    request.minRelevance !== null ? 'leave out min_relevance' : null,
  ].filter((step) => step !== null)
  const counted =
    unjudged > 0 ? ` ${unjudged} notices do not state what a filter needs (see excluded).` : ''
  return `no live notice matches; to broaden: ${steps.join('; ')}.${counted}`
}
