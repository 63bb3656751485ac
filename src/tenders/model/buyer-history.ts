/** History of a buyer's award notices of the last 36 months, for the history factor. */
import { addMonths, type CivilDate } from '../../platform/london.ts'

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
  /**
   * Per division: awards, and the Herfindahl index of the suppliers' shares (1: one supplier takes
   * all).
   */
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

export function summariseHistory(
  awards: Iterable<AwardRecord>,
  { since, today }: HistorySpan,
): BuyerHistory {
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
      let entry = shares.get(division)
      if (entry === undefined) {
        entry = { awards: 0, bySupplier: new Map() }
        shares.set(division, entry)
      }
      entry.awards += 1
      for (const { key } of suppliers)
        entry.bySupplier.set(key, (entry.bySupplier.get(key) ?? 0) + 1 / suppliers.length)
    }
  }
  const divisions: Record<string, { awards: number; concentration: number }> = {}
  for (const division of [...shares.keys()].sort()) {
    const { awards, bySupplier } = shares.get(division)!
    let total = 0
    for (const share of bySupplier.values()) total += share
    let concentration = 0
    for (const share of bySupplier.values()) concentration += (share / total) ** 2
    divisions[division] = { awards, concentration }
  }
  return { awards: count, sizeStated, smeAwards, divisions }
}
