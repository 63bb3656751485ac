/**
 * Checks of what the code expects of an upstream. Each client offers its own, and `ukintel doctor`
 * runs them.
 */

export interface Check {
  /** Stable id and what is expected, in one sentence: `fca/search: a search finds firms`. */
  assumption: string
  /**
   * Reads, and returns what differs; `null` if all is as expected. It repeats at most a few words
   * of the answer, and no person.
   * @throws UnexpectedAnswer if the client refuses the answer, any other Error if there is nothing
   * to judge
   */
  difference(): Promise<string | null>
}

export interface Examination {
  upstream: string
  /** Lists the checks, to run in order: a later one may need what an earlier one read. */
  examine(signal: AbortSignal): readonly Check[]
  close?(): Promise<void>
}

const NO_ANSWER = new Set([401, 403, 407, 429])

/**
 * Whether a status says nothing of the answers: the upstream is away, busy, or does not know us.
 */
export const isNoAnswer = (status: number) => NO_ANSWER.has(status) || status >= 500

/**
 * Returns how many items lack something; `null` if at most `share` of them do. @throws Error if
 * there is no item
 */
export function describeLacking<Item>(
  items: readonly Item[],
  what: string,
  has: (item: Item) => boolean,
  share = 0.5,
): string | null {
  if (items.length === 0) throw new Error('the answer lists nothing')
  const without = items.filter((item) => !has(item)).length
  return without <= items.length * share ? null : `${without} of ${items.length} have no ${what}`
}
