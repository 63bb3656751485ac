/** Groups of criteria: by their subject, and by what may differ between offers. */
import type { CriterionCode } from './criterion.ts'

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

/** Criteria that differ between offers, wherever they are stated. */
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

/**
 * Amounts and dates. They bind every applicant only if each word of the subject means all
 * applicants or the whole application.
 */
export const OF_THE_ASK = new Set<CriterionCode>([
  'AMOUNT_RANGE',
  'FUNDING_INTENSITY',
  'PROJECT_COST',
  'PROJECT_DURATION',
  'PROJECT_DATES',
  'SPEND_BY',
])
