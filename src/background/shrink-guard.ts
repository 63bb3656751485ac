/**
 * Share that must remain. A larger loss at one time counts as a fault of the source until confirmed
 * otherwise.
 */
const LEAST_SHARE = 2 / 3

/**
 * Returns why a successor is too small, or `null`. Below `judgedFrom` previous items a share has no
 * meaning.
 */
export function shrunk(what: string, before: number, after: number, judgedFrom = 1): string | null {
  if (before < judgedFrom || after >= before * LEAST_SHARE) return null
  return `${what} shrank from ${before} to ${after}`
}
