/** Two days of the monitor on each engine; `npm run prove monitor` runs the month. */
import { expect, it } from 'vitest'
import { monitorRound } from './monitor/prove.ts'
import { randomOf } from './random.ts'

it.each(['sqlite', 'postgres'] as const)(
  'a saved search on %s: nothing missed, nothing twice, nothing paid for nothing',
  { timeout: 240_000 },
  async (engine) => {
    const { violations, counts } = await monitorRound(randomOf(3), { engine, days: 2 })
    expect(violations).toEqual([])
    expect(counts.of('paid calls')).toBeGreaterThan(10)
    expect(counts.of('nothing new')).toBeGreaterThan(10)
  },
)
