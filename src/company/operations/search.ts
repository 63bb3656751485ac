import { z } from 'zod'
import {
  dateOrNull,
  noFields,
  noVerdictSchema,
  queryInteger,
  textOrNull,
} from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { registerLine } from '../../platform/text.ts'
import type { CompanyDeps } from './shared/deps.ts'
import { COMPANIES_ATTRIBUTION } from './shared/fields.ts'

const MIN_LENGTH = 2
const MAX_LENGTH = 160
const MAX_RESULTS = 5

const query = z.strictObject({
  q: z
    .string()
    .transform((text) => registerLine(text) ?? '')
    .refine(
      (text) => text.length >= MIN_LENGTH && text.length <= MAX_LENGTH,
      `expected ${MIN_LENGTH} to ${MAX_LENGTH} characters`,
    )
    .meta({
      override: { type: 'string', minLength: MIN_LENGTH, maxLength: MAX_LENGTH },
      description: 'Company name, or the beginning of one',
      example: 'harbour lane bakery',
    }),
  limit: queryInteger({
    min: 1,
    max: MAX_RESULTS,
    description: 'How many matches to return, default 5',
    example: 5,
  }).default(MAX_RESULTS),
})

const hitSchema = z.strictObject({
  company_number: z.string().describe('What the other company operations ask for'),
  name: textOrNull.describe('Registered name; null where the register gives none'),
  status: textOrNull.describe(
    "The register's status, such as active or dissolved; null where it gives none",
  ),
  incorporated: dateOrNull.describe('Day of incorporation; null where the register gives none'),
  address_snippet: textOrNull.describe(
    'Registered office on one line; null where the register gives none',
  ),
})

const example = {
  summary: 'Find a company by its name',
  listed: ['result.results.company_number', 'result.results.name', 'result.total_matches'],
  input: { q: 'harbour lane bakery' },
  result: {
    results: [
      {
        company_number: '99000001',
        name: 'HARBOUR LANE BAKERY LIMITED',
        status: 'active',
        incorporated: '2012-05-14',
        address_snippet: '4 Harbour Lane, Exampleton, EX1 1AA',
      },
    ],
    total_matches: 1,
  },
}

export const companySearch = definePaid<CompanyDeps>()({
  id: 'company_search',
  method: 'GET',
  path: '/v1/company/search',
  family: 'wing-1',
  priceUsdc: '0.005',
  title: 'Search UK companies by name',
  notFor: 'details of one company: company_profile has them',
  summary:
    'Find UK companies on the Companies House register by name: the top 5 matches with number, status, incorporation date and address.',
  params: noFields,
  query,
  body: null,
  result: z.strictObject({
    results: z
      .array(hitSchema)
      .max(MAX_RESULTS)
      .describe('Best match first, in the order of the register'),
    total_matches: z
      .int()
      .min(0)
      .describe(
        "How many the register finds in all; from this service's own copy of it counted up to 1000, and of similar names only those found",
      ),
  }),
  verdict: noVerdictSchema,
  attribution: COMPANIES_ATTRIBUTION,
  example,
  findSearchBasis: ({ q }, { register }) => register.mirrored.search(q),
  async answer({ q, limit }, { register }) {
    const { found, sources, degradations } = await register.search(q)
    return {
      result: { results: found.hits.slice(0, limit), total_matches: found.total },
      sources,
      degradations,
    }
  },
})
