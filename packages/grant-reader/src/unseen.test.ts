/** Findings on unseen pages, in invented words: false limits, and missed ones. */
import { describe, expect, test } from 'vitest'
import { decided } from '../test/decided.ts'

describe('binds none, or only some', () => {
  test.each<[string, string]>([
    [
      'all of the UK, said of no applicant',
      'Harbour Grants is our funding programme for all types of boats in the UK.',
    ],
    [
      'sizes that stand beside others',
      'Rural businesses (small and micro businesses) and communities in the valley can apply.',
    ],
    [
      'one application for each of several things',
      'Only one application can be supported for each premise.',
    ],
    [
      'who else is registered',
      'You must tell us which rate applies (for VAT registered businesses) when you claim.',
    ],
    [
      'a share of running costs',
      'Halls can apply for up to 20 per cent of their annual running costs.',
    ],
    ['a rate by the hectare', 'Grants for planting are capped at £6,800/ha.'],
    [
      'own money that is brought',
      'You must be able to contribute a minimum of £2,500 to match fund the grant.',
    ],
    [
      'lengths that overlap: several offers, no table',
      'Fund A - grants of between £2,000 and £30,000 are available for between 6 and 24 months.\nFund B - grants of between £30,001 and £200,000 are available for between 12 and 36 months.',
    ],
    [
      'whoever was invited in the past',
      'Small colleges have been invited to bid into the fund for 2023 to 2024.',
    ],
    [
      'a figure of last year',
      'In 2024, most organisations that we met had an income of less than £250,000.',
    ],
  ])('%s', (_name, text) => {
    expect(decided(text)).toEqual([])
  })

  test('kinds in a list while another sentence names other kinds', () => {
    expect(
      decided(
        'Businesses can apply for a grant towards new signs.\nThe scheme is open to shopkeepers, artists and charities.',
      ),
    ).toEqual([])
    expect(
      decided(
        'A grant is available to eligible businesses.\nEligible businesses can take the legal form of a:\n• sole trader\n• community interest company',
      ),
    ).not.toContain('org_type one_of ["business"]')
  })

  test('a share of own money that some need not bring', () => {
    expect(
      decided(
        'Applicants are required to provide 20% match funding for the works. Start-ups are not required to provide match funding.',
      ),
    ).toEqual([])
  })

  test('a sum of each of many grants to one applicant', () => {
    expect(
      decided(
        'The grant is limited to £350 per grant. Landlords can receive up to 200 grants a year.',
      ),
    ).toEqual([])
  })

  test('a requirement for some after a requirement for all', () => {
    expect(
      decided(
        'The applicant must have a bank account, and for neighbourhood groups, a constitution.',
      ),
    ).toEqual(['has_bank_account is true'])
  })

  test('a requirement of one of several offers in words that all use', () => {
    const strand = 'Eligible applicants must:\n• Have been established for less than 12 months'
    expect(
      decided(`First steps\n${strand}\nNext steps\nEligible applicants must:\n• have an adviser`),
    ).toEqual([])
  })

  test('a sentence behind an item of what is refused', () => {
    expect(
      decided(
        'We will not consider applications from:\n• individuals. Charities may ask us about exceptions in writing\n• private businesses',
      ),
    ).toEqual(['org_type none_of ["individual"]', 'org_type none_of ["business"]'])
  })

  test('costs are not the grant', () => {
    expect(
      decided(
        'Project costs should be up to £20,000 and awards will never exceed 50% of the costs.',
      ),
    ).toEqual(['project_cost at_most 20000', 'funding_intensity_pct at_most 50'])
  })
})

describe('binds all', () => {
  test.each<[string, string[]]>([
    [
      'Who cannot apply\nThe following are not eligible for the grants.\n• Local authorities\n• Individuals',
      ['org_type none_of ["local_authority"]', 'org_type none_of ["individual"]'],
    ],
    [
      'To be eligible applicants must have:\n• Two unconnected people on the board',
      ['trustees at_least 2'],
    ],
    [
      'Organisations we do not fund:\n• Newly established organisations with no previous annual accounts',
      ['has_accounts is true'],
    ],
    [
      'Applications must be for between £300 and £9,000 and total project costs must not exceed £50,000.',
      ['amount_needed between {"min":300,"max":9000}', 'project_cost at_most 50000'],
    ],
    ['We do not fund:\n• Requests for amounts over £25,000', ['amount_needed at_most 25000']],
    [
      'We will not consider applications from:\n• education establishments including schools, universities or colleges',
      ['org_type none_of ["education"]'],
    ],
    [
      'Grants are not awarded to individuals in any circumstances.',
      ['org_type none_of ["individual"]'],
    ],
  ])('%s', (text, expected) => {
    expect(decided(text)).toEqual(expected)
  })
})
