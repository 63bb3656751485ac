/** Finds the buyers that a supplier names, among all of an index. */
import { normaliseName } from '../model/buyer.ts'

export interface BuyerNames {
  /** 1 for each buyer whose name equals a given one, or one lies within the other as whole words when it has at least two; null: nobody is named. */
  match(given: readonly string[]): Uint8Array | null
}

/** `normalNames` as `normaliseName` makes them. */
export function openBuyerNames(normalNames: readonly string[]): BuyerNames {
  const byName = Map.groupBy(normalNames.keys(), (number) => normalNames[number]!)
  // What lies within something else has two words that stand together in both.
  const byPair = new Map<string, number[]>()
  for (const [number, name] of normalNames.entries()) {
    for (const { pair } of pairsOf(name)) {
      const numbers = byPair.get(pair)
      if (numbers) numbers.push(number)
      else byPair.set(pair, [number])
    }
  }

  return {
    match(given) {
      const wanted = new Set(given.map(normaliseName))
      wanted.delete('')
      if (wanted.size === 0) return null
      const matched = new Uint8Array(normalNames.length)
      for (const name of wanted) {
        for (const number of byName.get(name) ?? []) matched[number] = 1
        for (const { pair, at } of pairsOf(name)) {
          for (const number of byPair.get(pair) ?? []) {
            const known = normalNames[number]!
            if (startsAt(name, known, at) || (at === 0 && ` ${known} `.includes(` ${name} `))) matched[number] = 1
          }
        }
      }
      return matched
    },
  }
}

/** Neighbouring words with the place where they begin. */
function* pairsOf(name: string): Generator<{ pair: string; at: number }> {
  for (let at = 0, space = name.indexOf(' '); space !== -1; ) {
    const next = name.indexOf(' ', space + 1)
    yield { pair: name.slice(at, next === -1 ? undefined : next), at }
    at = space + 1
    space = next
  }
}

/** Whether whole words of a text are another one, from a place on. */
function startsAt(text: string, part: string, at: number): boolean {
  const end = at + part.length
  return (end === text.length || text[end] === ' ') && text.startsWith(part, at)
}
