import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitsOf } from '../test/decided.ts'
import { readText } from './reader.ts'

const read = (text: string) => readText(text)
const doubts = (text: string) => read(text).flatMap(({ doubt }) => doubt ?? [])

describe('a limit that does not bind all is quoted with its reason', () => {
  test.each([
    ['condition', 'If you are a company, you must have at least 3 directors.'],
    ['exception', 'The maximum grant is £5,000 unless there are special circumstances.'],
    ['soft', 'We normally fund organisations with an income of less than £1 million.'],
    ['part', 'For capital works, up to 50% of the costs are covered.'],
    ['quantity', 'The grant covers at least 50% of the project costs.'],
    [
      'contradiction',
      'Grants of up to £1,000 are available.\nGrants of up to £5,000 are available.',
    ],
  ])('%s', (doubt, text) => {
    expect(limitsOf(text)).toEqual([])
    expect(new Set(doubts(text))).toEqual(new Set([doubt]))
  })

  test('and keeps code, value and quotation', () => {
    const limit = 'Grants are usually for groups with an income of less than £50,000.'
    expect(read(limit)).toMatchObject([
      { code: 'INCOME', requirement: limit, value: 50_000, certainty: 'likely', doubt: 'soft' },
    ])
  })
})

describe('what one text says in several places', () => {
  test('two ceilings, a floor above a ceiling: none is hard', () => {
    expect(
      limitsOf('Grants of up to £1,000 are available. Grants of up to £3,000 are available.'),
    ).toEqual([])
    expect(limitsOf('The minimum grant is £10,000. The maximum grant is £5,000.')).toEqual([])
  })

  test('a ceiling of all awards stands above those of some', () => {
    const text =
      'Grants of up to £750 can cover 100% of the costs.\nThe maximum grant available is £5,000.'
    expect(limitsOf(text).map(({ parameter, value }) => [parameter, value])).toEqual([
      ['amount_needed', 5000],
    ])
  })

  test('a list of applicants includes those of other sentences', () => {
    expect(
      limitsOf('This grant is open to registered charities.').map(({ value }) => value),
    ).toEqual([['charity']])
    expect(
      limitsOf('This grant is open to registered charities. Parish councils may also apply.').map(
        ({ value }) => value,
      ),
    ).toEqual([['charity', 'local_authority']])
    expect(
      limitsOf('Registered charities can apply. Parish councils can apply too.').map(
        ({ value }) => value,
      ),
    ).toEqual([['charity', 'local_authority']])
    expect(
      limitsOf(
        'This grant is open to registered charities. We look forward to the ideas of parish councils.',
      ),
    ).toEqual([])
    expect(limitsOf('Only charities can apply. Only businesses can apply.')).toEqual([])
    expect(
      limitsOf(
        'This grant is open to registered charities. Any other organisation may apply in the autumn.',
      ),
    ).toEqual([])
  })

  test('kinds that are only named elsewhere leave a list of applicants to a reader', () => {
    const list = 'This grant is open to registered charities.'
    expect(
      limitsOf(`${list} Schools should send a letter from their head.`).map(({ value }) => value),
    ).toEqual([['charity', 'education']])
    expect(limitsOf(`${list} Schools can apply too.`).map(({ value }) => value)).toEqual([
      ['charity', 'education'],
    ])
    expect(
      limitsOf(`${list} We encourage applications that a school has helped to write.`),
    ).toEqual([])
  })

  test('a sum of something else takes back no limit', () => {
    const limit = 'Grants of between £5,000 and £20,000 are available.'
    expect(
      limitsOf(
        `${limit}\nYou must have a turnover of £50,000.\nThe fund has £2 million to give.`,
      ).map(({ value }) => value),
    ).toContainEqual({
      min: 5000,
      max: 20_000,
    })
  })

  describe('a page that names one nation is for that nation', () => {
    const page = (...lines: string[]) =>
      [
        'The Heather Fund',
        'The fund helps people to mend what they have.',
        'Repair cafes, tool libraries and workshops are what we like best.',
        'Send us two pages on your plans.',
        'Our trustees meet in spring and autumn.',
        'Decisions come by letter.',
        ...lines,
      ].join('\n')
    const nations = (text: string) =>
      limitsOf(text).flatMap(({ code, value }) => (code === 'REGION' ? [value] : []))

    test.each([
      ['The programme is aimed at workshops in Scotland.', ['scotland']],
      [
        'It was set up to bring disused halls in Northern Ireland back into use.',
        ['northern-ireland'],
      ],
      ['Welsh sports clubs have asked for this.', ['wales']],
    ])('%s', (line, value) => expect(nations(page(line))).toEqual([value]))

    test.each([
      [
        'another nation',
        'The programme is aimed at workshops in Scotland.',
        'A scheme of its own opens in Wales.',
      ],
      [
        'the whole country',
        'The programme is aimed at workshops in Scotland.',
        'Tools may come from anywhere in the UK.',
      ],
      ['a refusal', 'This grant is not available in Scotland.'],
      ['a wish', 'We are particularly keen to hear from workshops in Scotland.'],
      ['what was given', 'Recent awards include a hall in Scotland.'],
      ['a body', 'The money comes from Arts Council England.'],
      ['a law', 'Charities in the sense of the Charities (Scotland) Act may hold it.'],
      ['a fund', 'It is part of the Rural England Prosperity Fund.'],
      ['where the giver is registered', 'Registered in Scotland, SC012345.'],
      ['where the giver is', 'Come to our main office in Scotland, or write.'],
      ['where it began', 'The trust was founded in Scotland by two weavers.'],
      ['whom it is named for', 'Scottish Heather Distillers pay for it.'],
      ['what some must send', 'Applicants in Scotland should give their OSCR number.'],
      ['what holds for some', 'If your workshop is in Wales, your letter may be in Welsh.'],
      ['what was tried there', 'It follows the success of a similar fund in Wales.'],
      ['what is known of it', 'Evidence from workshops in England shows that mending helps.'],
    ])('but not by naming %s', (_, ...lines) => expect(nations(page(...lines))).toEqual([]))

    test('and not a sentence alone', () =>
      expect(nations('The programme is aimed at workshops in Scotland.')).toEqual([]))
  })

  test('several strands on one page have no limit in common', () => {
    expect(
      limitsOf('There are two strands.\nStrand 1\nGrants of up to £1,000 are available.'),
    ).toEqual([])
    expect(
      limitsOf('Starter Grants\nThe grant is up to £500.\nGrowth Grants\nWe will say more soon.'),
    ).toEqual([])
  })

  test('an exception that is made later takes a limit back', () => {
    expect(
      limitsOf(
        'Groups must have a written constitution. Schools are exempt from this requirement.',
      ),
    ).toEqual([])
  })

  test('two of three is one requirement', () => {
    const text =
      'A business must satisfy two or more of the following:\n• turnover of not more than £10 million\n• fewer than 50 employees'
    expect(limitsOf(text)).toEqual([])
  })
})

describe('every reading', () => {
  const words = fc.constantFrom(
    'You must',
    'cannot apply if',
    'be a charity',
    'at least',
    '£5,000',
    'and',
    'or',
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
    'Who can apply',
    'Small grants',
    '(',
    ')',
  )
  test('quotes exact spans, in order, once each, and is the same again', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        const source = parts.join(' ')
        const criteria = readText(source)
        for (const { requirement, span } of criteria)
          expect(source.slice(span!.start, span!.end)).toBe(requirement)
        const starts = criteria.map(({ span }) => span!.start)
        expect(starts).toEqual([...starts].sort((a, b) => a - b))
        expect(
          new Set(
            criteria.map(({ parameter, operator, value }) =>
              JSON.stringify([parameter, operator, value]),
            ),
          ).size,
        ).toBe(criteria.length)
        expect(readText(source)).toEqual(criteria)
      }),
    )
  })

  test('no text is too odd, and long ones are read in time that grows with them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => void readText(text)),
    )
    const long =
      'You must have at least one of the following and be between £1 and up to £2 of the total project costs '.repeat(
        400,
      )
    expect(readText(long).length).toBeLessThan(20)
  })

  const TEXTS = [
    'You must be a registered charity.\nGrants of between £300 and £20,000 are available.\nYou must have at least three trustees.',
    'Who can apply\n• Charities\n• Parish councils\nWe do not fund:\n• individuals\n• work that has already started',
    'Your business must have fewer than 50 employees.\nThe grant covers up to 50% of the project costs.\nProjects must end by 31 March 2027.',
  ]
  const UNRELATED = [
    'The office is open on weekdays.',
    'We were founded by a family of weavers.',
    'Photographs of the garden hang in the hall.',
    'Our newsletter appears in spring and in autumn.',
  ]
  test('a paragraph about something else changes no other criterion', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TEXTS),
        fc.constantFrom(...UNRELATED),
        fc.boolean(),
        (text, paragraph, before) => {
          const plain = (criteria: ReturnType<typeof readText>) =>
            criteria.map(({ span: _, ...rest }) => rest)
          const longer = before ? `${paragraph}\n${text}` : `${text}\n${paragraph}`
          expect(plain(readText(longer))).toEqual(plain(readText(text)))
        },
      ),
    )
  })

  test('a condition on any sentence never makes it decide more', () => {
    const sentences = TEXTS.flatMap((text) => text.split('\n')).filter((line) =>
      /^(?:You|Grants|Your|The|Projects)/.test(line),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...sentences),
        fc.constantFrom('If you work abroad, ', 'In some cases, ', 'Normally, '),
        (sentence, condition) => {
          expect(limitsOf(condition + sentence[0]!.toLowerCase() + sentence.slice(1))).toEqual([])
        },
      ),
    )
  })
})
