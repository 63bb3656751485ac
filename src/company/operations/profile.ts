import { definePaid } from '../../contract/operation.ts'
import { OFFICERS_UNAVAILABLE_DETAIL } from '../model/officers.ts'
import { EXAMPLE_PROFILE, profileResult, registerExtras } from './shared/answers.ts'
import type { CompanyDeps } from './shared/deps.ts'
import {
  COMPANIES_ATTRIBUTION,
  detailQuery,
  fullProfileSchema,
  numberParams,
  unscoredSchema,
} from './shared/fields.ts'
import { shortenAnswer } from './shared/shorten-answer.ts'

const PRICE_USDC = '0.02'

export const companyProfile = definePaid<CompanyDeps>()({
  id: 'company_profile',
  method: 'GET',
  path: '/v1/company/{number}',
  family: 'wing-1',
  priceUsdc: PRICE_USDC,
  title: 'UK company profile',
  notFor: 'a judgement: company_verdict gives one',
  summary:
    'Profile of one UK company from the Companies House register: status, type, age, registered office, SIC codes, accounts and confirmation statement dates, officer counts. detail=full adds filings and anonymised officers.',
  params: numberParams,
  query: detailQuery,
  body: null,
  result: fullProfileSchema,
  verdict: unscoredSchema,
  listing: {
    text: 'Profile of one UK company from the register: status, age, office, SIC codes, accounts dates, officer counts.',
  },
  attribution: COMPANIES_ATTRIBUTION,
  example: {
    summary: 'Read one company',
    listed: [
      'result.name',
      'result.company_number',
      'result.status',
      'result.sic_codes',
      'result.accounts.overdue',
      'result.officers.active',
      'result.age_years',
    ],
    input: { number: '99000001' },
    result: EXAMPLE_PROFILE,
  },
  async answer({ number, detail }, { register, createTimeouts }, { today }) {
    const full = detail === 'full'
    const reading = await register.company(number, 'profile', {
      timeouts: createTimeouts(),
      filings: full,
    })
    const flags =
      reading.officers === null
        ? [{ code: 'OFFICERS_UNAVAILABLE', detail: OFFICERS_UNAVAILABLE_DETAIL }]
        : []
    const answer = {
      result: {
        ...profileResult(reading, today, full),
        ...(full ? registerExtras(reading, today) : {}),
      },
      verdict: { score: null, band: null, flags, narrative: null },
      sources: reading.sources,
      degradations: reading.degradations,
    }
    return full
      ? answer
      : shortenAnswer(answer, {
          number,
          attribution: COMPANIES_ATTRIBUTION,
          priceUsdc: PRICE_USDC,
        })
  },
})
