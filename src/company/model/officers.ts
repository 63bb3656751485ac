/**
 * Counts officers by the register's list, never by its `active_count`, which includes secretaries.
 */
import { addMonths, type CivilDate } from '../../platform/london.ts'
import type { OfficerFacts } from './facts.ts'

/**
 * The register keeps the un-resigned officers of these as inactive, without a date of resignation.
 */
const ENDED = new Set(['dissolved', 'converted-closed', 'closed'])

export const CHURN_MONTHS = 12

/** Detail of the flag for a missing officer list. */
export const OFFICERS_UNAVAILABLE_DETAIL = 'the officer list could not be fetched'

/** Whether the appointment runs on the given day. */
export function isActive(officer: OfficerFacts, status: string | null, today: CivilDate): boolean {
  if (status !== null && ENDED.has(status)) return false
  return officer.resigned === null || officer.resigned > today
}

export interface OfficerCounts {
  active: number
  total: number
  resigned_last_12m: number
}

export function countOfficers(
  officers: readonly OfficerFacts[],
  status: string | null,
  today: CivilDate,
): OfficerCounts {
  // After the same day twelve months ago and not after today.
  const since = addMonths(today, -CHURN_MONTHS)
  const hasResigned = ({ resigned }: OfficerFacts) =>
    resigned !== null && resigned > since && resigned <= today
  return {
    active: officers.filter((each) => isActive(each, status, today)).length,
    total: officers.length,
    resigned_last_12m: officers.filter(hasResigned).length,
  }
}

const DIRECTORS = [
  'director',
  'corporate-director',
  'nominee-director',
  'corporate-nominee-director',
]
const MEMBERS = [
  'llp-member',
  'llp-designated-member',
  'corporate-llp-member',
  'corporate-llp-designated-member',
]
/** The boards of a Societas sit as organs. */
const ORGANS = ['administrative', 'management', 'supervisory'].flatMap((organ) => {
  const role = `member-of-a${organ === 'administrative' ? 'n' : ''}-${organ}-organ`
  return [role, `corporate-${role}`]
})

/** Roles that direct a company of any kind. */
export const DIRECTING_ROLES: ReadonlySet<string> = new Set([...DIRECTORS, ...MEMBERS, ...ORGANS])

const COMPANY_TYPES = [
  'private-unlimited',
  'ltd',
  'plc',
  'old-public-company',
  'private-limited-guarant-nsc-limited-exemption',
  'private-limited-guarant-nsc',
  'private-unlimited-nsc',
  'private-limited-shares-section-30-exemption',
  'northern-ireland',
]
const SOCIETAS_TYPES = ['european-public-limited-liability-company-se', 'united-kingdom-societas']
/** Their officers are not on this register, or there are none that direct. */
const TYPES_WITHOUT = [
  'limited-partnership',
  'protected-cell-company',
  'assurance-company',
  'oversea-company',
  'eeig-establishment',
  'icvc-securities',
  'icvc-warrant',
  'icvc-umbrella',
  'registered-society-non-jurisdictional',
  'industrial-and-provident-society',
  'northern-ireland-other',
  'royal-charter',
  'investment-company-with-variable-capital',
  'unregistered-company',
  'uk-establishment',
  'scottish-partnership',
  'charitable-incorporated-organisation',
  'scottish-charitable-incorporated-organisation',
  'further-education-or-sixth-form-college-corporation',
  'eeig',
  'ukeig',
  'registered-overseas-entity',
]

/**
 * The roles that direct a company of this kind; null where the register does not hold them. An
 * unknown type goes by the number's prefix.
 */
export function findDirectingRoles(type: string | null, prefix: string): readonly string[] | null {
  if (type === 'llp') return MEMBERS
  if (type !== null && SOCIETAS_TYPES.includes(type)) return [...DIRECTORS, ...ORGANS]
  if (type !== null && COMPANY_TYPES.includes(type)) return DIRECTORS
  if (type !== null && TYPES_WITHOUT.includes(type)) return null
  if (['OC', 'SO', 'NC'].includes(prefix)) return MEMBERS
  return ['', 'SC', 'NI'].includes(prefix) ? DIRECTORS : null
}

export interface OfficerRecord {
  ref: string
  role: string
  status: 'active' | 'resigned'
  appointed: CivilDate | null
  resigned: CivilDate | null
  is_corporate: boolean
}

const MAX_RECORDS = 35

/**
 * Officers without anything that identifies them: active ones first, then the newest appointment
 * first. `resigned` with a null date means that the company ended before the officer resigned.
 */
export function officerRecords(
  officers: readonly OfficerFacts[],
  status: string | null,
  today: CivilDate,
): OfficerRecord[] {
  const sortKey = (each: OfficerFacts) =>
    `${each.appointed ?? '0000-00-00'} ${each.resigned ?? '9999-99-99'}`
  return [...officers]
    .map((officer) => ({ officer, active: isActive(officer, status, today) }))
    .sort((a, b) => {
      if (a.active !== b.active) return a.active ? -1 : 1
      const [left, right] = [sortKey(a.officer), sortKey(b.officer)]
      if (left !== right) return left < right ? 1 : -1
      return a.officer.role < b.officer.role ? -1 : a.officer.role > b.officer.role ? 1 : 0
    })
    .slice(0, MAX_RECORDS)
    .map(({ officer, active }, index) => ({
      ref: `o${index + 1}`,
      role: officer.role,
      status: active ? 'active' : 'resigned',
      appointed: officer.appointed,
      resigned: officer.resigned,
      is_corporate: officer.role.startsWith('corporate-'),
    }))
}
