import { describe, expect, test } from 'vitest'
import { plainText } from '../detail.ts'
import { readText } from './reader.ts'

const decided = (text: string) =>
  readText(plainText(text))
    .filter(({ code }) => code !== 'OTHER')
    .map(({ parameter, operator, value }) => `${parameter} ${operator} ${JSON.stringify(value)}`)
const codes = (text: string) => readText(plainText(text)).map(({ code, doubt }) => (code === 'OTHER' ? (doubt ?? code) : code))

describe('a limit among words that limits of its kind were not met with', () => {
  test.each([
    [['YEARS_TRADING'], 'Your business must have been trading for at least two years.'],
    [['MATCH_FUNDING'], 'Successful applicants must have at least 20% of the project cost as match funding.'],
    [['AMOUNT_RANGE'], 'Awards of up to £900 are available.'],
  ])('decides in words that are known: %j', (expected, text) => {
    expect(codes(text)).toEqual(expected)
  })

  test.each([
    'Successful applicants must have at least 20% of the hive stock pollinating orchards as match funding.',
    'Awards of up to £900 buy hymnals, kneelers, cassocks and surplices for choristers.',
  ])('is left to a reader: %s', (text) => {
    expect(codes(text)).toEqual(['words'])
  })

  test('names are no words of a limit', () => {
    expect(codes('Your business must have been trading in Zennor, Mousehole or Porthcurno for at least two years.')).toEqual([
      'YEARS_TRADING',
    ])
  })

  test('however its apostrophes are drawn', () => {
    expect(codes("You must have at least two years' trading history.")).toEqual(['YEARS_TRADING'])
    expect(codes('You must have at least two years’ trading history.')).toEqual(['YEARS_TRADING'])
  })

  test('applicants and places are read in whatever words', () => {
    expect(codes('Only charities in Wales that rehabilitate hedgehogs, badgers, otters and ospreys may apply.')).toContain('REGION')
  })
})

describe('plain sentences, whose words every limit of their kind knows', () => {
  test.each<[string, string[]]>([
    [
      'Your project must have total costs of between £150,000 and £750,000 and last between 6 and 18 months.',
      ['project_cost between {"min":150000,"max":750000}', 'duration_months between {"min":6,"max":18}'],
    ],
    [
      'Your project must cost more than £40,000 in total and last at least six months.',
      ['project_cost more_than 40000', 'duration_months at_least 6'],
    ],
    ['Your project’s total eligible costs must be between £100,000 and £500,000.', ['project_cost between {"min":100000,"max":500000}']],
    ['Your project must have a total cost of no more than £1 million over its whole life.', ['project_cost at_most 1000000']],
    [
      'Project costs must be a minimum of £30,000 and a maximum of £300,000.',
      ['project_cost at_most 300000', 'project_cost at_least 30000'],
    ],
    ['Total project costs must be no more than £2 million, whatever other funding you have secured.', ['project_cost at_most 2000000']],
    ['Your annual income must be less than £250,000 in your last financial year.', ['annual_income less_than 250000']],
    ['Your organisation must have had an income of under £100,000 in the most recent financial year.', ['annual_income less_than 100000']],
    ['To be eligible, your group’s yearly income must not be more than £30,000.', ['annual_income at_most 30000']],
    ['Your gross income must not exceed £150,000 per annum.', ['annual_income at_most 150000']],
    ['Charities with a total income of over £750,000 are not eligible for this programme.', ['annual_income at_most 750000']],
    ['Your organisation needs to have an annual income of at least £50,000.', ['annual_income at_least 50000']],
    [
      'Your organisation must have been operating for at least one year and be able to send us a set of accounts.',
      ['years_trading at_least 1', 'has_accounts is true'],
    ],
    ['You must have been running for a minimum of two years at the closing date.', ['years_trading at_least 2']],
    ['Your business must have traded for at least 12 months and be able to show evidence of sales.', ['years_trading at_least 1']],
    ['Organisations must have existed for at least three years before they apply.', ['years_trading at_least 3']],
    ['Your company must have been incorporated and trading for at least two years.', ['years_trading at_least 2']],
    ['Your club must have been active for at least 12 months.', ['years_trading at_least 1']],
    ['The charity must have been established for at least five years with a track record of delivery.', ['years_trading at_least 5']],
    [
      'Only businesses that have been trading for more than one year are eligible.',
      ['org_type one_of ["business"]', 'years_trading more_than 1'],
    ],
    ['You must provide at least 50% match funding from private sources.', ['match_funding_pct at_least 50']],
    ['Applicants must contribute a minimum of 20% of the total project cost in cash.', ['match_funding_pct at_least 20']],
    ['At least 10% of the total cost must come from your own funds or other sources.', ['match_funding_pct at_least 10']],
    [
      'You will need to contribute at least 30% of the costs, which cannot come from other public funding.',
      ['match_funding_pct at_least 30'],
    ],
    [
      'Your organisation must find at least a quarter of the costs; at least 25% match funding is required for every project.',
      ['match_funding_pct at_least 25'],
    ],
    ['A minimum of 40% match funding must be in place before you apply.', ['match_funding_pct at_least 40']],
    ['Businesses must match the grant with at least 50% of their own money.', ['match_funding_pct at_least 50']],
    [
      'Applicants are required to provide a minimum contribution of 15% towards the cost of their project.',
      ['match_funding_pct at_least 15'],
    ],
    [
      'The grant will cover up to 50% of your eligible project costs, and you must fund the remainder yourself.',
      ['funding_intensity_pct at_most 50'],
    ],
    ['We will fund up to 80% of the total cost of the project.', ['funding_intensity_pct at_most 80']],
    ['Funding is limited to a maximum of 60% of the net eligible costs of the project.', ['funding_intensity_pct at_most 60']],
    ['You can get up to 70% of the cost of your project.', ['funding_intensity_pct at_most 70']],
    ['The maximum grant rate is 50% of eligible expenditure.', ['funding_intensity_pct at_most 50']],
    ['Support will not exceed 45% of the total capital cost.', ['funding_intensity_pct at_most 45']],
    ['Awards will be for no more than 75% of the full cost of the work.', ['funding_intensity_pct at_most 75']],
    ['We pay up to 50% of the cost, and the rest must come from you.', ['funding_intensity_pct at_most 50']],
    ['You can only submit one application in each round.', ['applications at_most 1']],
    ['Each organisation can submit a maximum of two applications in this round.', ['applications at_most 2']],
    ['Applicants may submit only one bid to this fund.', ['applications at_most 1']],
    ['An organisation can only make one application at a time.', ['applications at_most 1']],
    ['Only one application per organisation will be accepted in any financial year.', ['applications at_most 1']],
    ['We will accept one application from each organisation.', ['applications at_most 1']],
    ['You cannot apply if you have already received a grant from this fund.', ['has_prior_funding is false']],
    ['Organisations that have received funding from us in the last two years are not eligible.', ['has_prior_funding is false']],
    ['You must not have received a grant from the Foundation in the previous 12 months.', ['has_prior_funding is false']],
    ['You must not have had a grant under an earlier round of this scheme.', ['has_prior_funding is false']],
    ['We cannot fund organisations that were awarded a grant in the previous round.', ['has_prior_funding is false']],
    ['Applicants must not have received funding from this programme before.', ['has_prior_funding is false']],
    ['Charities that we have funded within the past three years cannot apply.', ['has_prior_funding is false']],
    [
      'Your organisation must be registered with Companies House and have a UK bank account.',
      ['registration one_of ["companies_house"]', 'has_bank_account is true'],
    ],
    ['Applicants must be registered with the Charity Commission in their own right.', ['registration one_of ["charity_commission"]']],
    ['Your charity must be registered with OSCR and be based in Scotland.', ['region one_of ["scotland"]', 'registration one_of ["oscr"]']],
    [
      'You need to be registered with the Rural Payments Agency and have a single business identifier (SBI).',
      ['registration one_of ["rpa"]'],
    ],
    ['Your company must be registered at Companies House and actively trading.', ['registration one_of ["companies_house"]']],
    ['You must have a charity number from the Charity Commission for Northern Ireland.', ['registration one_of ["ccni"]']],
    [
      'The minimum grant is £1,000 and the maximum is £20,000, inclusive of VAT.',
      ['amount_needed at_least 1000', 'amount_needed at_most 20000'],
    ],
    [
      'Awards are made for sums between £3,000 and £30,000, depending on need and the quality of what is proposed.',
      ['amount_needed between {"min":3000,"max":30000}'],
    ],
    ['You must ask for at least £10,000.', ['amount_needed at_least 10000']],
    ['We do not accept requests for less than £2,500.', ['amount_needed at_least 2500']],
    ['Your business must employ fewer than 250 people, counting everybody in the group.', ['employees less_than 250']],
    [
      'Applicants must have fewer than 50 full-time equivalent staff and an annual turnover under £10 million.',
      ['annual_income less_than 10000000', 'employees less_than 50'],
    ],
    ['You must have between one and nine employees, including directors.', ['employees between {"min":1,"max":9}']],
    [
      'Only micro and small businesses, with fewer than 50 employees, can apply.',
      ['org_type one_of ["business"]', 'employees less_than 50', 'company_size one_of ["micro","small"]'],
    ],
    ['You must not have started the work or signed any contract before we offer you a grant.', ['work_started is false']],
    ['We cannot fund anything that you have bought, ordered or paid for before you get our decision.', ['work_started is false']],
    ['Projects must not have begun before the date on your offer letter.', ['work_started is false']],
    ['Retrospective applications, for work that is already complete or under way, will be rejected.', ['work_started is false']],
    ['No work may begin on site until you have a signed funding agreement.', ['work_started is false']],
    ['Any costs incurred before the start date of the grant are not eligible.', ['work_started is false']],
  ])('%s', (text, expected) => {
    expect(decided(text)).toEqual(expected)
  })
})
