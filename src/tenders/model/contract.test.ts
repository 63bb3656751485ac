import { expect, test } from 'vitest'
import { organisationName } from '../../platform/organisations.ts'
import { type Contract, companyNumber, computeRetentionEnd, mergeContracts } from './contract.ts'

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
  ['Exampla SRL', [], true],
  ['Exampla S.p.A (Milano)', [], true],
  ['Exampla Data A/S', [], true],
  ['Exampla AB', [], true],
  ['Exampla, LLC', [], true],
  ['Exampla Sp. z o.o.', [], true],
  ['Robin Sa', [], false],
  ['Robin Sia', [], false],
  ['Priya Patel Cleaning', [], false],
  ['Zainab Consulting Services', [], false],
  ['Robin Smith Plumbing & Heating', [], false],
  ['Balfour Beatty', [], true],
  ['Citizens Advice', [], true],
  ['Bright Star Cleaning', [], true],
  ['ROBIN SIA', [], false],
  ['Mr Exampla Sia', [], false],
  ['Mr R SAMPLE SA', [], false],
  ['Robin Sample AG', [], true],
  ['Robin Sample S.p.A.', [], true],
  ['Exampla Oy', [], true],
  ['Abcd', [], true],
  ["Sampler's", [], true],
  ['R.Sample', [], false],
  ['Sample & Quill', [], true],
  ['Sample & Co', [], true],
  ['Robin & Kim Sample', [], false],
  ['Single Sample Project (SSP)', [], true],
  ['Robin Sample (MBE)', [], false],
  ['Institute of Samples', [], true],
  ['The Sample Lab', [], true],
  ['Meadow Cars', [], true],
  ['Robin Sample Cars', [], false],
  ['Robin Sample t/a Meadow Travel', [], false],
  ['Meadow Travel t/a Robin Sample', [], true],
  ['Dr R Sample', [], false],
  ['Robin Church', [], false],
  ['Exampla North', ['GB-MPR'], true],
])('%s, known by %j: told %s', (name, schemes, told) => {
  expect(organisationName(name, schemes)).toBe(told ? name : null)
})

test.each([
  ['01 234 567', '01234567'],
  ['sc 123456', 'SC123456'],
  ['ip12345r', 'IP12345R'],
  ['12345', null],
  ['SC12345', null],
  ['G4S', null],
  ['R0000', null],
])('supplier=%s has the company number %j', (supplier, number) => {
  expect(companyNumber(supplier)).toBe(number)
})

const contract: Contract = {
  ocid: 'ocds-h6vhtk-000001',
  awardId: '1',
  title: 'Cleaning',
  buyer: 'Exampleton Council',
  buyerIds: [],
  suppliers: ['Example Cleaning Limited'],
  numbers: ['01234567'],
  value: { amount: 100, currency: 'GBP' },
  estimated: false,
  ceiling: false,
  awarded: '2024-01-02',
  awardDate: null,
  signed: '2024-01-02',
  announced: '2024-01-10',
  isChange: false,
  actualEnd: null,
  starts: '2024-02-01',
  contractEnd: '2026-01-31',
  latestEnd: '2028-01-31',
  cpv: ['90910000'],
  regions: 1,
  portal: 'find-a-tender',
  noticeId: '1',
  state: null,
}
const nothing: Contract = {
  ...contract,
  title: null,
  suppliers: [],
  numbers: [],
  value: null,
  awarded: '2025-05-05',
  signed: null,
  announced: '2025-05-05',
  starts: null,
  contractEnd: null,
  latestEnd: null,
  cpv: [],
  regions: 0,
  noticeId: '2',
}

test('a newer release changes what it states and nothing else', () => {
  expect(mergeContracts(contract, nothing)).toEqual({ ...contract, noticeId: '2' })
  expect(mergeContracts(nothing, contract)).toEqual(contract)
})

test('the day of an award is the earlier of decision and signature, and no change moves it', () => {
  const decided = { ...contract, awardDate: '2023-12-20', signed: null, awarded: '2023-12-20' }
  const changed = {
    ...nothing,
    signed: '2025-04-01',
    announced: null,
    isChange: true,
    awarded: '2025-04-01',
  }
  expect(mergeContracts(decided, contract).awarded).toBe('2023-12-20')
  expect(mergeContracts(contract, changed)).toMatchObject({
    awarded: '2024-01-02',
    isChange: false,
  })
  expect(mergeContracts(changed, contract).awarded).toBe('2024-01-02')
  const { awardDate: _, signed: __, announced: ___, ...of020 } = contract
  expect(mergeContracts(of020, changed).awarded).toBe('2024-01-02')
})

test('a change adds suppliers and removes those that leave', () => {
  const added = { suppliers: ['New Example Ltd'], numbers: [null] }
  const change = { ...nothing, added, removed: ['Example Cleaning Limited'] }
  expect(mergeContracts(contract, change)).toMatchObject({
    suppliers: ['New Example Ltd'],
    numbers: [null],
  })
})

test('a new end comes with its own options', () => {
  const shorter = { ...nothing, contractEnd: '2025-06-30' }
  expect(mergeContracts(contract, shorter)).toMatchObject({
    contractEnd: '2025-06-30',
    latestEnd: null,
  })
})

test('an awarded value stands against a newer estimate, and a ceiling stays one', () => {
  const estimate = { ...nothing, value: { amount: 7, currency: 'GBP' }, estimated: true }
  expect(mergeContracts(contract, estimate)).toMatchObject({
    value: { amount: 100 },
    estimated: false,
  })
  expect(mergeContracts({ ...contract, ceiling: true }, nothing).ceiling).toBe(true)
})

test('a terminated contract stays so; an award that was cancelled may be made again', () => {
  expect(mergeContracts({ ...contract, state: 'terminated' }, contract).state).toBe('terminated')
  expect(mergeContracts(contract, { ...nothing, state: 'withdrawn' }).state).toBe('withdrawn')
  expect(mergeContracts({ ...contract, state: 'withdrawn' }, contract).state).toBe(null)
})

test.each([
  [{}, '2030-01-31'],
  [{ latestEnd: null }, '2028-01-31'],
  // The history of a buyer looks back 36 months.
  [{ latestEnd: null, contractEnd: '2024-03-01' }, '2027-02-02'],
  [{ latestEnd: null, contractEnd: null }, '2031-01-02'],
  [{ latestEnd: null, contractEnd: '9999-01-01' }, '9999-12-31'],
])('%j is stored until %s', (change, day) => {
  expect(computeRetentionEnd({ ...contract, ...change })).toBe(day)
})
