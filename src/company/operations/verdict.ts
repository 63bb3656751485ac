import { definePaid } from '../../contract/operation.ts'
import { FALLBACK_NOTE } from '../regulator.ts'
import { EXAMPLE_PROFILE } from './shared/answers.ts'
import type { CompanyDeps } from './shared/deps.ts'
import {
  COMPANIES_ATTRIBUTION,
  detailQuery,
  judgedSchema,
  numberParams,
  verdictSchema,
} from './shared/fields.ts'
import { readJudged, VERDICT_PRICE_USDC } from './shared/judged.ts'

export const companyVerdict = definePaid<CompanyDeps>()({
  id: 'company_verdict',
  method: 'GET',
  path: '/v1/company/{number}/verdict',
  family: 'wing-1',
  priceUsdc: VERDICT_PRICE_USDC,
  title: 'UK company legitimacy verdict',
  notFor: 'basic facts alone: company_profile is cheaper',
  summary:
    'Legitimacy verdict for one UK company: score 0-100, band low_risk, caution or high_risk and the flags behind it, computed from the register by published rules, with the whole profile.',
  params: numberParams,
  query: detailQuery,
  body: null,
  result: judgedSchema,
  verdict: verdictSchema,
  listing: {
    text: 'Legitimacy verdict for one UK company: score 0-100, band and flags by published rules, with its profile.',
  },
  attribution: COMPANIES_ATTRIBUTION,
  example: {
    summary: 'Judge one company',
    listed: [
      'result.company_number',
      'result.status',
      'result.accounts.overdue',
      'verdict.score',
      'verdict.band',
      'verdict.flags.code',
    ],
    input: { number: '99000001' },
    result: { ...EXAMPLE_PROFILE, evidence: { level: 'full', reasons: [] } },
    verdict: {
      score: 75,
      band: 'caution',
      flags: [{ code: 'ACCOUNTS_OVERDUE', detail: 'accounts due 2026-06-30, 143 days overdue' }],
      fca: {
        checked: false,
        regulated: null,
        frn: null,
        firm_name: null,
        status: null,
        permissions_summary: null,
        warnings: [],
        note: FALLBACK_NOTE,
      },
      narrative: null,
    },
  },
  async answer({ number, detail }, deps, { today }) {
    const full = detail === 'full'
    const judged = await readJudged(number, deps, {
      today,
      timeouts: deps.createTimeouts(),
      full,
    })
    const narrative = await deps.narrator.narrate(judged.narrated, judged.row.name)
    return deps.answers.memoize(`${number} ${full}`, [judged, narrative], () =>
      judged.answer(narrative),
    )
  },
})
