/** What a buyer's award notices of the last 36 months say, as the history factor needs it. */
import { addMonths, type CivilDate } from '../../kernel/london.ts'

export const HISTORY_MONTHS = 36

export interface AwardRecord {
  awardedOn: CivilDate
  /** Two-digit CPV divisions. */
  divisions: readonly string[]
  suppliers: readonly { key: string; sme: boolean | null }[]
}

export interface BuyerHistory {
  awards: number
  /** Awards for which some supplier's size is stated, and those of them that went to an SME. */
  sizeStated: number
  smeAwards: number
  /** Per division: awards, and the Herfindahl index of the suppliers' shares (1: one supplier takes all). */
  divisions: Readonly<Record<string, { awards: number; concentration: number }>>
}

/** Both ends of the months looked back on; the first day is not among them. */
export interface HistorySpan {
  since: CivilDate
  today: CivilDate
}

export function historySpan(today: CivilDate): HistorySpan {
  return { since: addMonths(today, -HISTORY_MONTHS), today }
}

export function summariseHistory(awards: Iterable<AwardRecord>, { since, today }: HistorySpan): BuyerHistory {
  const shares = new Map<string, { awards: number; bySupplier: Map<string, number> }>()
  let count = 0
  let sizeStated = 0
  let smeAwards = 0
  for (const { awardedOn, divisions, suppliers } of awards) {
    if (awardedOn <= since || awardedOn > today) continue
    count += 1
    if (suppliers.some((supplier) => supplier.sme !== null)) sizeStated += 1
    if (suppliers.some((supplier) => supplier.sme === true)) smeAwards += 1
    for (const division of divisions) {
      const entry = shares.get(division) ?? { awards: 0, bySupplier: new Map<string, number>() }
      entry.awards += 1
      for (const { key } of suppliers) entry.bySupplier.set(key, (entry.bySupplier.get(key) ?? 0) + 1 / suppliers.length)
      shares.set(division, entry)
    }
  }
  const divisions = Object.fromEntries(
    [...shares]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([division, entry]) => {
        const total = [...entry.bySupplier.values()].reduce((sum, share) => sum + share, 0)
        const concentration = [...entry.bySupplier.values()].reduce((sum, share) => sum + (share / total) ** 2, 0)
        return [division, { awards: entry.awards, concentration }]
      }),
  )
  return { awards: count, sizeStated, smeAwards, divisions }
}
