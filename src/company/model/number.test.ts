import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COMPANY_NUMBER_PATTERN,
  comparableNumber,
  normaliseCompanyNumber,
  numberPrefix,
} from './number.ts'

const read = (raw: string) => {
  const reading = normaliseCompanyNumber(raw)
  return reading.ok ? reading.number : null
}

describe('a company number', () => {
  it.each([
    ['01234567', '01234567'],
    [' 1234567 ', '01234567'],
    ['123456', '00123456'],
    ['sc106758', 'SC106758'],
    ['Ni990001', 'NI990001'],
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
    'IP29406R',
    'R0000001',
    'S1234567',
    '12 345 678',
    '12345678/officers',
    '１２３４５６７８',
    '{number}',
    'ſc123456',
  ])('%j is refused with a reason and an example', (raw) => {
    const reading = normaliseCompanyNumber(raw)
    expect(reading.ok).toBe(false)
    expect(reading.ok || reading.reason).toMatch(/an example is SC123456$/)
  })

  it('is eight characters of the published pattern whatever was sent, or refused', () => {
    const alphabet = fc.constantFrom(...'0123456789ABCXYZscni -/R')
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 11 }), (letters) => {
        const number = read(letters.join(''))
        if (number === null) return
        expect(number).toMatch(/^([A-Z]{2}[0-9]{6}|[0-9]{8})$/)
        expect(number).toMatch(new RegExp(COMPANY_NUMBER_PATTERN))
        expect(read(number)).toBe(number)
      }),
    )
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
  [undefined, null],
])('the number %j of another register compares as %j', (raw, comparable) => {
  expect(comparableNumber(raw)).toBe(comparable)
})

it('a prefix is the two letters in front', () => {
  expect(['SC123456', '01234567'].map(numberPrefix)).toEqual(['SC', ''])
})
