import { describe, expect, it } from 'vitest'
import { growthOf, MAX_GROWTH } from '../../../test/support/growth.ts'
import { type FiledAccounts, readAccounts } from './figures.ts'
import { UnreadableFiling } from './xbrl-reader.ts'

const NAMESPACES =
  'xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2011-07-31" xmlns:ixt4="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso="http://www.xbrl.org/2003/iso4217" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:c="http://xbrl.frc.org.uk/fr/2022-01-01/core" xmlns:b="http://xbrl.frc.org.uk/cd/2022-01-01/business"'
const context = (id: string, period: string, inner = '') =>
  `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="s">X</xbrli:identifier>${inner}</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`
const instant = (day: string) => `<xbrli:instant>${day}</xbrli:instant>`
const span = (start: string, end: string) =>
  `<xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`
const RESOURCES = [
  context('y', span('2024-01-01', '2024-12-31')),
  context('e', instant('2024-12-31')),
  context('p', instant('2023-12-31')),
  context(
    'co',
    instant('2024-12-31'),
    '<xbrli:segment><xbrldi:explicitMember dimension="b:GroupCompanyDataDimension">b:Company</xbrldi:explicitMember></xbrli:segment>',
  ),
  context(
    'gr',
    instant('2024-12-31'),
    '<xbrli:segment><xbrldi:explicitMember dimension="b:GroupCompanyDataDimension">b:Consolidated</xbrldi:explicitMember></xbrli:segment>',
  ),
  '<xbrli:unit id="gbp"><xbrli:measure>iso:GBP</xbrli:measure></xbrli:unit>',
  '<xbrli:unit id="eur"><xbrli:measure>iso:EUR</xbrli:measure></xbrli:unit>',
  '<xbrli:unit id="n"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>',
].join('')

const page = (body: string, resources = RESOURCES) =>
  `<?xml version="1.0"?><html ${NAMESPACES}><body><ix:header><ix:resources>${resources}</ix:resources></ix:header>${body}</body></html>`
const tag = (concept: string, text: string, more = '', where = 'e', unit = 'gbp') =>
  `<ix:nonFraction name="c:${concept}" contextRef="${where}" unitRef="${unit}" decimals="0" ${more}>${text}</ix:nonFraction>`
const read = (body: string | Buffer) =>
  readAccounts(Buffer.isBuffer(body) ? body : Buffer.from(page(body)))
const values = (accounts: FiledAccounts) =>
  Object.fromEntries(
    Object.entries(accounts.periods[0]?.figures ?? {}).map(([key, { value, status }]) => [
      key,
      status === 'stated' ? value : `${status} ${value}`,
    ]),
  )
const reasonOf = (bytes: string | Buffer) => {
  try {
    readAccounts(Buffer.from(bytes))
  } catch (error) {
    if (error instanceof UnreadableFiling) return error.message
    throw error
  }
  return null
}

it('a period to midnight ends on the day before', () => {
  const times = [
    context('y', span('2024-01-01T00:00:00', '2025-01-01T00:00:00')),
    context('e', instant('2025-01-01T00:00:00')),
    context('p', instant('2023-12-31T23:59:59')),
  ].join('')
  const body = [
    tag('TurnoverRevenue', '9', '', 'y'),
    tag('Equity', '5'),
    tag('Equity', '4', '', 'p'),
  ].join('')
  const resources = `${times}<xbrli:unit id="gbp"><xbrli:measure>iso:GBP</xbrli:measure></xbrli:unit>`
  const { periods } = readAccounts(Buffer.from(page(body, resources)))
  expect(periods.map(({ start, end, months }) => [start, end, months])).toEqual([
    ['2024-01-01', '2024-12-31', 12],
    [null, '2023-12-31', null],
  ])
})

describe('the number of the company that files', () => {
  const numbered = (text: string, where = 'e') =>
    page(
      `<ix:nonNumeric name="b:UKCompaniesHouseRegisteredNumber" contextRef="${where}">${text}</ix:nonNumeric>${tag('Equity', '1')}`,
    )
  const numbersOf = (text: string) => readAccounts(Buffer.from(text)).companyNumbers

  it.each(['07654321', 'sc 123456', 'Registered number: 07654321 (England and Wales)'])(
    'is given as the filing writes it: %j',
    (text) => expect(numbersOf(numbered(text))).toEqual([text]),
  )

  it('is not that of a company of its group in another context', () => {
    expect(numbersOf(numbered('07654321', 'co'))).toEqual([])
  })

  it('is read in a classic instance', () => {
    const classic = `<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:gc="http://www.xbrl.org/uk/fr/gcd/2004-12-01"><gc:CompaniesHouseRegisteredNumber contextRef="e">01234567</gc:CompaniesHouseRegisteredNumber>${context('e', instant('2016-08-31')).replaceAll('xbrli:', '')}</xbrl>`
    expect(numbersOf(classic)).toEqual(['01234567'])
  })

  it.each([
    ['OC301234', undefined, { equity: '1' }],
    ['01234567', undefined, { equity: '1', net_assets: 'derived 1' }],
    ['01234567', true, { equity: '1' }],
    ['OC301234', false, { equity: '1', net_assets: 'derived 1' }],
  ])(
    '%s says whether it is a partnership unless the caller does: %s',
    (number, isPartnership, expected) => {
      const options = isPartnership === undefined ? {} : { isPartnership }
      expect(values(readAccounts(Buffer.from(numbered(number)), options))).toEqual(expected)
    },
  )
})

describe('figures of a filing', () => {
  it('applies format, scale and sign, and keeps where each figure is', () => {
    const { periods } = read(
      tag('FixedAssets', '1,234.5', 'format="ixt:numdotdecimal" scale="3" sign="-"'),
    )
    expect(periods).toEqual([
      {
        scope: 'company',
        start: '2024-01-01',
        end: '2024-12-31',
        months: 12,
        currency: 'GBP',
        figures: {
          fixed_assets: {
            value: '-1234500',
            status: 'stated',
            source: {
              concept: 'FixedAssets',
              context: 'e',
              decimals: '0',
              scale: 3,
              sign: '-',
              raw: '1,234.5',
            },
          },
        },
      },
    ])
  })

  it('reads zero only from a zero format, and nothing from nil or an empty cell', () => {
    const dash = (concept: string, format: string) => tag(concept, '-', `format="${format}"`)
    expect(
      values(
        read(
          dash('FixedAssets', 'ixt:zerodash') +
            dash('Debtors', 'ixt4:fixed-zero') +
            dash('CurrentAssets', 'ixt:numdotdecimal') +
            tag('CashBankOnHand', '', 'format="ixt:nocontent"') +
            tag('TotalInventories', '', 'xsi:nil="true"') +
            tag('NetAssetsLiabilities', '-'),
        ),
      ),
    ).toEqual({ fixed_assets: '0', debtors: '0' })
  })

  it('names the facts that have no value, with the reason', () => {
    const { faults } = read(
      tag('FixedAssets', '12', 'format="ixt:numdotdecimalblahblah"') +
        tag('Debtors', '1,000') +
        tag('CurrentAssets', '5', 'scale="x"') +
        tag('CashBankOnHand', '5', '', 'nowhere') +
        tag('TotalInventories', '5', '', 'e', 'n'),
    )
    expect(faults).toEqual([
      'FixedAssets: the format numdotdecimalblahblah is in no transformation registry',
      'Debtors: the text is no number',
      'CurrentAssets: the scale is no small whole number',
      'CashBankOnHand: its context is not in the file',
      'TotalInventories: it has no currency',
    ])
  })

  it('joins duplicates within their rounding and reports others as a conflict', () => {
    const accounts = read(
      tag('FixedAssets', '1234', 'id="a"') +
        '<ix:nonFraction name="c:FixedAssets" contextRef="e" unitRef="gbp" decimals="-3" scale="3">1</ix:nonFraction>' +
        tag('Debtors', '100') +
        tag('Debtors', '101'),
    )
    expect(values(accounts)).toEqual({ fixed_assets: '1234', debtors: 'conflict null' })
    expect(accounts.periods[0]!.figures.debtors).toMatchObject({
      conflict: '100 and 101',
      source: { raw: '100' },
    })
  })

  it('does not report a count of people that is no whole number', () => {
    const { periods } = read(
      '<ix:nonFraction name="c:AverageNumberEmployeesDuringPeriod" contextRef="y" unitRef="n" decimals="2" scale="-2">3</ix:nonFraction>',
    )
    expect(periods[0]!.figures.employees).toMatchObject({
      value: null,
      status: 'conflict',
      source: { raw: '3', scale: -2 },
    })
  })

  it('joins an unreadable number with no other value of its figure', () => {
    const accounts = read(
      tag('FixedAssets', '10') +
        tag('FixedAssets', '1,x0') +
        tag('Debtors', '5') +
        tag('Debtors', '-') +
        tag('CurrentAssets', '7') +
        tag('CurrentAssets', '8', '', 'e', 'n'),
    )
    expect(values(accounts)).toEqual({
      fixed_assets: 'conflict null',
      debtors: '5',
      current_assets: 'conflict null',
    })
  })

  it('reads debtors by class where no total and no other class is stated', () => {
    const narrow = (id: string, ...members: string[]) =>
      context(
        id,
        instant('2024-12-31'),
        `<xbrli:segment>${members.map((each) => `<xbrldi:explicitMember dimension="c:${each.split('=')[0]}">c:${each.split('=')[1]}</xbrldi:explicitMember>`).join('')}</xbrli:segment>`,
      )
    const CURRENT = 'FinancialInstrumentCurrentNon-currentDimension=CurrentFinancialInstruments'
    const LATER = 'FinancialInstrumentCurrentNon-currentDimension=Non-currentFinancialInstruments'
    const WITHIN = 'MaturitiesOrExpirationPeriodsDimension=WithinOneYear'
    const resources = `${RESOURCES}${narrow('c', CURRENT)}${narrow('cw', CURRENT, WITHIN)}${narrow('l', LATER)}`
    const debtors = (...facts: [text: string, context: string][]) =>
      values(
        readAccounts(
          Buffer.from(
            page(facts.map(([text, id]) => tag('Debtors', text, '', id)).join(''), resources),
          ),
        ),
      ).debtors
    expect(debtors(['5', 'c'])).toBe('5')
    expect(debtors(['5', 'cw'])).toBe('5')
    expect(debtors(['5', 'c'], ['7', 'e'])).toBe('7')
    expect(debtors(['5', 'c'], ['2', 'l'])).toBe('conflict null')
    expect(debtors(['2', 'l'])).toBeUndefined()
  })

  it('derives only from an identity of the balance sheet whose members are stated', () => {
    const creditors = context(
      'w',
      instant('2024-12-31'),
      '<xbrli:segment><xbrldi:explicitMember dimension="c:MaturitiesOrExpirationPeriodsDimension"> c:WithinOneYear </xbrldi:explicitMember></xbrli:segment>',
    )
    const accounts = readAccounts(
      Buffer.from(
        page(
          tag('CurrentAssets', '100') +
            tag('Creditors', '160', '', 'w') +
            tag('PrepaymentsAccruedIncomeNotExpressedWithinCurrentAssetSubtotal', '5') +
            tag('FixedAssets', '9') +
            tag('Equity', '1'),
          RESOURCES + creditors,
        ),
      ),
    )
    expect(values(accounts)).toEqual({
      current_assets: '100',
      creditors_within_one_year: '160',
      fixed_assets: '9',
      equity: '1',
      net_current_assets: 'derived -55',
      net_assets: 'derived 1',
    })
    expect(accounts.periods[0]!.figures.net_current_assets!.source.raw).toBe(
      'net_current_assets = current_assets + prepayments - creditors_within_one_year',
    )
  })

  it('takes the currency of most figures and leaves a translation out', () => {
    const { periods } = read(
      tag('FixedAssets', '8', '', 'e', 'gbp') +
        tag('FixedAssets', '10', '', 'e', 'eur') +
        tag('Debtors', '20', '', 'e', 'eur'),
    )
    expect(periods[0]).toMatchObject({
      currency: 'EUR',
      figures: { fixed_assets: { value: '10' } },
    })
  })

  it('reads what the standard allows around a figure', () => {
    const nested = tag('FixedAssets', tag('Debtors', '1<ix:exclude>a</ix:exclude>2'))
    const dormant =
      '<ix:nonNumeric name="b:EntityDormantTruefalse" contextRef="y" continuedAt="k">tr</ix:nonNumeric><ix:continuation id="k">ue</ix:continuation>'
    const accounts = read(`${nested}${dormant}&nbsp;&pound;&eacute;<ix:footnote>9</ix:footnote>`)
    expect(values(accounts)).toEqual({ fixed_assets: '12', debtors: '12' })
    expect(accounts.dormant).toBe(true)
  })

  it('reads byte order marks, UTF-16 and declared encodings', () => {
    const body = page(tag('FixedAssets', '12'))
    for (const bytes of [
      Buffer.from(`\ufeff${body}`),
      Buffer.from(`\ufeff${body}`, 'utf16le'),
      Buffer.from(
        body.replace('?>', ' encoding="ISO-8859-1"?>').replace('12<', '12<!-- \u00a3 --><'),
        'latin1',
      ),
      Buffer.from(`\n  ${body}`),
    ])
      expect(values(readAccounts(bytes))).toEqual({ fixed_assets: '12' })
  })

  it('reads classic XBRL with contexts after the facts and accuracy as precision', () => {
    const accounts = readAccounts(
      Buffer.from(
        `<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:pt="http://www.xbrl.org/uk/fr/gaap/pt/2004-12-01" xmlns:iso="http://www.xbrl.org/2003/iso4217"><pt:Group><pt:FixedAssets contextRef="e" unitRef="u" precision="3">\n 12345 </pt:FixedAssets></pt:Group><context id="e"><entity><identifier scheme="s">1</identifier></entity><period><instant>2016-08-31</instant></period></context><unit id="u"><measure>iso:GBP</measure></unit></xbrl>`,
      ),
    )
    expect(accounts).toMatchObject({
      format: 'xbrl',
      periods: [
        {
          end: '2016-08-31',
          start: null,
          months: null,
          figures: { fixed_assets: { value: '12345', source: { decimals: '-2' } } },
        },
      ],
    })
  })
})

describe('hostile files', () => {
  const many = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index)).join('')

  it('ends with a reason', () => {
    expect(reasonOf('')).toBe('the file is no XML document')
    expect(reasonOf(Buffer.from([0, 1, 2, 250]))).toBe('the file is no XML document')
    expect(reasonOf('ATTACHMENTPLACEHOLDER1')).toBe('the file is a placeholder without content')
    expect(reasonOf('<html><p>no facts</p></html>')).toBe('the file has no XBRL facts')
    expect(reasonOf('<html><p></html>')).toMatch(/^the file is no well-formed XML: .*close tag/)
    expect(reasonOf('<?xml version="1.0" encoding="klingon"?><a/>')).toBe(
      'the encoding klingon is not known',
    )
    expect(reasonOf(`<html>${many(500, () => '<p>')}`)).toMatch(/nested more than 200 deep/)
    expect(reasonOf(`<html ${many(1_000_000, (index) => `a${index}="1" `)}/>`)).toMatch(
      /more than 400 attributes/,
    )
    expect(reasonOf(page(many(20_001, () => tag('FixedAssets', '1'))))).toMatch(
      /more than 20000 facts/,
    )
  })

  it('expands no entity that the document declares', () => {
    const laughs = many(10, (index) => `<!ENTITY l${index + 1} "&l${index};&l${index};">`)
    expect(reasonOf(`<!DOCTYPE html [<!ENTITY l0 "ha">${laughs}]><html>&l10;</html>`)).toMatch(
      /^the file is no well-formed XML/,
    )
    expect(
      reasonOf('<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html>&x;</html>'),
    ).toMatch(/^the file is no well-formed XML/)
  })

  it('reads a number by the formats of the registries alone', () => {
    const read = (text: string, format: string) => values(reading(text, format))
    const reading = (text: string, format: string) =>
      readAccounts(Buffer.from(page(tag('FixedAssets', text, `format="${format}"`))))
    for (const format of ['ixt:constructor', 'ixt:__proto__'])
      expect(read('1234', format)).toEqual({})
    expect(read('1,234 pounds 5 pence', 'ixt4:num-unit-decimal')).toEqual({
      fixed_assets: '1234.05',
    })
    for (const text of ['1,234.50 pounds', '1,234.50 pounds 0 pence', '12 pence'])
      expect(read(text, 'ixt4:num-unit-decimal')).toEqual({})
  })

  it('reads no text of continuations that lead back to themselves or are too long', () => {
    const chained = (chain: string) =>
      read(`${tag('FixedAssets', '1', 'continuedAt="k"')}${tag('Debtors', '2')}${chain}`)
    for (const chain of [
      '<ix:continuation id="k" continuedAt="k">0</ix:continuation>',
      `<ix:continuation id="k">0${' '.repeat(2500)}<b/>0</ix:continuation>`,
    ]) {
      const accounts = chained(chain)
      expect(values(accounts)).toEqual({ debtors: '2' })
      expect(accounts.faults).toEqual(['FixedAssets: the text is too long'])
    }
  })

  it('reads contexts of long ids, and withholds figures whose context has no date that a filing can have', () => {
    const id = 'x'.repeat(20_001)
    const resources = `${RESOURCES}${context(id, instant('2024-12-31'))}${context('o', instant('0000-01-01'))}${context('z', span('0000-01-01', '0000-12-31'))}`
    const body = `${tag('Debtors', '2', '', id)}${tag('Stocks', '3', '', 'o')}${tag('FixedAssets', '1')}`
    const accounts = readAccounts(Buffer.from(page(body, resources)))
    expect(accounts.periods.map(({ end }) => end)).toEqual(['2024-12-31'])
    expect(values(accounts)).toEqual({ debtors: '2', fixed_assets: '1', stocks: 'conflict null' })
    expect(accounts.periods[0]!.figures.debtors!.source.context).toHaveLength(200)
    expect(accounts.faults).toEqual([])
  })

  it('gives a fact without a period to the period that lacks the figure, else contradicts each value', () => {
    const stray = tag('Debtors', '9', '', 'nowhere')
    const debtors = (body: string) =>
      read(body).periods.map(({ end, figures }) => [end, figures.debtors?.status])
    const both = tag('FixedAssets', '1') + tag('FixedAssets', '2', '', 'p')
    expect(debtors(both + stray + tag('Debtors', '5', '', 'p'))).toEqual([
      ['2024-12-31', 'conflict'],
      ['2023-12-31', 'stated'],
    ])
    expect(debtors(both + stray + tag('Debtors', '5', '', 'p') + tag('Debtors', '6'))).toEqual([
      ['2024-12-31', 'conflict'],
      ['2023-12-31', 'conflict'],
    ])
    expect(debtors(tag('Debtors', '9') + stray)).toEqual([['2024-12-31', 'stated']])
  })

  it('takes no context with many dimensions for a total', () => {
    const member =
      '<xbrldi:explicitMember dimension="b:GroupCompanyDataDimension">b:Consolidated</xbrldi:explicitMember>'
    const narrowed = context(
      'd',
      instant('2024-12-31'),
      `<xbrli:segment>${many(10, () => member)}<a/></xbrli:segment>`,
    )
    const body = `${tag('Debtors', '2', '', 'd')}${tag('FixedAssets', '1')}`
    expect(values(readAccounts(Buffer.from(page(body, `${RESOURCES}${narrowed}`))))).toEqual({
      fixed_assets: '1',
    })
  })

  it('never repeats the text of the file in a reason', () => {
    for (const file of [
      '<html>&Marigold;</html>',
      '<Marigold></Ardenwood>',
      '<a b="Marigold" b="x"/>',
    ])
      expect(reasonOf(file)).not.toMatch(/Marigold|Ardenwood/)
  })

  it.each<[string, (length: number) => string]>([
    [
      'children of nested facts',
      (length) =>
        page(
          `${many(150, () => '<ix:nonFraction name="c:FixedAssets" contextRef="e" unitRef="gbp" decimals="0">')}${many(length, () => '<b/>1')}${many(150, () => '</ix:nonFraction>')}`,
        ),
    ],
    ['digits', (length) => page(tag('FixedAssets', '9'.repeat(length * 10)))],
    [
      'members of a context, and facts in it',
      (length) => {
        const consolidated =
          '<xbrldi:explicitMember dimension="b:GroupCompanyDataDimension">b:Consolidated</xbrldi:explicitMember>'
        const wide = context(
          'w',
          instant('2024-12-31'),
          `<xbrli:segment>${consolidated}${many(length, () => '<a/>')}</xbrli:segment>`,
        )
        const facts = many(length / 10, () => tag('Debtors', '1', '', 'w'))
        return page(facts, `${RESOURCES}${wide}`)
      },
    ],
    [
      'contexts',
      (length) => page(many(length / 2, (index) => context(`k${index}`, instant('2024-12-31')))),
    ],
  ])('takes time in proportion to its number of %s', async (_, textOf) => {
    const read = (text: string) => readAccounts(Buffer.from(text))
    expect((await growthOf(read, textOf)).factor).toBeLessThan(MAX_GROWTH)
  })
})
