/**
 * Which rules of a verdict could not be judged, and why, in words. It reads outcomes and facts and
 * changes neither.
 */

import { numberPrefix } from '../model/number.ts'
import { confirmationApplies } from '../model/profile.ts'
import type { Evaluation, VerdictFacts } from './version.ts'

/**
 * Counts the rules that fired or came out clear, and lists the others in the order of the table.
 */
export function buildJudged({ rules }: Evaluation, facts: VerdictFacts) {
  const open = rules.filter(
    ({ outcome }) => outcome === 'not_applicable' || outcome === 'unavailable',
  )
  return {
    judged: rules.length - open.length,
    not_judged: open.map(({ code, outcome }) => ({
      code,
      reason: findReason(code, outcome === 'unavailable', facts),
    })),
  }
}

const NO_STATUS = () => 'the register gives no status'
const REGULATOR = ({ standing }: VerdictFacts) =>
  'reason' in standing ? standing.reason : 'the FCA register tells nothing'

/** Reason why a rule does not apply, by its code. */
const REASONS: Readonly<Record<string, (facts: VerdictFacts) => string>> = {
  STATUS_DISSOLVED: NO_STATUS,
  STATUS_ADMINISTRATION: NO_STATUS,
  STATUS_VOLUNTARY_ARRANGEMENT: NO_STATUS,
  ACCOUNTS_OVERDUE: () => 'the register gives no date by which accounts are due',
  CONF_STATEMENT_OVERDUE: ({ profile: { number } }) =>
    confirmationApplies(number)
      ? 'the register gives no date by which a confirmation statement is due'
      : `numbers with ${numberPrefix(number)} file no confirmation statement; the dates in the register are frozen`,
  YOUNG_COMPANY: () => 'the register gives no date of incorporation',
  NO_ACTIVE_DIRECTORS: ({ profile: { type } }) =>
    `the register does not hold who directs a company of ${type === null ? 'this kind' : `type ${type}`}`,
  FS_SIC_NOT_FCA: REGULATOR,
  FCA_WARNING: REGULATOR,
}

/** Reason why a rule could not be judged, if its part of the register is missing. */
const MISSING: Readonly<Record<string, string | ((facts: VerdictFacts) => string)>> = {
  OFFICER_CHURN: 'the officer list could not be fetched',
  NO_ACTIVE_DIRECTORS: 'the officer list could not be fetched',
  CHARGES_INFO: 'the charges could not be fetched',
  INSOLVENCY_HISTORY: 'the insolvency cases could not be fetched',
  FS_SIC_NOT_FCA: REGULATOR,
  FCA_WARNING: REGULATOR,
}

function findReason(code: string, missing: boolean, facts: VerdictFacts): string {
  const known = (missing ? MISSING : REASONS)[code]
  if (typeof known === 'function') return known(facts)
  return (
    known ?? (missing ? 'what it reads could not be fetched' : 'it does not apply to this company')
  )
}
