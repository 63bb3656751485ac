import type { ContractRow } from '../../src/store/tender-contracts.ts'
import type { AwardRow } from '../../src/store/tenders.ts'

/** The row of a contract of which no more is stated than the history of its buyer needs. */
export function contractRow(award: AwardRow, change: Partial<ContractRow> = {}): ContractRow {
  return {
    ...award,
    ocid: award.key.split('|')[0]!,
    raw: 0,
    releasedMs: 1,
    keepUntil: `${Number(award.awardedOn.slice(0, 4)) + 7}${award.awardedOn.slice(4)}`,
    portal: 'find-a-tender',
    shown: 1,
    terms: '',
    json: '{}',
    ends: null,
    latest: null,
    terminated: 0,
    amount: null,
    currency: null,
    summable: 0,
    ...change,
  }
}
