import { expect, it } from 'vitest'
import { envelope } from '../contract/envelope.ts'
import { entityTag } from '../platform/provenance.ts'
import { createFindNotModified } from './not-modified.ts'
import type { PaidCall } from './paid-call.ts'
import { createProofs } from './proofs.ts'
import type { BoundPaid } from './registry.ts'

const bound = {
  operation: { id: 'things_search', priceUsdc: '0.05' },
  read: () => ({ ok: true }),
} as unknown as BoundPaid

const degraded = (kind: 'stale' | 'failed' | 'partial') => ({ kind, detail: kind, flagged: true })

it.each([
  ['fresh and complete', [], 304],
  ['fresh and not complete yet', [degraded('partial')], 304],
  ['past its window', [degraded('stale')], null],
  ['past its window and not complete', [degraded('partial'), degraded('stale')], null],
  ['of a source that failed', [degraded('failed')], null],
])('data that is %s', async (_, degradations, status) => {
  const answer = { result: { things: [] }, sources: [], degradations }
  const made = envelope({}, answer, '', '0.05', '2026-11-20T12:00:00Z')
  const find = createFindNotModified(
    async () => ({ envelope: made, judgedBy: null, units: 1 }),
    createProofs(),
  )
  const call = { raw: { params: {}, query: [] }, ifNoneMatch: entityTag(made) } as unknown
  expect((await find(bound, call as PaidCall))?.status ?? null).toBe(status)
})
