/** Buyers' award histories in typed arrays: whoever serves would else make thousands of objects of them in one go, and requests would wait. */
import type { BuyerHistory } from '../model/buyer-history.ts'

export interface Histories {
  /** By buyer, 1: it has one. */
  known: Uint8Array
  awards: Uint32Array
  sizeStated: Uint32Array
  smeAwards: Uint32Array
  /** Buyer b has the divisions starts[b] up to starts[b + 1]. */
  starts: Uint32Array
  /** Numbers of `codes`. */
  division: Uint16Array
  divisionAwards: Uint32Array
  concentration: Float64Array
  codes: readonly string[]
}

export function packHistories(histories: readonly (BuyerHistory | null)[]): Histories {
  const numbers = new Map<string, number>()
  const division: number[] = []
  const divisionAwards: number[] = []
  const concentration: number[] = []
  const starts = new Uint32Array(histories.length + 1)
  for (const [buyer, history] of histories.entries()) {
    for (const [code, each] of Object.entries(history?.divisions ?? {})) {
      const number = numbers.get(code) ?? numbers.size
      numbers.set(code, number)
      division.push(number)
      divisionAwards.push(each.awards)
      concentration.push(each.concentration)
    }
    starts[buyer + 1] = division.length
  }
  const of = (count: (history: BuyerHistory) => number) => Uint32Array.from(histories, (history) => (history ? count(history) : 0))
  return {
    known: Uint8Array.from(histories, (history) => (history ? 1 : 0)),
    awards: of((history) => history.awards),
    sizeStated: of((history) => history.sizeStated),
    smeAwards: of((history) => history.smeAwards),
    starts,
    division: Uint16Array.from(division),
    divisionAwards: Uint32Array.from(divisionAwards),
    concentration: Float64Array.from(concentration),
    codes: [...numbers.keys()],
  }
}

/** Null: nothing is known of the buyer's awards. */
export function historyOf(histories: Histories, buyer: number): BuyerHistory | null {
  const { known, awards, sizeStated, smeAwards, starts, division, divisionAwards, concentration, codes } = histories
  if (known[buyer] === 0) return null
  const divisions: Record<string, { awards: number; concentration: number }> = {}
  for (let at = starts[buyer]!; at < starts[buyer + 1]!; at += 1)
    divisions[codes[division[at]!]!] = { awards: divisionAwards[at]!, concentration: concentration[at]! }
  return { awards: awards[buyer]!, sizeStated: sizeStated[buyer]!, smeAwards: smeAwards[buyer]!, divisions }
}
