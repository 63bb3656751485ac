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
      'Applications are open to registered charities and community interest companies.',
      [VOLUNTARY],
    ],
    [
      'Applications are now open for charities, CICs and parish councils.',
      ['org_type one_of ["charity","community_group","local_authority"]'],
    ],
    ['This fund is for small voluntary and community groups.', [VOLUNTARY]],
    ['The grant is for constituted community groups and registered charities only.', [VOLUNTARY]],
    ['The scheme is aimed solely at sole traders and small businesses.', []],
    ['To apply, you must be a not-for-profit organisation.', [VOLUNTARY]],
    [
      'To qualify for a grant, your group must be a properly constituted voluntary organisation.',
      [VOLUNTARY, 'has_constitution is true'],
    ],
    [
      'Applications are accepted only from schools and colleges.',
      ['org_type one_of ["education"]'],
    ],
    [
      'Applications may be made by parish and town councils.',
      ['org_type one_of ["local_authority"]'],
    ],
    ['Grants are awarded to charities and voluntary groups only.', [VOLUNTARY]],
    ['Grants are made only to registered charities.', ['org_type one_of ["charity"]']],
    [
      'Funding is restricted to universities and further education colleges.',
      ['org_type one_of ["education"]'],
    ],
    ['The trustees only make grants to registered charities.', ['org_type one_of ["charity"]']],
    ['Only registered charities (including CIOs) are eligible.', ['org_type one_of ["charity"]']],
    ['Applicants must be one of the following: a registered charity, a CIO or a CIC.', [VOLUNTARY]],
    [
      'Your organisation must be one of the following:\n• registered charity\n• community interest company\n• parish or town council',
      ['org_type one_of ["charity","community_group","local_authority"]'],
    ],
    [
      'Eligible organisations are:\n- Charities\n- Charitable incorporated organisations (CIOs)\n- Community benefit societies',
      [VOLUNTARY],
    ],
    [
      'Eligibility\nThe following organisations are eligible to apply:\n• Registered charities\n• Social enterprises\n• Schools',
      ['org_type one_of ["charity","community_group","education"]'],
    ],
    [
      'We accept applications from:\n• registered charities\n• constituted community groups\n• not-for-profit companies limited by guarantee',
      [VOLUNTARY],
    ],
    [
      'Grants are open to the following types of organisation:\n1. Charities\n2. Schools\n3. Parish councils',
      ['org_type one_of ["charity","local_authority","education"]'],
    ],
    ['Who can apply?\nCharities, voluntary groups and social enterprises.', [VOLUNTARY]],
    ['Who we fund\n• Registered charities\n• Community interest companies', [VOLUNTARY]],
    [
      'Which organisations can apply?\n• Local authorities\n• Parish councils',
      ['org_type one_of ["local_authority"]'],
    ],
    ['Who is this grant for?\nCommunity groups and registered charities.', [VOLUNTARY]],
    [
      'Applicants must be either:\n(a) a registered charity\n(b) a community interest company',
      [VOLUNTARY],
    ],
    ['The fund is open exclusively to local authorities.', ['org_type one_of ["local_authority"]']],
    ['The competition is open to single businesses.', ['org_type one_of ["business"]']],
    [
      'You must be a sole trader, partnership or limited company.',
      ['org_type one_of ["business"]'],
    ],
    [
      'Applicants must be a tenant or owner-occupier farmer in Wales.',
      ['org_type one_of ["business"]', 'region one_of ["wales"]'],
    ],
    [
      'Eligible applicants are registered charities and exempt charities.',
      ['org_type one_of ["charity"]'],
    ],
    ['Your organisation must be a charity, CIC or other not-for-profit body.', [VOLUNTARY]],
    [
      'You need to be a registered charity or a school to apply.',
      ['org_type one_of ["charity","education"]'],
    ],
    ['Applicant organisations must be not-for-profit.', [VOLUNTARY]],
    ['All applicants must be registered charities.', ['org_type one_of ["charity"]']],
    [
      'The programme supports community groups. Only constituted community groups may apply.',
      [VOLUNTARY],
    ],
    [
      'Local authorities and combined authorities in England are eligible to apply for this funding.',
      ['org_type one_of ["local_authority"]', 'region one_of ["england"]'],
    ],
    [
      'Bids will be accepted from councils in Wales.',
      ['org_type one_of ["local_authority"]', 'region one_of ["wales"]'],
    ],
  ])
})

describe('who may apply as well, or perhaps', () => {
  reads([
    ['We welcome applications from a range of groups, including charities, CICs and schools.', []],
    ['Applicants include charities, schools and councils.', []],
    ['Eligible organisations include:\n• Charities\n• Schools', []],
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
    ['Priority will be given to registered charities.', []],
    ['Registered charities are particularly encouraged to apply.', []],
    [
      'The lead applicant must be a charity; partners can be businesses.',
      ['org_type one_of ["charity"]'],
    ],
    ['Charities, schools, etc. can apply.', []],
    ['Charities such as ours can apply for advice.', []],
    ['Strand 2 is open to charities only.', []],
    [
      'The small grants strand is open to community groups. The main grants strand is open to charities.',
      [],
    ],
    ['Charities can apply through their local infrastructure body.', []],
    ['Only charities may apply for the core costs element.', []],
    ['Only registered charities can apply for more than £10,000.', []],
    ['Applicants must be a registered charity or have charitable aims.', []],
    [
      'Who can apply\n• Charities\n• Individuals acting for the benefit of the community\n• Anyone else with our prior agreement',
      [],
    ],
    ['If you are a charity, you must be registered in England.', []],
    ['Organisations must be a charity or partner with one.', []],
  ])
})

describe('letting in and shutting out, in other shapes', () => {
  const business = ['org_type one_of ["business"]']
  reads([
    ['We fund organisations, not individuals.', ['org_type none_of ["individual"]']],
    ['Awards are for organisations and not for individuals.', ['org_type none_of ["individual"]']],
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
      'We do not fund the following: individuals; general appeals; endowments.',
      ['org_type none_of ["individual"]'],
    ],
    [
      'You must not be a franchise, charity or in the wholesale sector.',
      ['org_type none_of ["charity"]'],
    ],
    [
      'Any not-for-profit group can apply, however, larger bodies are unlikely to be successful.',
      [VOLUNTARY],
    ],
    [
      'This is a fund of £1.5m that is only open to registered charities.',
      ['org_type one_of ["charity"]'],
    ],
    [
      'To apply you must be:\n• A registered charity; or\n• A community interest company; or\n• A club with a constitution',
      [VOLUNTARY],
    ],
    [
      'To be eligible, your business must:\n• be a limited company, sole trader or partnership',
      business,
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
    ['Only charities can apply. Businesses may join as partners.', ['org_type one_of ["charity"]']],
    [
      'Only charities can apply. You need a full business case and school uniforms.',
      ['org_type one_of ["charity"]'],
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
    ['We are unable to accept applications from individuals.', ['org_type none_of ["individual"]']],
    [
      'We regret that we cannot support individuals or commercial organisations.',
      ['org_type none_of ["individual","business"]'],
    ],
    ['Applications from individuals are not accepted.', ['org_type none_of ["individual"]']],
    [
      'Applications from local authorities will be rejected.',
      ['org_type none_of ["local_authority"]'],
    ],
    [
      'Grants will not be awarded to individuals or profit-making businesses.',
      ['org_type none_of ["individual","business"]'],
    ],
    ['No grants to individuals.', ['org_type none_of ["individual"]']],
    [
      'Grants are not made to individuals or statutory bodies.',
      ['org_type none_of ["individual","public_body"]'],
    ],
    [
      'Individuals, sole traders and commercial businesses are excluded from applying.',
      ['org_type none_of ["individual","business"]'],
    ],
    [
      'The following cannot apply:\n• individuals\n• for-profit companies\n• statutory bodies',
      ['org_type none_of ["individual","business","public_body"]'],
    ],
    [
      'Who cannot apply?\n• Individuals\n• Political parties\n• Local authorities',
      ['org_type none_of ["individual","local_authority"]'],
    ],
    [
      'What we do not fund:\n- individuals\n- general running costs\n- retrospective costs',
      ['org_type none_of ["individual"]', 'work_started is false'],
    ],
    [
      'Exclusions: individuals, political parties, profit-making companies.',
      ['org_type none_of ["individual","business"]'],
    ],
    ['Not eligible: individuals, businesses', ['org_type none_of ["individual","business"]']],
    [
      'We do not accept applications from the following:\n• Individuals\n• Private companies',
      ['org_type none_of ["individual","business"]'],
    ],
    ['This fund is not open to individuals.', ['org_type none_of ["individual"]']],
    [
      'Neither individuals nor businesses can apply.',
      ['org_type none_of ["individual","business"]'],
    ],
    ['The trust does not make grants to individuals.', ['org_type none_of ["individual"]']],
    [
      'Ineligible applicants\nIndividuals\nCommercial businesses',
      ['org_type none_of ["individual","business"]'],
    ],
    ['We will not consider requests from individuals.', ['org_type none_of ["individual"]']],
    ['Please note that individuals are not able to apply.', ['org_type none_of ["individual"]']],
    ['Individuals are not eligible for this fund.', ['org_type none_of ["individual"]']],
  ])
})

describe('who may not in part only', () => {
  reads([
    ['We do not fund businesses that are already trading abroad.', []],
    ['Individuals cannot apply on behalf of a group.', []],
    ['We do not fund individuals directly; please apply through a charity.', []],
    ['Businesses are not eligible for the community strand.', []],
    ['We cannot support individuals under 18.', []],
    ['Councils cannot apply for statutory duties.', []],
    ['What we do not fund\n• Salaries of individuals\n• Business start-up costs', []],
    ['Charities registered abroad cannot apply.', []],
    ['Businesses whose main activity is gambling are not eligible.', []],
    ['We cannot fund individuals, unless they are sponsored by a club.', []],
    ['Schools are not eligible, except special schools.', []],
    ['We rarely fund individuals.', []],
    ['We do not generally support local authorities.', []],
  ])
})

describe('how much', () => {
  reads([
    ['Grants of £250-£2,000', ['amount_needed between {"min":250,"max":2000}']],
    ['Grants of £1k–£5k are available.', ['amount_needed between {"min":1000,"max":5000}']],
    [
      'Applicants can request anything from £500 to £5,000.',
      ['amount_needed between {"min":500,"max":5000}'],
    ],
    [
      'You can bid for a minimum of £5,000 and a maximum of £50,000.',
      ['amount_needed at_least 5000', 'amount_needed at_most 50000'],
    ],
    [
      'Minimum award: £1,000\nMaximum award: £10,000',
      ['amount_needed at_least 1000', 'amount_needed at_most 10000'],
    ],
    ['The upper limit for a grant is £8,000.', ['amount_needed at_most 8000']],
    ['Grants must not exceed £3,000.', ['amount_needed at_most 3000']],
    ['No single award will exceed £10,000.', ['amount_needed at_most 10000']],
    ['Awards will not be more than £2,000.', ['amount_needed at_most 2000']],
    ['We cannot award grants of more than £5,000.', ['amount_needed at_most 5000']],
    ['We do not make grants of less than £500.', ['amount_needed at_least 500']],
    ['Requests over £20,000 will not be considered.', ['amount_needed at_most 20000']],
    ['Applications for more than £15,000 are not accepted.', ['amount_needed at_most 15000']],
    ['Applications for less than £1,000 will not be considered.', ['amount_needed at_least 1000']],
    ['Grant size\nBetween £5,000 and £20,000', ['amount_needed between {"min":5000,"max":20000}']],
    ['How much can I apply for?\n£500 to £3,000', ['amount_needed between {"min":500,"max":3000}']],
    ['What is the maximum I can apply for?\n£3,000', ['amount_needed at_most 3000']],
    ['Maximum amount: £7,500 per application', ['amount_needed at_most 7500']],
    ['The maximum award that can be made is £4,500.', ['amount_needed at_most 4500']],
    [
      'Your grant request must be between £10,000 and £75,000.',
      ['amount_needed between {"min":10000,"max":75000}'],
    ],
    ['Each group can be awarded up to £1,500.', ['amount_needed at_most 1500']],
    ['Grants worth up to £6,000 are on offer.', ['amount_needed at_most 6000']],
    ['Grants vary from £300 to £2,500.', ['amount_needed between {"min":300,"max":2500}']],
    ['A grant ceiling of £12,000 applies.', ['amount_needed at_most 12000']],
    ['Funding is capped at £9,000 per project.', ['amount_needed at_most 9000']],
    ['You may apply for any amount up to £2,000.', ['amount_needed at_most 2000']],
    ['The total cost of your project must be at least £20,000.', ['project_cost at_least 20000']],
    [
      'Projects with a total cost of more than £100,000 are not eligible.',
      ['project_cost at_most 100000'],
    ],
    ['Project costs must be below £60,000.', ['project_cost less_than 60000']],
  ])
})

describe('how much of something else', () => {
  reads([
    ['We have £250,000 to give away this year.', []],
    ['In 2024 we gave grants of between £500 and £3,000.', []],
    ['Most grants are between £1,000 and £3,000.', []],
    ['The average award is £2,400.', []],
    ['Small grant: up to £1,000. Large grant: up to £10,000.', []],
    ['Up to £500 of your grant may be spent on refreshments.', []],
    ['Requests over £5,000 need two quotes.', []],
    ['Grants of more than £5,000 will be paid in stages.', []],
    ['Equipment costing more than £500 must be insured.', []],
    ['Grants of up to £500 per young person are available.', []],
    ['The council can award up to £10,000 each quarter.', []],
    ['Groups new to us can apply for up to £1,000; others can apply for up to £5,000.', []],
    ['Grants up to £2,000, or £4,000 for joint bids.', []],
    ['The maximum grant is £5,000. In exceptional cases we may award more.', []],
    ['The Small Grants Fund offers up to £2,000 and the Main Fund offers up to £20,000.', []],
    ['Capital grants of up to £50,000\nRevenue grants of up to £10,000', []],
    ['Public liability insurance of at least £5,000,000 is required.', []],
    ['You can get £500 if your business has one employee and £1,000 if it has more.', []],
    ['The prize for the winner is up to £5,000.', []],
    ['A first instalment of up to £1,000 is paid at once.', []],
  ])
})

describe('income', () => {
  reads([
    ['Your annual turnover must be below £300,000.', ['annual_income less_than 300000']],
    [
      'Applicants must have had an income of less than £50,000 in the last financial year.',
      ['annual_income less_than 50000'],
    ],
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
    [
      'We only fund organisations whose income is below £500,000.',
      ['annual_income less_than 500000'],
    ],
    [
      'To be eligible, organisations must have an annual income of £250,000 or less.',
      ['annual_income at_most 250000'],
    ],
    [
      'You cannot apply if your organisation has an annual income greater than £150,000.',
      ['annual_income at_most 150000'],
    ],
    [
      'Who cannot apply:\n• organisations with an annual income of over £1 million',
      ['annual_income at_most 1000000'],
    ],
    [
      'Your organisation must:\n• have an annual turnover of no more than £75,000',
      ['annual_income at_most 75000'],
    ],
    ['Organisations with an income under £10,000 need not send accounts.', []],
    ['Priority is given to groups with an income under £25,000.', []],
    ['Charities with an income above £25,000 must be registered.', []],
    ['Your income from trading must be less than £50,000.', []],
    ['Income bands: under £10,000, £10,000 to £50,000, over £50,000.', []],
  ])
})

describe('what the applicant must have', () => {
  reads([
    [
      'You must have:\n• a governing document\n• a bank account with at least two unrelated signatories\n• a safeguarding policy',
      ['has_constitution is true', 'has_bank_account is true'],
    ],
    [
      "Your group needs a constitution and a bank account in the group's name.",
      ['has_constitution is true', 'has_bank_account is true'],
    ],
    [
      'All groups must have a bank account which requires two signatures.',
      ['has_bank_account is true'],
    ],
    ['Groups without a constitution cannot apply.', ['has_constitution is true']],
    ['You cannot apply if you do not have a bank account.', ['has_bank_account is true']],
    [
      'Your organisation must have at least three people on its governing body.',
      ['trustees at_least 3'],
    ],
    ['There must be a minimum of three unrelated trustees.', ['trustees at_least 3']],
    ['Your board must be made up of at least three unrelated people.', ['trustees at_least 3']],
    ['We require all applicants to have a written constitution.', ['has_constitution is true']],
    ['Applicants need to have been operating for at least one year.', ['years_trading at_least 1']],
    [
      'Organisations must have been established for 12 months or more.',
      ['years_trading at_least 1'],
    ],
    [
      'Businesses that have traded for less than two years are not eligible.',
      ['years_trading at_least 2'],
    ],
    ['Your business must have fewer than 10 employees.', ['employees less_than 10']],
    [
      'Eligible businesses employ between 5 and 249 people.',
      ['employees between {"min":5,"max":249}'],
    ],
    ['Businesses with more than 250 employees are not eligible.', ['employees at_most 250']],
    ['You must not employ more than 50 people.', ['employees at_most 50']],
    [
      'If you have no bank account, another group may hold the grant for you.\nYour group must have a bank account.',
      [],
    ],
    ['It helps if you have a constitution.', []],
    ['Larger organisations must have audited accounts.', []],
    ['You should have a constitution or be able to show how you make decisions.', []],
  ])
})

describe('shares', () => {
  reads([
    ['We will meet up to 50% of the eligible costs.', ['funding_intensity_pct at_most 50']],
    [
      'Grants cover a maximum of 75% of the total project cost.',
      ['funding_intensity_pct at_most 75'],
    ],
    [
      'The grant will not be more than 60% of eligible expenditure.',
      ['funding_intensity_pct at_most 60'],
    ],
    [
      'Grant aid is limited to one application and up to 40% of costs.',
      ['funding_intensity_pct at_most 40', 'applications at_most 1'],
    ],
    ['A maximum of 50% of the cost can be claimed.', ['funding_intensity_pct at_most 50']],
    [
      'Applicants must contribute at least 10% of the total cost.',
      ['match_funding_pct at_least 10'],
    ],
    [
      'You must find at least 25% of the project cost from elsewhere.',
      ['match_funding_pct at_least 25'],
    ],
    ['Match funding of 20% is required.', ['match_funding_pct at_least 20']],
    ['All projects need at least 30% match funding.', ['match_funding_pct at_least 30']],
    ['Match funding of 20% is desirable.', []],
    ['Projects with more than 50% match funding will score higher.', []],
    ['Up to 10% of the costs may be for management.', []],
    ['Small firms can claim up to 70% of costs, medium firms up to 60%.', []],
  ])
})

describe('when', () => {
  reads([
    ['Your project must finish by 30 September 2026.', ['project_end not_after "2026-09-30"']],
    ['The grant must be spent before 1 April 2026.', ['spend_by not_after "2026-03-31"']],
    ['All expenditure must be incurred by 31 March 2026.', ['spend_by not_after "2026-03-31"']],
    ['Projects should not start before 1 May 2026.', ['project_start not_before "2026-05-01"']],
    ['We cannot pay for costs incurred before we offer you a grant.', ['work_started is false']],
    ['Grants are not awarded retrospectively.', ['work_started is false']],
    ['Work that has already begun is not eligible.', ['work_started is false']],
    ['We do not fund projects that have already begun.', ['work_started is false']],
    [
      'You must not begin your project until you have received our offer.',
      ['work_started is false'],
    ],
    ['The project must last no longer than 18 months.', ['duration_months at_most 18']],
    ['Applications must be received by 31 March 2026.', []],
    ['Projects funded last year had to finish by 31 March 2025.', []],
    ['Decisions on projects will be made by 30 June 2026.', []],
    ['Only one application per group is allowed.', ['applications at_most 1']],
    ['You may not submit more than one application.', ['applications at_most 1']],
    ['Organisations that already hold one of our grants cannot apply.', []],
    [
      'You must not have received a grant from us within the past 12 months.',
      ['has_prior_funding is false'],
    ],
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
    [
      'We are happy to receive applications from constituted groups, charities and schools.',
      ['org_type one_of ["charity","community_group","education"]'],
    ],
    ['The scheme supports businesses with fewer than 50 staff.', ['employees less_than 50']],
    [
      "You'll be eligible if you're a registered charity or CIC.",
      ['org_type one_of ["charity","community_group"]'],
    ],
    [
      'Your organisation must be:\n• a registered charity, or\n• a not-for-profit company, or\n• a school',
      ['org_type one_of ["charity","community_group","education"]'],
    ],
    [
      'Applicants should be voluntary organisations, sports clubs or parish councils.',
      ['org_type one_of ["charity","community_group","local_authority"]'],
    ],
    ['We only work with registered charities.', ['org_type one_of ["charity"]']],
    [
      'Open to: charities, community groups, schools.',
      ['org_type one_of ["charity","community_group","education"]'],
    ],
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
    ['Only farmers can apply.', ['org_type one_of ["business"]']],
    [
      'Any SME in Wales can apply.',
      [
        'org_type one_of ["business"]',
        'region one_of ["wales"]',
        'company_size one_of ["micro","small","medium"]',
      ],
    ],
    [
      'The competition is for UK SMEs.',
      [
        'org_type one_of ["business"]',
        'region one_of ["england","scotland","wales","northern-ireland"]',
        'company_size one_of ["micro","small","medium"]',
      ],
    ],
    [
      'Not-for-profit organisations, charities, and public sector organisations are all eligible.',
      ['org_type one_of ["charity","community_group","public_body","local_authority","education"]'],
    ],
    [
      'We do not give money to individuals, private businesses or political groups.',
      ['org_type none_of ["individual","business"]'],
    ],
    ['Grants cannot be given to profit-making organisations.', ['org_type none_of ["business"]']],
    [
      "We won't fund:\n- individuals\n- companies making a profit\n- things you've already paid for",
      ['org_type none_of ["business"]', 'org_type none_of ["individual"]', 'work_started is false'],
    ],
    [
      'Commercial organisations are outside the scope of this fund.',
      ['org_type none_of ["business"]'],
    ],
    ['Funding levels: £5,000 - £10,000', ['amount_needed between {"min":5000,"max":10000}']],
    ['We fund projects up to £10,000.', ['amount_needed at_most 10000']],
    [
      'Awards of between £1,000-£5,000 will be made.',
      ['amount_needed between {"min":1000,"max":5000}'],
    ],
    ['You can ask us for £300 to £10,000.', ['amount_needed between {"min":300,"max":10000}']],
    ["We'll give you up to £2,500.", ['amount_needed at_most 2500']],
    ['Up to £1,000 can be requested.', ['amount_needed at_most 1000']],
    [
      'The smallest grant we make is £250 and the largest £2,500.',
      ['amount_needed at_most 2500', 'amount_needed at_least 250'],
    ],
    [
      'Applications should be for sums between £1,000 and £4,000.',
      ['amount_needed between {"min":1000,"max":4000}'],
    ],
    ['The grants are small, up to a maximum of £400.', ['amount_needed at_most 400']],
    ['There is an upper limit of £5,000 on each grant.', ['amount_needed at_most 5000']],
    ['We give grants up to £5,000 for projects in the county.', ['amount_needed at_most 5000']],
    ['Awards do not exceed £2,000.', ['amount_needed at_most 2000']],
    ["We don't give grants over £4,000.", ['amount_needed at_most 4000']],
    ["Your group's annual income must be £30,000 or under.", ['annual_income at_most 30000']],
    [
      'Charities with a turnover greater than £2 million should not apply.',
      ['annual_income at_most 2000000'],
    ],
    [
      'To apply, your income last year must have been under £100,000.',
      ['annual_income less_than 100000'],
    ],
    ['Annual turnover: less than £250,000', ['annual_income less_than 250000']],
    ['Organisations with incomes below £60,000 only.', ['annual_income less_than 60000']],
    [
      'We are unable to fund organisations with annual incomes above £1m.',
      ['annual_income at_most 1000000'],
    ],
    [
      'Groups should have a written constitution, a bank account with two signatories and a safeguarding policy.',
      ['has_constitution is true', 'has_bank_account is true'],
    ],
    [
      'Applicants need a constitution and bank account.',
      ['has_constitution is true', 'has_bank_account is true'],
    ],
    ['The organisation has at least three unrelated trustees.', ['trustees at_least 3']],
    ['The grant pays for up to 80% of your costs.', ['funding_intensity_pct at_most 80']],
    ['Applicants must provide a 20% contribution.', ['match_funding_pct at_least 20']],
    ['You must contribute 10% of the total project cost.', ['match_funding_pct at_least 10']],
    ['A 50% match is required.', ['match_funding_pct at_least 50']],
    [
      'We contribute a maximum of 50% of costs, up to £10,000.',
      ['amount_needed at_most 10000', 'funding_intensity_pct at_most 50'],
    ],
    ['Funding must be used by 31 March 2027.', ['spend_by not_after "2027-03-31"']],
    [
      'Projects must be delivered between 1 April 2026 and 31 March 2027.',
      ['project_start not_before "2026-04-01"', 'project_end not_after "2027-03-31"'],
    ],
    ['Projects must run for no more than 12 months.', ['duration_months at_most 12']],
    ['Your business must have been trading for 2 years or more.', ['years_trading at_least 2']],
    ['You must have been trading for at least six months.', ['years_trading at_least 0.5']],
    ['Money already spent cannot be claimed.', ['work_started is false']],
    ['No retrospective funding.', ['work_started is false']],
    ['Only one bid per school.', ['applications at_most 1']],
    ['Applications must come from charities.', ['org_type one_of ["charity"]']],
    ['The trust helps individuals in need.', []],
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
    ['Only charities registered for five years can apply.', ['org_type one_of ["charity"]']],
    ['Charities registered for less than one year are not eligible.', []],
    ['Businesses must not have more than 10 staff at any one site.', []],
    ['The building must not have cost more than £50,000.', []],
    ['Vehicles costing more than £30,000 are not eligible.', []],
    ['We do not fund single items costing over £1,000.', []],
    ['We cannot fund salaries of more than £20,000.', []],
    ['We do not pay invoices of less than £50.', []],
    ['Projects that cost more than £20,000 need match funding.', []],
    ['Businesses with a turnover over £85,000 must be VAT registered.', []],
    ['Applicants should not have reserves of more than £50,000.', []],
    ['Organisations with unrestricted reserves over £100,000 cannot apply.', []],
    [
      'Organisations with an income under £5,000 or over £500,000 cannot apply.',
      ['annual_income at_least 5000', 'annual_income at_most 500000'],
    ],
    ['You are not eligible if your income is less than £10,000.', ['annual_income at_least 10000']],
    ['Applicants without a bank account can use an umbrella body.', []],
    ['If your turnover is under £85,000 you can apply for up to £1,000.', []],
    ["You don't need to have a constitution for grants under £500.", []],
    ['The charity must have at least three trustees if it is unincorporated.', []],
    ['Businesses are not eligible for more than one grant.', []],
    ['Individuals are not eligible to lead but can be partners.', []],
    ['Companies that are not eligible include banks and insurers.', []],
    ['Local authorities are not eligible in Round 1.', []],
    [
      'Individuals are not eligible; groups and businesses are.',
      ['org_type none_of ["individual"]'],
    ],
  ])
})

describe('text next to undecided words', () => {
  reads([
    [
      'Awards of between £400 and £6,000 can be made, and the total project cost must not exceed £30,000.',
      ['amount_needed between {"min":400,"max":6000}', 'project_cost at_most 30000'],
    ],
    [
      'Minimum grant £2,000, maximum grant £9,000.',
      ['amount_needed at_least 2000', 'amount_needed at_most 9000'],
    ],
    [
      'Grants of £5,000 to £80,000 are available, depending on the strand.',
      ['amount_needed between {"min":5000,"max":80000}'],
    ],
    ['Grants of up to £5,000 are available, depending on the strand.', []],
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
    ['The land is wholly located in Wales.', ['region one_of ["wales"]']],
  ])
})
