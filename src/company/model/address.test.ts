import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOffice, readSnippet } from './address.ts'

const line = (text: string) =>
  readOffice({ address_line_1: text, locality: 'Exampleton' })!.address_line_1

describe('a line with "care of" in it', () => {
  it.each([
    'C/O JANE ROE',
    'C/0 J M ROE & CO',
    'C.O JANE ROE',
    'C O JANE ROE',
    'C/- JANE ROE',
    'c\\o Jane Roe',
    '℅ Jane Roe',
    'Care of: Jane Roe',
    'Attn Jane Roe',
    'For the attention of Jane Roe',
    'F.A.O. JANE ROE',
    'FAO JANE ROE',
    'FTAO JANE ROE',
    'Care-of Jane Roe',
    'CARE/OF JANE ROE',
    'C-O JANE ROE',
    'CO/ JANE ROE',
    '% JANE ROE',
    'C/OJANE ROE',
    'JANE ROE C/O SQUARE HOLDINGS',
    'JANE ROE, C/O SQUARE HOLDINGS',
    'JANE ROE C/O SQUARE HOLDINGS, C/O ROE HOLDING PARTNERS',
    'C/O PINNACLE, JANE ROE',
    'C/O PINNACLE LTD JANE ROE',
    'C/O ROE, JANE',
    'C/O JANE HOUSE',
  ])('%j is nothing but names', (text) => {
    expect(line(text)).toBeNull()
  })

  it.each([
    ['C/O ROE TRACTORS LIMITED 4 HARBOUR WAY', '4 HARBOUR WAY'],
    ['C/O ROE ROE LIMITED BEACON COURT HARBOUR ROAD', 'BEACON COURT HARBOUR ROAD'],
    ['C/O ROE & CO BEACON HOUSE', 'BEACON HOUSE'],
    ['C/O ROE ACCOUNTING BEACON HOUSE', 'BEACON HOUSE'],
    ['C/O ROE LIMITED HARBOUR BUSINESS PARK', 'HARBOUR BUSINESS PARK'],
    ['C/O UNIT 43', 'UNIT 43'],
    ['C/O 2ND FLOOR', '2ND FLOOR'],
    ['C/O ROE LTD FIRST FLOOR', 'FIRST FLOOR'],
    ['C/0 6-8 HARBOUR ROAD', '6-8 HARBOUR ROAD'],
    ['C/O ROE LLP, ST BRIDES HOUSE', 'ST BRIDES HOUSE'],
    ['C/O PINNACLE, JANE ROE BEACON TOWER, 286 BEACON ROAD', '286 BEACON ROAD'],
    ['BEACON HOUSE C/O JANE ROE ACCOUNTANTS', 'BEACON HOUSE'],
    ['SUITE 2 C/O JANE ROE', 'SUITE 2'],
    ['SUITE 2C/O JANE ROE', 'SUITE 2'],
    ['13TH FLOOR ONE BEACON C/O ROE INTERNATIONAL', '13TH FLOOR'],
    [
      '41 HARBOUR BUSINESS VILLAGE/ FAO ROE PARTNERS ACC HARBOURSIDE',
      '41 HARBOUR BUSINESS VILLAGE',
    ],
    ['1 High Street, c/o Jane Roe, Leeds', '1 High Street, Leeds'],
    ['1 High Street, C O Jane Roe, Leeds', '1 High Street, Leeds'],
    ['BASEPOINT, C/O ROE ACCOUNTANCY', 'BASEPOINT'],
  ])('%j keeps what is surely address: %j', (text, kept) => {
    expect(line(text)).toBe(kept)
  })

  it.each([
    'CO DURHAM',
    'COVENTRY ROAD',
    'C/ ORENSE 34',
    'UNIT C/ORCHARD MILL',
    '100% HOUSE',
    "4 C. O'ROE COURT",
    '22 CAMELOT,CRESCENT',
    'PORZ AVENUE,, DUNSTABLE',
    'ATTLEBOROUGH',
  ])('%j has none and stays as it is', (text) => {
    expect(line(text)).toBe(text)
  })

  it('names the next line, where it stands alone', () => {
    expect(
      readOffice({ care_of: 'C/O', address_line_1: 'ROE ASSOCIATES', address_line_2: '2ND FLOOR' }),
    ).toMatchObject({
      address_line_1: null,
      address_line_2: '2ND FLOOR',
    })
    expect(
      readOffice({
        premises: '4',
        address_line_1: 'HARBOUR ROAD, C/O',
        address_line_2: 'JANE ROE',
        locality: 'LEEDS',
      }),
    ).toMatchObject({
      address_line_1: 'HARBOUR ROAD',
      address_line_2: null,
      locality: 'LEEDS',
    })
    expect(
      readOffice({ address_line_1: 'JANE ROE', address_line_2: 'C/O ROE LTD, 4 HARBOUR LANE' }),
    ).toMatchObject({
      address_line_1: null,
      address_line_2: '4 HARBOUR LANE',
    })
  })
})

describe('the name in `care_of`', () => {
  it.each([
    ['JANE ROE', null],
    ['Jane Roe, 4 HARBOUR LANE', '4 HARBOUR LANE'],
    ['JANE ROE 4 HARBOUR LANE', '4 HARBOUR LANE'],
    ['JANE ROEBUCK', 'JANE ROEBUCK'],
  ])('is dropped from the line %j, too: %j', (text, kept) => {
    expect(
      readOffice({ care_of: 'Jane Roe', address_line_1: text, locality: 'LEEDS' })!.address_line_1,
    ).toBe(kept)
  })

  it.each(['93 HARBOUR GARDENS', 'UNIT D5', 'BEACON HOUSE'])(
    'stays in a line and a snippet, where it is an address: %j',
    (street) => {
      const address = { care_of: street, address_line_1: street, locality: 'LEEDS' }
      expect(readOffice(address)!.address_line_1).toBe(street)
      expect(readSnippet({ address, address_snippet: `${street}, LEEDS` })).toBe(`${street}, LEEDS`)
    },
  )
})

describe('a snippet', () => {
  it('loses a separate care-of part, not its words elsewhere', () => {
    const address = {
      care_of: 'Beacon',
      premises: 'Beacon House',
      address_line_1: '9 Park Row',
      locality: 'Leeds',
    }
    expect(
      readSnippet({ address, address_snippet: 'Beacon, Beacon House, 9 Park Row, Leeds' }),
    ).toBe('Beacon House, 9 Park Row, Leeds')
    const lane = { care_of_name: 'Harbour Lane', address_line_1: '4 Harbour Lane' }
    expect(readSnippet({ address: lane, address_snippet: 'Harbour Lane, 4 Harbour Lane' })).toBe(
      '4 Harbour Lane',
    )
    expect(
      readSnippet({
        address: { care_of: 'Jane Roe' },
        address_snippet: 'Jane Roe 4 Harbour Lane, EX1 1AA',
      }),
    ).toBe('4 Harbour Lane, EX1 1AA')
  })

  it('keeps town and postcode behind a name', () => {
    const address = {
      address_line_1: 'C/O Jane Roe',
      address_line_2: 'Hanover Gate',
      locality: 'Milton Keynes',
      postal_code: 'EX1 1AA',
    }
    expect(
      readSnippet({
        address,
        address_snippet: 'C/O Jane Roe, Hanover Gate, Milton Keynes, EX1 1AA',
      }),
    ).toBe('Hanover Gate, Milton Keynes, EX1 1AA')
    expect(readSnippet({ address_snippet: 'C/O Jane Roe, Leeds, EX1 1AA' })).toBe('Leeds, EX1 1AA')
  })
})

it('no name that a mark announces survives, wherever it stands', () => {
  const mark = fc.constantFrom(
    'C/O',
    'c/o',
    'C/0',
    'C / O',
    'C.O',
    'C.O.',
    'C/-',
    'c\\o',
    '℅',
    'Care of',
    'ATTN',
    'Attn:',
    'Attention',
    'FAO',
    'F.A.O.',
    'f a o',
    'C/O:',
  )
  const forename = fc.constantFrom(
    'Marigold',
    'JANE',
    'Azima',
    'J',
    'Anne-Marie',
    'Mathieu',
    'Dr Jane',
    'MR J',
  )
  const surname = fc.constantFrom(
    'ARDENWOOD',
    'Ahmed',
    "O'Roe",
    'Van der Roe',
    'Philippe',
    'Hall',
    'PARK',
    'Lane',
    'Chambers',
    'St John',
  )
  const name = fc.tuple(forename, surname).map((parts) => parts.join(' '))
  const behind = fc.constantFrom(
    '',
    ', Leeds',
    ' 4 HARBOUR WAY',
    ', 4 HARBOUR WAY',
    ', BEACON HOUSE',
    ' LTD',
    ' & CO, UNIT 7',
    ' LLP BEACON COURT HARBOUR ROAD',
    ' C/O SQUARE HOLDINGS',
    ' BEACON TOWER',
  )
  const ahead = fc.constantFrom(
    '',
    'SUITE 2 ',
    'SUITE 2, ',
    'BEACON HOUSE ',
    '4 HARBOUR ROAD - ',
    'UNIT 9/ ',
    'SQUARE HOLDINGS ',
  )
  const place = fc.constantFrom(
    'premises',
    'address_line_1',
    'address_line_2',
    'locality',
    'region',
  )
  const told = fc.oneof(
    fc
      .tuple(ahead, mark, name, behind)
      .map(([first, marked, who, last]) => ({ who, text: `${first}${marked} ${who}${last}` })),
    // The mark behind the name, and a second name behind the first.
    fc
      .tuple(mark, name, behind)
      .map(([marked, who, last]) => ({ who, text: `${who} ${marked} SQUARE HOLDINGS${last}` })),
    fc
      .tuple(mark, name, behind)
      .map(([marked, who, last]) => ({ who, text: `${who}, ${marked} SQUARE HOLDINGS${last}` })),
    fc
      .tuple(mark, name, behind)
      .map(([marked, who, last]) => ({ who, text: `${marked} PINNACLE, ${who}${last}` })),
    fc.tuple(mark, name, behind).map(([marked, who, last]) => ({
      who,
      text: `${marked} SQUARE HOLDINGS LIMITED ${who}${last}`,
    })),
  )
  fc.assert(
    fc.property(told, place, ({ who, text }, member) => {
      const address = { [member]: text, postal_code: 'EX1 1AA' }
      const snippets = [
        readSnippet({ address }),
        readSnippet({ address, address_snippet: `${text}, EX1 1AA` }),
        readSnippet({ address_snippet: text }),
      ]
      const left = JSON.stringify([readOffice(address), snippets]).toLowerCase()
      for (const word of who
        .toLowerCase()
        .split(' ')
        .filter((each) => each.length > 3))
        expect(left.includes(word), `${word} of ${text} in ${left}`).toBe(false)
    }),
    { numRuns: 3000 },
  )
})
