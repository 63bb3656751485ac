import { describe, expect, it } from 'vitest'
import { type Answer, envelope, NO_VERDICT } from './envelope.ts'

const base: Answer = {
  result: { a: 1 },
  sources: [
    { name: 'Zeta', fetched: '2026-11-20T10:00:00Z', url: null },
    { name: 'Alpha', fetched: '2026-11-20T09:00:00Z', url: 'https://alpha.example' },
    { name: 'Never', fetched: null, url: null },
  ],
  degradations: [],
}
const make = (answer: Answer) =>
  envelope({ q: 'x' }, answer, 'Licence.', '0.005', '2026-11-21T00:00:00Z') as Record<
    string,
    unknown
  >

describe('the envelope', () => {
  it('has every key in the order of the specification', () => {
    expect(Object.keys(make(base))).toEqual([
      'query',
      'result',
      'verdict',
      'confidence',
      'as_of',
      'sources',
      'attribution',
      'notice',
      'cost',
    ])
  })

  it('rests on its oldest source and lists sources by name', () => {
    const made = make(base)
    expect(made.as_of).toBe('2026-11-20T09:00:00Z')
    expect((made.sources as { name: string }[]).map((source) => source.name)).toEqual([
      'Alpha',
      'Never',
      'Zeta',
    ])
  })

  it('carries the empty verdict where the operation judges nothing', () => {
    expect(make(base).verdict).toEqual(NO_VERDICT)
    expect(make(base)).toMatchObject({
      confidence: 'high',
      notice: 'Information, not advice.',
      cost: { amount: '0.005', currency: 'USDC' },
    })
  })

  it.each([
    ['stale', 'medium', 'SOURCE_STALE'],
    ['failed', 'low', 'SOURCE_FAILED'],
  ] as const)(
    'a %s source means %s confidence and %s after the flags of the rules',
    (kind, confidence, code) => {
      const verdict = {
        score: 75,
        band: 'caution',
        flags: [{ code: 'DORMANT', detail: 'dormant accounts' }],
      }
      const made = make({
        ...base,
        verdict,
        degradations: [{ kind, detail: 'Alpha, served from yesterday', flagged: true }],
      })
      expect(made.confidence).toBe(confidence)
      expect((made.verdict as typeof verdict).flags.map((flag) => flag.code)).toEqual([
        'DORMANT',
        code,
      ])
      expect(verdict.flags).toHaveLength(1)
    },
  )

  it('does not repeat what a rule reports', () => {
    const made = make({
      ...base,
      degradations: [{ kind: 'failed', detail: 'officers', flagged: false }],
    })
    expect(made.confidence).toBe('low')
    expect((made.verdict as { flags: unknown[] }).flags).toEqual([])
  })
})
