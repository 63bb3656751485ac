/** Every published version of the fit rules, and which one judges when none is asked for. */
import { publishRules } from '../../contract/rules.ts'
import { FIT_1_0_0 } from './fit-1.0.0/index.ts'
import { FIT_1_1_0 } from './fit-1.1.0/index.ts'
import type { FitRules } from './version.ts'

export const FIT = publishRules<FitRules>('fit', {
  versions: [FIT_1_0_0, FIT_1_1_0],
  current: '1.1.0',
})
