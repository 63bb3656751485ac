import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText } from '../detail.ts'
import { readText } from './reader.ts'

/** `CODE parameter operator value` of everything that is read. */
const read = (text: string) =>
  readText(plainText(text)).map(({ code, parameter, operator, value }) => `${code} ${parameter} ${operator} ${JSON.stringify(value)}`)
const codes = (text: string) => readText(plainText(text)).map(({ code }) => code)

describe('traps', () => {
  test('"up to (but not including) 50%" is a strict bound', () => {
    expect(read('Your grant will fund up to (but not including) 50% of the project costs.')).toEqual([
      'FUNDING_INTENSITY funding_intensity_pct less_than 50',
    ])
  })

  test('sums are read as this version was published', () => {
    expect(read('The maximum grant is £10 000.')).toEqual(['AMOUNT_RANGE amount_needed at_most 10'])
  })

  test('a sum per socket is a rate, not the award', () => {
    expect(codes('The grant pays a maximum of £350 per socket.')).toEqual([])
    expect(codes('You will get £400 a year for each hectare.')).toEqual([])
    expect(read('The grant is a maximum of £350 per applicant.')).toEqual(['AMOUNT_RANGE amount_needed at_most 350'])
  })

  test('amounts that depend on the length of the project become one table', () => {
    const text =
      'Duration between 6 and 18 months: total costs between £25,000 and £500,000. Duration between 19 and 36 months: total costs between £25,000 and £2 million.'
    const [table, months] = readText(plainText(text))
    expect(table).toMatchObject({
      code: 'PROJECT_COST',
      operator: 'between_by_duration',
      value: [
        { min_months: 6, max_months: 18, min: 25000, max: 500000 },
        { min_months: 19, max_months: 36, min: 25000, max: 2000000 },
      ],
      requirement: text,
    })
    expect(months).toMatchObject({ code: 'PROJECT_DURATION', value: { min: 6, max: 36 } })
  })

  test('an item of what rules out must not hold, although its quote does not say so', () => {
    expect(
      readText(plainText('You cannot apply if:\n• the chargepoints are a condition of a building permit\n\nThe site must be insured.')).map(
        ({ requirement, value }) => [requirement, value],
      ),
    ).toEqual([
      ['the chargepoints are a condition of a building permit', false],
      ['The site must be insured.', true],
    ])
    // The same words with their introduction hold as they stand.
    expect(readText(plainText('You cannot apply if the chargepoints are a condition of a building permit.'))[0]).toMatchObject({
      value: true,
    })
  })

  test('registers in one sentence are alternatives', () => {
    expect(read('You must be registered at Companies House, or for VAT if you are not registered there.')).toEqual([
      'REGISTRATION registration one_of ["companies_house","vat"]',
    ])
    expect(read('You cannot apply if:\n• you do not have a company number or a VAT registration number')).toEqual([
      'REGISTRATION registration one_of ["companies_house","vat"]',
    ])
  })

  test('what the applicant brings is not what the grant covers', () => {
    expect(read('Applicants must contribute at least 20% of the total project costs.')).toEqual([
      'MATCH_FUNDING match_funding_pct at_least 20',
    ])
    expect(read('The grant covers up to 80% of the project costs.')).toEqual(['FUNDING_INTENSITY funding_intensity_pct at_most 80'])
  })

  test('income of "£50,000 and £10m" is read with its scale', () => {
    expect(read('Your annual income must be between £50,000 and £10m.')).toEqual([
      'INCOME annual_income between {"min":50000,"max":10000000}',
    ])
  })

  test('"established on or before" is a test of age', () => {
    expect(read('Your organisation must have been established on or before 31 August 2019.')).toEqual([
      'ESTABLISHED established_on not_after "2019-08-31"',
    ])
    expect(read('Your organisation must have been established before 1 September 2019.')).toEqual([
      'ESTABLISHED established_on not_after "2019-08-31"',
    ])
  })

  test('an exception to an exclusion is left to a reader, whole', () => {
    const text = 'You cannot apply if you are:\n• an individual\n• a public body other than a parish council'
    const criteria = readText(plainText(text))
    expect(criteria.map(({ code }) => code)).toContain('OTHER')
    expect(criteria.find(({ requirement }) => requirement.includes('parish'))).toMatchObject({
      code: 'OTHER',
      requirement: 'a public body other than a parish council',
    })
    expect(criteria.filter(({ code }) => code === 'ORG_TYPE').flatMap(({ value }) => value)).not.toContain('public_body')
  })

  test('"may be in England, Wales …" restricts nothing', () => {
    expect(codes('Projects may be in England, Wales or Scotland.')).toEqual([])
    expect(read('Projects must be in England or Wales.')).toEqual(['REGION region one_of ["england","wales"]'])
  })

  test('what is not included after "(it cannot be in …)" takes nothing away', () => {
    expect(read('The property must be in the UK (it cannot be in the Channel Islands).')).toEqual([
      'REGION region one_of ["england","scotland","wales","northern-ireland"]',
    ])
  })

  test('a bound that was moved is read as it is now', () => {
    expect(read('The minimum grant has reduced from £10,000 to £5,000.')).toEqual(['AMOUNT_RANGE amount_needed at_least 5000'])
  })

  test('the fund as a whole is not an award', () => {
    expect(codes('A total budget of £30 million has been made available for grants of all kinds.')).toEqual([])
  })

  test('costs and award in one sentence keep apart', () => {
    expect(read('Projects will be awarded up to £175,000 to cover up to 50% of project costs.')).toEqual([
      'AMOUNT_RANGE amount_needed at_most 175000',
      'FUNDING_INTENSITY funding_intensity_pct at_most 50',
    ])
  })

  test('a condition makes a requirement a question for a reader', () => {
    expect(codes('You must be an SME if you want to work alone.')).toEqual(['OTHER'])
    expect(codes('If you are a company, you must have at least 3 directors.')).toEqual(['OTHER'])
    expect(codes('Charities must be registered with the Charity Commission.')).toEqual(['OTHER'])
  })

  test('a list of alternatives with an item nobody knows is left open as a whole', () => {
    expect(read('You can apply if your organisation is a:\n• registered charity\n• community interest company')).toEqual([
      'ORG_TYPE org_type one_of ["charity","community_group"]',
    ])
    const open = readText(plainText('You can apply if your organisation is a:\n• registered charity\n• property factor'))
    expect(open.map(({ code, requirement }) => [code, requirement.split('\n').length])).toEqual([['OTHER', 3]])
  })

  test('a requirement of softer words excludes nobody by itself', () => {
    expect(codes('We will not generally fund:\n• Private individuals')).toEqual(['OTHER'])
    expect(read('We will not fund applications from:\n• private individuals')).toEqual(['ORG_TYPE org_type none_of ["individual"]'])
  })

  test('bands of income for different awards are no limits, each is a question for a reader', () => {
    expect(codes('If your income is below £100,000, you cannot apply.')).toEqual(['OTHER'])
    expect(codes('To apply for a £5,000 grant, your income must be a minimum of £1,000,000.')).toEqual(['OTHER'])
    expect(codes('Support will not normally be given to a charity whose income exceeds £100,000.')).toEqual(['OTHER'])
  })

  test('a refusal turns a limit round', () => {
    expect(read('Organisations with an income over £500,000 cannot apply.')).toEqual(['INCOME annual_income at_most 500000'])
    expect(read('We do not fund:\n• organisations with an annual income over £500,000')).toEqual(['INCOME annual_income at_most 500000'])
    expect(read('Your income cannot exceed £500,000.')).toEqual(['INCOME annual_income at_most 500000'])
  })

  test("a register's name is no place", () => {
    expect(read('You must be registered with the Charity Commission for England and Wales.')).toEqual([
      'REGISTRATION registration one_of ["charity_commission"]',
    ])
  })

  test('excluding schools does not exclude universities', () => {
    expect(codes('We cannot accept applications from:\n• schools')).toEqual(['OTHER'])
  })

  test('lettered alternatives under a numbered introduction are alternatives', () => {
    expect(read('(1) Your organisation must be:\n(a) a charity; or\n(b) a university.\n(2) You must have a bank account.')).toEqual([
      'ORG_TYPE org_type one_of ["charity","education"]',
      'GOVERNANCE has_bank_account is true',
    ])
  })

  test('being something else than an applicant is no kind of applicant', () => {
    expect(codes('To apply you must:\n• be focused on the needs of at least one community group')).toEqual(['OTHER'])
    expect(read('Applicants must be working in partnership with a school.')).toEqual(['PARTNERSHIP has_partner is true'])
  })

  test('a deadline of the application is not one of the project', () => {
    expect(codes('Applications must be submitted by 5 January 2027.')).toEqual(['OTHER'])
    expect(read('The project must be completed by March 2030.')).toEqual(['PROJECT_DATES project_end not_after "2030-03-31"'])
    expect(read('The grant must be spent before 1 April 2030.')).toEqual(['SPEND_BY spend_by not_after "2030-03-31"'])
  })
})

describe('each code', () => {
  test.each([
    ['You must have been trading for at least two years.', 'YEARS_TRADING years_trading at_least 2'],
    ['Your business must have fewer than 250 employees.', 'COMPANY_SIZE employees less_than 250'],
    ['You must be a micro business.', 'COMPANY_SIZE company_size one_of ["micro"]'],
    ['You must have at least three trustees who are not related.', 'GOVERNANCE trustees at_least 3'],
    ['We cannot fund organisations with fewer than three trustees.', 'GOVERNANCE trustees at_least 3'],
    ['You must have a bank account.', 'GOVERNANCE has_bank_account is true'],
    ['You must work in partnership with a school.', 'PARTNERSHIP has_partner is true'],
    ['Projects must last between 6 and 18 months.', 'PROJECT_DURATION duration_months between {"min":6,"max":18}'],
    ['Projects can last up to two years.', null],
    ['You must manage at least 5 hectares of land.', 'LAND_AREA land_area_ha at_least 5'],
    ['Each applicant can only submit one application.', 'MAX_APPLICATIONS applications at_most 1'],
    ['Organisations that have already received a grant from this fund are not eligible.', 'PRIOR_FUNDING has_prior_funding is false'],
    ['We will not fund work that has already started.', 'NO_RETROSPECTIVE work_started is false'],
    ['This fund is by invitation only.', 'INVITE_ONLY invited is true'],
    ['Only charities can apply.', 'ORG_TYPE org_type one_of ["charity"]'],
    ['Individuals cannot apply.', 'ORG_TYPE org_type none_of ["individual"]'],
  ])('%s', (text, expected) => {
    if (expected !== null) expect(read(text)).toContain(expected)
    else expect(codes(text)).not.toContain('OTHER')
  })
})

describe('every reading', () => {
  const words = fc.constantFrom(
    'You must',
    'cannot',
    'be a charity',
    'at least',
    '£5,000',
    'and',
    '£10m',
    'per socket',
    'if you are',
    'in England',
    '50%',
    'of costs',
    '31 March 2027',
    'three trustees',
    ':',
    '\n',
    '\n• ',
    '. ',
    'between',
    '6 and 12 months',
    'SME',
    'other than',
    '(',
    ')',
  )
  test('quotes exact spans, in order, and is the same again', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        const source = plainText(parts.join(' '))
        const criteria = readText(source)
        for (const { requirement, span } of criteria) expect(source.text.slice(span!.start, span!.end)).toBe(requirement)
        expect(readText(source)).toEqual(criteria)
      }),
    )
  })

  test('no text is too odd, and long ones are read in time that grows with them', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => void readText(plainText(text))))
    const long = 'You must have at least one of the following and be between £1 and up to £2 of the total project costs '.repeat(400)
    expect(readText(plainText(long)).length).toBeLessThan(20)
  })
})
