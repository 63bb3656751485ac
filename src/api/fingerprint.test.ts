import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  computeFingerprint,
  computeFormerFingerprint,
  listDefaults,
  nonDefaultFields,
} from './fingerprint.ts'

const RELEASE = z.strictObject({
  q: z.string(),
  limit: z.int().default(5),
  kinds: z.array(z.string()).default([]),
  after: z.string().optional(),
})
const NEXT = RELEASE.extend({
  rules_version: z.string().default('1.1.0'),
  region: z.string().optional(),
  near: z.string().nullable().default(null),
})

const of = (schema: z.ZodObject, fields: object) =>
  computeFingerprint(
    'things_search',
    nonDefaultFields(schema.parse(fields), listDefaults([schema])),
  )

describe('a fingerprint', () => {
  it('is the same whether a default is given or left out, and however fields are ordered', () => {
    const plain = of(RELEASE, { q: 'paint' })
    expect(of(RELEASE, { limit: 5, q: 'paint' })).toBe(plain)
    expect(of(RELEASE, { kinds: [], q: 'paint' })).toBe(plain)
    expect(of(RELEASE, { q: 'paint', limit: 4 })).not.toBe(plain)
    expect(of(RELEASE, { q: 'paint', after: '2026-12-01' })).not.toBe(plain)
  })

  it('is kept by a release that adds optional fields, with a default or without', () => {
    for (const fields of [
      { q: 'paint' },
      { q: 'paint', limit: 3, after: '2026-12-01', kinds: ['red'] },
    ]) {
      expect(of(NEXT, fields)).toBe(of(RELEASE, fields))
    }
    expect(of(NEXT, { q: 'paint', rules_version: '1.0.0' })).not.toBe(of(NEXT, { q: 'paint' }))
  })

  it('differs between operations', () => {
    expect(computeFingerprint('a', { q: 'x' })).not.toBe(computeFingerprint('b', { q: 'x' }))
  })

  it('of the former form knows only the fields of its time', () => {
    const then = { org_type: null, region: null, declare: null, id: 'roof-fund' }
    expect(computeFormerFingerprint('grant_eligibility', { ...then, rules_version: '1.1.0' })).toBe(
      computeFingerprint('grant_eligibility', then),
    )
  })
})
