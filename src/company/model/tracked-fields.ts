/** Tracked fields of a company: status, number of officers, filed accounts. No data of persons. */
import type { CivilDate } from '../../platform/london.ts'
import type { OfficerFacts, ProfileFacts } from './facts.ts'
import { countOfficers } from './officers.ts'

export interface TrackedProfile {
  name: string | null
  status: string | null
  status_detail: string | null
  accounts_made_up_to: CivilDate | null
  accounts_type: string | null
}

export interface TrackedOfficers {
  name: string | null
  officers_active: number
  officers_total: number
}

export type CompanyChangeKind = 'status' | 'officers' | 'accounts_filed'

export interface CompanyChange {
  kind: CompanyChangeKind
  fields: { field: string; before: string | number | null; after: string | number | null }[]
}

export function toTrackedProfile({
  name,
  status,
  statusDetail,
  accounts,
}: ProfileFacts): TrackedProfile {
  const { lastMadeUpTo, lastType } = accounts
  return {
    name,
    status,
    status_detail: statusDetail,
    accounts_made_up_to: lastMadeUpTo,
    accounts_type: lastType,
  }
}

/**
 * @param on the day on which the list was fetched: who resigns later counts as active until then
 */
export function toTrackedOfficers(
  { name, status }: ProfileFacts,
  officers: readonly OfficerFacts[],
  on: CivilDate,
): TrackedOfficers {
  const { active, total } = countOfficers(officers, status, on)
  return { name, officers_active: active, officers_total: total }
}

const KINDS: readonly [CompanyChangeKind, readonly string[]][] = [
  ['status', ['status', 'status_detail']],
  ['officers', ['officers_active', 'officers_total']],
  ['accounts_filed', ['accounts_made_up_to', 'accounts_type']],
]

/** Between two sights of the same part. */
export function companyChanges<Seen extends TrackedProfile | TrackedOfficers>(
  before: Seen,
  after: Seen,
): CompanyChange[] {
  const value = (seen: Seen, field: string) =>
    (seen as unknown as Record<string, string | number | null>)[field] ?? null
  return KINDS.flatMap(([kind, names]) => {
    const fields = names.map((field) => ({
      field,
      before: value(before, field),
      after: value(after, field),
    }))
    // What an earlier release did not look at is no change.
    const differing = fields.filter((each) => each.field in before && each.before !== each.after)
    return differing.length > 0 ? [{ kind, fields: differing }] : []
  })
}
