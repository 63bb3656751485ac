/** What limits have in common: whose they are, and what may differ from offer to offer. */
import type { CriterionCode } from '../criterion.ts'

export const OF_ONE_OFFER: ReadonlySet<CriterionCode> = new Set<CriterionCode>([
  'PARTNERSHIP',
  'AMOUNT_RANGE',
  'FUNDING_INTENSITY',
  'MATCH_FUNDING',
  'PROJECT_COST',
  'PROJECT_DURATION',
  'INCOME',
  'COMPANY_SIZE',
  'YEARS_TRADING',
  'PROJECT_DATES',
  'SPEND_BY',
])

/** What differs from offer to offer, wherever it is said. */
export const PAID: ReadonlySet<CriterionCode> = new Set<CriterionCode>([
  'AMOUNT_RANGE',
  'FUNDING_INTENSITY',
  'MATCH_FUNDING',
  'PROJECT_COST',
])

export const ABOUT_THE_APPLICANT = new Set<CriterionCode>([
  'INCOME',
  'YEARS_TRADING',
  'ESTABLISHED',
  'COMPANY_SIZE',
  'REGISTRATION',
  'GOVERNANCE',
  'PARTNERSHIP',
  'LAND_AREA',
  'MATCH_FUNDING',
])

/** What is paid, and when: said of everybody only where each word of its subject is one for all applicants, or for the ask as a whole. */
export const OF_THE_ASK = new Set<CriterionCode>([
  'AMOUNT_RANGE',
  'FUNDING_INTENSITY',
  'PROJECT_COST',
  'PROJECT_DURATION',
  'PROJECT_DATES',
  'SPEND_BY',
])
