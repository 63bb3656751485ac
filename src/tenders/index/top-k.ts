/** The notices with the highest scores; equal ones in the order of lists. */
import { type Entry, isBefore } from './entry.ts'

export interface Best {
  /** Scores below it cannot be among the best any more. */
  toReach(): number
  offer(entry: Entry, score: number): void
  /** Best first. */
  entries(): Entry[]
}

export function createBest(limit: number): Best {
  const kept: { entry: Entry; score: number }[] = []
  let toReach = Number.NEGATIVE_INFINITY
  return {
    toReach: () => toReach,
    offer(entry, score) {
      if (score < toReach) return
      let place = kept.length
      while (place > 0 && isAfter(kept[place - 1]!, entry, score)) place -= 1
      kept.splice(place, 0, { entry, score })
      if (kept.length > limit) kept.pop()
      if (kept.length === limit) toReach = kept[limit - 1]!.score
    },
    entries: () => kept.map(({ entry }) => entry),
  }
}

function isAfter(kept: { entry: Entry; score: number }, entry: Entry, score: number): boolean {
  return kept.score < score || (kept.score === score && isBefore(entry, kept.entry))
}
