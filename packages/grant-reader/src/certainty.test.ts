/**
 * Certainty of limits: what one kind of applicant or one kind of cost has, and plain sentences that
 * are sure.
 */
import { describe, expect, test } from 'vitest'
import { readText } from './reader.ts'

const read = (lines: readonly string[]) =>
  readText(lines.join('\n')).map(
    ({ certainty = 'sure', parameter, operator, value }) =>
      `${certainty} ${parameter.startsWith('meets_') ? 'quote' : parameter} ${operator} ${JSON.stringify(value)}`,
  )

describe('is sure', () => {
  test.each<[string, string[], string[]]>([
    [
      'a largest sum',
      ['Awards will be no larger than £18,000.'],
      ['sure amount_needed at_most 18000'],
    ],
    [
      'a sum that an income does not exceed',
      ['You can apply if your yearly income does not exceed £75,000.'],
      ['sure annual_income at_most 75000'],
    ],
    [
      'a region of England alone',
      ['Greater London only.'],
      ['sure region one_of ["england"]', 'sure english_region one_of ["london"]'],
    ],
    [
      'a region of England that is demanded',
      ['Projects must take place in the North East of England.'],
      ['sure region one_of ["england"]', 'sure english_region one_of ["north-east"]'],
    ],
    [
      'a region of England to which a scheme is open',
      ['The scheme is open to groups based in the East Midlands.'],
      ['sure region one_of ["england"]', 'sure english_region one_of ["east-midlands"]'],
    ],
    [
      'that uninvited applications are rejected',
      ['Uninvited applications will be rejected.'],
      ['sure invited is true'],
    ],
    [
      'that only the invited can apply',
      ['You can apply only if we invited you after a successful outline.'],
      ['sure invited is true'],
    ],
    [
      'that a funder considers those whom it invited',
      ['We only consider proposals from groups that we have invited.'],
      ['sure invited is true'],
    ],
    [
      'each of the numbered conditions that "AND" joins, and each exclusion',
      [
        'You can get the grant if:',
        '1. Your workshop is based in Wales AND',
        '2. You already get the harbour relief AND',
        '3. Your workshop has a roof',
        'The grant is not for:',
        '1. Boats in personal use',
      ],
      [
        'sure region one_of ["wales"]',
        'sure quote is true',
        'sure quote is true',
        'sure quote is false',
      ],
    ],
    [
      'a number of staff without the word, and a day of trading',
      [
        'These grants can only go to:',
        '• workshops that were trading on or before 4 May 2026',
        '• workshops that employ less than 40',
      ],
      ['sure established_on not_after "2026-05-04"', 'sure employees less_than 40'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(read(lines)).toEqual(expected)
  })
})

describe('binds some applicants, so it is likely', () => {
  test.each<[string, string[], string]>([
    [
      'a condition under a heading for one kind',
      [
        'Charities and bakeries can apply.',
        'Small businesses',
        'You must have traded for two years.',
      ],
      'likely years_trading at_least 2',
    ],
    [
      'a condition under a heading that asks who you are',
      ['If you are a sole trader', 'You must have a UK bank account.', 'Charities may apply too.'],
      'likely has_bank_account is true',
    ],
    [
      'a condition on one kind in a list of exclusions',
      [
        'You cannot apply if:',
        '• you are a charity with an income of more than £1 million',
        '• you are a business with more than 250 employees',
      ],
      'likely annual_income at_most 1000000',
    ],
    [
      'a size of businesses where the next line admits charities',
      ['Businesses with fewer than 250 staff can apply.', 'Charities and social enterprises'],
      'likely employees less_than 250',
    ],
    [
      'a size in brackets after one of several kinds',
      ['Grants are for small businesses (fewer than 50 employees), charities and groups.'],
      'likely employees less_than 50',
    ],
    [
      'an income beyond which funding is unlikely',
      ['If your income is over £1 million we are unlikely to fund you.'],
      'likely annual_income at_most 1000000',
    ],
    [
      'a condition with a stated subject',
      ['As a business you must be registered at Companies House.', 'Charities can apply.'],
      'likely registration one_of ["companies_house"]',
    ],
    [
      'a share of one kind of cost',
      ['We pay up to 50% of the cost of capital items.'],
      'likely funding_intensity_pct at_most 50',
    ],
    [
      'the place of one kind among others',
      ['The fund is open to charities, councils in Scotland, and social enterprises.'],
      'likely region one_of ["scotland"]',
    ],
    [
      'the place of the first kind',
      ['We welcome applications from schools in Wales as well as housing associations.'],
      'likely region one_of ["wales"]',
    ],
    [
      'an income of one kind before another',
      ['The fund is open to charities with an income below £1 million and schools.'],
      'likely annual_income less_than 1000000',
    ],
    [
      'trustees of one kind before another that can apply',
      ['Housing associations with at least three trustees and parish councils can apply.'],
      'likely trustees at_least 3',
    ],
    [
      'an income of one item of a list of kinds',
      ['You must be:', '• a charity with an income below £1 million', '• a school'],
      'likely annual_income less_than 1000000',
    ],
    [
      'an area of land that some applicants need not have',
      [
        'You must own at least 5 hectares of land.',
        'If you graze common land the 5 hectare minimum does not apply.',
      ],
      'likely land_area_ha at_least 5',
    ],
    [
      'years that new bodies do not need to meet',
      [
        'You must have traded for at least two years.',
        'New clubs do not need to meet the two year requirement.',
      ],
      'likely years_trading at_least 2',
    ],
  ])('%s', (_, lines, expected) => {
    expect(read(lines)).toContain(expected)
  })
})

test('the nation of one item in a list of kinds is not that of the page', () => {
  const lines = [
    'You can apply if you are:',
    '• a local authority in England',
    '• a charity or a community group',
    '• a school',
    'Tell us who will use the building.',
    'We decide within eight weeks.',
    'Send two quotes with the form.',
  ]
  expect(read(lines).filter((each) => each.includes(' region '))).toEqual([])
})

test.each([
  ['You can apply if you are a charity with an income below £1 million.', 'annual_income'],
  ['Charities with at least three trustees and a constitution can apply.', 'trustees'],
  ['Open to charities with at least three trustees that work with schools and clubs.', 'trustees'],
])('a limit of the only kind of applicant stays sure: %s', (text, fact) => {
  expect(read([text]).some((each) => each.startsWith(`sure ${fact}`))).toBe(true)
})

test.each([
  ['Open to businesses in England and charities in England.', 'business","charity'],
  ['You can apply if you are a business in Scotland or a charity.', 'business","charity'],
  ['The fund is open to charities in Scotland or community groups.', 'charity","community_group'],
])('a place takes no kind of applicant away: %s', (text, kinds) => {
  expect(read([text])).toContain(`sure org_type one_of ["${kinds}"]`)
})

test('a nation whose applicants are sent to another fund is no limit', () => {
  expect(read(['Applicants based in Scotland should apply to our sister fund.'])).toEqual([])
})

test.each([
  'Charities with an income over £1 million cannot apply.',
  'Schools cannot apply unless they are special schools.',
  'We do not fund:\n• charities with reserves of more than a year\n• groups',
  'Large charities cannot apply.',
])('an exclusion with a condition never excludes the kind: %s', (text) => {
  expect(
    read([text]).filter((each) => /sure org_type none_of .*(?:charity|education)/.test(each)),
  ).toEqual([])
})
