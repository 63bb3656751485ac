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
  const best: { entry: Entry; score: number }[] = []
  let toReach = Number.NEGATIVE_INFINITY
  return {
    toReach: () => toReach,
    offer(entry, score) {
      if (score < toReach) return
      let place = best.length
      while (place > 0 && isAfter(best[place - 1]!, entry, score)) place -= 1
      best.splice(place, 0, { entry, score })
      if (best.length > limit) best.pop()
      if (best.length === limit) toReach = best[limit - 1]!.score
    },
    entries: () => best.map(({ entry }) => entry),
  }
}

function isAfter(best: { entry: Entry; score: number }, entry: Entry, score: number): boolean {
  return best.score < score || (best.score === score && isBefore(entry, best.entry))
}
