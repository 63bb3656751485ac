import { expect, test } from 'vitest'
import { type Linkable, linkDuplicates, linkStated } from './duplicates.ts'

const notice = (key: string, change: Partial<Linkable> = {}): Linkable => ({
  key,
  ocid: key,
  portal: 'find-a-tender',
  title: 'Cleaning of halls',
  buyer: 'Exampleton Council',
  reference: null,
  stage: 'tender',
  deadlineMs: Date.parse('2026-11-30T12:00:00Z'),
  publishedMs: Date.parse('2026-11-01T12:00:00Z'),
  ...change,
})

test('each of several notices of one opportunity is linked to the one that is shown', () => {
  const links = linkDuplicates([
    notice('a', { portal: 'contracts-finder' }),
    notice('b', { buyer: 'EXAMPLETON COUNCIL' }),
    notice('c', { portal: 'contracts-finder', title: 'Provision of cleaning of halls' }),
    notice('d', { publishedMs: Date.parse('2026-11-02T12:00:00Z') }),
  ])
  expect(Object.fromEntries(links)).toEqual({ a: 'd', b: 'd', c: 'd' })
})

test('notices of another buyer, stage, day or title are none of the same opportunity', () => {
  const others = [
    notice('b', { buyer: 'Sampleham Council' }),
    notice('c', { stage: 'planning' }),
    notice('d', { deadlineMs: Date.parse('2026-12-01T12:00:00Z') }),
    notice('e', { title: 'Repair of roofs' }),
    notice('f', { deadlineMs: null }),
  ]
  expect(linkDuplicates([notice('a'), ...others]).size).toBe(0)
})

test('a stated link is one opportunity whatever the names, unless several share the ocid it names', () => {
  const scottish = notice('s', { portal: 'public-contracts-scotland', ocid: 'ocds-r6ebe6-1' })
  const linked = notice('f', { buyer: 'Other', deadlineMs: null, canonical: 'ocds-r6ebe6-1' })
  expect(Object.fromEntries(linkStated([scottish, linked]))).toEqual({ s: 'f' })
  expect(linkStated([scottish, { ...scottish, key: 't' }, linked]).size).toBe(0)
  expect(linkStated([scottish, { ...scottish, key: 't' }]).size).toBe(0)
})
