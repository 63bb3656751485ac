import { expect, it } from 'vitest'
import { watchEveryMs } from './background-watch.ts'

it('companies are watched with a tenth of the calls that the register allows, two for each', () => {
  const callsPer5Min = (300_000 / watchEveryMs(600)) * 2
  expect(callsPer5Min).toBe(60)
})
