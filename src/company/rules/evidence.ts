/**
 * How much a company verdict rests on: the score reads missing evidence as no fault. No effect on
 * the judgement. Pure.
 */
import { addMonths, type CivilDate, daysBetween } from '../../platform/london.ts'
import { numberPrefix } from '../model/number.ts'
import { findDirectingRoles } from '../model/officers.ts'
import type { Evaluation, VerdictFacts } from './version.ts'

/** When each reason is given, in the order of answers. `npm run gen` copies it to the contract. */
export const EVIDENCE_REASONS = {
  KIND_NOT_ON_REGISTER:
    'the register holds neither accounts of this kind of company nor who directs it, such as a limited partnership or a charitable incorporated organisation',
  NEW: 'incorporated less than 12 months ago, and no accounts filed yet',
  OFFICERS_UNAVAILABLE: 'the officer list could not be fetched',
  DORMANT_WITH_CHARGE: 'the last accounts were dormant, and a charge is outstanding',
  LONG_OVERDUE: 'accounts or the confirmation statement are more than 365 days overdue',
} as const
type EvidenceCode = keyof typeof EVIDENCE_REASONS
export const EVIDENCE_CODES = Object.keys(EVIDENCE_REASONS) as EvidenceCode[]

export interface Evidence {
  /** `thin` if there is a reason. */
  level: 'full' | 'thin'
  reasons: { code: EvidenceCode; detail: string }[]
}

const NEW_MONTHS = 12
const LONG_DAYS = 365

type Finding = (
  facts: VerdictFacts,
  today: CivilDate,
  hasFired: (code: string) => boolean,
) => string | null

const FINDINGS: Readonly<Record<EvidenceCode, Finding>> = {
  KIND_NOT_ON_REGISTER: ({ profile: { type, number, accounts } }) => {
    const listsDirectors = findDirectingRoles(type, numberPrefix(number)) !== null
    if (listsDirectors || accounts.lastMadeUpTo !== null || accounts.nextDue !== null) return null
    const kind = type === null ? 'this kind' : `type ${type}`
    return `the register holds no accounts of a company of ${kind}, nor who directs it`
  },
  NEW: ({ profile: { incorporated, accounts } }, today) =>
    incorporated !== null &&
    addMonths(incorporated, NEW_MONTHS) > today &&
    accounts.lastMadeUpTo === null
      ? `incorporated ${incorporated}, no accounts filed yet`
      : null,
  OFFICERS_UNAVAILABLE: ({ officers }) =>
    officers === null ? EVIDENCE_REASONS.OFFICERS_UNAVAILABLE : null,
  DORMANT_WITH_CHARGE: ({ profile, charges }) => {
    const outstanding = charges?.outstanding ?? 0
    if (profile.accounts.lastType !== 'dormant' || outstanding === 0) return null
    return `dormant accounts and ${outstanding} outstanding ${outstanding === 1 ? 'charge' : 'charges'}`
  },
  LONG_OVERDUE: ({ profile }, today, hasFired) => {
    const overdue = (code: string, what: string, due: CivilDate | null) => {
      const days = due !== null && hasFired(code) ? daysBetween(due, today) : 0
      return days > LONG_DAYS ? [`${what} ${days} days overdue`] : []
    }
    const found = [
      ...overdue('ACCOUNTS_OVERDUE', 'accounts', profile.accounts.nextDue),
      ...overdue('CONF_STATEMENT_OVERDUE', 'confirmation statement', profile.confirmation.nextDue),
    ]
    return found.length === 0 ? null : found.join(', ')
  },
}

export function findEvidence(facts: VerdictFacts, { rules, evaluated_on }: Evaluation): Evidence {
  const fired = new Set(rules.flatMap(({ code, outcome }) => (outcome === 'fired' ? code : [])))
  const reasons = EVIDENCE_CODES.flatMap((code) => {
    const detail = FINDINGS[code](facts, evaluated_on, (each) => fired.has(each))
    return detail === null ? [] : [{ code, detail }]
  })
  return { level: reasons.length === 0 ? 'full' : 'thin', reasons }
}
