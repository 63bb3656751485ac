import { expect, it } from 'vitest'
import type { Envelope } from '../contract/envelope.ts'
import { entityTag, responseHash } from '../platform/provenance.ts'
import { createProofs } from './proofs.ts'

const envelope = (change: Partial<Envelope> = {}): Envelope => ({
  query: { number: '99000001', detail: null },
  result: { name: 'X' },
  verdict: { score: 90, band: 'low_risk', flags: [] },
  confidence: 'high',
  as_of: '2026-11-20T20:25:31Z',
  sources: [],
  attribution: '',
  notice: 'Information, not advice.',
  cost: { amount: '0.10', currency: 'USDC' },
  ...change,
})
const VERDICT = { endpoint: 'company_verdict', method: 'verdict 1.0.0' }

it('are those of the answer, whichever of its parts differs from the one before', () => {
  const proofs = createProofs()
  const first = envelope()
  const { result, verdict } = first
  const cases = [
    first,
    first,
    envelope({ result, verdict }),
    envelope({ result, verdict, query: { number: '99000001', detail: 'full' } }),
    envelope({ result, verdict, as_of: '2026-11-20T20:25:32Z' }),
    envelope({ result, verdict: { ...verdict, score: 91 } }),
    envelope({ result: { name: 'Y' }, verdict }),
    envelope({ result: null, verdict }),
    first,
  ]
  for (const each of cases) {
    for (const made of [VERDICT, { endpoint: 'company_profile', method: null }]) {
      expect(proofs(each, made, true)).toEqual({
        responseHash: responseHash(each, made),
        etag: entityTag(each),
      })
    }
  }
})

it('are made once for the objects of one answer', () => {
  const proofs = createProofs()
  let read = 0
  const result = {
    get name() {
      read += 1
      return 'X'
    },
  }
  const verdict = { score: 1, band: 'x', flags: [] }
  const first = proofs(envelope({ result, verdict }), VERDICT, true)
  const reads = read
  expect(proofs(envelope({ result, verdict }), VERDICT, true)).toBe(first)
  expect(read).toBe(reads)
})
