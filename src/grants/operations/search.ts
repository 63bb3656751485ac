import { z } from 'zod'
import { buildFoundSchemas, NOT_MATCHED_BY_WORDS } from '../../contract/found.ts'
import { noFields, noVerdictSchema } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { findCriterionError, grantFilters } from '../index/filter.ts'
import { revisionAt, searchGrants } from '../index/search.ts'
import { freshnessOfAll, type GrantsDeps } from './shared/deps.ts'
import { EXAMPLE_GRANT } from './shared/examples.ts'
import { GRANTS_ATTRIBUTION, grantSchema, grantView } from './shared/fields.ts'

const excludedSchema = z
  .strictObject({
    no_region: z.int().describe('State no region; 0 without the filter region'),
    no_org_type: z.int().describe('State no applicant type; 0 without the filter org_type'),
    no_amount: z.int().describe('State neither bound needed; 0 without a filter by amount'),
    not_open: z.int().describe('Not open on the day of the answer; 0 with open_now=false'),
  })
  .meta({
    description:
      'Grants left out because they are not open, or lack the value that a filter needs; each counted once',
  })

const { matched, foundBy } = buildFoundSchemas({
  words: 'Words of q that the advert or its categories have, as sent',
  cpv: 'Always null: grants have no CPV codes',
  by: 'Strongest reason: words; synonym: other words for the same topic, a part of it, or the topic that it is a part of',
  foundByCpv: 'Always 0',
  foundBySynonym: 'Found by topic',
})

export const grantsSearch = definePaid<GrantsDeps>()({
  id: 'grants_search',
  method: 'GET',
  path: '/v1/grants/search',
  family: 'wing-3',
  priceUsdc: '0.10',
  title: 'Search live UK government grants',
  notFor: 'judging eligibility: grants_match does that',
  summary:
    'Search open UK government grants by keyword, region, applicant type (charity, business, council, individual) and amount: up to 10 with window, amounts, who can apply and parsed eligibility criteria, indexed daily.',
  params: noFields,
  query: grantFilters,
  body: null,
  criterion: findCriterionError,
  result: z.strictObject({
    total_matched: z.int().min(0).describe('Grants that match'),
    returned: z.int().min(0).max(10).describe('How many of them are here'),
    grants: z
      .array(grantSchema.extend(matched))
      .max(10)
      .describe(
        'Most relevant first; of equal ones open ones first, the soonest to close before others',
      ),
    excluded: excludedSchema,
    ...foundBy,
  }),
  verdict: noVerdictSchema,
  listing: {
    text: 'Search open UK government grants by keyword, region, applicant type and amount: up to 10, with window and criteria.',
  },
  attribution: GRANTS_ATTRIBUTION,
  example: {
    summary: 'Open grants for a charity in England',
    listed: [
      'result.total_matched',
      'result.grants.id',
      'result.grants.name',
      'result.grants.amounts.max',
      'result.grants.window.closes',
    ],
    input: { q: 'community energy', region: 'england', org_type: 'charity' },
    result: {
      total_matched: 1,
      returned: 1,
      grants: [
        {
          ...EXAMPLE_GRANT,
          matched: { words: ['community'], cpv: null, by: 'synonym', relevance: 'related' },
        },
      ],
      excluded: { no_region: 0, no_org_type: 0, no_amount: 0, not_open: 1 },
      found_by: { words: 0, cpv: 0, synonym: 1 },
      found_by_relevance: { close: 0, related: 1, loose: 0 },
    },
  },
  freshness: (_, { index }, { nowMs }) => freshnessOfAll(index, nowMs),
  findSearchBasis(input, { index }, { nowMs }) {
    const { generation } = index(nowMs)
    return {
      ...freshnessOfAll(index, nowMs),
      matches: {
        revision: revisionAt(generation, nowMs),
        count: () => searchGrants(generation, input, nowMs).totalMatched,
      },
    }
  },
  async answer(input, { index }, { nowMs }) {
    const { generation, sources, among } = index(nowMs)
    const {
      totalMatched,
      grants,
      excluded,
      foundBy: found_by,
      foundByRelevance,
    } = searchGrants(generation, input, nowMs)
    const result = {
      total_matched: totalMatched,
      returned: grants.length,
      grants: grants.map(({ grant, matched: reasons }) => ({
        ...grantView(grant, nowMs),
        matched: reasons ?? NOT_MATCHED_BY_WORDS,
      })),
      excluded,
      found_by,
      found_by_relevance: foundByRelevance,
    }
    return { result, sources, degradations: among(grants.map(({ grant }) => grant)) }
  },
})
