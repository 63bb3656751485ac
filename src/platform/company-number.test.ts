import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COMPANY_NUMBER_PATTERN,
  findComparableNumber,
  findFiledNumber,
  readCompanyNumber,
} from './company-number.ts'

const read = (raw: string) => {
  const reading = readCompanyNumber(raw)
  return reading.ok ? reading.number : null
}

/** Forms that the register issues beyond eight digits, or two letters and six digits. */
const OTHER_FORMS = ['R0000123', 'SL00123A', 'IP12345R', 'SP12345R', 'IP000ABC', 'RS1234AB']

describe('a company number that a caller gives', () => {
  it.each([
    ['01234567', '01234567'],
    [' 1234567 ', '01234567'],
    ['123456', '00123456'],
    ['sc106758', 'SC106758'],
    ['Ni990001', 'NI990001'],
    ['SC 123456', 'SC123456'],
    ['01 234 567', '01234567'],
    ['12 345\u00a0678', '12345678'],
    ['ip 12345 r', 'IP12345R'],
    ...OTHER_FORMS.map((each) => [each, each]),
  ])('%j is %s', (raw, number) => {
    expect(read(raw)).toBe(number)
  })

  it.each([
    '',
    '   ',
    '12345',
    '123456789',
    'SC12345',
    'SC1234567',
    'SC12345678',
    'S1234567',
    'AB1234CD',
    'IPABCDEF',
    'R123456',
    'G4S',
    'SC-123456',
    '12345678/officers',
    '１２３４５６７８',
    '{number}',
    'ſc123456',
    '\u200b01234567',
  ])('%j is refused with a reason and an example', (raw) => {
    const reading = readCompanyNumber(raw)
    expect(reading.ok).toBe(false)
    expect(reading.ok || reading.reason).toMatch(/an example is SC123456$/)
  })

  it('is eight characters of the published pattern whatever was sent, or refused', () => {
    const alphabet = fc.constantFrom(...'0123456789ABCXYZscni -/RIPS')
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 11 }), (letters) => {
        const number = read(letters.join(''))
        if (number === null) return
        expect(number).toMatch(/^[A-Z0-9]{8}$/)
        expect(number).toMatch(new RegExp(COMPANY_NUMBER_PATTERN))
        expect(read(number)).toBe(number)
        expect(findComparableNumber(number)).toBe(number)
      }),
    )
  })
})

describe('a company number in a file', () => {
  it.each<[raw: string, number: string | null]>([
    ['01234567', '01234567'],
    [' 1234567', '01234567'],
    ['12345', '00012345'],
    ['01 234 567', '01234567'],
    ['sc123456', 'SC123456'],
    ['SC12345', 'SC012345'],
    ...OTHER_FORMS.map((each): [string, string] => [each, each]),
    ['1234', null],
    ['SC1234', null],
    ['123456789', null],
    ['00000000', null],
    ['GB 123456789', null],
    ['n/a', null],
    ['None', null],
    ['CO2', null],
    ['Trustmar', null],
    ['', null],
  ])('%j is %j', (raw, number) => {
    expect(findFiledNumber(raw)).toBe(number)
  })
})

it.each([
  ['8755483', '08755483'],
  [8755483, '08755483'],
  ['sc123', 'SC000123'],
  ['OC 311106', 'OC311106'],
  ['IP29406R', 'IP29406R'],
  ['', null],
  ['not a number', null],
  ['0', null],
  [undefined, null],
])('the number %j of another register compares as %j', (raw, comparable) => {
  expect(findComparableNumber(raw)).toBe(comparable)
})
