import { z } from 'zod'
import { noFields, noVerdictSchema } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { ServiceError } from '../../platform/errors.ts'
import { FULL, fcaBlock } from '../model/standing.ts'
import { missingPart } from '../read-part.ts'
import { FALLBACK_NOTE, type StandingReading } from '../regulator.ts'
import { buildSourceStatus } from '../source-status.ts'
import type { CompanyDeps } from './shared/deps.ts'
import {
  COMPANIES_ATTRIBUTION,
  fcaSchema,
  numberParams,
  WITH_FCA_ATTRIBUTION,
} from './shared/fields.ts'

const NO_NAME = 'The FCA register is searched by name, which the register of companies gives.'

export const companyFca = definePaid<CompanyDeps>()({
  id: 'company_fca',
  method: 'GET',
  path: '/v1/company/{number}/fca',
  family: 'wing-1',
  priceUsdc: '0.02',
  title: 'FCA register status of a UK company',
  notFor: 'filings or solvency: company_verdict has them',
  summary:
    'Whether one UK company is on the register of the Financial Conduct Authority: firm reference number, status, permissions and warnings. Answers with checked false when the register is unavailable.',
  params: numberParams,
  query: noFields,
  body: null,
  result: z.strictObject({
    fca: fcaSchema.describe("The company on the financial regulator's register"),
  }),
  verdict: noVerdictSchema,
  attribution: COMPANIES_ATTRIBUTION,
  example: {
    summary: 'Check one company with the regulator',
    listed: ['result.fca.checked', 'result.fca.regulated', 'result.fca.note'],
    input: { number: '99000001' },
    result: { fca: fcaBlock({ outcome: 'not_consulted', reason: FALLBACK_NOTE }, FULL) },
  },
  findSearchBasis: ({ number }, { register, regulator }) =>
    regulator.consulted ? null : register.mirrored.profile(number),
  async answer({ number }, deps) {
    const { standing, sources, degradations } = await readStanding(number, deps)
    return {
      result: { fca: fcaBlock(standing, FULL) },
      sources,
      degradations,
      ...(deps.regulator.consulted ? { attribution: WITH_FCA_ATTRIBUTION } : {}),
    }
  },
})

/**
 * An unknown company is 404; whatever else goes wrong is an answer with `checked` false
 * (specification "Errors").
 */
async function readStanding(
  number: string,
  { register, regulator, createTimeouts: begin }: CompanyDeps,
): Promise<StandingReading> {
  const timeouts = begin()
  try {
    const company = await register.company(number, 'identity', { timeouts })
    const found = await regulator.standing(company.profile, timeouts)
    return {
      standing: found.standing,
      sources: [...company.sources, ...found.sources],
      degradations: [...company.degradations, ...found.degradations],
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'SUBJECT_NOT_FOUND') throw error
    const down = error.code === 'UPSTREAM_UNAVAILABLE'
    const reason = regulator.consulted ? `${NO_NAME} ${error.detail}` : FALLBACK_NOTE
    return {
      standing: { outcome: down && regulator.consulted ? 'unavailable' : 'not_consulted', reason },
      ...buildSourceStatus(null, down ? [missingPart('profile', error.cause)] : []),
    }
  }
}
