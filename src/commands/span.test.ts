import { describe, expect, it } from 'vitest'
import { parseSpan } from './span.ts'

const ms = (text: string) => Date.parse(text)

describe('the span of a command', () => {
  it("counts whole days of London's, the last day too", () => {
    expect(parseSpan({ from: '2026-06-01', to: '2026-06-01' })).toEqual({
      fromMs: ms('2026-05-31T23:00:00Z'),
      beforeMs: ms('2026-06-01T23:00:00Z'),
    })
  })

  it('ends before an instant, and is open at an end that is not given', () => {
    expect(parseSpan({ to: '2026-11-01T09:00:00Z' })).toEqual({
      fromMs: null,
      beforeMs: ms('2026-11-01T09:00:00Z'),
    })
    expect(parseSpan({})).toEqual({ fromMs: null, beforeMs: null })
  })

  it('refuses an end that is not after the beginning', () => {
    const instant = '2026-11-01T09:00:00Z'
    for (const to of [instant, '2026-11-01T08:59:59Z'])
      expect(() => parseSpan({ from: instant, to })).toThrow(
        `--from ${instant} is not before --to ${to}`,
      )
    expect(parseSpan({ from: instant, to: '2026-11-01T09:00:01Z' }).beforeMs).toBe(
      ms('2026-11-01T09:00:01Z'),
    )
  })
})
