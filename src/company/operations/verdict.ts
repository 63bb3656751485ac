import { definePaid } from '../../contract/operation.ts'
import { BRIEF, FULL, fcaBlock, TIGHT } from '../model/standing.ts'
import { FALLBACK_NOTE } from '../regulator.ts'
import { judge } from '../rules/verdict-1.0.0.ts'
import { EXAMPLE_PROFILE, profileResult } from './answers.ts'
import type { CompanyDeps } from './deps.ts'
import {
  COMPANIES_ATTRIBUTION,
  detailQuery,
  evaluationSchema,
  numberParams,
  profileSchema,
  verdictSchema,
  WITH_FCA_ATTRIBUTION,
} from './fields.ts'
import { fitAnswer } from './fit.ts'

const PRICE_USDC = '0.10'

export const companyVerdict = definePaid<CompanyDeps, typeof numberParams, typeof detailQuery, null>({
  id: 'company_verdict',
  method: 'GET',
  path: '/v1/company/{number}/verdict',
  family: 'wing-1',
  priceUsdc: PRICE_USDC,
  title: 'UK company legitimacy verdict',
  summary:
    'Legitimacy verdict for one UK company: score 0-100, band low_risk, caution or high_risk and the flags behind it, computed from the register by published rules, with the whole profile.',
  params: numberParams,
  query: detailQuery,
  body: null,
  result: profileSchema.extend({ evaluation: evaluationSchema }),
  verdict: verdictSchema,
  attribution: COMPANIES_ATTRIBUTION,
  example: {
    summary: 'Judge one company',
    input: { number: '99000001' },
    result: EXAMPLE_PROFILE,
    verdict: {
      score: 75,
      band: 'caution',
      flags: [{ code: 'ACCOUNTS_OVERDUE', detail: 'accounts due 2026-06-30, 144 days overdue' }],
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
  async answer({ number, detail }, { register, regulator, narrator }, { today }) {
    const full = detail === 'full'
    const reading = await register.company(number, 'verdict', full)
    const { profile, officers, charges, insolvency } = reading
    const { standing, sources, degradations } = await regulator.standing(profile)
    const { score, band, flags, evaluation } = judge({ profile, officers, charges, insolvency, standing }, today)
    const result = profileResult(reading, today, full)
    // Always of the default profile, so that both depths of one day's verdict carry the same text.
    const told = { ...profileResult(reading, today, false), registered_office: null }
    const narrative = await narrator.narrate({ ...told, score, band, flags }, profile.name)
    const answer = {
      result: full ? { ...result, evaluation } : result,
      verdict: { score, band, flags, fca: fcaBlock(standing, full ? FULL : BRIEF), narrative },
      sources: [...reading.sources, ...sources],
      degradations: [...reading.degradations, ...degradations],
      ...(regulator.consulted ? { attribution: WITH_FCA_ATTRIBUTION } : {}),
    }
    return full
      ? answer
      : fitAnswer(answer, { number, attribution: COMPANIES_ATTRIBUTION, priceUsdc: PRICE_USDC, tightFca: fcaBlock(standing, TIGHT) })
  },
})
