import { z } from 'zod'
import { NO_VERDICT } from '../../contract/envelope.ts'
import {
  createReversedError,
  findRelevanceError,
  foundByRelevance,
  matchedByRelevance,
  minRelevance,
} from '../../contract/found.ts'
import {
  civilDate,
  dateOrNull,
  noFields,
  noVerdictSchema,
  queryInteger,
  textOrNull,
} from '../../contract/input.ts'
import { type CriterionError, definePaid } from '../../contract/operation.ts'
import { londonDate } from '../../platform/london.ts'
import { cleanLine } from '../../platform/text.ts'
import type { ContractFilter } from '../../store/contract-filter.ts'
import { tenderFilters } from '../index/filter.ts'
import { normaliseName } from '../model/buyer.ts'
import { type Contract, findableSince } from '../model/contract.ts'
import { taxOf } from '../model/money.ts'
import { regionText } from '../model/regions.ts'
import { getPortal } from '../portals/index.ts'
import type { GradedContracts, TendersDeps } from './shared/deps.ts'
import { TENDERS_ATTRIBUTION, taxSchema } from './shared/shapes.ts'

const MAX_RESULTS = 20
const DEFAULT_RESULTS = 10
const MAX_NAME = 160

const name = (description: string, example: string) =>
  z
    .string()
    .max(MAX_NAME, `expected at most ${MAX_NAME} characters`)
    .transform((text) => cleanLine(text) ?? '')
    .refine(
      (text) => text.length >= 2 && normaliseName(text) !== '',
      'expected a name of at least 2 characters',
    )
    .optional()
    .meta({
      override: { type: 'string', minLength: 2, maxLength: MAX_NAME },
      description,
      example,
    })

const { q: keywords, cpv, region } = tenderFilters.shape
/** Words of contracts are searched in the store, which corrects no spelling. */
const q = keywords.meta({
  description:
    'Words of title or buyer, also found by CPV labels and trades; "quoted words" stay together',
})

/** Filters of a search of contracts. */
export const contractFilters = z.strictObject({
  q,
  cpv,
  region,
  buyer: name('Words of its name in order, or its register id', 'Exampleton Council'),
  supplier: name('Company number, or words of its name in order', '01234567'),
  status: z
    .enum(['running', 'ended', 'all'], { error: 'expected running, ended or all' })
    .default('running')
    .meta({
      description: 'running: until the last end with options; all: also without any end',
    }),
  ends_after: civilDate('Ends on or after this date').optional(),
  ends_before: civilDate('Ends on or before this date').optional(),
  value_min: queryInteger({ min: 0, description: 'Least contract value in GBP' }).optional(),
  value_max: queryInteger({ min: 0, description: 'Most contract value in GBP' }).optional(),
  ...minRelevance,
})

export type ContractFilters = z.output<typeof contractFilters>

const MAIN = ['q', 'cpv', 'region', 'buyer', 'supplier'] as const

export function contractCriterion(input: ContractFilters): CriterionError | null {
  const { ends_after, ends_before, value_min, value_max } = input
  if (ends_after !== undefined && ends_before !== undefined && ends_after > ends_before)
    return createReversedError('ends_after', 'is after ends_before')
  if (value_min !== undefined && value_max !== undefined && value_min > value_max)
    return createReversedError('value_min', 'is above value_max')
  if (MAIN.some((field) => input[field] !== undefined)) return findRelevanceError(input)
  return {
    code: 'CRITERIA_REQUIRED',
    absent: true,
    detail: `at least one of ${MAIN.join(', ')} is required`,
    field: 'q',
    in: 'query',
    hint: 'Add a criterion, for example q=school+catering or supplier=01234567.',
  }
}

/** The filters of a search apart from its text. */
export function contractFilter(
  input: ContractFilters,
  today: string,
): Omit<ContractFilter, 'text'> {
  return {
    status: input.status,
    today,
    endedSince: findableSince(today),
    endsAfter: input.ends_after ?? null,
    endsBefore: input.ends_before ?? null,
    valueMin: input.value_min ?? null,
    valueMax: input.value_max ?? null,
  }
}

const count = z.int().min(0)
const amount = z.number().min(0)

const contractSchema = z.strictObject({
  ocid: z.string().describe('Contracting process of the award'),
  award_id: z.string().describe('Award within that process'),
  title: textOrNull.describe('Null where the award gives none'),
  buyer: z.string().describe('Name as the notice gives it'),
  buyer_ids: z
    .array(z.string())
    .describe('From registers, such as GB-PPON-…; empty where the notice gives none'),
  suppliers: z
    .array(
      z.strictObject({
        name: z.string().describe('As the notice gives it'),
        company_number: textOrNull.describe('As the notice states it; null where it states none'),
      }),
    )
    .describe('Organisations; a supplier who may be a person is left out'),
  value: z
    .strictObject({
      amount: z.int().describe('Whole currency units'),
      currency: z.string().describe('ISO 4217'),
      basis: z.enum(['awarded', 'final', 'ceiling', 'estimate']).meta({
        description:
          'awarded: stated by the award; final: by the notice of its end; estimate: by its tender; ceiling: most that all call-offs of a framework or dynamic market may come to',
      }),
      tax: taxSchema,
    })
    .nullable()
    .describe('Newest that is stated; null where none is'),
  awarded: z.iso
    .date()
    .describe(
      'Earlier of award and signature; where none is stated, day of the first award notice',
    ),
  starts: dateOrNull.describe('First day; null where not stated'),
  ends: dateOrNull.describe('Last day without options; null where not stated'),
  ends_at_latest: dateOrNull.describe(
    'Last day with all stated options; equals ends without options; null without an end',
  ),
  state: z
    .enum(['running', 'completed', 'terminated', 'withdrawn', 'ended', 'unknown'])
    .describe('ended: past its last end; unknown: no end is stated'),
  actual_end: dateOrNull.describe('Day of its real end; null where not stated'),
  cpv: z.array(z.string()).nullable().describe('CPV codes of 8 digits; null where none are stated'),
  region: textOrNull.describe(
    'Place of delivery: a slug, several joined by commas, england or uk; null where none is stated',
  ),
  portal: z.string().describe('Portal that published the newest notice of it'),
  notice_url: z.string().describe('That notice'),
})

const coverageSchema = z
  .strictObject({
    since: dateOrNull.describe('Day of the first notice that is stored; null where none is'),
    portals: z.array(z.string()).describe('Portals with stored contracts'),
  })
  .describe('Which notices the contracts come from')

/** Searches public contracts, with their suppliers and end dates. */
export const contractsSearch = definePaid<TendersDeps>()({
  id: 'contracts_search',
  method: 'GET',
  path: '/v1/contracts/search',
  family: 'wing-2',
  priceUsdc: '0.05',
  title: 'Search UK public contracts and who holds them',
  notFor: 'open opportunities: tenders_search finds those',
  summary:
    'Who holds which UK public contract, and until when: search awarded contracts by words, CPV, region, buyer, supplier or company number, end date and value.',
  params: noFields,
  query: contractFilters.extend({
    limit: queryInteger({
      min: 1,
      max: MAX_RESULTS,
      description: 'How many contracts to return',
    }).default(DEFAULT_RESULTS),
  }),
  body: null,
  criterion: contractCriterion,
  result: z.strictObject({
    total_matched: count.describe('Contracts that match'),
    returned: count.max(MAX_RESULTS).describe('How many of them are here'),
    contracts: z
      .array(contractSchema.extend(matchedByRelevance))
      .max(MAX_RESULTS)
      .describe(
        'Running: the soonest end first, contracts within their options last; otherwise the newest award first',
      ),
    totals: z
      .strictObject({
        by_currency: z
          .array(
            z.strictObject({
              currency: z.string().describe('ISO 4217; GBP for contracts that state no value'),
              sum: amount.describe('Sum of awarded and estimated values of all that match'),
              counted: count.describe('Contracts in the sum'),
              without_value: count.describe('Contracts with a ceiling or no value: not in the sum'),
              with_tax: count.describe('Contracts in the sum whose value includes VAT'),
            }),
          )
          .describe('One for each currency'),
      })
      .describe('Over all contracts that match'),
    excluded: z
      .strictObject({
        value: count.describe('Without a value in GBP; 0 without a filter by value'),
        dates: count.describe('Without an end; 0 with status=all and no date'),
      })
      .describe('Contracts that a filter could not judge, each counted once'),
    coverage: coverageSchema,
    ...foundByRelevance,
  }),
  verdict: noVerdictSchema,
  attribution: TENDERS_ATTRIBUTION,
  example: {
    summary: 'Cleaning contracts in Yorkshire that end in 2027',
    listed: [
      'result.total_matched',
      'result.contracts.title',
      'result.contracts.suppliers.name',
      'result.contracts.value.amount',
      'result.contracts.ends',
    ],
    input: {
      q: 'cleaning',
      region: 'yorkshire',
      ends_after: '2027-01-01',
      ends_before: '2027-12-31',
    },
    result: {
      total_matched: 1,
      returned: 1,
      contracts: [
        {
          ocid: 'ocds-h6vhtk-0c1ea0',
          award_id: '1',
          title: 'Cleaning of schools',
          buyer: 'Exampleton Council',
          buyer_ids: ['GB-PPON-AAAA-1111-BBBB'],
          suppliers: [{ name: 'Example Cleaning Limited', company_number: '01234567' }],
          value: { amount: 420_000, currency: 'GBP', basis: 'awarded', tax: 'excluded' },
          awarded: '2024-02-12',
          starts: '2024-04-01',
          ends: '2027-03-31',
          ends_at_latest: '2029-03-31',
          state: 'running',
          actual_end: null,
          cpv: ['90910000'],
          region: 'yorkshire',
          portal: 'Find a Tender',
          notice_url: 'https://www.find-tender.service.gov.uk/Notice/000011-2024',
          matched: { relevance: 'close' },
        },
      ],
      totals: {
        by_currency: [{ currency: 'GBP', sum: 420_000, counted: 1, without_value: 0, with_tax: 0 }],
      },
      excluded: { value: 0, dates: 2 },
      coverage: { since: '2024-01-02', portals: ['Contracts Finder', 'Find a Tender'] },
      found_by_relevance: { close: 1, related: 0, loose: 0 },
    },
    verdict: {
      ...NO_VERDICT,
      flags: [
        {
          code: 'COVERAGE',
          detail:
            'notices are stored since: Contracts Finder 2024-01-02, Find a Tender 2024-01-02; contracts of earlier notices are not here',
        },
      ],
    },
  },
  freshness(_, { index }, { nowMs }) {
    index.live()
    return index.origins(nowMs)
  },
  async findSearchBasis(input, { index, contracts }, { nowMs }) {
    index.live()
    const today = londonDate(nowMs)
    const { total, revision } = await contracts.count(input, contractFilter(input, today))
    return {
      ...index.origins(nowMs),
      ...(total === null
        ? {}
        : { matches: { revision: `${revision} ${today}`, count: () => total } }),
    }
  },
  async answer(input, { index, contracts }, { nowMs, today }) {
    index.live()
    const filter = contractFilter(input, today)
    const found = await contracts.search(input, filter, input.limit)
    const unnumbered =
      input.supplier === undefined ? 0 : await contracts.countUnnumbered(input, filter)
    const coverage = await contracts.coverage()
    return {
      result: buildResult(found, coverage, today),
      verdict: {
        ...NO_VERDICT,
        flags: [...nameFlag(unnumbered), ...asideFlag(found.best), coverageFlag(coverage)],
      },
      ...index.origins(nowMs),
    }
  },
})

type Coverage = ReadonlyMap<string, string>

function buildResult(
  { total, best, totals, excluded, foundByRelevance, relevanceOf }: GradedContracts,
  coverage: Coverage,
  today: string,
) {
  return {
    total_matched: total,
    returned: best.length,
    contracts: best.map((contract) => ({
      ...showContract(contract, today),
      matched: { relevance: relevanceOf(contract) },
    })),
    totals: {
      by_currency: totals.map(({ currency, sum, counted, withoutValue, withTax }) => ({
        currency,
        sum,
        counted,
        without_value: withoutValue,
        with_tax: withTax,
      })),
    },
    excluded,
    coverage: { since: [...coverage.values()].sort()[0] ?? null, portals: [...coverage.keys()] },
    found_by_relevance: foundByRelevance,
  }
}

function showContract(contract: Contract, today: string): z.output<typeof contractSchema> {
  const { value, ceiling, estimated, suppliers, numbers, contractEnd, latestEnd, cpv } = contract
  const portal = getPortal(contract.portal)
  return {
    ocid: contract.ocid,
    award_id: contract.awardId,
    title: contract.title,
    buyer: contract.buyer,
    buyer_ids: contract.buyerIds,
    suppliers: suppliers.map((each, index) => ({
      name: each,
      company_number: numbers[index] ?? null,
    })),
    value: value && {
      amount: value.amount,
      currency: value.currency,
      basis: ceiling ? 'ceiling' : estimated ? 'estimate' : contract.final ? 'final' : 'awarded',
      tax: taxOf(value, portal.quirks.amountTax),
    },
    awarded: contract.awarded,
    starts: contract.starts,
    ends: contractEnd,
    ends_at_latest: latestEnd ?? contractEnd,
    state: findState(contract, today),
    actual_end: contract.actualEnd ?? null,
    cpv: cpv.length > 0 ? cpv : null,
    region: regionText(contract.regions),
    portal: portal.name,
    notice_url: portal.noticePage(contract.noticeId),
  }
}

function findState({ state, contractEnd, latestEnd }: Contract, today: string) {
  if (state !== null) return state
  const latest = latestEnd ?? contractEnd
  if (latest === null) return 'unknown'
  return latest < today ? 'ended' : 'running'
}

function asideFlag(contracts: readonly Contract[]) {
  const count = contracts.filter(({ setAside }) => setAside).length
  const detail = `${count} of the contracts here ${count === 1 ? 'has' : 'have'} a notice that states a day of award or signature after its own publication; it is set aside`
  return count === 0 ? [] : [{ code: 'DATE_SET_ASIDE', detail }]
}

function nameFlag(unnumbered: number) {
  if (unnumbered === 0) return []
  const detail = `${unnumbered} more ${unnumbered === 1 ? 'contract names' : 'contracts name'} a supplier of the same name without a company number; they are not in this answer, search for the name to see them`
  return [{ code: 'SAME_NAME_WITHOUT_NUMBER', detail }]
}

function coverageFlag(coverage: Coverage) {
  const portals = [...coverage].map(([portal, since]) => `${portal} ${since}`).join(', ')
  const detail =
    coverage.size === 0
      ? 'no award notice is stored yet'
      : `notices are stored since: ${portals}; contracts of earlier notices are not here`
  return { code: 'COVERAGE', detail }
}
