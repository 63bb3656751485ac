/** What every published version of the verdict rules is made of. */
import type { RulesVersion } from '../../contract/rules.ts'
import type { CivilDate } from '../../platform/london.ts'
import type {
  ChargesFacts,
  InsolvencyFacts,
  OfficerFacts,
  ProfileFacts,
  Standing,
} from '../model/facts.ts'

/** Null: that part of the register could not be fetched and no earlier copy exists. */
export interface VerdictFacts {
  profile: ProfileFacts
  officers: readonly OfficerFacts[] | null
  charges: ChargesFacts | null
  insolvency: InsolvencyFacts | null
  standing: Standing
}

export type VerdictBand = 'low_risk' | 'caution' | 'high_risk'
export type VerdictOutcome = 'fired' | 'clear' | 'not_applicable' | 'unavailable'

export interface Evaluation {
  rules_version: string
  evaluated_on: CivilDate
  /** The first 16 hex digits of the SHA-256 of the facts as canonical JSON. */
  inputs_hash: string
  /** In the order of the table. */
  rules: readonly { code: string; outcome: VerdictOutcome }[]
}

export interface VerdictJudgement {
  score: number
  band: VerdictBand
  flags: readonly { code: string; detail: string }[]
  evaluation: Evaluation
}

export interface VerdictRules extends RulesVersion {
  judge(facts: VerdictFacts, today: CivilDate): VerdictJudgement
}
