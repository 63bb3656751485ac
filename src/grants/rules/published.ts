/** All published versions of the eligibility rules, and the current one. */
import { publishRules } from '../../contract/rules.ts'
import { ELIGIBILITY_1_0_0 } from './eligibility-1.0.0/index.ts'
import { ELIGIBILITY_1_1_0 } from './eligibility-1.1.0/index.ts'
import { ELIGIBILITY_1_2_0 } from './eligibility-1.2.0/index.ts'
import { ELIGIBILITY_EXAMPLE } from './example.ts'
import type { EligibilityFacts, EligibilityRules, Question } from './version.ts'

export const ELIGIBILITY = publishRules<EligibilityRules>('eligibility', {
  versions: [ELIGIBILITY_1_0_0, ELIGIBILITY_1_1_0, ELIGIBILITY_1_2_0],
  current: '1.2.0',
  example: ELIGIBILITY_EXAMPLE,
  judge: (rules, facts) => rules.judge(toQuestion(facts as EligibilityFacts)),
})

export function toFacts({ criteria, complete, window, declared }: Question): EligibilityFacts {
  return { criteria, complete, window, declared: Object.fromEntries(declared) }
}

function toQuestion({ declared, ...rest }: EligibilityFacts): Question {
  return { ...rest, declared: new Map(Object.entries(declared)) }
}
