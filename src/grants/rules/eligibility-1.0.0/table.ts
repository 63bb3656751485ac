import { PARAMETERS, type ParameterName } from 'ukintel-grant-reader/parameters'
import type { RuleTable } from '../../../contract/rules.ts'
import { INELIGIBLE_CAP, UNCERTAIN_CAP } from './eligibility.ts'

/** The facts that decide each code, as this version was published: later codes are not its own. */
const DECIDED_BY = {
  ORG_TYPE: ['org_type'],
  REGION: ['region', 'english_region'],
  AMOUNT_RANGE: ['amount_needed'],
  PROJECT_COST: ['project_cost'],
  FUNDING_INTENSITY: ['funding_intensity_pct'],
  MATCH_FUNDING: ['match_funding_pct'],
  INCOME: ['annual_income'],
  YEARS_TRADING: ['years_trading'],
  ESTABLISHED: ['established_on'],
  COMPANY_SIZE: ['company_size', 'employees'],
  REGISTRATION: ['registration'],
  GOVERNANCE: ['trustees', 'has_constitution', 'has_bank_account', 'has_accounts'],
  PARTNERSHIP: ['has_partner', 'has_sme_partner'],
  PROJECT_DURATION: ['duration_months'],
  PROJECT_DATES: ['project_start', 'project_end'],
  SPEND_BY: ['spend_by'],
  LAND_AREA: ['land_area_ha'],
  MAX_APPLICATIONS: ['applications'],
  PRIOR_FUNDING: ['has_prior_funding'],
  NO_RETROSPECTIVE: ['work_started'],
  INVITE_ONLY: ['invited'],
  OTHER: [],
} as const satisfies Record<string, readonly ParameterName[]>

/** The eligibility rules, from the codes, facts and caps that judge. */
export const TABLE: RuleTable = {
  title: 'Grant eligibility',
  applies_to: ['grants_match', 'grant_eligibility'],
  procedure: [
    'Every criterion quotes the words of the grant that make it; what is not a literal quote of the listing is dropped.',
    'A criterion passes, fails, or is undeclared when a fact that it needs was not given; `missing` names those facts.',
    'The score is the share of criteria that pass, of 100, rounded; null when there are none.',
    `Any failure is ineligible and at most ${INELIGIBLE_CAP}. All passed, with complete criteria and an open window, is eligible. Anything else is uncertain and at most ${UNCERTAIN_CAP}.`,
  ],
  rules: [
    ...Object.entries(DECIDED_BY).map(([code, parameters]) => ({
      code,
      effect: null,
      fires: describeDecision(parameters),
    })),
    {
      code: 'PARTIAL_CRITERIA',
      effect: { cap: UNCERTAIN_CAP },
      fires:
        'The criteria are not known to be all there are: read by rule only, or the text changed since it was read.',
    },
    { code: 'WINDOW_CLOSED', effect: { band: 'ineligible' }, fires: 'The grant has closed.' },
    {
      code: 'WINDOW_NOT_OPEN',
      effect: { band: 'uncertain' },
      fires: 'The grant has not opened yet.',
    },
  ],
  bands: [
    { band: 'eligible', from: 100, to: 100 },
    { band: 'uncertain', from: 0, to: UNCERTAIN_CAP },
    { band: 'ineligible', from: 0, to: INELIGIBLE_CAP },
  ],
}

function describeDecision(parameters: readonly ParameterName[]): string {
  if (parameters.length === 0)
    return 'A requirement that only a reader of the quote can judge, declared under the name that `missing` gives.'
  return `Decided by ${parameters.map((name) => `\`${name}\` (${PARAMETERS[name].meaning})`).join(', ')}.`
}
