/**
 * Sentences of grants, and the criteria in them that bind all; the second table has sentences that
 * sound like limits and are none.
 */
import { describe, expect, test } from 'vitest'
import { decided } from '../test/decided.ts'

describe('binds all', () => {
  test.each<[string, string[]]>([
    [
      'Your business must employ fewer than 250 people, counting everybody in the group.',
      ['employees less_than 250'],
    ],
    ['Project duration: 6 to 12 months', ['duration_months between {"min":6,"max":12}']],
    [
      'Applications will be accepted from groups with a bank account in the name of the group.',
      ['has_bank_account is true'],
    ],
    ['Your project must be collaborative.', ['has_partner is true']],
    ['No grant will be made retrospectively.', ['work_started is false']],
    ['Only those who have been invited can apply.', ['invited is true']],
    ['How much can you apply for?\nUp to £10,000', ['amount_needed at_most 10000']],
    [
      'The grant will cover up to 50% of your eligible project costs, and you must fund the remainder yourself.',
      ['funding_intensity_pct at_most 50'],
    ],
    // Plain ones, with the words that limits of their kind go with.
    [
      'Your project must have total costs of between £150,000 and £750,000 and last between 6 and 18 months.',
      [
        'project_cost between {"min":150000,"max":750000}',
        'duration_months between {"min":6,"max":18}',
      ],
    ],
    [
      'Your project must cost more than £40,000 in total and last at least six months.',
      ['project_cost more_than 40000', 'duration_months at_least 6'],
    ],
    [
      'Your project must have a total cost of no more than £1 million over its whole life.',
      ['project_cost at_most 1000000'],
    ],
    [
      'Your annual income must be less than £250,000 in your last financial year.',
      ['annual_income less_than 250000'],
    ],
    [
      'To be eligible, your group’s yearly income must not be more than £30,000.',
      ['annual_income at_most 30000'],
    ],
    ['Your gross income must not exceed £150,000 per annum.', ['annual_income at_most 150000']],
    [
      'Charities with a total income of over £750,000 are not eligible for this programme.',
      ['annual_income at_most 750000'],
    ],
    [
      'Your organisation needs to have an annual income of at least £50,000.',
      ['annual_income at_least 50000'],
    ],
    [
      'Your organisation must have been operating for at least one year and be able to send us a set of accounts.',
      ['years_trading at_least 1', 'has_accounts is true'],
    ],
    [
      'The charity must have been established for at least five years with a track record of delivery.',
      ['years_trading at_least 5'],
    ],
    [
      'Only businesses that have been trading for more than one year are eligible.',
      ['org_type one_of ["business"]', 'years_trading more_than 1'],
    ],
    [
      'You will need to contribute at least 30% of the costs, which cannot come from other public funding.',
      ['match_funding_pct at_least 30'],
    ],
    [
      'Applicants are required to provide a minimum contribution of 15% towards the cost of their project.',
      ['match_funding_pct at_least 15'],
    ],
    [
      'Funding is limited to a maximum of 60% of the net eligible costs of the project.',
      ['funding_intensity_pct at_most 60'],
    ],
    [
      'We pay up to 50% of the cost, and the rest must come from you.',
      ['funding_intensity_pct at_most 50'],
    ],
    ['We will accept one application from each organisation.', ['applications at_most 1']],
    [
      'Charities that we have funded within the past three years cannot apply.',
      ['has_prior_funding is false'],
    ],
    [
      'Your organisation must be registered with Companies House and have a UK bank account.',
      ['registration one_of ["companies_house"]', 'has_bank_account is true'],
    ],
    [
      'Your charity must be registered with OSCR and be based in Scotland.',
      ['region one_of ["scotland"]', 'registration one_of ["oscr"]'],
    ],
    [
      'You need to be registered with the Rural Payments Agency and have a single business identifier (SBI).',
      ['registration one_of ["rpa"]'],
    ],
    [
      'Your company must be registered at Companies House and actively trading.',
      ['registration one_of ["companies_house"]'],
    ],
    [
      'You must have a charity number from the Charity Commission for Northern Ireland.',
      ['registration one_of ["ccni"]'],
    ],
    [
      'The minimum grant is £1,000 and the maximum is £20,000, inclusive of VAT.',
      ['amount_needed at_least 1000', 'amount_needed at_most 20000'],
    ],
    [
      'Awards are made for sums between £3,000 and £30,000, depending on need and the quality of what is proposed.',
      ['amount_needed between {"min":3000,"max":30000}'],
    ],
    ['We do not accept requests for less than £2,500.', ['amount_needed at_least 2500']],
    [
      'Applicants must have fewer than 50 full-time equivalent staff and an annual turnover under £10 million.',
      ['annual_income less_than 10000000', 'employees less_than 50'],
    ],
    [
      'You must have between one and nine employees, including directors.',
      ['employees between {"min":1,"max":9}'],
    ],
    [
      'Only micro and small businesses, with fewer than 50 employees, can apply.',
      [
        'org_type one_of ["business"]',
        'employees less_than 50',
        'company_size one_of ["micro","small"]',
      ],
    ],
    [
      'We cannot fund anything that you have bought, ordered or paid for before you get our decision.',
      ['work_started is false'],
    ],
    // As pages say it.
    [
      'Funding is available for schools maintained by the local authority, academies and free schools.',
      ['org_type one_of ["education"]'],
    ],
    ['All spending must be complete by 14 February 2028.', ['spend_by not_after "2028-02-14"']],
    [
      'The overall budget for the project must be at least £20,000.',
      ['project_cost at_least 20000'],
    ],
    [
      'Projects with a total value of less than £10,000 will not be considered.',
      ['project_cost at_least 10000'],
    ],
    ['Must have been established for two or more years.', ['years_trading at_least 2']],
    [
      'To be eligible you must be a resident of Wales aged 18 or over.',
      ['region one_of ["wales"]'],
    ],
    [
      'Small grants\nUp to £500.\nWork must not start before we decide.\nLarge grants\nUp to £5,000.\nYou need two quotes.',
      ['work_started is false'],
    ],
    [
      'Strand 1 is for trials, strand 2 for pilots.\nYour project’s total costs must be between £50,000 and £400,000.',
      ['project_cost between {"min":50000,"max":400000}'],
    ],
    [
      'Applications to the Trust may be for a grant of up to £5,000.',
      ['amount_needed at_most 5000'],
    ],
    ['The sum asked for in an application must not exceed £1,000.', ['amount_needed at_most 1000']],
    ['Grants of £1000-3000 are available.', ['amount_needed between {"min":1000,"max":3000}']],
    [
      'Grants from £1,000 (the minimum) to £25,000 (the maximum).',
      ['amount_needed between {"min":1000,"max":25000}'],
    ],
    ['Homeowners and private tenants can apply.', ['org_type one_of ["individual"]']],
    [
      'The fund supports charities, community groups and social enterprises based in Scotland.',
      ['region one_of ["scotland"]'],
    ],
    ['A project can last six months at most.', ['duration_months at_most 6']],
    [
      'Annual income: £75,000 to £10 million',
      ['annual_income between {"min":75000,"max":10000000}'],
    ],
    [
      'Not-for-profits and for-profits may apply.',
      ['org_type one_of ["business","charity","community_group"]'],
    ],
    [
      'The minimum grant you can apply for is £25,000 (40% of £62,500) and the maximum grant is £500,000.',
      ['amount_needed at_least 25000', 'amount_needed at_most 500000'],
    ],
    ['Trailers bought before the offer of a grant do not qualify.', ['work_started is false']],
    ['The boiler must not have been ordered before an offer is made.', ['work_started is false']],
    [
      'We will not fund benches ordered or bought before the date of our offer.',
      ['work_started is false'],
    ],
    [
      'The request must be made and approved before the work is started.',
      ['work_started is false'],
    ],
    [
      'Grants cannot be made where orders have been placed or a contract signed before the offer letter is issued.',
      ['work_started is false'],
    ],
    [
      'Businesses must employ fewer than 100 people and have a turnover below £9 million or a balance sheet below £5 million.',
      ['employees less_than 100'],
    ],
    [
      'Charities with a turnover of under £300,000 are eligible to apply.\nWe cannot consider applications from:\n• charities with a turnover of over £300,000, except for medical ones',
      ['org_type one_of ["charity"]'],
    ],
    [
      'Any request for a grant of less than 15% of the project costs cannot be considered.',
      ['funding_intensity_pct at_least 15'],
    ],
    [
      'The fund is open to charities and not-for-profit organisations in Scotland.',
      ['org_type one_of ["charity","community_group"]', 'region one_of ["scotland"]'],
    ],
    [
      'Local authorities in England can bid for funding.',
      ['org_type one_of ["local_authority"]', 'region one_of ["england"]'],
    ],
    [
      'Grants are available to small businesses based in Northern Ireland.',
      [
        'org_type one_of ["business"]',
        'region one_of ["northern-ireland"]',
        'company_size one_of ["micro","small"]',
      ],
    ],
    [
      'This grant is available to businesses employing 10 people or less.',
      ['org_type one_of ["business"]', 'employees at_most 10'],
    ],
    [
      'The business must employ fewer than 50 full-time equivalent staff.',
      ['employees less_than 50'],
    ],
    [
      'Businesses with between 1 and 249 employees can apply.',
      ['org_type one_of ["business"]', 'employees between {"min":1,"max":249}'],
    ],
    [
      'Grants will cover up to 65 per cent of the total cost of your energy efficiency project.',
      ['funding_intensity_pct at_most 65'],
    ],
    [
      'You can apply for a grant of between £300 and £20,000.',
      ['amount_needed between {"min":300,"max":20000}'],
    ],
    ['We will not award more than £3,000.', ['amount_needed at_most 3000']],
    ['The most we can award is £4,000.', ['amount_needed at_most 4000']],
    ['Maximum grant: £7,500', ['amount_needed at_most 7500']],
    ['Each project can receive a maximum of £5,000.', ['amount_needed at_most 5000']],
    [
      "Your project's total costs must be between £100,000 and £500,000.",
      ['project_cost between {"min":100000,"max":500000}'],
    ],
    ['This fund covers England only.', ['region one_of ["england"]']],
    [
      'The trust makes grants to UK registered charities.',
      [
        'org_type one_of ["charity"]',
        'region one_of ["england","scotland","wales","northern-ireland"]',
      ],
    ],
    [
      'Eligible organisations\n• Charities registered in Scotland\n• Social enterprises\n• Community councils',
      ['org_type one_of ["charity","community_group","local_authority"]'],
    ],
    [
      'The scheme is open to all SMEs in Greater Manchester.',
      ['org_type one_of ["business"]', 'company_size one_of ["micro","small","medium"]'],
    ],
    [
      'Eligibility\n• Your business must be based in Leeds\n• You must have fewer than 250 employees\n• You must have been trading for at least 2 years',
      ['employees less_than 250', 'years_trading at_least 2'],
    ],
    [
      'Applications are open to not-for-profit organisations including charities, CICs and sports clubs.',
      ['org_type one_of ["charity","community_group"]'],
    ],
    [
      'The maximum award is £10,000 and we will fund up to 80% of the project cost.',
      ['amount_needed at_most 10000', 'funding_intensity_pct at_most 80'],
    ],
    ['Bids must be for at least £50,000.', ['amount_needed at_least 50000']],
    [
      'The grant covers up to 75% of the cost of buying and installing chargepoints.',
      ['funding_intensity_pct at_most 75'],
    ],
    [
      'We require applicants to secure at least 10% of the project cost from other sources.',
      ['match_funding_pct at_least 10'],
    ],
    [
      "What we won't fund\n• costs incurred before your grant starts\n• general appeals",
      ['work_started is false'],
    ],
    ['The project should not have begun before the grant is approved.', ['work_started is false']],
    [
      'Applicants who have been awarded a grant in the previous 12 months are ineligible.',
      ['has_prior_funding is false'],
    ],
    [
      'Open to organisations that have not previously been funded by the trust.',
      ['has_prior_funding is false'],
    ],
    [
      'You must:\n• be a UK registered company\n• not have received a grant from this fund before',
      [
        'org_type one_of ["business"]',
        'region one_of ["england","scotland","wales","northern-ireland"]',
        'has_prior_funding is false',
      ],
    ],
    [
      'Projects should start no earlier than 1 May 2025.',
      ['project_start not_before "2025-05-01"'],
    ],
    ['Delivery must be completed by 31st March 2025.', ['project_end not_after "2025-03-31"']],
    ["Organisations must be able to provide one year's accounts.", ['has_accounts is true']],
    [
      'Your board must have a minimum of 3 people who are not related to each other.',
      ['trustees at_least 3'],
    ],
    [
      'Businesses must be registered with Companies House.',
      ['registration one_of ["companies_house"]'],
    ],
    [
      'You must be registered with the Charity Commission, OSCR or CCNI.',
      ['registration one_of ["charity_commission","oscr","ccni"]'],
    ],
    [
      'The scheme is available to farmers in England.',
      ['org_type one_of ["business"]', 'region one_of ["england"]'],
    ],
    [
      'Councils in England are invited to submit bids.',
      ['org_type one_of ["local_authority"]', 'region one_of ["england"]'],
    ],
    [
      'State-funded schools in England are eligible.',
      ['org_type one_of ["education"]', 'region one_of ["england"]'],
    ],
    ['This is a closed competition, by invitation only.', ['invited is true']],
    [
      'Grants are not available to individuals, profit-making companies or public bodies.',
      ['org_type none_of ["individual","business","public_body"]'],
    ],
    [
      'The Foundation will only consider applications from UK registered charities with an annual income of less than £500,000.',
      [
        'org_type one_of ["charity"]',
        'region one_of ["england","scotland","wales","northern-ireland"]',
        'annual_income less_than 500000',
      ],
    ],
    [
      'You can apply for £300 to £20,000 for up to two years.',
      ['amount_needed between {"min":300,"max":20000}', 'duration_months at_most 24'],
    ],
    ['EPSRC will fund 80% of the full economic cost.', ['funding_intensity_pct at_most 80']],
    [
      'Your project must: have total costs between £50,000 and £250,000',
      ['project_cost between {"min":50000,"max":250000}'],
    ],
    [
      'Your project must:\n• have total costs between £150,000 and £500,000\n• start by 1 January 2026\n• end by 31 December 2026\n• last between 6 and 12 months\n• carry out all of its project work in the UK',
      [
        'project_cost between {"min":150000,"max":500000}',
        'project_start not_after "2026-01-01"',
        'project_end not_after "2026-12-31"',
        'duration_months between {"min":6,"max":12}',
        'region one_of ["england","scotland","wales","northern-ireland"]',
      ],
    ],
    ['You must be a farmer, forester or land manager in England.', ['region one_of ["england"]']],
    [
      'You can apply if you are a farmer or landowner in England with at least 5 hectares of agricultural land.',
      ['region one_of ["england"]', 'land_area_ha at_least 5'],
    ],
    [
      'You must have at least two people on your board or committee who are not related or living at the same address.',
      ['trustees at_least 2'],
    ],
    [
      'Eligible groups must:\n• be not-for-profit\n• have a governing document\n• have a bank account\n• have an annual income under £100,000',
      [
        'org_type one_of ["charity","community_group"]',
        'has_constitution is true',
        'has_bank_account is true',
        'annual_income less_than 100000',
      ],
    ],
    [
      'Charities whose annual income is over £1 million will not be considered.',
      ['annual_income at_most 1000000'],
    ],
    [
      "Your organisation's annual income should be less than £250,000.",
      ['annual_income less_than 250000'],
    ],
    [
      'Exclusions\n• Individuals\n• Retrospective funding\n• Overseas projects',
      ['org_type none_of ["individual"]', 'work_started is false'],
    ],
    // Finished work is refused, not started work.
    [
      'The council will not fund:\n• Private individuals\n• Projects already completed',
      ['org_type none_of ["individual"]'],
    ],
    ['We cannot fund:\n• Projects that have been started or completed', ['work_started is false']],
    // Every word before its verb is one for all applicants, or for the ask as a whole.
    [
      'Grants run from £500 to £2,000 and are paid in one sum.',
      ['amount_needed between {"min":500,"max":2000}'],
    ],
    [
      'The total amount of funding requested must not exceed £9,000.',
      ['amount_needed at_most 9000'],
    ],
    [
      'Businesses can apply for grants from £1,000 up to a maximum of £10,000.',
      ['org_type one_of ["business"]', 'amount_needed between {"min":1000,"max":10000}'],
    ],
    [
      'Open to micro, small and medium sized enterprises based in Norfolk.',
      ['org_type one_of ["business"]', 'company_size one_of ["micro","small","medium"]'],
    ],
    [
      'You must be a small or medium-sized enterprise (SME).',
      ['org_type one_of ["business"]', 'company_size one_of ["micro","small","medium"]'],
    ],
    [
      'Who can apply?\nThis fund is open to community groups, charities, schools and parish councils in the district.',
      ['org_type one_of ["charity","community_group","local_authority","education"]'],
    ],
    [
      'Who can apply?\nAny not-for-profit group or organisation.',
      ['org_type one_of ["charity","community_group"]'],
    ],
    [
      'Applicants must be:\n• a registered charity; or\n• a community interest company; or\n• a constituted voluntary group.',
      ['org_type one_of ["charity","community_group"]'],
    ],
    [
      'Applications will be accepted from local authorities in England only.',
      ['org_type one_of ["local_authority"]', 'region one_of ["england"]'],
    ],
    [
      'Funding is open to English local authorities.',
      ['org_type one_of ["local_authority"]', 'region one_of ["england"]'],
    ],
    [
      'Maintained schools and academies in England may apply.',
      ['org_type one_of ["education"]', 'region one_of ["england"]'],
    ],
    ['You must be a school, college or university.', ['org_type one_of ["education"]']],
    [
      'All spending must be complete and claimed by 14 February 2028.',
      ['spend_by not_after "2028-02-14"'],
    ],
    [
      'The council will not under any circumstances consider applications for projects which have already commenced.',
      ['work_started is false'],
    ],
    [
      'We can only accept one application per organisation, though branches of national charities may each apply.',
      ['applications at_most 1'],
    ],
    [
      'No works may start, and no equipment may be bought, before the notification of approval is signed.',
      ['work_started is false'],
    ],
    [
      'The maximum amount you can claim is £8,000 i.e. the total cost of the work is £16,000.',
      ['amount_needed at_most 8000'],
    ],
    [
      'Only projects that will take place between 1 July 2027 and 30 June 2028 are eligible.',
      ['project_start not_before "2027-07-01"', 'project_end not_after "2028-06-30"'],
    ],
    [
      'Projects must be finished, with the final claim submitted, by 13 March 2028.',
      ['project_end not_after "2028-03-13"'],
    ],
    [
      'Applicants must be based in England and have a UK bank account.',
      ['region one_of ["england"]', 'has_bank_account is true'],
    ],
    ['Your project must:\n• be collaborative', ['has_partner is true']],
    [
      'Only one application per group will be accepted; where there are two only the first will be assessed.',
      ['applications at_most 1'],
    ],
    [
      'To apply you must:\n• not have more than one application in this round',
      ['applications at_most 1'],
    ],
    [
      'Awards must start between 1 April 2027 and 30 September 2027.',
      ['project_start not_before "2027-04-01"', 'project_start not_after "2027-09-30"'],
    ],
    [
      'All projects must be completed and the money spent by the end of January 2028.',
      ['project_end not_after "2028-01-31"', 'spend_by not_after "2028-01-31"'],
    ],
    [
      'You must finish all activities and submit your final claim by 31 March 2028.',
      ['project_end not_after "2028-03-31"'],
    ],
    [
      'No support can be given to work that has been started before approval.',
      ['work_started is false'],
    ],
    ['You cannot claim for work done before you have signed the offer.', ['work_started is false']],
    [
      'Hedges must not be planted before you have accepted the contract.',
      ['work_started is false'],
    ],
    ['The following cannot apply:\n• Non-constituted groups', ['has_constitution is true']],
    ['We only make grants to organisations.', ['org_type none_of ["individual"]']],
    [
      'You must be classed as a small or medium enterprise and be based in the area of Northmoor County Council.',
      ['company_size one_of ["micro","small","medium"]'],
    ],
  ])('%s', (text, expected) => {
    expect(decided(text)).toEqual(expected)
  })
})

describe('binds none, or only some', () => {
  test.each([
    'Loans of up to £25,000 are also available.',
    'Pilot phase projects can receive between £2,000 and £8,000.',
    'Young musicians can ask for up to £900.',
    'Grants to returning applicants are between £300 and £3,000.',
    'Studios can claim at most 30% of the project costs.',
    'Your group must have:\n• a constitution (not for parish councils)',
    'Your group must have:\n• two years of accounts (new groups may send a forecast)',
    'The fund provides up to £700 towards a bicycle stand.',
    'Your business must be registered with HMRC or Companies House.',
    'Applicants may lead on only one bid, and may be partners in two.',
    'A council may lead on one bid only if it is a small one.',
    'We look for projects that:\n• work in partnership to reach more people',
    'Yes, but only by invitation.',
    // The earlier grant may have ended: a former and a current grant are two facts, and only the
    // first can be declared.
    'We do not accept applications from organisations that currently hold a grant with us.',
    'You cannot apply if you currently have a grant from us.',
    'The grant cannot be used to replace a boiler that has already been funded.',
    'Groups must have a bank account or use that of their parish council.',
    'We fund organisations with an annual turnover below £1 million.',
    'Grants of up to £1,000 for individuals and up to £5,000 for groups.',
    'Small grants: up to £500\nLarge grants: £500 to £5,000',
    'Strand 1\nUp to £10,000 for feasibility studies\nStrand 2\nUp to £100,000 for delivery',
    'A small company has two or more of: turnover of not more than £10.2 million; fewer than 50 employees.',
    'Be a small firm, which means that at least 2 out of these 3 are true: it employs fewer than 50 people; its income is at most £10 million; it owns less than £5 million.',
    '• Begin: grants for new firms. Applicants must have been trading for less than 12 months.\n• Grow: grants for firms at any stage.',
    'You may take part in any number of applications. You may lead only one application.',
    'We cannot fund:\n• a property for which you have already received funding from us',
    'There are revenue grants of up to £3,000.\nCapital grants are larger.',
    'Applicants must have been established before 1 April 2020 (Northam, Easton Borough and Weston Vale).',
    'Those limited by guarantee can apply if they have at least four directors.',
    'new boilers: 60% of the cost, up to £8,000',
    'You need:\n• a bank account in the name of the group\nGroups that lack any of these may join another group that holds the money for them.',
    'We take applications from these organisations, which may not work for profit, or from the lowest tier of government:\n• parish councils\n• keepers of lamps',
    'Charities can apply too.',
    'Parish councils cannot apply for revenue grants.',
    'Charities with an income over £1m are unlikely to be funded.',
    'If you are applying for more than £10,000 you must provide annual accounts.',
    'Charities must be registered with the Charity Commission.',
    'New businesses (trading less than 12 months) can receive up to £1,000.',
    'You must:\n• have been trading for at least one year (small grant) or three years (standard grant)',
    'Strategic grants of over £50,000 are available for up to five years.',
    'We will not fund:\n• running costs of schools and hospitals',
    'You must be able to complete the project by 28 February 2028. Projects over £50,000 have until 30 June 2028.',
    'Your application must be for at least £2,500. We may fund smaller requests from small parishes.',
    'Clubs with a bar income of more than £50,000 are not eligible.',
    'Your project’s total costs must be between £500,000 and £2 million. If you want to go outside these limits, email us first.',
    'Your organisation must have a turnover of at least £15,000 in its last set of accounts. Exceptions: infrastructure bodies.',
    'Work must be completed by 31 March 2028. We can extend this in some cases.',
    'Eligible applicants include:\n• development trusts\n• sports clubs\n• parent councils\n• allotment societies\nThis is not an exhaustive list.',
    'Your group must have a bank account and a set of rules. If your group is new we can pay a parent body.',
    'You must:\n• be based in Wales, or willing to relocate to Wales',
    'There are two types of grants.\nThe grant will cover up to 50% of costs.',
    'Businesses applying for over £1,100 must provide match funding of at least 50% of the project cost.',
    'You must:\n• have an annual income of at least £100,000, or a partner that has',
    'You must:\n• not have started your PhD more than 12 months before the fellowship would begin',
    'Village halls can apply for up to 75%.',
    'Work must not start before you receive your offer letter. Feasibility work is excepted.',
    'Applicants need a bank account with two signatories. If you do not have one, another organisation can hold the grant.',
    'Projects must be completed within 12 months of the award, or within 24 months for capital works.',
    'You can apply for £1,000 to £5,000 for up to 12 months of running costs.',
    'The latest start date will be 1 May 2027 for round one and 1 September 2027 for round two.',
    'Only one application per household will be considered.',
    'We cannot help with projects that start before the trustees have met, save in an emergency.',
    'Support will not be paid until the project has started.',
    'Research organisations can share up to 50% of the total project costs.',
    'The report must be finished within 12 months of the award.',
    'Grants of £350 per chargepoint are available, up to a maximum of 40 chargepoints.',
    'Companies limited by guarantee must have three directors.',
    'Applicants outside England should contact their devolved government.',
    'Applications for over £5,000 must have 20% match funding.',
    'No more than 10% of the grant can be spent on overheads.',
    'We will not normally fund more than £5,000.',
    'Schools and hospitals are not eligible unless the project benefits the wider community.',
    'We do not fund individuals, except through registered charities.',
    'There are two grants available: a Micro Grant of up to £500 and a Community Grant of up to £3,000.',
    'The programme will invest £30 million in local authorities.',
    'Applications must be made by a consortium of at least three partners.',
    'Large national charities with turnover above £1m are excluded.',
    'Companies in receipt of regional aid are not eligible.',
    'Public sector bodies and schools can apply as partners only.',
    'A reduced grant of 25% applies to second homes.',
    "Your organisation's reserves must not exceed 12 months' running costs.",
    'In Wales, the maximum grant is £5,000.',
    'Organisations with fewer than 10 employees can claim £2,000.',
    'This grant is not available in Scotland.',
    'If you have more than 250 employees, apply to the large business scheme.',
    'To collaborate with the lead, your organisation must be a UK registered business, charity or research organisation.',
    'Organisations may not apply more than once in any financial year.',
    'For example, applications for the orchard options are open to growers, and they require at least 4 hectares.',
    'Each claim should total at least £900 of works without VAT.',
    'The most a club can be given is £300 from one ward, but several wards may support the same event.',
    'Grants of up to £90,000 are available but amounts vary with the size of the works.',
    'Your income must be no more than £3 million (can be averaged over the last three years).',
    'Projects must include one grower and, if the total costs are above £200,000, must be collaborative.',
    'The fund is open to organisations in Wales and the Marches.',
    'Universities are eligible for this funding only where they work with a community partner.',
    'We will contribute a maximum of 75% towards the cost of new equipment. For all other items we contribute 50%.',
    'We will fund up to 50% of capital costs and all of the cost of activities.',
    'You must be registered with the Rural Payments Agency, or intend to register.',
    'Two kinds of help\nFirst Step: vouchers of £500 for anybody who thinks of starting up.\nGrow: grants of up to £10,000. You must find half of the cost.',
    'A maximum of three staff can take part from each business.',
    'Applications must be made by a professional on behalf of the individual.',
    'The fund is open to organisations on the regulator’s list (those registered in Scotland only are excepted).',
    'Applicants must be a registered charity and/or a service that works in the public interest.',
    'We do not fund:\n• charities which, in our view, do not chiefly help sailors',
    'Due diligence must be completed by 30 June 2027.',
    'The first payment must be spent by 31 March 2028.',
    'Development funding must be spent by 31 March 2028 and delivery funding by 31 March 2030.',
    'The lease must begin by 1 January 2028.',
    'The survey must be finished by 31 July 2027.',
    'Capital grants\nWork must not begin before we inspect.\nRevenue grants\nWork may have begun up to three months before.',
    'Your project’s total costs can be up to £150,000 in strand 1. Strand 2 allows £500,000.',
  ])('%s', (text) => {
    expect(decided(text)).toEqual([])
  })
})
