import { FIT_1_0_0 } from '../fit-1.0.0/index.ts'
import type { FitRules } from '../version.ts'
import { createCpvJudge } from './cpv.ts'
import { significantConcepts } from './described.ts'
import { judgeFit } from './fit.ts'
import { fitFlags } from './flags.ts'
import { TABLE } from './table.ts'

/** Parts of 1.0.0 that are not here are unchanged: published versions never change. */
export const FIT_1_1_0: FitRules = {
  ...FIT_1_0_0,
  version: '1.1.0',
  table: TABLE,
  createCpvJudge,
  described: significantConcepts,
  judge: judgeFit,
  flags: fitFlags,
}
