import { expect, it } from 'vitest'
import { type CutResult, cutRound } from './power-cuts/prove.ts'
import { tally } from './random.ts'

const nothing = (): CutResult => ({ cuts: tally(), told: tally(), restarts: 0, violations: [] })

it('a power cut at any write loses nothing that was reported', async () => {
  const result = nothing()
  await cutRound(1, { payments: 6 }, result)
  expect(result.violations).toEqual([])
  expect(result.cuts.of('at a synced length')).toBeGreaterThan(3)
  expect(result.cuts.of('between two writes')).toBeGreaterThan(3)
  expect(result.cuts.of('with unsynced sectors missing')).toBeGreaterThan(3)
  expect(result.told.of('delivered')).toBeGreaterThan(3)
})

it('a ledger that reports before it syncs is detected', async () => {
  const result = nothing()
  await cutRound(1, { payments: 6, sabotage: true }, result)
  expect(result.violations.join('\n')).toContain('its settled row or its answer is gone')
})
