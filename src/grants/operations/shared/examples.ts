import { PARTIAL_CRITERIA } from '../../rules/eligibility-1.2.0/eligibility.ts'

/** One invented grant that the documents' examples share. */
export const EXAMPLE_GRANT = {
  id: 'village-halls-warm-roof-fund',
  name: 'Village Halls Warm Roof Fund',
  funder: 'Department for Example Communities',
  amounts: { min: 5000, max: 50000, text: 'From £5,000 to £50,000' },
  window: { opens: '2026-09-01', closes: '2026-12-18', open_now: true, days_to_close: 27 },
  who_can_apply: 'Non-profit',
  org_types: ['charity', 'community_group'],
  regions: ['england'],
  summary: 'Insulation and solar panels for village halls.',
  criteria_parsed: [
    {
      code: 'ORG_TYPE',
      requirement: 'Non-profit',
      parameter: 'org_type',
      operator: 'one_of',
      value: ['charity', 'community_group'],
      unit: null,
    },
    {
      code: 'INCOME',
      requirement: 'Your annual income must be less than £250,000.',
      parameter: 'annual_income',
      operator: 'less_than',
      value: 250000,
      unit: 'GBP',
    },
  ],
  criteria_basis: 'listing',
  source_url:
    'https://www.find-government-grants.service.gov.uk/grants/village-halls-warm-roof-fund',
}

export const EXAMPLE_JUDGEMENT = {
  band: 'uncertain',
  score: 50,
  criteria: [
    {
      code: 'ORG_TYPE',
      requirement: 'Non-profit',
      pass: 'pass',
      detail: 'declared org_type: charity; accepted: charity, community_group',
    },
    {
      code: 'INCOME',
      requirement: 'Your annual income must be less than £250,000.',
      pass: 'undeclared',
      detail: 'not declared; annual_income: less than 250000 GBP',
    },
  ],
  missing: [
    { parameter: 'annual_income', type: 'number', unit: 'GBP', allowed: null, code: 'INCOME' },
  ],
  flags: [
    {
      code: 'PARTIAL_CRITERIA',
      detail: PARTIAL_CRITERIA,
    },
  ],
}
