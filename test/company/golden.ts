/** Golden cases of the verdict rules: the facts of every sandbox company and what the rules make of them on fixed days. */
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import type { Standing } from '../../src/company/model/facts.ts'
import { VERDICT } from '../../src/company/rules/published.ts'
import type {
  VerdictFacts,
  VerdictJudgement,
  VerdictRules,
} from '../../src/company/rules/version.ts'
import type { Golden } from '../support/golden.ts'
import { startRig, TODAY } from './rig.ts'

export interface GoldenCase {
  name: string
  facts: VerdictFacts
  judgements: VerdictJudgement[]
}

/** The day for which the sandbox's companies are built, and a leap day on which much has fallen due. */
const DAYS = [TODAY, '2028-02-29']

/** Every sandbox company with the regulator consulted, and the parts of one that can be missing. */
async function make(rules: VerdictRules): Promise<GoldenCase[]> {
  const rig = await startRig({ fca: true })
  try {
    const cases: GoldenCase[] = []
    const add = (name: string, facts: VerdictFacts) => {
      cases.push({ name, facts, judgements: DAYS.map((day) => rules.judge(facts, day)) })
    }
    const read = async (number: string): Promise<VerdictFacts> => {
      const { register, regulator, patience: begin } = rig.wing.deps
      const patience = begin()
      const { profile, officers, charges, insolvency } = await register.company(number, 'verdict', {
        patience,
      })
      const { standing } = await regulator.standing(profile, patience)
      return { profile, officers, charges, insolvency, standing }
    }
    for (const { number, shows } of sandboxCompanies(TODAY))
      add(`${number}: ${shows}`, await read(number))
    const number = cases.find(({ facts }) =>
      facts.profile.sicCodes.some((code) => /^6[456]/.test(code)),
    )!.facts.profile.number
    const facts = await read(number)
    const standings: Standing[] = [
      { outcome: 'not_consulted', reason: 'fallback mode' },
      { outcome: 'unavailable', reason: 'no answer' },
      { outcome: 'ambiguous', reason: 'a namesake without a number' },
      { outcome: 'not_found' },
    ]
    for (const standing of standings)
      add(`${number} with the regulator ${standing.outcome}`, { ...facts, standing })
    for (const part of ['officers', 'charges', 'insolvency'] as const)
      add(`${number} without ${part}`, { ...facts, [part]: null })
    return cases
  } finally {
    await rig.stop()
  }
}

export const VERDICT_GOLDEN: Golden<VerdictRules, GoldenCase> = {
  rules: VERDICT,
  wing: 'company',
  make,
  judge: async (rules, { judgements, ...rest }) => ({
    ...rest,
    judgements: judgements.map(({ evaluation }) =>
      rules.judge(rest.facts, evaluation.evaluated_on),
    ),
  }),
  facts: ({ facts }) => [facts],
}
