/**
 * Golden cases of the eligibility rules: the criteria of every sandbox advert and what the rules
 * make of them for three applicants.
 */

import { readText } from 'ukintel-grant-reader'
import type { Criterion } from 'ukintel-grant-reader/criterion'
import { entryOf } from '../../sandbox/grant-listing/advert.ts'
import { ADVERTS } from '../../sandbox/grant-listing/adverts.ts'
import { criteriaText, plainText, readDetailFields } from '../../src/grants/model/detail.ts'
import { type ListItem, readListItem } from '../../src/grants/model/listing.ts'
import { buildListingCriteria } from '../../src/grants/model/listing-criteria.ts'
import type { Declared } from '../../src/grants/model/parameters.ts'
import { ELIGIBILITY } from '../../src/grants/rules/published.ts'
import type {
  EligibilityJudgement,
  EligibilityRules,
  Question,
} from '../../src/grants/rules/version.ts'
import type { Golden } from '../support/golden.ts'

export interface GoldenCase {
  name: string
  criteria: readonly Criterion[]
  questions: {
    declared: Record<string, Declared>
    complete: boolean
    window: Question['window']
    judgement: EligibilityJudgement
  }[]
}

const OPEN: Question['window'] = { state: 'open', detail: 'open' }
const CHARITY = { org_type: 'charity', region: 'england' }
/** Somebody who declares everything that any advert asks for by a published name. */
const OPEN_BOOK: Record<string, Declared> = {
  ...CHARITY,
  english_region: 'london',
  amount_needed: 10000,
  project_cost: 40000,
  funding_intensity_pct: 45,
  match_funding_pct: 30,
  annual_income: 100000,
  years_trading: 3,
  established_on: '2015-04-01',
  company_size: 'small',
  employees: 12,
  registration: 'charity_commission,companies_house',
  trustees: 4,
  has_constitution: true,
  has_bank_account: true,
  has_accounts: true,
  has_partner: true,
  has_sme_partner: true,
  duration_months: 12,
  project_start: '2027-05-01',
  project_end: '2028-04-30',
  spend_by: '2028-03-31',
  land_area_ha: 2,
  applications: 1,
  has_prior_funding: false,
  work_started: false,
  invited: true,
}
const QUESTIONS: Omit<GoldenCase['questions'][number], 'judgement'>[] = [
  {
    declared: CHARITY,
    complete: false,
    window: { state: 'upcoming', detail: 'opens on 2027-01-01' },
  },
  { declared: OPEN_BOOK, complete: true, window: OPEN },
  {
    declared: { ...OPEN_BOOK, org_type: 'business', annual_income: 6000000 },
    complete: true,
    window: { state: 'closed', detail: 'closed on 2026-11-01' },
  },
]

function judge(
  rules: EligibilityRules,
  criteria: readonly Criterion[],
  { declared, complete, window }: (typeof QUESTIONS)[number],
): EligibilityJudgement {
  return rules.judge({ criteria, complete, window, declared: new Map(Object.entries(declared)) })
}

/** Limits of each certainty. An applicant fails them all, some, or only the sure one. */
const GRADED = [
  'Grants of up to £1,000 are available.',
  'Grants of up to £5,000 are available.',
  'We normally fund groups with an income of less than £50,000.',
  'You must not have started the work.',
].join('\n')
const WHO_FAIL: Omit<GoldenCase['questions'][number], 'judgement'>[] = [
  { amount_needed: 9000, annual_income: 90_000, work_started: true },
  { amount_needed: 9000, annual_income: 90_000, work_started: false },
  { amount_needed: 900, annual_income: 90_000, work_started: false },
  { amount_needed: 900, annual_income: 9000, work_started: false },
].map((declared) => ({ declared, complete: false, window: OPEN }))

async function make(rules: EligibilityRules): Promise<GoldenCase[]> {
  const graded = rules.criteriaOf(readText(plainText(GRADED)))
  const cases = ADVERTS.map((advert) => {
    const { listItem, fields } = entryOf(advert, Date.parse('2026-11-20T10:00:00Z'))
    const facts = readListItem(listItem as unknown as ListItem)
    const criteria = rules.criteriaOf([
      ...buildListingCriteria(facts),
      ...readText(criteriaText(readDetailFields(fields, null))),
    ])
    return {
      name: advert.slug,
      criteria,
      questions: QUESTIONS.map((question) => ({
        ...question,
        judgement: judge(rules, criteria, question),
      })),
    }
  })
  if (graded.every(({ certainty }) => certainty === undefined)) return cases
  const questions = WHO_FAIL.map((question) => ({
    ...question,
    judgement: judge(rules, graded, question),
  }))
  return [...cases, { name: 'graded', criteria: graded, questions }]
}

export const ELIGIBILITY_GOLDEN: Golden<EligibilityRules, GoldenCase> = {
  rules: ELIGIBILITY,
  wing: 'grants',
  make,
  judge: async (rules, { name, criteria, questions }) => ({
    name,
    criteria,
    questions: questions.map((question) => ({
      ...question,
      judgement: judge(rules, criteria, question),
    })),
  }),
  facts: ({ criteria, questions }) =>
    questions.map(({ judgement: _, ...question }) => ({ criteria, ...question })),
}
