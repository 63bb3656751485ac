import type { Criterion } from 'ukintel-grant-reader/criterion'
import { expect, it } from 'vitest'
import { pack, unpack } from '../background/stored-layout.ts'
import { READING, readableGrants, type StoredGrant, toRow } from './stored-layouts.ts'

const criterion: Criterion = {
  code: 'INCOME',
  requirement: 'Your turnover must be less than £5 million.',
  parameter: 'annual_income',
  operator: 'less_than',
  value: 5_000_000,
  unit: 'GBP',
  span: { start: 0, end: 43 },
}

it.each([
  ['a number', {}],
  ['a list', { operator: 'one_of', value: ['charity'] }],
  ['a range', { operator: 'between', value: { min: 1, max: 2 } }],
  [
    'limits by duration',
    {
      operator: 'between_by_duration',
      value: [{ min_months: 1.5, max_months: 12, min: 1, max: 2 }],
    },
  ],
  ['a doubt', { code: 'OTHER', doubt: 'alternative', span: null }],
  ['a certainty', { certainty: 'likely', doubt: 'part', refuses: true }],
] as const)('a kept reading with %s is read as it was written', (_, change) => {
  const reading = [{ ...criterion, ...change }] as Criterion[]
  expect(unpack(READING, pack(READING, reading))).toEqual(reading)
})

it.each([
  ['a code', { code: 'LUCK' }],
  ['an operator', { operator: 'resembles' }],
  ['a doubt', { doubt: 'mood' }],
  ['a certainty', { certainty: 'certain' }],
  ['a kind of value', { value: null }],
  ['a member', { more: 1 }],
])('a kept reading with %s that no rule knows is no copy', (_, change) => {
  expect(
    unpack(
      READING,
      JSON.stringify({ layout: 'grant-reading/2', value: [{ ...criterion, ...change }] }),
    ),
  ).toBeNull()
})

it('a page that was stored with contact data is read without', () => {
  const stored: StoredGrant = {
    slug: 'tree-grant',
    item: { id: 'e1', label: 'tree-grant', grantName: 'Trees' } as StoredGrant['item'],
    detail: {
      updatedAt: null,
      webpageUrl: null,
      tabs: { grantEligibilityTab: 'Write to jane.smith@example.org first.' },
    },
    etag: null,
    detailCheckedMs: null,
    removedMs: null,
  } as StoredGrant
  expect(readableGrants([toRow(stored, 'hash')])[0]!.detail!.tabs).toEqual({
    grantEligibilityTab: 'Write to [contact removed] first.',
  })
})
