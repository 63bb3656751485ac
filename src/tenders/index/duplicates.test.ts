import { expect, test } from 'vitest'
import { type Linkable, linkDuplicates, linkStated } from './duplicates.ts'

const notice = (key: string, change: Partial<Linkable> = {}): Linkable => ({
  key,
  ocid: key,
  portal: 'find-a-tender',
  title: 'Cleaning of halls',
  reference: null,
  stage: 'tender',
  deadlineMs: Date.parse('2026-11-30T12:00:00Z'),
  publishedMs: Date.parse('2026-11-01T12:00:00Z'),
  ...change,
})

test('each of several notices of one opportunity is linked to the one that is shown', () => {
  const links = linkDuplicates([
    notice('a', { portal: 'contracts-finder' }),
    notice('b'),
    notice('c', { portal: 'contracts-finder', title: 'Provision of cleaning of halls' }),
    notice('d', { publishedMs: Date.parse('2026-11-02T12:00:00Z') }),
  ])
  expect(Object.fromEntries(links)).toEqual({ a: 'd', b: 'd', c: 'd' })
})

test('a stated link is one opportunity whatever the names, unless several share the ocid it names', () => {
  const scottish = notice('s', { portal: 'public-contracts-scotland', ocid: 'ocds-r6ebe6-1' })
  const linked = notice('f', { deadlineMs: null, canonical: 'ocds-r6ebe6-1' })
  expect(Object.fromEntries(linkStated([scottish, linked]))).toEqual({ s: 'f' })
  expect(linkStated([scottish, { ...scottish, key: 't' }, linked]).size).toBe(0)
  expect(linkStated([scottish, { ...scottish, key: 't' }]).size).toBe(0)
})
