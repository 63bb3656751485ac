/**
 * Company verdict rules 1.0.0: start at 100, apply every deduction that fires, then the lowest cap
 * that fires, then clamp to 0-100. A pure function of register facts and one civil date in
 * Europe/London. A published version never changes; a change is a new one.
 */
import { canonicalJson, sha256Hex } from '../../../platform/hash.ts'
import { addMonths, type CivilDate, daysBetween } from '../../../platform/london.ts'
import { shorten } from '../../../platform/text.ts'
import type { DueFiling } from '../../model/facts.ts'
import { numberPrefix } from '../../model/number.ts'
import {
  CHURN_MONTHS,
  countOfficers,
  findDirectingRoles,
  isActive,
  OFFICERS_UNAVAILABLE_DETAIL,
} from '../../model/officers.ts'
import { confirmationApplies, isOverdue } from '../../model/profile.ts'
import type { VerdictBand, VerdictFacts, VerdictJudgement, VerdictOutcome } from '../version.ts'

export const RULES_VERSION = '1.0.0' as const

type RuleEffect = { cap: number } | { points: number }

interface Rule {
  code: string
  effect: RuleEffect
  /** When it fires, as published. */
  fires: string
}

/** The published table, in flag order. Documents and the rules page are rendered from it. */
export const VERDICT_RULES = [
  {
    code: 'STATUS_DISSOLVED',
    effect: { cap: 5 },
    fires: 'Status is dissolved, converted-closed, removed or closed.',
  },
  {
    code: 'STATUS_ADMINISTRATION',
    effect: { cap: 20 },
    fires: 'Status is administration, liquidation, receivership or insolvency-proceedings.',
  },
  {
    code: 'STRIKE_OFF_ACTIVE',
    effect: { cap: 35 },
    fires: 'Status detail is active-proposal-to-strike-off.',
  },
  {
    code: 'ACCOUNTS_OVERDUE',
    effect: { points: -25 },
    fires: 'Annual accounts are past due and not filed.',
  },
  {
    code: 'CONF_STATEMENT_OVERDUE',
    effect: { points: -15 },
    fires: 'Confirmation statement is past due and not filed.',
  },
  {
    code: 'YOUNG_COMPANY',
    effect: { points: -10 },
    fires: 'Incorporated less than 12 months ago.',
  },
  { code: 'DORMANT', effect: { points: -10 }, fires: 'Latest filed accounts are of type dormant.' },
  {
    code: 'OFFICER_CHURN',
    effect: { points: -10 },
    fires: 'Two or more officer resignations in the trailing 12 months.',
  },
  { code: 'NO_ACTIVE_DIRECTORS', effect: { points: -20 }, fires: 'Zero active directors listed.' },
  {
    code: 'FS_SIC_NOT_FCA',
    effect: { points: -20 },
    fires:
      'A SIC code in the 64, 65 or 66 financial-services range and no match on the regulator register. Applied only when the register was actually consulted.',
  },
  {
    code: 'FCA_WARNING',
    effect: { points: -15 },
    fires: 'On the regulator register with restrictions or warnings.',
  },
  { code: 'CHARGES_INFO', effect: { points: 0 }, fires: 'Outstanding charges are registered.' },
  {
    code: 'STATUS_VOLUNTARY_ARRANGEMENT',
    effect: { points: -25 },
    fires: 'Status is voluntary-arrangement.',
  },
  {
    code: 'INSOLVENCY_HISTORY',
    effect: { points: 0 },
    fires: 'The register records prior insolvency history.',
  },
  {
    code: 'OFFICERS_UNAVAILABLE',
    effect: { points: 0 },
    fires:
      'Officer data could not be fetched. The two officer rules (OFFICER_CHURN, NO_ACTIVE_DIRECTORS) are skipped and confidence drops.',
  },
] as const satisfies readonly Rule[]

export type VerdictCode = (typeof VERDICT_RULES)[number]['code']

/** Lower bound of each band, best first. */
export const VERDICT_BANDS = [
  { band: 'low_risk', from: 80, to: 100 },
  { band: 'caution', from: 50, to: 79 },
  { band: 'high_risk', from: 0, to: 49 },
] as const satisfies readonly { band: VerdictBand; from: number; to: number }[]

type VerdictFinding = Exclude<VerdictOutcome, 'fired'> | { detail: string }
type Judge = (facts: VerdictFacts, today: CivilDate) => VerdictFinding

const ENDED = ['dissolved', 'converted-closed', 'removed', 'closed']
const INSOLVENT = ['administration', 'liquidation', 'receivership', 'insolvency-proceedings']
const FINANCIAL_SIC = /^6[456]\d{3}$/
const CHURN_FROM = 2
const YOUNG_MONTHS = 12

const statusIn =
  (statuses: readonly string[]): Judge =>
  ({ profile: { status } }) => {
    if (status === null) return 'not_applicable'
    return statuses.includes(status) ? { detail: `status ${status}` } : 'clear'
  }

function overdue(what: string, filing: DueFiling, today: CivilDate): VerdictFinding {
  const late = isOverdue(filing, today)
  if (late === null) return 'not_applicable'
  if (!late) return 'clear'
  if (filing.nextDue === null)
    return { detail: `${what} overdue by the register, which gives no date` }
  const days = daysBetween(filing.nextDue, today)
  return { detail: `${what} due ${filing.nextDue}, ${days} ${days === 1 ? 'day' : 'days'} overdue` }
}

const JUDGES: Readonly<Record<VerdictCode, Judge>> = {
  STATUS_DISSOLVED: (facts, today) => {
    const finding = statusIn(ENDED)(facts, today)
    const { ceased } = facts.profile
    return typeof finding === 'object' && ceased !== null
      ? { detail: `${finding.detail} since ${ceased}` }
      : finding
  },
  STATUS_ADMINISTRATION: statusIn(INSOLVENT),
  STRIKE_OFF_ACTIVE: ({ profile: { statusDetail } }) =>
    statusDetail === 'active-proposal-to-strike-off'
      ? { detail: `status detail ${statusDetail}` }
      : 'clear',
  ACCOUNTS_OVERDUE: ({ profile }, today) => overdue('accounts', profile.accounts, today),
  CONF_STATEMENT_OVERDUE: ({ profile }, today) =>
    confirmationApplies(profile.number)
      ? overdue('confirmation statement', profile.confirmation, today)
      : 'not_applicable',
  YOUNG_COMPANY: ({ profile: { incorporated } }, today) => {
    if (incorporated === null) return 'not_applicable'
    return today < addMonths(incorporated, YOUNG_MONTHS)
      ? { detail: `incorporated ${incorporated}` }
      : 'clear'
  },
  DORMANT: ({ profile: { accounts } }) => {
    if (accounts.lastType !== 'dormant') return 'clear'
    return {
      detail: `last accounts dormant${accounts.lastMadeUpTo === null ? '' : `, made up to ${accounts.lastMadeUpTo}`}`,
    }
  },
  OFFICER_CHURN: ({ officers, profile: { status } }, today) => {
    if (officers === null) return 'unavailable'
    const { resigned_last_12m: resigned } = countOfficers(officers, status, today)
    return resigned >= CHURN_FROM
      ? { detail: `${resigned} officers resigned since ${addMonths(today, -CHURN_MONTHS)}` }
      : 'clear'
  },
  NO_ACTIVE_DIRECTORS: ({ officers, profile }, today) => {
    const roles = findDirectingRoles(profile.type, numberPrefix(profile.number))
    if (roles === null) return 'not_applicable'
    if (officers === null) return 'unavailable'
    const active = officers.some(
      (each) => roles.includes(each.role) && isActive(each, profile.status, today),
    )
    return active
      ? 'clear'
      : {
          detail: `no active ${profile.type === 'llp' ? 'member' : 'director'} among ${officers.length} listed officers`,
        }
  },
  FS_SIC_NOT_FCA: ({ profile, standing }) => {
    if (standing.outcome === 'not_consulted') return 'not_applicable'
    const code = profile.sicCodes.find((each) => FINANCIAL_SIC.test(each))
    if (code === undefined) return 'clear'
    if (standing.outcome === 'unavailable' || standing.outcome === 'ambiguous') return 'unavailable'
    return standing.outcome === 'not_found'
      ? { detail: `SIC ${code}, no match on the FCA register` }
      : 'clear'
  },
  FCA_WARNING: ({ standing }) => {
    if (standing.outcome === 'not_consulted') return 'not_applicable'
    if (standing.outcome === 'unavailable' || standing.outcome === 'ambiguous') return 'unavailable'
    if (standing.outcome === 'not_found') return 'clear'
    const [first] = standing.firm.warnings
    return first === undefined
      ? 'clear'
      : { detail: `FRN ${standing.firm.frn}: ${shorten(first, 100)}` }
  },
  CHARGES_INFO: ({ charges }) => {
    if (charges === null) return 'unavailable'
    const { outstanding } = charges
    return outstanding > 0
      ? { detail: `${outstanding} outstanding ${outstanding === 1 ? 'charge' : 'charges'}` }
      : 'clear'
  },
  STATUS_VOLUNTARY_ARRANGEMENT: statusIn(['voluntary-arrangement']),
  INSOLVENCY_HISTORY: ({ insolvency }) => {
    if (insolvency === null) return 'unavailable'
    const { cases } = insolvency
    if (cases.length === 0) return 'clear'
    return {
      detail: shorten(
        `${cases.length} ${cases.length === 1 ? 'case' : 'cases'}: ${[...new Set(cases)].join(', ')}`,
        100,
      ),
    }
  },
  OFFICERS_UNAVAILABLE: ({ officers }) =>
    officers === null ? { detail: OFFICERS_UNAVAILABLE_DETAIL } : 'clear',
}

export function judge(facts: VerdictFacts, today: CivilDate): VerdictJudgement {
  const flags: { code: VerdictCode; detail: string }[] = []
  const rules: { code: VerdictCode; outcome: VerdictOutcome }[] = []
  let points = 100
  let cap = 100
  for (const { code, effect } of VERDICT_RULES) {
    const finding = JUDGES[code](facts, today)
    rules.push({ code, outcome: typeof finding === 'object' ? 'fired' : finding })
    if (typeof finding !== 'object') continue
    flags.push({ code, detail: finding.detail })
    if ('cap' in effect) cap = Math.min(cap, effect.cap)
    else points += effect.points
  }
  const score = Math.max(0, Math.min(points, cap))
  return {
    score,
    band: bandOf(score),
    flags,
    evaluation: {
      rules_version: RULES_VERSION,
      evaluated_on: today,
      inputs_hash: sha256Hex(canonicalJson(facts)).slice(0, 16),
      rules,
    },
  }
}

export function bandOf(score: number): VerdictBand {
  return VERDICT_BANDS.find((each) => score >= each.from)?.band ?? 'high_risk'
}
