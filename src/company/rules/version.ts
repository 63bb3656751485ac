/** Types that every published version of the verdict rules and of the accounts rules has. */
import type { RulesVersion } from '../../contract/rules.ts'
import type { CivilDate } from '../../platform/london.ts'
import type {
  ChargesFacts,
  InsolvencyFacts,
  OfficerFacts,
  ProfileFacts,
  Standing,
} from '../model/facts.ts'
import type { JudgedKey } from './figure-keys.ts'

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

/** How a filing could be read. */
export type FilingStatus = 'read' | 'not_machine_readable' | 'unreadable'

export interface AccountsNote {
  end: CivilDate
  key: string
  detail: string
}

export interface AccountsFacts {
  /** Newest first. */
  filings: readonly {
    made_up_to: CivilDate | null
    filed: CivilDate | null
    accounts_type: string | null
    amended: boolean
    status: FilingStatus
    /** Whether the filing says that the company was dormant; `null` if it does not say. */
    dormant: boolean | null
  }[]
  /** Newest first. A figure that is not stated, or contradicts itself, is `null`. */
  periods: readonly {
    start: CivilDate | null
    end: CivilDate
    months: number | null
    currency: string | null
    figures: Readonly<Record<JudgedKey, string | null>>
  }[]
  conflicts: readonly AccountsNote[]
  restated: readonly AccountsNote[]
  /**
   * Newest first, one for each period, since 1.1.0. Empty if the company never reported; absent or
   * `null` if it is not known.
   */
  payment_reports?: readonly PaymentReportFacts[] | null | undefined
  /** Scope of the figures in the periods, since 1.2.0; absent or `null` if it is not known. */
  scope?: 'group' | 'company' | null | undefined
}

/** Report of a company on its payments to suppliers. A figure that is not stated is `null`. */
export interface PaymentReportFacts {
  period_start: CivilDate
  period_end: CivilDate
  filed: CivilDate
  average_days: number | null
  not_within_terms_pct: number | null
}

export interface AccountsRules extends RulesVersion {
  judge(facts: AccountsFacts, today: CivilDate): VerdictJudgement
}
