/**
 * Limits whose failure does not certainly exclude an applicant: on 593 labelled pages before their
 * readers had seen them, each kind was wrong on one page for fewer than fifteen applicants that it
 * caught. A failed one becomes a question (docs/rules/eligibility-1.1.0.md, "What failing
 * decides").
 */
import { ORG_TYPES, type OrgType } from '../applicants.ts'
import type { Criterion, Doubt } from '../criterion.ts'
import { ASK_INSTEAD_OF_REJECT_PHRASES } from '../phrases/ask-instead-of-reject.ts'
import { compileTables } from '../phrases/table.ts'
import { asQuestion } from '../reconcile.ts'
import type { List } from './units.ts'

const { DEMANDED } = compileTables(ASK_INSTEAD_OF_REJECT_PHRASES)

/** Kinds that a list's words may mean as well: a school is often a charity, a parish council a local group, a social enterprise a company. */
const MEANT_BY: Partial<Record<OrgType, readonly OrgType[]>> = {
  charity: ['public_body', 'local_authority', 'education'],
  community_group: ['charity', 'public_body', 'local_authority', 'education'],
  public_body: ['charity', 'community_group', 'local_authority', 'education'],
  local_authority: ['charity', 'community_group', 'public_body', 'education'],
  education: ['charity', 'community_group', 'public_body', 'local_authority'],
  business: ['community_group'],
}
/**
 * Applicants without trustees, to whom "your organisation must have three trustees" does not apply.
 */
const GOVERNED_OTHERWISE: readonly OrgType[] = [
  'individual',
  'business',
  'public_body',
  'local_authority',
  'education',
]

export function softenCriterion(criterion: Criterion, lists: readonly List[]): Criterion {
  const open = openTo(criterion, lists)
  if (open === null) return criterion
  return {
    ...criterion,
    instead: { ...open, ...asQuestion(criterion.requirement, criterion.span, lists) },
  }
}

interface Open {
  doubt: Doubt
  /** Null: of all. */
  org_types: readonly OrgType[] | null
}
const TO_ALL = { doubt: 'named', org_types: null } as const satisfies Open
const UNLESS_DEMANDED = { doubt: 'soft', org_types: null } as const satisfies Open

function isDemanded({ requirement, span }: Criterion, lists: readonly List[]): boolean {
  return (
    DEMANDED.test(requirement) ||
    lists.some(
      ({ mood, start, end }) =>
        (mood === 'all_of' || mood === 'none_of') &&
        span !== null &&
        start <= span.start &&
        span.end <= end,
    )
  )
}

function openTo(criterion: Criterion, lists: readonly List[]): Open | null {
  const { code, parameter, operator, value } = criterion
  switch (code) {
    case 'ORG_TYPE': {
      if (operator !== 'one_of') return null
      const listed = value as readonly OrgType[]
      const meant = new Set(listed.flatMap((each) => MEANT_BY[each] ?? []))
      const org_types = ORG_TYPES.filter((each) => meant.has(each) && !listed.includes(each))
      return org_types.length === 0 ? null : { doubt: 'overlap', org_types }
    }
    case 'GOVERNANCE':
      if (parameter === 'has_constitution' || parameter === 'has_accounts') return TO_ALL
      return parameter === 'trustees' && !isDemanded(criterion, lists)
        ? UNLESS_DEMANDED
        : { doubt: 'asked', org_types: GOVERNED_OTHERWISE }
    case 'ESTABLISHED':
      return { doubt: 'asked', org_types: ['individual'] }
    case 'INCOME':
    case 'PROJECT_COST':
      return isDemanded(criterion, lists) ? null : UNLESS_DEMANDED
    case 'INVITE_ONLY':
    case 'LAND_AREA':
    case 'MATCH_FUNDING':
    case 'MAX_APPLICATIONS':
    case 'PARTNERSHIP':
    case 'PRIOR_FUNDING':
    case 'YEARS_TRADING':
      return TO_ALL
    default:
      return null
  }
}
