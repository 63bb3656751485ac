import { expect, test } from 'vitest'
import { organisationName } from './contract.ts'

test.each([
  ['Example Gardens Limited', [], true],
  ['Example Gardens Ltd.', [], true],
  ['Exampleton Council', [], true],
  ['Robin Sample', [], false],
  ['Robin Sample', ['GB-COH'], true],
  ['Robin Sample', ['GB-PPON'], false],
  ['R Sample & Son', [], false],
  ['Exampletrade', [], true],
  ['Exampleton Flooring', [], true],
  ['ROBIN SAMPLE', [], false],
])('%s, known by %j: told %s', (name, schemes, told) => {
  expect(organisationName(name, schemes)).toBe(told ? name : null)
})
