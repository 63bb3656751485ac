/** Award histories of buyers, from awards that come page by page. */
import {
  type AwardRecord,
  type BuyerHistory,
  type HistorySpan,
  summariseHistory,
} from '../model/buyer-history.ts'

export interface BuyerKeys {
  /** Id of a register, or the name key. */
  buyerKey: string
  buyerNameKey: string
}

export type BuyerAward = AwardRecord & BuyerKeys

export interface Histories {
  /** Notes which id a name goes with; of all buyers and awards before the first `findHistory`. */
  note(buyer: BuyerKeys): void
  add(award: BuyerAward): void
  /** Returns `null` if no award of the buyer is known. */
  findHistory(buyer: BuyerKeys): BuyerHistory | null
}

export function createHistories(span: HistorySpan): Histories {
  /** The only id of each name; `null` if several ids use it. */
  const ids = new Map<string, string | null>()
  const awards = new Map<string, AwardRecord[]>()
  const histories = new Map<string, BuyerHistory | null>()
  let names: ReadonlyMap<string, string[]> | null = null

  function note({ buyerKey, buyerNameKey }: BuyerKeys): void {
    if (buyerKey === buyerNameKey) return
    const known = ids.get(buyerNameKey)
    if (known === undefined) ids.set(buyerNameKey, buyerKey)
    else if (known !== buyerKey) ids.set(buyerNameKey, null)
  }

  /** Names that stand for an id: a name that one id alone uses does, on all portals. */
  function listNames(id: string): readonly string[] {
    names ??= Map.groupBy(
      [...ids.keys()].filter((name) => ids.get(name) !== null).sort(),
      (name) => ids.get(name)!,
    )
    return names.get(id) ?? []
  }

  return {
    note,
    add(award) {
      note(award)
      awards.getOrInsertComputed(award.buyerKey, () => []).push(award)
    },
    findHistory({ buyerKey, buyerNameKey }) {
      const id = (buyerKey === buyerNameKey ? ids.get(buyerNameKey) : null) ?? buyerKey
      return histories.getOrInsertComputed(id, () => {
        const all = [id, ...listNames(id)].flatMap((key) => awards.get(key) ?? [])
        return all.length === 0 ? null : summariseHistory(all, span)
      })
    },
  }
}
