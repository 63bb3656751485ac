import { selectFor100 } from '../select.ts'
import type { FitRules } from '../version.ts'
import { createDescribed } from './described.ts'
import { fitFacts } from './facts.ts'
import { judgeCpv, judgeFit } from './fit.ts'
import { fitFlags } from './flags.ts'
import { TABLE } from './table.ts'

export const FIT_1_0_0: FitRules = {
  version: '1.0.0',
  table: TABLE,
  facts: fitFacts,
  createCpvJudge: judgeCpv,
  // Running text is weaker evidence than chosen keywords.
  described: createDescribed({ pair: 0.5, single: 0.2, alike: false }),
  select: selectFor100,
  judge: judgeFit,
  flags: fitFlags,
}
