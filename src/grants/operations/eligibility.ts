import { NATIONS } from 'ukintel-grant-reader/kinds'
import { z } from 'zod'
import { definePaid } from '../../contract/operation.ts'
import { rulesVersionInput } from '../../contract/rules.ts'
import { orgType } from '../index/filter.ts'
import { ELIGIBILITY } from '../rules/published.ts'
import type { GrantsDeps } from './shared/deps.ts'
import {
  buildAnswer,
  ELIGIBILITY_EXAMPLE,
  eligibilityResult,
  eligibilityVerdict,
  findEligibilityBasis,
  judgeGrant,
  resolveGrant,
} from './shared/eligibility.ts'
import {
  castDeclaredTexts,
  declareText,
  factGivenTwice,
  GRANTS_ATTRIBUTION,
  grantParams,
  listDeclaredFacts,
} from './shared/fields.ts'

const query = z.strictObject({
  org_type: orgType.optional(),
  region: z
    .enum(NATIONS)
    .optional()
    .meta({ description: 'Nation where the project takes place', example: 'england' }),
  declare: declareText.optional(),
  rules_version: rulesVersionInput(ELIGIBILITY),
})

export const grantEligibility = definePaid<GrantsDeps>()({
  id: 'grant_eligibility',
  method: 'GET',
  path: '/v1/grants/{id}/eligibility',
  family: 'wing-3',
  priceUsdc: '0.15',
  title: 'Eligibility for one UK government grant',
  notFor: 'finding grants: grants_search gives the id',
  summary:
    'Check one applicant, such as a charity, and its project against one UK government grant: eligible, uncertain or ineligible by published rules, each criterion quoted from its text, and what you still have to declare.',
  params: grantParams,
  query,
  body: null,
  castTexts: castDeclaredTexts,
  criterion: ({ org_type, region, declare }) =>
    factGivenTwice({ org_type, region }, declare, 'query'),
  result: eligibilityResult,
  verdict: eligibilityVerdict,
  listing: {
    text: 'Check one applicant against one UK government grant: eligible, uncertain or ineligible, each criterion quoted.',
  },
  attribution: GRANTS_ATTRIBUTION,
  example: {
    summary: 'What a charity in England still has to declare',
    listed: [
      'result.grant.name',
      'result.criteria.code',
      'result.criteria.pass',
      'result.missing.parameter',
      'verdict.score',
      'verdict.band',
    ],
    input: { id: 'village-halls-warm-roof-fund', org_type: 'charity', region: 'england' },
    ...ELIGIBILITY_EXAMPLE,
  },
  freshness: (input, deps, { nowMs }) => findEligibilityBasis(input.id, deps, nowMs),
  async answer({ id, org_type, region, declare, rules_version }, deps, { nowMs }) {
    const declared = listDeclaredFacts({ org_type, region }, declare)
    const applicant = { declared, rulesVersion: rules_version }
    const judged = judgeGrant(resolveGrant(id, deps, nowMs), applicant, deps, nowMs)
    return buildAnswer(judged, deps, nowMs)
  },
})
