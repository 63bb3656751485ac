/** Data that lost more than a third at once is a fault of its source until something else shows it true. */
const LEAST_SHARE = 2 / 3

/** What is wrong with so small a successor, or null. `judgedFrom`: below this many before, a share says nothing. */
export function shrunk(what: string, before: number, after: number, judgedFrom = 1): string | null {
  if (before < judgedFrom || after >= before * LEAST_SHARE) return null
  return `${what} shrank from ${before} to ${after}`
}
