/**
 * Short invented pages in the layouts and wording of UK funders, written before the reader could
 * read them, with the criteria that bind all. Rows without criteria sound like limits and are none.
 */
import { describe, expect, test } from 'vitest'
import { decided } from '../test/decided.ts'

const UK = 'region one_of ["england","scotland","wales","northern-ireland"]'
const VOLUNTARY = 'org_type one_of ["charity","community_group"]'

/** Kinds that are ruled out count one by one: a list of them is read item by item. */
const each = (criterion: string): string[] => {
  const [, kinds] = /^org_type none_of (.+)$/.exec(criterion) ?? []
  return kinds === undefined
    ? [criterion]
    : (JSON.parse(kinds) as string[]).map((kind) => `org_type none_of ${kind}`)
}

const found = (text: string) => decided(text).flatMap(each).sort()

const reads = (rows: readonly [string, readonly string[]][]) =>
  test.each(rows.map(([text, expected]) => [text, expected.flatMap(each).sort()] as const))(
    '%s',
    (text, expected) => {
      expect(found(text)).toEqual(expected)
    },
  )

describe('who may apply', () => {
  reads([
    [
      'Applications may be made by parish and town councils.',
      ['org_type one_of ["local_authority"]'],
    ],
    ['Only registered charities (including CIOs) are eligible.', ['org_type one_of ["charity"]']],
    [
      'Your organisation must be one of the following:\n• registered charity\n• community interest company\n• parish or town council',
      ['org_type one_of ["charity","community_group","local_authority"]'],
    ],
    [
      'Eligible organisations are:\n- Charities\n- Charitable incorporated organisations (CIOs)\n- Community benefit societies',
      [VOLUNTARY],
    ],
    [
      'Grants are open to the following types of organisation:\n1. Charities\n2. Schools\n3. Parish councils',
      ['org_type one_of ["charity","local_authority","education"]'],
    ],
    ['Who can apply?\nCharities, voluntary groups and social enterprises.', [VOLUNTARY]],
    [
      'Applicants must be either:\n(a) a registered charity\n(b) a community interest company',
      [VOLUNTARY],
    ],
    [
      'Applicants must be a tenant or owner-occupier farmer in Wales.',
      ['org_type one_of ["business"]', 'region one_of ["wales"]'],
    ],
    ['Your organisation must be a charity, CIC or other not-for-profit body.', [VOLUNTARY]],
    [
      'The programme supports community groups. Only constituted community groups may apply.',
      [VOLUNTARY],
    ],
  ])
})

describe('who may apply as well, or perhaps', () => {
  reads([
    ['Eligible organisations include:\n• Charities\n• Schools', []],
    ['Strand 2 is open to charities only.', []],
    ['We welcome applications from a range of groups, including charities, CICs and schools.', []],
    ['Who can apply\n• Charities\n• Schools\n• Other organisations at our discretion', []],
    ['Who can apply\n• Registered charities\n• Anyone with a good idea', []],
    [
      'Charities can apply. We will also consider bids from businesses that work with a charity.',
      ['org_type one_of ["business","charity"]'],
    ],
    [
      'You do not have to be a charity to apply, but you must be a not-for-profit group or an individual.',
      [],
    ],
    [
      'The lead applicant must be a charity; partners can be businesses.',
      ['org_type one_of ["charity"]'],
    ],
    [
      'The small grants strand is open to community groups. The main grants strand is open to charities.',
      [],
    ],
    ['Only charities may apply for the core costs element.', []],
    ['Only registered charities can apply for more than £10,000.', []],
    [
      'Who can apply\n• Charities\n• Individuals acting for the benefit of the community\n• Anyone else with our prior agreement',
      [],
    ],
    ['If you are a charity, you must be registered in England.', []],
  ])
})

describe('letting in and shutting out, in other shapes', () => {
  const business = ['org_type one_of ["business"]']
  reads([
    ['We fund organisations, not individuals.', ['org_type none_of ["individual"]']],
    [
      'To apply you must be:\n• A registered charity; or\n• A community interest company; or\n• A club with a constitution',
      [VOLUNTARY],
    ],
    [
      'Awards to individuals, businesses and political parties are not made.',
      ['org_type none_of ["individual","business"]'],
    ],
    [
      "We don't give grants to individuals, or to charities whose income is over £2 million.",
      ['annual_income at_most 2000000', 'org_type none_of ["individual"]'],
    ],
    [
      'The trust does not support individuals, nor bodies which are not charities.',
      ['org_type none_of ["individual"]'],
    ],
    [
      'Bids from individuals and from councils other than for schools are not accepted.',
      ['org_type none_of ["individual"]'],
    ],
    [
      'Private businesses and councils cannot apply, though a council may be a partner.',
      ['org_type none_of ["business","local_authority"]'],
    ],
    [
      'Any not-for-profit group can apply, however, larger bodies are unlikely to be successful.',
      [VOLUNTARY],
    ],
    [
      'Your business must be:\n• a small or medium-sized enterprise\n• based in the valley',
      [...business, 'company_size one_of ["micro","small","medium"]'],
    ],
    [
      'Who can apply\n• Businesses\n• Organisations that pay a living wage to all staff\n• Projects must cost at least a little',
      business,
    ],
    [
      'Who can apply\n• Charities\n• Museums\n• Housing associations',
      ['org_type one_of ["charity"]'],
    ],
    ['Who can apply\n• Councils\n• Museums', []],
    [
      'The grant is open to businesses and can include co-operatives.',
      ['org_type one_of ["business","community_group"]'],
    ],
    [
      'Only charities can apply. This includes parish councils that hold a charity.',
      ['org_type one_of ["charity","local_authority"]'],
    ],
    [
      'Only charities can apply. The fund is not open to schools and councils.',
      ['org_type none_of ["local_authority"]', 'org_type one_of ["charity"]'],
    ],
    ['We welcome applications from all local groups and organisations.', []],
    ['Land managers and tenants can apply.', []],
  ])
})

describe('who may not', () => {
  reads([
    [
      'We regret that we cannot support individuals or commercial organisations.',
      ['org_type none_of ["individual","business"]'],
    ],
    [
      'Who cannot apply?\n• Individuals\n• Political parties\n• Local authorities',
      ['org_type none_of ["individual","local_authority"]'],
    ],
    [
      'Ineligible applicants\nIndividuals\nCommercial businesses',
      ['org_type none_of ["individual","business"]'],
    ],
    ['Please note that individuals are not able to apply.', ['org_type none_of ["individual"]']],
  ])
})

describe('who may not in part only', () => {
  reads([
    ['We do not fund individuals directly; please apply through a charity.', []],
    ['Businesses are not eligible for the community strand.', []],
    ['We cannot support individuals under 18.', []],
    ['Councils cannot apply for statutory duties.', []],
    ['What we do not fund\n• Salaries of individuals\n• Business start-up costs', []],
  ])
})

describe('how much', () => {
  reads([
    [
      'Minimum award: £1,000\nMaximum award: £10,000',
      ['amount_needed at_least 1000', 'amount_needed at_most 10000'],
    ],
    ['The upper limit for a grant is £8,000.', ['amount_needed at_most 8000']],
    ['Applications for more than £15,000 are not accepted.', ['amount_needed at_most 15000']],
    ['Grant size\nBetween £5,000 and £20,000', ['amount_needed between {"min":5000,"max":20000}']],
    ['What is the maximum I can apply for?\n£3,000', ['amount_needed at_most 3000']],
    ['Maximum amount: £7,500 per application', ['amount_needed at_most 7500']],
    ['Each group can be awarded up to £1,500.', ['amount_needed at_most 1500']],
  ])
})

describe('how much of something else', () => {
  reads([
    ['In 2024 we gave grants of between £500 and £3,000.', []],
    ['Small grant: up to £1,000. Large grant: up to £10,000.', []],
    ['Equipment costing more than £500 must be insured.', []],
    ['The council can award up to £10,000 each quarter.', []],
    ['Groups new to us can apply for up to £1,000; others can apply for up to £5,000.', []],
    ['Grants up to £2,000, or £4,000 for joint bids.', []],
    ['The maximum grant is £5,000. In exceptional cases we may award more.', []],
    ['The Small Grants Fund offers up to £2,000 and the Main Fund offers up to £20,000.', []],
    ['Capital grants of up to £50,000\nRevenue grants of up to £10,000', []],
  ])
})

describe('income', () => {
  reads([
    [
      'Only groups with an annual income of under £20,000 can apply.',
      ['annual_income less_than 20000'],
    ],
    [
      'Organisations must have an annual income not exceeding £100,000.',
      ['annual_income at_most 100000'],
    ],
    [
      'You can apply if your turnover is less than £1m a year.',
      ['annual_income less_than 1000000'],
    ],
  ])
})

describe('what the applicant must have', () => {
  reads([
    ['Groups without a constitution cannot apply.', ['has_constitution is true']],
    [
      'Businesses that have traded for less than two years are not eligible.',
      ['years_trading at_least 2'],
    ],
    ['Businesses with more than 250 employees are not eligible.', ['employees at_most 250']],
    [
      'If you have no bank account, another group may hold the grant for you.\nYour group must have a bank account.',
      [],
    ],
    ['Larger organisations must have audited accounts.', []],
  ])
})

describe('shares', () => {
  reads([
    ['Up to 10% of the costs may be for management.', []],
    [
      'Grant aid is limited to one application and up to 40% of costs.',
      ['funding_intensity_pct at_most 40', 'applications at_most 1'],
    ],
    ['Projects with more than 50% match funding will score higher.', []],
  ])
})

describe('when', () => {
  reads([
    ['Projects should not start before 1 May 2026.', ['project_start not_before "2026-05-01"']],
    ['The grant must be spent before 1 April 2026.', ['spend_by not_after "2026-03-31"']],
    ['Projects funded last year had to finish by 31 March 2025.', []],
  ])
})

describe('whole pages', () => {
  reads([
    [
      'Community Chest\nWho can apply?\nThe fund is open to voluntary and community groups in the borough. Groups must have a constitution and a bank account.\nHow much can I apply for?\nYou can apply for up to £750.\nWhat we cannot fund\n• Individuals\n• Work which has already started',
      [
        VOLUNTARY,
        'amount_needed at_most 750',
        'has_constitution is true',
        'has_bank_account is true',
        'org_type none_of ["individual"]',
        'work_started is false',
      ],
    ],
    [
      'The trustees consider applications from UK registered charities. Grants range from £500 to £5,000. Applications from individuals cannot be considered.',
      [
        'org_type one_of ["charity"]',
        UK,
        'amount_needed between {"min":500,"max":5000}',
        'org_type none_of ["individual"]',
      ],
    ],
    [
      'Business Growth Grant\nEligibility\nTo be eligible you must:\n• be an SME based in the county\n• have been trading for at least 12 months\n• employ fewer than 250 people\nGrants of £2,500 to £25,000 are available at an intervention rate of up to 50%.\nProjects must be completed by 31 December 2026.',
      [
        'org_type one_of ["business"]',
        'company_size one_of ["micro","small","medium"]',
        'years_trading at_least 1',
        'employees less_than 250',
        'amount_needed between {"min":2500,"max":25000}',
        'funding_intensity_pct at_most 50',
        'project_end not_after "2026-12-31"',
      ],
    ],
    [
      'Two funds are available. The Spark Fund gives grants of up to £1,000. The Flame Fund gives grants of up to £10,000. Both are open to charities.',
      ['org_type one_of ["charity"]'],
    ],
    [
      'Heritage grants\nGrants from £10,000 to £250,000. You can apply if you are a not-for-profit organisation or a partnership led by one. Private owners of heritage can apply for up to £100,000.',
      [],
    ],
  ])
})

describe('said in other words', () => {
  reads([
    ['Only charities registered for five years can apply.', ['org_type one_of ["charity"]']],
    ['We do not fund single items costing over £1,000.', []],
    [
      "Who's eligible?\nCharities and social enterprises",
      ['org_type one_of ["charity","community_group"]'],
    ],
    [
      'Are you eligible?\nYou need to be a community group with a bank account.',
      ['org_type one_of ["charity","community_group"]', 'has_bank_account is true'],
    ],
    ['Can I apply?\nYes, if you are a registered charity.', ['org_type one_of ["charity"]']],
    [
      'This funding is available to VCSE organisations only.',
      ['org_type one_of ["charity","community_group"]'],
    ],
    ['Farmers and land managers in England can apply.', ['region one_of ["england"]']],
    [
      'Any SME in Wales can apply.',
      [
        'org_type one_of ["business"]',
        'region one_of ["wales"]',
        'company_size one_of ["micro","small","medium"]',
      ],
    ],
    [
      'Not-for-profit organisations, charities, and public sector organisations are all eligible.',
      ['org_type one_of ["charity","community_group","public_body","local_authority","education"]'],
    ],
    [
      "We won't fund:\n- individuals\n- companies making a profit\n- things you've already paid for",
      ['org_type none_of ["business"]', 'org_type none_of ["individual"]', 'work_started is false'],
    ],
    ['Funding levels: £5,000 - £10,000', ['amount_needed between {"min":5000,"max":10000}']],
    [
      'The smallest grant we make is £250 and the largest £2,500.',
      ['amount_needed at_most 2500', 'amount_needed at_least 250'],
    ],
    ['The grants are small, up to a maximum of £400.', ['amount_needed at_most 400']],
    ["Your group's annual income must be £30,000 or under.", ['annual_income at_most 30000']],
    [
      'Charities with a turnover greater than £2 million should not apply.',
      ['annual_income at_most 2000000'],
    ],
    ['Annual turnover: less than £250,000', ['annual_income less_than 250000']],
    [
      'We are unable to fund organisations with annual incomes above £1m.',
      ['annual_income at_most 1000000'],
    ],
    [
      'Groups should have a written constitution, a bank account with two signatories and a safeguarding policy.',
      ['has_constitution is true', 'has_bank_account is true'],
    ],
    ['The organisation has at least three unrelated trustees.', ['trustees at_least 3']],
    ['The fund is for individuals in hardship.', []],
    ['This fund is for young people. Charities can apply for them.', []],
    [
      'Charities can apply. If you are a school, you must apply with the support of your governors.',
      ['org_type one_of ["charity","education"]'],
    ],
    [
      'Who can apply\n• Charities\n• Community groups\nSchools should contact us first.',
      ['org_type one_of ["charity","community_group","education"]'],
    ],
    [
      'We award grants to charities, but individuals can be helped through our hardship scheme.',
      [],
    ],
    ['Businesses must not have more than 10 staff at any one site.', []],
    ['Businesses with a turnover over £85,000 must be VAT registered.', []],
    [
      'Organisations with an income under £5,000 or over £500,000 cannot apply.',
      ['annual_income at_least 5000', 'annual_income at_most 500000'],
    ],
    ["You don't need to have a constitution for grants under £500.", []],
    ['Individuals are not eligible to lead but can be partners.', []],
    ['Companies that are not eligible include banks and insurers.', []],
    ['Local authorities are not eligible in Round 1.', []],
  ])
})

describe('text next to undecided words', () => {
  reads([
    [
      'Minimum grant £2,000, maximum grant £9,000.',
      ['amount_needed at_least 2000', 'amount_needed at_most 9000'],
    ],
    [
      'Your project should last a minimum of 3 months, and a maximum of 2 years.',
      ['duration_months at_least 3', 'duration_months at_most 24'],
    ],
    [
      'Projects starting between 1 May 2027-30 June 2027 can be funded.',
      ['project_start not_after "2027-06-30"', 'project_start not_before "2027-05-01"'],
    ],
    [
      'Final claims must be sent, and grants drawn down by 31 March 2027.',
      ['spend_by not_after "2027-03-31"'],
    ],
    [
      'Your group must be run locally and be one of the following:\n• Registered charity\n• Community interest company (limited by guarantee)',
      [VOLUNTARY],
    ],
    [
      'The fund is open to businesses, employing 25 people or less, that meet the following criteria:\n• the work has not started',
      ['org_type one_of ["business"]', 'employees at_most 25', 'work_started is false'],
    ],
    [
      'Your annual income must be less than £90,000. If last year was unusual you can still apply with an average income under £90,000.',
      [],
    ],
    [
      'You must have a written constitution. Branches do not need to have their own constitution.',
      [],
    ],
    ['What we do not fund\n• Previously funded groups whose reports are overdue', []],
    [
      'All groups must have existed for more than two years, and in the case of charities have filed accounts.',
      ['years_trading more_than 2'],
    ],
  ])
})
