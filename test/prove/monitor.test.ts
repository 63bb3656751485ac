/** A day of the monitor; `npm run prove -- monitor` runs the month, on either engine. */
import { expect, it } from 'vitest'
import { anvilBinary } from '../../sandbox/chain/anvil.ts'
import { monitorRound } from './monitor/prove.ts'
import { randomOf } from './random.ts'

it.skipIf(anvilBinary() === null)(
  'saved searches over two processes: nothing missed, nothing twice, nothing paid for nothing',
  { timeout: 300_000 },
  async () => {
    const { violations, counts } = (await monitorRound(randomOf(3), { engine: 'sqlite', days: 1 }))!
    expect(violations).toEqual([])
    expect(counts.of('paid calls')).toBeGreaterThan(5)
    expect(counts.of('nothing new')).toBeGreaterThan(10)
  },
)
