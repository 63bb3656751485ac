/** Arguments of tools, whose schemas declare text for values of several types. */
import { expect, it } from 'vitest'
import { grantEligibility } from './eligibility.ts'
import { grantEligibilityReading } from './eligibility-reading.ts'

const declared = (declare: unknown) => grantEligibility.castTexts!({ id: 'a', declare }).declare

it('a declared text is cast by the type of its fact', () => {
  expect(
    declared({
      annual_income: '250000.5',
      has_accounts: 'false',
      established_on: '2015-04-01',
      org_type: 'charity',
      meets_01234567: 'true',
    }),
  ).toEqual({
    annual_income: 250_000.5,
    has_accounts: false,
    established_on: '2015-04-01',
    org_type: 'charity',
    meets_01234567: true,
  })
})

it.each([
  [{ annual_income: 'much', has_accounts: '1', unknown: '5' }],
  [{ annual_income: 5, has_accounts: null }],
  ['a text'],
  [['a list']],
])('a declaration stays as it is where nothing can be cast: %j', (declare) => {
  expect(declared(declare)).toEqual(declare)
})

it.each([
  ['less_than', '250000', 250_000],
  ['between', '{"min":1,"max":2}', { min: 1, max: 2 }],
  ['is', 'true', true],
  ['one_of', '["charity","business"]', ['charity', 'business']],
  ['one_of', 'charity, business', ['charity', 'business']],
  ['not_after', '2029-12-31', '2029-12-31'],
  ['less_than', 'much', 'much'],
  ['less_than', 5, 5],
])('a text is read as the value of %s: %j', (operator, value, read) => {
  const { readings } = grantEligibilityReading.castTexts!({ readings: [{ operator, value }, 'x'] })
  expect(readings).toEqual([{ operator, value: read }, 'x'])
})
