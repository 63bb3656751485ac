/** Changes of a contract: by a release, and by time when its end comes near. */
import { addDays, type CivilDate, londonDate } from '../../platform/london.ts'
import { type ChangedField, listDiffering, type ReportedField } from './changes.ts'
import type { Contract } from './contract.ts'
import { regionText } from './regions.ts'

export type ContractChangeKind = 'awarded' | 'altered' | 'ending'

/** Days before its end, without options, from which a contract counts as ending. */
const ENDING_DAYS = 180

/** Returns the last end that is within the span at a time. */
export function limitEnding(ms: number): CivilDate {
  return addDays(londonDate(ms), ENDING_DAYS)
}

const REPORTED_FIELDS: readonly ReportedField<Contract>[] = [
  ['title', ({ title }) => title],
  ['buyer', ({ buyer }) => buyer],
  ['suppliers', suppliersText],
  ['value', ({ value }) => value && `${value.amount} ${value.currency}`],
  ['starts', ({ starts }) => starts],
  ['ends', ({ contractEnd }) => contractEnd],
  ['ends_at_latest', ({ contractEnd, latestEnd }) => latestEnd ?? contractEnd],
  ['cpv', ({ cpv }) => cpv.join(',') || null],
  ['region', ({ regions }) => regionText(regions)],
  ['state', ({ state }) => state],
]

function suppliersText({ suppliers, numbers }: Contract): string | null {
  const named = suppliers.map((name, index) => {
    const number = numbers[index] ?? null
    return number === null ? name : `${name} (${number})`
  })
  return named.join('; ') || null
}

/** Returns the reported fields that differ; `before` is `null` if the contract is new. */
export function listDifferingFields(before: Contract | null, after: Contract): ChangedField[] {
  return listDiffering(REPORTED_FIELDS, before, after)
}
