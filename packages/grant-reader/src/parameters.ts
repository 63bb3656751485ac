/** The facts that decide criteria, under names that stay the same. */
import { ENGLISH_REGIONS, NATIONS, ORG_TYPES } from './kinds.ts'

export type ParameterType = 'number' | 'boolean' | 'string' | 'enum'

export interface Parameter {
  type: ParameterType
  unit: string | null
  allowed: readonly string[] | null
  /** Several values may be declared, separated by commas. */
  several?: true
  /** The text of a string parameter is a civil date. */
  date?: true
  meaning: string
}

const flag = (meaning: string): Parameter => ({
  type: 'boolean',
  unit: null,
  allowed: null,
  meaning,
})
const number = (unit: string, meaning: string): Parameter => ({
  type: 'number',
  unit,
  allowed: null,
  meaning,
})
const date = (meaning: string): Parameter => ({
  type: 'string',
  unit: 'YYYY-MM-DD',
  allowed: null,
  date: true,
  meaning,
})
const choice = (allowed: readonly string[], meaning: string): Parameter => ({
  type: 'enum',
  unit: null,
  allowed,
  meaning,
})

const COMPANY_SIZES = ['micro', 'small', 'medium', 'large'] as const
const REGISTERS = ['charity_commission', 'oscr', 'ccni', 'companies_house', 'vat', 'rpa'] as const

export const PARAMETERS = {
  org_type: choice(ORG_TYPES, 'type of the applicant'),
  region: choice(NATIONS, 'nation where the project takes place'),
  english_region: choice(ENGLISH_REGIONS, 'region of England where the project takes place'),
  amount_needed: number('GBP', 'grant asked for'),
  project_cost: number('GBP', 'total eligible cost of the project'),
  funding_intensity_pct: number('percent', 'share of the costs that the grant is asked to cover'),
  match_funding_pct: number(
    'percent',
    'share of the costs that the applicant brings from other money',
  ),
  annual_income: number('GBP', 'income or turnover of the last financial year'),
  years_trading: number('years', 'years that the applicant has existed or traded'),
  established_on: date('date on which the applicant was established'),
  company_size: choice(COMPANY_SIZES, 'size of the business'),
  employees: number('people', 'full-time equivalent employees'),
  registration: {
    ...choice(REGISTERS, 'registers that the applicant is on'),
    several: true,
  } as Parameter,
  trustees: number(
    'people',
    'trustees, directors or committee members, unrelated where the quote says so',
  ),
  has_constitution: flag('has a constitution or other governing document'),
  has_bank_account: flag("has a bank account in the organisation's name"),
  has_accounts: flag('has annual accounts'),
  has_partner: flag('applies with at least one partner as the quote asks'),
  has_sme_partner: flag('at least one small or medium-sized business takes part'),
  duration_months: number('months', 'length of the project'),
  project_start: date('date on which the project starts'),
  project_end: date('date on which the project ends'),
  spend_by: date('date by which the grant will be spent'),
  land_area_ha: number('hectares', 'area of the land'),
  applications: number(
    'applications',
    'applications of this applicant in this round, this one included',
  ),
  has_prior_funding: flag('holds or held the funding that the quote names'),
  work_started: flag('the work has already begun or been paid for'),
  invited: flag('was invited to apply'),
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof PARAMETERS

/**
 * Requirements that only a reader of the quote can judge are declared as `meets_` and the first
 * eight hex digits of the quote's hash.
 */
const MEETS = /^meets_[0-9a-f]{8}$/
const MEETS_PARAMETER: Parameter = flag('whether the quoted requirement is met')

export function parameterOf(name: string): Parameter | null {
  if (MEETS.test(name)) return MEETS_PARAMETER
  return Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name as ParameterName] : null
}
