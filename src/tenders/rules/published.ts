/** All published versions of the fit rules, and the current one. */
import { publishRules } from '../../contract/rules.ts'
import { fitBlock } from './block.ts'
import { FIT_EXAMPLE } from './example.ts'
import { FIT_1_0_0 } from './fit-1.0.0/index.ts'
import { FIT_1_1_0 } from './fit-1.1.0/index.ts'
import { FIT_1_2_0 } from './fit-1.2.0/index.ts'
import { FIT_1_3_0 } from './fit-1.3.0/index.ts'
import type { FitRules, JudgedFacts } from './version.ts'

/** Fast path of the current version. */
export { createScan } from './fit-1.3.0/fit.ts'

export const FIT = publishRules<FitRules>('fit', {
  versions: [FIT_1_0_0, FIT_1_1_0, FIT_1_2_0, FIT_1_3_0],
  current: '1.3.0',
  example: FIT_EXAMPLE,
  judge(rules, given) {
    const facts = given as JudgedFacts
    const fit = rules.judge(facts)
    return fitBlock(rules, fit, rules.flags(fit, facts))
  },
})
