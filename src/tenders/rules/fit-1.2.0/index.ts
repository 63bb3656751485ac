import { FIT_1_1_0 } from '../fit-1.1.0/index.ts'
import { selectFor120 } from '../select.ts'
import type { FitRules } from '../version.ts'
import { fitFacts } from './facts.ts'
import { judgeFit } from './fit.ts'
import { fitFlags } from './flags.ts'
import { TABLE } from './table.ts'

/** Everything that is not listed here is as in 1.1.0. */
export const FIT_1_2_0: FitRules = {
  ...FIT_1_1_0,
  version: '1.2.0',
  table: TABLE,
  facts: fitFacts,
  select: selectFor120,
  judge: judgeFit,
  flags: fitFlags,
}
