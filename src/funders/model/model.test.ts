import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awardDay, dayText } from './date.ts'
import { grantOfJson, grantOfRow, webAddress } from './grant.ts'
import { holdsGrants, holdsParts, parseColumns, parseField } from './headings.ts'
import { findLicence } from './licence.ts'
import { toPence, toPounds } from './money.ts'
import { nameKey, toSlug } from './names.ts'
import { orgId } from './org-id.ts'
import { quantile } from './quantiles.ts'

describe('licenceOf', () => {
  it.each([
    ['https://creativecommons.org/licenses/by/4.0/', 'CC BY 4.0'],
    ['http://www.creativecommons.org/licenses/by/4.0', 'CC BY 4.0'],
    ['https://creativecommons.org/licenses/by/4.0/legalcode', 'CC BY 4.0'],
    ['https://creativecommons.org/licenses/by-sa/4.0/', 'CC BY-SA 4.0'],
    ['http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/', 'OGL v3.0'],
    ['https://www.nationalarchives.gov.uk/doc/open-government-licence/version/2', 'OGL v2.0'],
    ['http://www.opendefinition.org/licenses/odc-pddl', 'ODC PDDL 1.0'],
    ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0 1.0'],
  ])('knows %s', (url, name) => {
    expect(findLicence(url)?.name).toBe(name)
  })

  it.each([
    'https://creativecommons.org/licenses/by-nc/4.0/',
    'https://creativecommons.org/licenses/by-nd/4.0/',
    'https://creativecommons.org/licenses/by-nc-sa/4.0/',
    'http://www.nationalarchives.gov.uk/doc/open-government-licence/version/1/',
    'https://opendatacommons.org/licenses/odbl/1-0/',
    '',
    null,
    'all rights reserved',
  ])('does not accept %s', (url) => {
    expect(findLicence(url)).toBeNull()
  })

  it('binds only what is share-alike', () => {
    expect(findLicence('https://creativecommons.org/licenses/by-sa/3.0')?.shareAlike).toBe(true)
    expect(findLicence('https://creativecommons.org/licenses/by/4.0')?.shareAlike).toBe(false)
  })
})

describe('orgId', () => {
  it.each([
    ['gb-chc-9000001', 'GB-CHC-9000001'],
    [' GB-CHC-9000001 ', 'GB-CHC-9000001'],
    ['GB-CHC9000001', 'GB-CHC-9000001'],
    ['GB CHC 9000001', 'GB-CHC-9000001'],
    ['GB - CHC - 9000001', 'GB-CHC-9000001'],
    ['GB-COH-9000003', 'GB-COH-09000003'],
    ['GB-COH-RC000766', 'GB-COH-RC000766'],
    ['GB-SC-900005', 'GB-SC-SC900005'],
    ['GB-LAE-bir', 'GB-LAE-BIR'],
    ['XI-GRID-grid.1234.5', 'XI-GRID-GRID.1234.5'],
  ])('reads %j as %s', (raw, text) => {
    expect(orgId(raw)).toEqual({ key: text, text, register: true })
  })

  it("makes one of every case of a publisher's own identifier", () => {
    expect(orgId('360g-Brambledown')!.key).toBe(orgId('360G-brambledown')!.key)
    expect(orgId('360G-brambledown:org:7')).toMatchObject({
      register: false,
      text: '360G-brambledown:org:7',
    })
  })

  it.each(['360Giving', 'De Beers Foundation', 'GB Snowsport', 'Wolfson', '', 'GB-CHC-', 42])(
    'takes %j for no identifier',
    (raw) => {
      expect(orgId(raw)).toBeNull()
    },
  )
})

describe('names', () => {
  it.each([
    ['The Esmée Harbour Foundation', 'esmee harbour foundation'],
    ['ESMEE HARBOUR  FOUNDATION LTD', 'esmee harbour foundation'],
    ["Guy's & St Thomas' Charity", 'guys and st thomas charity'],
    ['Cronfa Dyffryn Tŷwi', 'cronfa dyffryn tywi'],
    ['Quayside Arts/Science Trust', 'quayside arts science trust'],
    ['The', 'the'],
    ['Ελληνικό Ίδρυμα', 'ελληνικο ιδρυμα'],
    ['—', ''],
  ])('folds %j', (name, key) => {
    expect(nameKey(name)).toBe(key)
  })

  it('makes slugs that address a path', () => {
    expect(toSlug("The Saltmarsh & Fen Trust's Fund")).toBe('the-saltmarsh-and-fen-trusts-fund')
    fc.assert(
      fc.property(
        fc.string(),
        (name) => /^[a-z0-9]*(-[a-z0-9]+)*$/.test(toSlug(name)) && toSlug(name).length <= 100,
      ),
    )
  })

  it('folds to a fixed point', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (name) => nameKey(nameKey(name)) === nameKey(name),
      ),
      { examples: [['The The'], ['Ltd Ltd']] },
    )
  })
})

describe('toPence', () => {
  it.each([
    [500, 50_000],
    [1234.5, 123_450],
    [1.005, 101],
    [8.115, 812],
    ['1,234.50', 123_450],
    ['£5,000', 500_000],
    ['GBP 250', 25_000],
    ['(200.00)', -20_000],
    ['-250', -25_000],
    ['5000.', 500_000],
    ['1e3', 100_000],
    [0, 0],
    ['0', 0],
    [-0, 0],
    ['12345.6700000001', 1_234_567],
  ])('reads %j', (value, pence) => {
    expect(toPence(value)).toBe(pence)
  })

  it.each([
    '',
    'n/a',
    '£',
    '1,23',
    '12 000 00',
    'USD 5',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1e30',
    1e20,
    null,
    undefined,
    true,
  ])('finds no amount in %j', (value) => {
    expect(toPence(value)).toBeNull()
  })

  it('gives back every amount in pence', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        (pence) =>
          toPence((pence / 100).toFixed(2)) === pence + 0 && toPence(toPounds(pence)) === pence + 0,
      ),
    )
  })
})

describe('awardDay', () => {
  it.each([
    ['17/08/2015 00:00', 20_150_817],
    ['08/17/2015', 20_150_817],
    ['5.6.2014', 20_140_605],
    ['2014/06/05', 20_140_605],
    ['20140605', 20_140_605],
    [41_795, 20_140_605],
    [41_795.75, 20_140_605],
    ['2000-02-29', 20_000_229],
    ['05-06-14 00:00', 20_140_605],
    ['05/06/49', 20_490_605],
    ['05/06/50', 19_500_605],
    ['06/25/14', 20_140_625],
    ['5 Sept 2014', 20_140_905],
    ['5 June, 2014', 20_140_605],
    ['5 Jun 2014 09:30', 20_140_605],
    ['Jun 5th 2014', 20_140_605],
    ['JUNE-05-14', 20_140_605],
    ['Thu 05/06/2014', 20_140_605],
    ['Thurs., June 5, 2014', 20_140_605],
  ])('reads %j', (value, day) => {
    expect(awardDay(value)).toBe(day)
  })

  it.each([
    '2014-02-30',
    '2019-02-29',
    '',
    'unknown',
    '31/02/2014',
    '0014-06-05',
    1,
    1e9,
    Number.NaN,
    null,
  ])('finds no date in %j', (value) => {
    expect(awardDay(value)).toBe(0)
  })

  it.each(['5 Juno 2014', 'Marble 5, 2014', '5 M 2014', '5 Sunday 2014'])(
    'takes no other word of %j for a month',
    (value) => {
      expect(awardDay(value)).toBe(0)
    },
  )

  it('reads one day alike in every spelling', () => {
    const date = fc.date({
      min: new Date('1950-01-01T00:00:00Z'),
      max: new Date('2049-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(date, (at) => {
        const [year, month, day] = at.toISOString().slice(0, 10).split('-') as [
          string,
          string,
          string,
        ]
        const part = (options: Intl.DateTimeFormatOptions) =>
          at.toLocaleDateString('en-US', { timeZone: 'UTC', ...options })
        const [long, short, weekday] = [
          part({ month: 'long' }),
          part({ month: 'short' }),
          part({ weekday: 'long' }),
        ]
        const spellings = [
          `${year}-${month}-${day}`,
          `${year}-${month}-${day}T23:00:00.000Z`,
          `${day}/${month}/${year}`,
          `${day}/${month}/${year.slice(2)}`,
          `${day}-${short}-${year.slice(2)}`,
          `${day}-${short}-${year}`,
          `${Number(day)} ${long} ${year}`,
          `${long} ${Number(day)}, ${year}`,
          `${weekday}, ${Number(day)} ${long} ${year}`,
          `${weekday.slice(0, 3)} ${short} ${day} ${year}`,
        ]
        for (const spelling of spellings)
          expect([spelling, awardDay(spelling)]).toEqual([
            spelling,
            Number(`${year}${month}${day}`),
          ])
      }),
    )
  })

  it('gives a day of the calendar or none, whatever is written', () => {
    const piece = fc.oneof(
      fc.nat(2100).map(String),
      fc.constantFrom('May', 'Sept', 'Mon', '/', '-', ' ', ', ', '.', 'th', 'T', '0'),
    )
    const written = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(written, (text) => {
        const day = dayText(awardDay(text))
        expect(day === null || new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)).toBe(
          true,
        )
      }),
    )
  })

  it('agrees with the calendar on every spreadsheet serial', () => {
    fc.assert(
      fc.property(fc.integer({ min: 367, max: 70_000 }), (serial) => {
        const expected = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000)
          .toISOString()
          .slice(0, 10)
        return dayText(awardDay(serial)) === expected && awardDay(expected) === awardDay(serial)
      }),
    )
  })
})

describe('headings', () => {
  it.each([
    ['Identifier', 'id'],
    ['Amount Awarded', 'amount'],
    ['amountAwarded', 'amount'],
    ['Recipient Org:Name', 'recipientName'],
    ['Recipient Org:0:Name', 'recipientName'],
    ['recipientOrganization/0/name', 'recipientName'],
    ['Funding Organisation:Identifier', 'funderId'],
    ['Grant Programme:0:Title', 'programme'],
    ['  award date ', 'awardDate'],
    ['Recipient Ind:0:Name', 'individual'],
    ['To Individuals Details:Primary Grant Reason', 'individual'],
    ['Recipient Org:1:Name', null],
    ['Grant Programme:Code', null],
    ['Data Source', null],
    [42, null],
  ])('reads %j', (heading, field) => {
    expect(parseField(heading)).toBe(field)
  })

  it("distinguishes the grants' table from tables of parts and from others", () => {
    expect(holdsGrants(parseColumns(['Identifier', 'Title', 'Amount Awarded'])!)).toBe(true)
    expect(holdsParts(parseColumns(['Identifier', 'Funding Org:0:Identifier'])!)).toBe(true)
    expect(parseColumns(['Code', 'Description', 'Values (URL)'])).toBeNull()
  })
})

describe('grantOfJson', () => {
  it('keeps nothing about a person', () => {
    const grant = grantOfJson({
      id: 'x',
      amountAwarded: 100,
      recipientIndividual: { name: 'Somebody Real' },
      recipientOrganization: [{ name: 'Somebody Real' }],
    })
    expect(grant.individual).toBe(true)
    expect(JSON.stringify(grant)).not.toContain('Somebody')
  })

  it('treats a blank as absent', () => {
    expect(
      grantOfJson({ recipientIndividual: ' ', recipientOrganization: { name: 'Choir' } }),
    ).toMatchObject({
      individual: false,
      recipient: 'Choir',
    })
  })

  it('survives every shape of value', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            'id',
            'title',
            'currency',
            'amountAwarded',
            'awardDate',
            'fundingOrganization',
            'recipientOrganization',
            'url',
          ),
          fc.jsonValue(),
        ),
        (item) => typeof grantOfJson(item).title === 'string',
      ),
    )
  })
})

describe('grantOfRow', () => {
  const headings = [
    'Identifier',
    'Amount Awarded',
    'Recipient Org:Name',
    'Recipient Org:0:Name',
    'Recipient Ind:Identifier',
    'Recipient Ind:Name',
  ]
  const row = (...cells: unknown[]) => grantOfRow(cells, parseColumns(headings)!, 0)

  it.each(['', ' ', '\t', '\u00a0 '])('takes %j for an empty cell', (blank) => {
    expect(row('a', 5, 'Choir', '', blank, blank)).toMatchObject({
      individual: false,
      recipient: 'Choir',
    })
    expect(row('a', 5, blank, 'Choir', '', '')).toMatchObject({ recipient: 'Choir' })
    expect(
      grantOfRow(['a', 5, blank], parseColumns(headings)!, 0, { recipientName: 'Choir' }),
    ).toMatchObject({ recipient: 'Choir' })
  })

  it('keeps nothing about a person', () => {
    expect(row('a', 5, 'Somebody Real', '', ' ', 'Somebody Real')).toMatchObject({
      individual: true,
      recipient: '',
    })
  })
})

it('links only to the web', () => {
  expect(webAddress('https://a.example/b')).toBe('https://a.example/b')
  expect(
    ['javascript:alert(1)', 'ftp://a.example', 'http://', 'see website'].map(webAddress),
  ).toEqual([null, null, null, null])
})

describe('quantile', () => {
  it('interpolates between the closest ranks', () => {
    const values = [1, 2, 4, 8]
    expect([0, 0.25, 0.5, 0.75, 1].map((p) => quantile(values, p))).toEqual([1, 1.75, 3, 5, 8])
    expect(quantile([7], 0.25)).toBe(7)
  })

  it('stays between its neighbours and grows with p', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (list, p) => {
          const values = Float64Array.from(list).sort()
          const at = quantile(values, p)
          return at >= values[0]! && at <= values.at(-1)! && at >= quantile(values, p / 2)
        },
      ),
    )
  })
})
