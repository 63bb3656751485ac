/** An invented applicant and grant that pages and documents judge by every published version. */
import type { WorkedExample } from '../../contract/rules.ts'
import type { EligibilityFacts } from './version.ts'

const facts: EligibilityFacts = {
  criteria: [
    {
      code: 'ORG_TYPE',
      requirement: 'Your organisation must be a charity or a community group.',
      parameter: 'org_type',
      operator: 'one_of',
      value: ['charity', 'community_group'],
      unit: null,
      span: { start: 0, end: 57 },
    },
    {
      code: 'INCOME',
      requirement: 'Your annual income must be less than £250,000.',
      parameter: 'annual_income',
      operator: 'less_than',
      value: 250_000,
      unit: 'GBP',
      span: { start: 58, end: 104 },
    },
    {
      code: 'AMOUNT_RANGE',
      requirement: 'Grants of between £5,000 and £50,000 are available.',
      parameter: 'amount_needed',
      operator: 'between',
      value: { min: 5000, max: 50_000 },
      unit: 'GBP',
      span: { start: 105, end: 156 },
    },
    {
      code: 'MATCH_FUNDING',
      requirement:
        'You must contribute at least 20% of the total project costs from other funding.',
      parameter: 'match_funding_pct',
      operator: 'at_least',
      value: 20,
      unit: 'percent',
      span: { start: 157, end: 236 },
    },
  ],
  complete: true,
  window: { state: 'open', detail: 'closes on 2026-12-18' },
  declared: { org_type: 'charity', annual_income: 120_000, amount_needed: 30_000 },
}

export const ELIGIBILITY_EXAMPLE: WorkedExample = {
  about:
    'A charity with an income of £120,000 asks for £30,000 from a fund that is open and whose criteria are known whole. It has not said how much it contributes itself.',
  date: '2026-11-18',
  facts,
}
