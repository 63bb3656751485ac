/** The profile of an answer from facts and one civil date, with keys in a fixed order. */
import { addMonths, type CivilDate, daysBetween } from '../../platform/london.ts'
import type { DueFiling, OfficerFacts, ProfileFacts } from './facts.ts'
import { numberPrefix } from './number.ts'
import { countOfficers } from './officers.ts'

/**
 * Societies, charters, partnerships and ICVCs: their confirmation dates stand frozen in the
 * register since 2016.
 */
const FROZEN_CONFIRMATION = new Set(['IP', 'SP', 'RS', 'RC', 'LP', 'NL', 'IC', 'NO', 'NP'])

export function confirmationApplies(number: string): boolean {
  return !FROZEN_CONFIRMATION.has(numberPrefix(number))
}

/**
 * Strictly after the due date, recomputed: a cached flag goes stale. The register's flag counts
 * only where there is no date.
 */
export function isOverdue(filing: DueFiling, today: CivilDate): boolean | null {
  return filing.nextDue === null ? filing.overdueFlag : today > filing.nextDue
}

/** `officers` null: the list could not be fetched. */
export function companyProfile(
  facts: ProfileFacts,
  officers: readonly OfficerFacts[] | null,
  today: CivilDate,
) {
  const { accounts, confirmation } = facts
  return {
    name: facts.name,
    company_number: facts.number,
    status: facts.status,
    type: facts.type,
    incorporated: facts.incorporated,
    registered_office: facts.office,
    sic_codes: facts.sicCodes,
    accounts: {
      next_due: accounts.nextDue,
      next_period_end: accounts.nextPeriodEnd,
      overdue: isOverdue(accounts, today),
      last_made_up_to: accounts.lastMadeUpTo,
      last_type: accounts.lastType,
    },
    confirmation_statement: {
      next_due: confirmation.nextDue,
      next_made_up_to: confirmation.nextPeriodEnd,
      overdue: confirmationApplies(facts.number) ? isOverdue(confirmation, today) : null,
      last_made_up_to: confirmation.lastMadeUpTo,
    },
    officers:
      officers === null
        ? { active: null, total: null, resigned_last_12m: null }
        : countOfficers(officers, facts.status, today),
    age_years: facts.incorporated === null ? null : ageYears(facts.incorporated, today),
  }
}

/**
 * Whole years plus the elapsed part of the running one, rounded down to one decimal; 0 for a date
 * to come.
 */
function ageYears(incorporated: CivilDate, today: CivilDate): number {
  if (today <= incorporated) return 0
  let years = Number(today.slice(0, 4)) - Number(incorporated.slice(0, 4))
  if (addMonths(incorporated, 12 * years) > today) years -= 1
  const anniversary = addMonths(incorporated, 12 * years)
  const yearDays = daysBetween(anniversary, addMonths(incorporated, 12 * (years + 1)))
  const tenths = Math.floor((10 * daysBetween(anniversary, today)) / yearDays)
  return (10 * years + tenths) / 10
}
