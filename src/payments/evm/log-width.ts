/**
 * How many blocks the endpoint answers one log query about. It narrows as the endpoint refuses, and
 * widens again after queries that were answered.
 */

/** Widths that public endpoints are known to allow. */
const WIDTHS = [9000n, 2000n, 500n, 100n, 10n, 1n] as const
/**
 * Answered queries before the next wider one is tried; doubled each time that the wider one is
 * refused.
 */
const WIDEN_AFTER = 8
const WIDEN_AFTER_AT_MOST = 512

export interface LogWidth {
  blocks(): bigint
  noteAnswer(): void
  /**
   * Takes a refused query. Returns true if it is worth sending again: once unchanged if the cause
   * is unknown, then over fewer blocks.
   * @param isTooWide whether the endpoint said that the number of blocks is the cause
   */
  refuse(isTooWide: boolean): boolean
  /** Starts with the widest again. */
  reset(): void
}

export function createLogWidth(): LogWidth {
  let index = 0
  let answered = 0
  let widenAfter = WIDEN_AFTER
  /** Whether the width is wider than the endpoint is known to allow just now. */
  let isTrial = false
  /** Whether the last query was refused for an unknown cause and is sent again. */
  let isRepeated = false
  return {
    blocks: () => WIDTHS[index]!,
    noteAnswer() {
      answered += 1
      isRepeated = false
      if (isTrial) widenAfter = WIDEN_AFTER
      isTrial = false
      if (index === 0 || answered < widenAfter) return
      index -= 1
      answered = 0
      isTrial = true
    },
    refuse(isTooWide) {
      if (!isTooWide && !isRepeated) {
        isRepeated = true
        return true
      }
      isRepeated = false
      if (index === WIDTHS.length - 1) return false
      if (isTrial) widenAfter = Math.min(widenAfter * 2, WIDEN_AFTER_AT_MOST)
      isTrial = false
      index += 1
      answered = 0
      return true
    },
    reset() {
      index = 0
      answered = 0
      widenAfter = WIDEN_AFTER
      isTrial = false
      isRepeated = false
    },
  }
}
