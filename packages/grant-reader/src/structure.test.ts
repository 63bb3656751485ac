/**
 * The structure of a page in invented words: applicants by place, lists under sentences, clauses
 * with separate sums, several offers.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decided } from '../test/decided.ts'
import { readText } from './reader.ts'

const found = (text: string) => decided(text).sort()

describe('states what binds all', () => {
  test.each<[string, string, string[]]>([
    [
      'a sentence that introduces a list of other things names who may apply',
      'Grants from the Lantern Fund are open to charities that meet the following criteria:\n• they run a lighthouse\n• they keep a log',
      ['org_type one_of ["charity"]'],
    ],
    [
      'kinds with a stroke between them',
      'The Lantern Fund is open to community/voluntary organisations in the harbour.',
      ['org_type one_of ["charity","community_group"]'],
    ],
    [
      'kinds that a condition behind them only narrows',
      'We accept applications from charities and schools, as long as they work with sailors.',
      ['org_type one_of ["charity","education"]'],
    ],
    [
      'an aside that asks nothing',
      'The fund is open to charities and clubs (a club need not be a charity).',
      ['org_type one_of ["charity","community_group"]'],
    ],
    [
      'non-for-profit is not for profit',
      'Only non-for-profit organisations can apply.',
      ['org_type one_of ["charity","community_group"]'],
    ],
    [
      'the three sectors',
      'The scheme is a capital fund open to public, private, and third sector applicants in Wales.',
      [
        'org_type one_of ["business","charity","community_group","public_body","local_authority","education"]',
        'region one_of ["wales"]',
      ],
    ],
    [
      'a council that only gives, an Act and an individual basis are no applicants',
      'Only charities can apply. Local authorities have been allocated funding for this. The Local Government Act 1972 applies. Each bid is read on an individual basis.',
      ['org_type one_of ["charity"]'],
    ],
    [
      'who benefits does not apply',
      'Only charities can apply. Projects must be of benefit to residents and households.',
      ['org_type one_of ["charity"]'],
    ],
    [
      'who is sent elsewhere does not apply',
      'Only businesses can apply. See what other funding is available for charities and clubs.',
      ['org_type one_of ["business"]'],
    ],
    [
      'excluded kinds share their noun, and examples of them are excluded as well',
      'We do not fund:\n• commercial or trading organisations\n• projects from private companies\n• public bodies, such as county councils',
      ['org_type none_of ["business"]', 'org_type none_of ["public_body","local_authority"]'],
    ],
    [
      'excluded schools, colleges and universities, whatever stands before them',
      'We will not fund:\n• universities, further education colleges and independent schools',
      ['org_type none_of ["education"]'],
    ],
    [
      'what follows a comma narrows nothing',
      'Applications will not be accepted from:\n• For-profit companies, that pay their owners',
      ['org_type none_of ["business"]'],
    ],
    [
      'a ceiling among what is not funded',
      'What we will not fund\n• Individuals\n• The maximum grant per organisation is £900.',
      ['amount_needed at_most 900', 'org_type none_of ["individual"]'],
    ],
    [
      'a clause with a sum of its own, behind the pot',
      'The fund has a total budget of £300,000 and will make awards of up to £4,000 to those it chooses.',
      ['amount_needed at_most 4000'],
    ],
    [
      'sums in brackets, beside an income',
      'Organisations (minimum award £300 – maximum award £1,500) must not have an annual income exceeding £90,000.',
      ['amount_needed at_least 300', 'amount_needed at_most 1500', 'annual_income at_most 90000'],
    ],
    [
      'up to the value of',
      'Grants up to the value of £7,000 may be awarded.',
      ['amount_needed at_most 7000'],
    ],
    ['the maximum amount', 'The maximum amount is £7,000.', ['amount_needed at_most 7000']],
    [
      'the largest project with the smallest grant',
      'Maximum project value of £9,000 with a minimum grant value of £700.',
      ['amount_needed at_least 700', 'project_cost at_most 9000'],
    ],
    [
      'an exception of something else',
      'Grants range from £1,000 to £9,000. Businesses that had another grant, with the exception of the boat loan, are asked for receipts.',
      ['amount_needed between {"min":1000,"max":9000}'],
    ],
    [
      'dates and lengths under a heading of the form',
      'Description\nWe will invest £2 million.\nProject size\nTotal project costs must be between £20,000 and £40,000.\nYour project must:\n• start by 1 March 2031\n• end by 30 June 2031\n• last up to 4 months',
      [
        'duration_months at_most 4',
        'project_cost between {"min":20000,"max":40000}',
        'project_end not_after "2031-06-30"',
        'project_start not_after "2031-03-01"',
      ],
    ],
    [
      'a business that started between two days',
      'Your business must have started trading between 1 May 2029 and 1 June 2030.',
      ['established_on not_after "2030-06-01"', 'established_on not_before "2029-05-01"'],
    ],
    [
      'a business that was trading on a day, and is not insolvent',
      'Your business must have been trading on 4 May 2030 and not insolvent.',
      ['established_on not_after "2030-05-04"'],
    ],
    [
      'in operation',
      'You must have been in operation for a minimum of three years.',
      ['years_trading at_least 3'],
    ],
    [
      'persons on the board',
      'There must be a minimum of four unrelated persons on the management committee or board.',
      ['trustees at_least 4'],
    ],
    [
      'qualities under "if it is:" must each hold',
      'Your business may be eligible if it is:\n• based in Scotland\n• trading on 2 May 2030',
      ['established_on not_after "2030-05-02"', 'region one_of ["scotland"]'],
    ],
    [
      'the offer is no kind of applicant',
      'This grant is for small and medium-sized businesses. Schools and charities may use the harbour too.',
      [
        'company_size one_of ["micro","small","medium"]',
        'org_type one_of ["business","charity","education"]',
      ],
    ],
    [
      'a size by name and by number',
      'You must be a small business employing fewer than 50 people.',
      [
        'company_size one_of ["micro","small"]',
        'employees less_than 50',
        'org_type one_of ["business"]',
      ],
    ],
    [
      "the funder's share, whatever it is called",
      'This grant can provide up to 50% match funding, to a maximum of £6,000.',
      ['amount_needed at_most 6000', 'funding_intensity_pct at_most 50'],
    ],
    [
      'up to, but not including',
      'The fund will cover up to, but not including, 50% of total costs.',
      ['funding_intensity_pct less_than 50'],
    ],
    [
      'one register, where another sentence speaks of the next',
      'You must be registered with the Charity Commission for Northern Ireland, Please note that charities of the Charity Commission for England and Wales are not eligible.',
      ['registration one_of ["ccni"]'],
    ],
    [
      'purchases before the grant',
      'Purchases must not be made, or committed to, prior to the grant being approved.',
      ['work_started is false'],
    ],
    [
      'an order before the letter',
      'Applicants should not commit to purchases before receiving our letter.',
      ['work_started is false'],
    ],
    [
      'by invitation',
      'To be eligible for this competition you must be invited to apply by a harbour master.',
      ['invited is true'],
    ],
    [
      'the UK with its stops',
      'Who may apply\nOnly registered charities in the U.K. whose aim is to help pilots.',
      [
        'org_type one_of ["charity"]',
        'region one_of ["england","scotland","wales","northern-ireland"]',
      ],
    ],
    [
      'who the council considers',
      'Saltmarsh Town Council will consider applications for grants from voluntary groups or charitable organisations.',
      ['org_type one_of ["charity","community_group"]'],
    ],
    [
      'who may not apply, behind a note',
      'Note: Registered charities are unable to apply for this grant, please look elsewhere.',
      ['org_type none_of ["charity"]'],
    ],
    [
      'a sole trader is a business, and what only some may have is asked of whoever applies',
      'Only businesses with fewer than 10 employees are eligible. Send proof, such as a registration as a sole trader. Charities are unable to apply.',
      ['employees less_than 10', 'org_type none_of ["charity"]', 'org_type one_of ["business"]'],
    ],
    [
      'conditions under "provided:"',
      'The Lamp Scheme may make a grant provided:\n• The lamp is listed\n• The work will cost more than £8,000 and less than £90,000',
      ['project_cost less_than 90000', 'project_cost more_than 8000'],
    ],
    [
      'never made for what has begun',
      'Grants are never made retrospectively for work started before we agree.',
      ['work_started is false'],
    ],
    [
      'capital grants, where nothing else is paid for',
      'Grants of up to £20,000 are available for capital projects.',
      ['amount_needed at_most 20000'],
    ],
    [
      'projects that have not begun, of what may be applied for',
      'Not for profit organisations can apply for this funding for projects which have not already started.',
      ['org_type one_of ["charity","community_group"]', 'work_started is false'],
    ],
    [
      'the cheapest project behind the grants',
      'Grants are available from £400 up to a maximum of £4,000, with minimum project cost being £900.',
      ['amount_needed between {"min":400,"max":4000}', 'project_cost at_least 900'],
    ],
    [
      'a legal structure',
      'To be eligible, applicants must:\n• Have a bona fide UK charitable or not-for-profit legal structure',
      ['org_type one_of ["charity","community_group"]'],
    ],
    [
      'between three to five years',
      'Funding is available for between three to five years.',
      ['duration_months between {"min":36,"max":60}'],
    ],
    [
      'an item that introduces items of its own',
      'Applicants must:\n• Have a board with at least three unrelated people on it.\n• Have a written constitution, which states:\n• a purpose;\n• its members.',
      ['has_constitution is true', 'trustees at_least 3'],
    ],
    [
      "what the fund's own beginning cost",
      'A minister has announced funding of £270,000 for a small grants pilot. Awards of between £1,500 and £5,000 will be made.',
      ['amount_needed between {"min":1500,"max":5000}'],
    ],
    [
      'sentences under "Who can apply"',
      'Who can apply?\n• Applications under the scheme will be considered from voluntary organisations. An Act defines these.\n• Applications from individuals will not be considered.',
      ['org_type none_of ["individual"]', 'org_type one_of ["charity","community_group"]'],
    ],
    [
      'an item with a condition of its own',
      'You can apply if your organisation is a:\n• registered charity*\n• school, if the project helps the harbour, not just the school',
      ['org_type one_of ["charity","education"]'],
    ],
    [
      'partnerships that apply are no businesses',
      'We can fund both new partnerships and old ones. The lead must be one of the following:\n• a charity\n• a school',
      ['org_type one_of ["charity","education"]'],
    ],
    [
      'who lacks a board of two',
      'We cannot accept applications from:\n• organisations that do not have at least two people on their board',
      ['trustees at_least 2'],
    ],
  ])('%s', (_, text, limits) => {
    expect(found(text)).toEqual([...limits].sort())
  })
})

describe('binds none, or only some', () => {
  test.each<[string, string]>([
    [
      'organisations that belong to a council',
      'The grant is open to organisations affiliated to the sports council.',
    ],
    [
      'bodies that others run',
      'The fund is not available to bodies run by or contracted out by county councils or companies.',
    ],
    [
      'revenue grants beside capital ones',
      'We give revenue and capital grants.\nRevenue grants are available up to a maximum of £2,500',
    ],
    [
      'a share for grants up to a sum',
      'Grants are available at:\n• A maximum of 35% of costs for grants to bakers up to £80,000\n• A maximum of 25% of costs for all grants to millers',
    ],
    [
      'one thing that is paid for',
      'We are open to funding:\n• Coach hire for trips up to a maximum of £400\n• Lunches with a maximum of £6 per head',
    ],
    [
      'two sizes of application under their names',
      'Funding range\nSmall Project Application\nThis is for project funding between £5,000 and £50,000\nLarge Project Application\nThis is for project funding of over £50,000',
    ],
    [
      'costs that may be more',
      'Total project costs must be between £10,000 and £30,000. We may allow projects with costs above £30,000.',
    ],
    [
      'charities, unless through a company',
      'Applications can be made by an existing business.\nWho is not eligible\n• charities unless they apply through a trading arm',
    ],
    [
      'support that reaches a limit',
      'We cannot fund a business that has received grants that equal the maximum permitted levels of subsidy.',
    ],
    [
      'alternatives of one kind',
      'The grant is open to land managers who are either:\n• tenants\n• owners',
    ],
    ['statutory services', 'We do not fund:\n• Statutory services'],
    [
      'a nation, where others may come from elsewhere',
      'Grants are available for organisations in Wales. Organisations must be based in Wales or another part of the UK.',
    ],
    ['what is for capital only', 'Grants of £10,000 to £20,000 are for capital only.'],
    [
      'preparation that is allowed',
      'You cannot start before the grant is awarded. Preparatory work is allowed.',
    ],
  ])('%s', (_, text) => {
    expect(found(text)).toEqual([])
  })
})

describe('lists', () => {
  const KINDS: string[] = [
    'Registered charities',
    'Community groups',
    'Town and parish councils',
    'Schools and colleges',
    'Social enterprises',
  ]
  const kindsOf = (items: readonly string[]) =>
    found(`Who can apply?\n${items.map((item) => `• ${item}`).join('\n')}`).find((each) =>
      each.startsWith('org_type'),
    )

  test('say the same in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...KINDS], { minLength: 2 }), (items) => {
        expect(kindsOf(items)).toBe(kindsOf([...items].sort()))
        expect(kindsOf(items)).toBeDefined()
      }),
      { numRuns: 60 },
    )
  })

  test('include more with every named kind, and none by an unknown kind', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...KINDS], { minLength: 2 }), fc.nat(), (items, at) => {
        const kinds = (said: string | undefined) =>
          said === undefined ? [] : (JSON.parse(said.slice(said.indexOf('['))) as string[])
        expect(kinds(kindsOf(items))).toEqual(
          expect.arrayContaining(kinds(kindsOf(items.slice(1)))),
        )
        const unknown = items.toSpliced(at % (items.length + 1), 0, 'Keepers of the seven lamps')
        expect(kindsOf(unknown)).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })

  test('of exclusions rule out each item by itself', () => {
    const EXCLUDED = [
      'individuals',
      'private businesses',
      'local authorities',
      'charities',
    ] as const
    fc.assert(
      fc.property(fc.shuffledSubarray([...EXCLUDED], { minLength: 1 }), (items) => {
        const whole = found(`We do not fund:\n${items.map((item) => `• ${item}`).join('\n')}`)
        expect(whole).toEqual(
          [...items.flatMap((item) => found(`We do not fund:\n• ${item}`))].sort(),
        )
        expect(whole).toHaveLength(items.length)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a list within a list', () => {
  const quoted = (text: string) =>
    readText(text).flatMap(({ code, doubt, requirement, value }) =>
      code === 'OTHER' && doubt ? [[doubt, value, requirement]] : [],
    )

  test.each([
    [
      'We will not fund:\n• groups beyond the harbour, unless they are:\n◦ charities\n◦ universities\n• individuals',
      ['org_type none_of ["individual"]'],
      [
        [
          'exception',
          false,
          'groups beyond the harbour, unless they are:\n◦ charities\n◦ universities',
        ],
      ],
    ],
    [
      'We will not fund:\n• organisations with an income over £1 million, except:\n◦ schools\n◦ local authorities\n• individuals',
      ['org_type none_of ["individual"]'],
      [
        [
          'exception',
          false,
          'organisations with an income over £1 million, except:\n◦ schools\n◦ local authorities',
        ],
      ],
    ],
    [
      'Who can apply:\n• Charities:\n◦ with an annual income of less than £100,000\n• Businesses:\n◦ with fewer than 10 employees',
      ['org_type one_of ["business","charity"]'],
      [
        ['part', true, 'Charities:\n◦ with an annual income of less than £100,000'],
        ['part', true, 'Businesses:\n◦ with fewer than 10 employees'],
      ],
    ],
    [
      'You must:\n• be based in England\n• not be:\n◦ a local authority\n◦ a business\n• have a bank account',
      ['has_bank_account is true', 'region one_of ["england"]'],
      [['part', true, 'not be:\n◦ a local authority\n◦ a business']],
    ],
  ])('is quoted with the item above it, and the list goes on: %s', (text, limits, quotes) => {
    expect(found(text)).toEqual(limits)
    expect(quoted(text)).toEqual(quotes)
  })

  test('decides nothing by itself, whatever it says', () => {
    const LIMITS = [
      'with an income under £50,000',
      'in Wales',
      'with fewer than 10 employees',
      'for up to £500',
      'established before 2020',
    ]
    const ITEMS = [
      'are a farmer and you are:',
      'are a group, unless it is:',
      'Charities:',
      'not be:',
    ]
    fc.assert(
      fc.property(
        fc.subarray(LIMITS, { minLength: 1 }),
        fc.constantFrom(...ITEMS),
        (beneath, item) => {
          const text = (lines: readonly string[]) =>
            ['You can apply if you:', `• ${item}`, ...lines, '• have a boat'].join('\n')
          // Conditions may leave more to the reader, never less.
          expect(found(text([]))).toEqual(
            expect.arrayContaining(found(text(beneath.map((each) => `◦ ${each}`)))),
          )
        },
      ),
    )
  })

  test('is not about the page, nor excluded below the second paragraph of an item', () => {
    const LONG =
      'This grant helps groups to run their halls and to keep them open for everybody who lives near by. It pays for repairs and heating. Applications are read every month by a panel of neighbours who know the place well.'
    expect(
      found(
        `${LONG}\nWe will not fund:\n• organisations outside England, unless they are:\n◦ charities\n• loans`,
      ),
    ).toEqual([])
    expect(
      found(
        'You cannot apply if:\n• you have no account\nThis does not apply if you are:\n◦ a school\n◦ a charity',
      ),
    ).toEqual([])
  })

  test('from which one is to be chosen is read as the list that it is', () => {
    const flat = 'You must:\n• be one of:\n• a charity\n• a company\n• have a bank account'
    expect(found(flat.replace('• a charity\n• a company', '◦ a charity\n◦ a company'))).toEqual(
      found(flat),
    )
  })
})

describe('rows of a table', () => {
  test.each([
    [
      'say of each column something else',
      'Who can apply | Who cannot apply\ncharities; schools | individuals; businesses',
    ],
    [
      'ask of whom stands first in them, sentence by sentence',
      'Applicant | Rules\nCharities | Must be registered in England. Annual income of less than £100,000.\nBusinesses | You must provide 50% match funding.',
    ],
  ])('%s', (_, text) => {
    expect(found(text)).toEqual([])
  })
})

describe('sums', () => {
  test.each([
    ['You can apply for up to £10 000.', 'amount_needed at_most 10000'],
    [
      'You can apply for between £5\u202f000 and £25 000.',
      'amount_needed between {"min":5000,"max":25000}',
    ],
    ['Your annual income must be below £100 000.', 'annual_income less_than 100000'],
    ['The maximum grant is £1.250 million.', 'amount_needed at_most 1250000'],
    ['You can apply for up to £3.25k.', 'amount_needed at_most 3250'],
    ['You can apply for between £500 and £30k.', 'amount_needed between {"min":500,"max":30000}'],
  ])('are read: %s', (text, limit) => {
    expect(found(text)).toEqual([limit])
  })

  test.each([
    'You can apply for up to £25, 000.',
    'The maximum grant is £2.000.',
    'You can apply for up to £1,500 000.',
    'You can apply for up to £7½k.',
    'The maximum grant is £1½ million.',
    'The maximum grant is £1/2 million.',
    'You can apply for up to £1.2 mill.',
    'You can apply for up to £5 hundred.',
    'You can apply for up to £10 grand.',
    "You can apply for up to £10'000.",
    'You can apply for up to £2·5 million.',
    'You can apply for up to £2-million.',
    'The maximum grant is £3,25k.',
    'The maximum grant is 10.000 GBP.',
    'The maximum grant is £1m5.',
    'You can apply for £20-30k.',
    'You can apply for £20 to £30k.',
    'You can apply for between £20 and £30k.',
  ])('that may mean less or more decide nothing: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})
