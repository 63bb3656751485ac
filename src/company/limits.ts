/** Every limit of time and of calls in an answer about a company, each with its reason. */

/**
 * Waiting. A request waits for all its sources together (`background/read-timeouts.ts`), less than
 * the 12 s that `src/api/answering.ts` gives a handler, so that the error names the source.
 */

/** Wait for the refresh of data of which an older copy is here. */
export const STALE_WAIT_MS = 4_000
/** Wait for data of which no copy is here, other waits included. A fetch may take as long. */
export const REQUEST_MS = 10_000
/** Share of that time for rows of a screen, so that it can still report what it could not read. */
export const SCREENING_SHARE = 0.9

/** Attempts of one call. The first two fit into the time of a request. */
export const REGISTER_ATTEMPTS = {
  timeoutMs: 4_000,
  retries: 2,
  maxRetryDelayMs: 1_500,
  breaker: { failures: 6, coolDownMs: 10_000 },
}
export const DOCUMENT_ATTEMPTS = { ...REGISTER_ATTEMPTS, retries: 1 }
/** The object store of the documents, which is slower and sends more. */
export const DOCUMENT_CONTENT_MS = 8_000
export const REGULATOR_ATTEMPTS = {
  timeoutMs: 4_000,
  retries: 1,
  maxRetryDelayMs: 1_000,
  breaker: { failures: 5, coolDownMs: 30_000 },
}

/** Pause after a 429 of the register that states no time. Its window is five minutes. */
export const BLIND_HOLD_MS = 60_000
/** Over its limit the regulator's register blocks the caller for a minute. */
export const REGULATOR_BLOCK_MS = 60_000

/** Age. A copy is fresh within its window, unless a stream has reported a later change. */

export const COMPANY_WINDOW_MS = 6 * 3_600_000
/** A firm on the regulator's register stays on it longer than another remains off it. */
export const MATCH_WINDOW_MS = 7 * 86_400_000
export const MISS_WINDOW_MS = 86_400_000
/** The register's "no such company" is believed for so long. */
export const ABSENT_FOR_MS = 10 * 60_000
/** A row of a screen that could not be read stays unavailable, so that its quote holds. */
export const UNAVAILABLE_MS = 30_000
/** When a refused caller may ask again, where the source states no time. */
export const RETRY_AFTER_SECONDS = 30
/** After a longer silence a stream may have lost events, and its data is not current. */
export const CURRENT_WITHIN_MS = 3 * 60_000
/** The monthly file of a day may have been taken so long before that day. */
export const SNAPSHOT_MS = 24 * 3_600_000

/** Calls. The register counts them in a window of five minutes, and so do we. */

export const QUOTA_WINDOW_MS = 300_000
/** Calls for a company without copies: profile, officers on two pages, charges, insolvency. */
export const CALLS_OF = { identity: 1, profile: 2, verdict: 5 } as const
/** Two pages hold the officers of nearly every company. */
export const CALLS_OF_OFFICERS = 2
/** A list that an answer has besides, such as the filing history of `detail=full`. */
export const CALLS_OF_A_LIST = 1
/** Calls of a verdict at any depth: what its price earns, and the smallest share. */
export const CALLS_EARNED = CALLS_OF.verdict + CALLS_OF_A_LIST
/** The price that earns them, in atomic units of USDC. */
export const EARNED_BY_ATOMIC = 100_000
/** Payments of this time earn calls, and calls that ended unpaid count against them. */
export const EARNED_MS = 30 * 86_400_000
/** The most of the reserved calls that one payer may use in a window. */
export const SHARE_OF_RESERVED = 1 / 10
/** Calls that are reserved for earlier buyers. A tiny quota is halved. */
export const countReserved = (calls: number) =>
  Math.min(Math.max(12, Math.ceil(calls / 4)), Math.floor(calls / 2))
/** Calls that rows of screens may use together. The other half is for single companies. */
export const countForMany = (calls: number) => Math.max(1, Math.floor(calls / 2))
