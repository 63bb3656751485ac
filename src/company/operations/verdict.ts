import { definePaid } from '../../contract/operation.ts'
import { FALLBACK_NOTE } from '../regulator.ts'
import { EXAMPLE_PROFILE } from './shared/answers.ts'
import type { CompanyDeps } from './shared/deps.ts'
import { COMPANIES_ATTRIBUTION, detailQuery, judgedSchemaWith, numberParams, verdictSchema } from './shared/fields.ts'
import { basisOf, judgeCompany } from './shared/judged.ts'

const PRICE_USDC = '0.10'

/** @param extras whether answers carry what goes beyond the specification */
export function companyVerdict(extras: boolean) {
  return definePaid<CompanyDeps>()({
    id: 'company_verdict',
    method: 'GET',
    path: '/v1/company/{number}/verdict',
    family: 'wing-1',
    priceUsdc: PRICE_USDC,
    title: 'UK company legitimacy verdict',
    notFor: 'basic facts alone: company_profile is cheaper',
    summary:
      'Legitimacy verdict for one UK company: score 0-100, band low_risk, caution or high_risk and the flags behind it, computed from the register by published rules, with the whole profile.',
    params: numberParams,
    query: detailQuery,
    body: null,
    result: judgedSchemaWith(extras),
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
    async answer({ number, detail }, { register, regulator, narrator, judgements, answers, patience: begin }, { today }) {
      const full = detail === 'full'
      const patience = begin()
      const reading = await register.company(number, 'verdict', { patience, filings: full })
      const standing = await regulator.standing(reading.profile, patience)
      const basis = basisOf(reading, standing, today)
      const make = () =>
        judgeCompany(reading, standing, {
          today,
          full,
          extras,
          regulatorConsulted: regulator.consulted,
          priceUsdc: PRICE_USDC,
        })
      const key = `${number} ${full}`
      const judged = basis === null ? make() : judgements.recall(key, basis, make)
      const narrative = await narrator.narrate(judged.told, reading.profile.name)
      return answers.recall(key, [judged, narrative], () => judged.answer(narrative))
    },
  })
}
