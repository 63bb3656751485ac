/** Common parts of profile and verdict. */
import type { CivilDate } from '../../../platform/london.ts'
import { isOutOfReason } from '../../../platform/reason.ts'
import type { FilingFacts } from '../../model/facts.ts'
import { countIdentity } from '../../model/identity.ts'
import { officerRecords } from '../../model/officers.ts'
import { companyProfile } from '../../model/profile.ts'
import { noteDatesSetAside, registerNotes } from '../../model/register-notes.ts'
import type { CompanyReading } from '../../register.ts'
import { EXAMPLE_OFFICE } from '../../rules/example.ts'

/** Returns what only full depth has and no rule reads. */
export function registerExtras(
  { profile, remarks, officers, identity, filings }: CompanyReading,
  today: CivilDate,
) {
  return {
    officers_identity:
      officers === null || identity === null
        ? null
        : countIdentity({ officers, identity }, profile.status, today),
    register_notes: [
      ...registerNotes(profile, remarks),
      ...noteDatesSetAside(setDatesAside(filings ?? [], today).count),
    ],
  }
}

/** The profile, with `detail=full` filing history and officer records behind it. */
export function profileResult(reading: CompanyReading, today: CivilDate, full: boolean) {
  const { profile, officers, filings } = reading
  const result = companyProfile(profile, officers, today)
  if (!full) return result
  return {
    ...result,
    filing_history: filings && setDatesAside(filings, today).filings,
    officer_records: officers === null ? null : officerRecords(officers, profile.status, today),
  }
}

/** Lists filings dated after today last, without that date: no filing is newer than today's. */
function setDatesAside(
  filings: readonly FilingFacts[],
  today: CivilDate,
): { filings: readonly FilingFacts[]; count: number } {
  const [odd, sound] = [true, false].map((is) =>
    filings.filter(({ date }) => isOutOfReason(date, today) === is),
  ) as [FilingFacts[], FilingFacts[]]
  return { filings: [...sound, ...odd.map((each) => ({ ...each, date: null }))], count: odd.length }
}

export const EXAMPLE_PROFILE = {
  name: 'HARBOUR LANE BAKERY LIMITED',
  company_number: '99000001',
  status: 'active',
  type: 'ltd',
  incorporated: '2012-05-14',
  registered_office: EXAMPLE_OFFICE,
  sic_codes: ['10710'],
  accounts: {
    next_due: '2026-06-30',
    next_period_end: '2025-09-30',
    overdue: true,
    last_made_up_to: '2024-09-30',
    last_type: 'micro-entity',
  },
  confirmation_statement: {
    next_due: '2027-05-28',
    next_made_up_to: '2027-05-14',
    overdue: false,
    last_made_up_to: '2026-05-14',
  },
  officers: { active: 2, total: 4, resigned_last_12m: 1 },
  age_years: 14.5,
}
