/**
 * Columns of a filing. Accounts of groups have two: the group's, and that of the company itself.
 * A member of a dimension says which one a fact is in. Pure.
 */
import type { Scope } from './concepts.ts'
import type { XbrlContext } from './xbrl-reader.ts'

/** Dimensions of the FRC's taxonomies, of those of 2009 and of IFRS. */
const DIMENSION =
  /^(?:GroupCompany(?:Data)?Dimension|ConsolidationDimension|ConsolidatedAndSeparateFinancialStatementsAxis)=/
const MEMBERS: Readonly<Record<string, Scope>> = {
  Consolidated: 'group',
  ConsolidatedMember: 'group',
  Group: 'group',
  Company: 'company',
  Parent: 'company',
  ParentCompany: 'company',
  Separate: 'company',
  SeparateMember: 'company',
}
/** Members that say the same as no member. */
const SILENT: ReadonlySet<string> = new Set(['OriginalRevisedDataDimension=Original'])

/** Column of the accounts for the facts of a context, by its members. */
export interface Column {
  /** `null` if no member names one. */
  scope: Scope | null
  /** The other members, which narrow the fact. Empty for a total. */
  members: string
}

export function findColumn({ members }: Pick<XbrlContext, 'members'>): Column {
  if (members === '') return { scope: null, members }
  let scope: Scope | null = null
  const others = members.split(',').filter((each) => {
    const named = DIMENSION.test(each) ? MEMBERS[each.slice(each.indexOf('=') + 1)] : undefined
    scope = named ?? scope
    return named === undefined && !SILENT.has(each)
  })
  return { scope, members: others.join(',') }
}

/**
 * Returns the column of facts that no member places. The default of the FRC's dimension is the
 * company. A filing that names the company alone leaves the default, the group, unnamed.
 */
export function findUnnamedScope(columns: Iterable<Column>): Scope {
  let names = new Set<Scope>()
  for (const { scope } of columns) if (scope !== null) names = names.add(scope)
  return names.has('company') && !names.has('group') ? 'group' : 'company'
}
