/** The notices with the highest scores; among equals those offered first, so offer them in their order. */
export interface Best {
  /** What must be passed to be kept. */
  toPass(): number
  offer(number: number, score: number): void
  /** Best first. */
  numbers(): number[]
}

export function createBest(limit: number): Best {
  const kept: { number: number; score: number }[] = []
  let toPass = Number.NEGATIVE_INFINITY
  return {
    toPass: () => toPass,
    offer(number, score) {
      if (score <= toPass) return
      let place = kept.length
      while (place > 0 && kept[place - 1]!.score < score) place -= 1
      kept.splice(place, 0, { number, score })
      if (kept.length > limit) kept.pop()
      if (kept.length === limit) toPass = kept[limit - 1]!.score
    },
    numbers: () => kept.map(({ number }) => number),
  }
}
