import { FIT_1_2_0 } from '../fit-1.2.0/index.ts'
import type { FitRules } from '../version.ts'
import { fitFacts } from './facts.ts'
import { judgeFit } from './fit.ts'
import { fitFlags } from './flags.ts'
import { TABLE } from './table.ts'

/** Everything that is not listed here is as in 1.2.0. */
export const FIT_1_3_0: FitRules = {
  ...FIT_1_2_0,
  version: '1.3.0',
  table: TABLE,
  facts: fitFacts,
  select: (facts) => facts,
  judge: judgeFit,
  flags: fitFlags,
}
