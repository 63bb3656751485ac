/**
 * Identity verification of the persons who direct a company, as counts without names. It is
 * compulsory since the transition ended on 18 November 2026. The register has it for each officer
 * in `identity_verification_details`; shape of a live list of September 2026.
 */
import type { CivilDate } from '../../platform/london.ts'
import type { IdentityFacts, OfficerListFacts } from './facts.ts'
import { DIRECTING_ROLES, isActive } from './officers.ts'
import { date, type Json, object } from './read.ts'

/** Value for "until further notice". */
const NEVER_ENDS = '9999-12-31'

/**
 * Reads three dates of an officer and nothing else: `identity_verified_on` and its neighbours
 * concern agents, and exist only if one verified. Returns `null` if the register has no data.
 */
export function readIdentity(officer: Json): IdentityFacts | null {
  const details = object(officer.identity_verification_details)
  const until = date(details.appointment_verification_end_on)
  const facts: IdentityFacts = {
    verifiedFrom: date(details.appointment_verification_start_on),
    verifiedUntil: until === NEVER_ENDS ? null : until,
    dueOn: date(details.appointment_verification_statement_due_on),
  }
  return facts.verifiedFrom === null && facts.dueOn === null ? null : facts
}

/**
 * `not_told`: no duty, an appointment that the register has not annotated yet, or a verification
 * that ended without a new date.
 */
export type IdentityState = 'verified' | 'due' | 'overdue' | 'not_told'

export function identityState(facts: IdentityFacts | null, today: CivilDate): IdentityState {
  if (facts === null) return 'not_told'
  const { verifiedFrom, verifiedUntil, dueOn } = facts
  if (verifiedFrom !== null && (verifiedUntil === null || verifiedUntil > today)) return 'verified'
  if (dueOn === null) return 'not_told'
  return dueOn >= today ? 'due' : 'overdue'
}

export type IdentityCounts = Record<IdentityState, number>

/** Counts the current appointments that direct the company. */
export function countIdentity(
  { officers, identity }: OfficerListFacts,
  status: string | null,
  today: CivilDate,
): IdentityCounts {
  const counts: IdentityCounts = { verified: 0, due: 0, overdue: 0, not_told: 0 }
  for (const [index, officer] of officers.entries()) {
    if (!DIRECTING_ROLES.has(officer.role) || !isActive(officer, status, today)) continue
    counts[identityState(identity[index] ?? null, today)] += 1
  }
  return counts
}
