import { createDescribed } from '../fit-1.0.0/described.ts'
import { FIT_1_0_0 } from '../fit-1.0.0/index.ts'
import type { FitRules } from '../version.ts'
import { judgeCpv, judgeFit } from './fit.ts'
import { fitFlags } from './flags.ts'
import { TABLE } from './table.ts'

/** Parts of 1.0.0 that are not here are unchanged: published versions never change. */
export const FIT_1_1_0: FitRules = {
  ...FIT_1_0_0,
  version: '1.1.0',
  table: TABLE,
  createCpvJudge: judgeCpv,
  // Phrases are strong evidence, also words that stand for a trade by themselves; any other word is
  // hardly any. "Boilers", "heating" and "ventilation" are one trade.
  described: createDescribed({ pair: 0.6, single: 0.1, alike: true }),
  judge: judgeFit,
  flags: fitFlags,
}
