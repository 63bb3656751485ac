import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutContacts } from './contacts.ts'

const digits = (count: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: count, maxLength: count })

/**
 * Numbers that no subscriber has (01632 960000 to 960999, 020 7946 0000 to 0999, 07700 900000 to
 * 900999).
 */
const number = fc
  .tuple(
    fc.constantFrom<readonly [string, string]>(['1632', '960'], ['20', '7946 0'], ['7700', '900']),
    digits(3),
    fc.constantFrom(
      (area: string, rest: string) => `0${area} ${rest}`,
      (area: string, rest: string) => `0${area}${rest}`,
      (area: string, rest: string) => `(0${area}) ${rest}`,
      (area: string, rest: string) => `(0)${area} ${rest}`,
      (area: string, rest: string) => `0${area}-${rest}`,
      (area: string, rest: string) => `0${area} ${rest.slice(0, 3)} ${rest.slice(3)}`,
      (area: string, rest: string) => `+44 ${area} ${rest}`,
      (area: string, rest: string) => `+44${area}${rest}`,
      (area: string, rest: string) => `+44 (0)${area} ${rest}`,
      (area: string, rest: string) => `+44(0) ${area} ${rest}`,
      (area: string, rest: string) => `(+44) ${area} ${rest}`,
      (area: string, rest: string) => `+44 (${area}) ${rest}`,
      (area: string, rest: string) => `0044 ${area} ${rest}`,
    ),
  )
  .map(([[area, first], last, write]) => write(area, `${first}${last}`.replace(' ', '')))
const label = fc.constantFrom(
  '',
  'Tel: ',
  'Tel. ',
  'tel/fax ',
  'Phone: ',
  'telephone on ',
  'Fax:',
  'Mobile ',
  'ring ',
  'call us:',
)
const after = fc.constantFrom(
  '',
  ' ext 12',
  ' ext. 204',
  ' x12',
  ' (ext 12)',
  '/2',
  '/ Fax: 01632 960999',
  ' / Fax: +44 1632 960999',
  'rn',
  '/Fax',
)
const mail = fc.constantFrom(
  'sam@example.org',
  'sam.sample+bids@example.co.uk',
  "o'sample@buying.example.org",
  'no-reply_1@example-council.example.org',
)
const running = fc.constantFrom(
  'Please write to ',
  'Questions: ',
  'Tenders (',
  'The lot is large; ',
  'see\n',
)
const goesOn = fc.constantFrom('', '. Then go on.', ', by noon', ') and', ';', '\n', ' or')

/** Counts the digits of numbers that are long enough to call. */
const callable = /(?:\d[ ().-]*){9,}/

describe('contact data in free text', () => {
  test('telephone numbers in every notation do not leave', () => {
    fc.assert(
      fc.property(running, label, number, after, goesOn, (before, said, written, ending, rest) => {
        const text = `${before}${said}${written}${ending}${rest}`
        expect(withoutContacts(text), text).not.toMatch(callable)
      }),
      { numRuns: 3000 },
    )
  })

  test('mail addresses do not leave', () => {
    fc.assert(
      fc.property(running, mail, goesOn, (before, address, rest) => {
        const text = withoutContacts(`${before}${address}${rest}`)
        expect(text).not.toContain('@')
        expect(text.startsWith(before)).toBe(true)
      }),
    )
  })

  test('the number before "/ Fax:" goes as the fax number does', () => {
    expect(withoutContacts('phone: +44 1632 960001/ Fax: +44 1632 960002 Tenders')).toBe(
      'phone: [contact removed]/ Fax: [contact removed] Tenders',
    )
    expect(withoutContacts('phone: +44 1632 960001 / Fax: +44 1632 960002rn Project')).toBe(
      'phone: [contact removed] / Fax: [contact removed]rn Project',
    )
  })

  test('local numbers go where a label says what they are', () => {
    expect(withoutContacts('Tel: 960001. Fax No. 01632 96 00 01, open')).toBe(
      'Tel: [contact removed]. Fax No. [contact removed], open',
    )
  })

  test.each([
    'between £1,250,000 and £10 000 000',
    'worth 2000000.50 GBP, or 01.50 per unit',
    'from 01/02/2025 to 31-03-2026, at 09:00 on 01.02.2025',
    'by 2025-02-01T10:00:00Z',
    'Phone 01-02-2025',
    'reference ocds-kuma6s-148129 and 000123-2026',
    'CPV 03121100-6 and 09310000 09320000',
    'notice 01234567890/2025 and PROC-0123456789',
    'code 0123456789ABC, ISO 9001, BS 7858',
    'company 01234567, VAT GB123456789, charity 1234567',
    'SW1A 1AA, CF10 3NQ and M1 1AE',
    'Telephone systems for 1200 users, 24/7',
    'mobile 4000 units and fax 12345',
  ])('what is none stays: %s', (text) => {
    expect(withoutContacts(text)).toBe(text)
  })
})
