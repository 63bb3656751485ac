/** Token buckets of one process, one for each address or payer. */

import type { Clock } from '../platform/clock.ts'
import type { ServiceError } from '../platform/errors.ts'
import { createLruMap } from '../platform/lru-map.ts'
import {
  createRateLimitedError,
  type Limit,
  type LimitName,
  type RateLimitFields,
  rateLimitFields,
} from '../platform/rate-limit.ts'

export interface Limiter {
  /**
   * Debits one token and returns the RateLimit fields of the tokens that are left. A promise only
   * if the counts of other replicas have to be read first. @throws ServiceError RATE_LIMITED, with
   * the same fields and Retry-After
   */
  debit(key: string): RateLimitFields | Promise<RateLimitFields>
  /** Debits nothing. @throws ServiceError if `debit` would throw now */
  assertAvailable(key: string): void
}

/** Buckets of this many keys are remembered. A forgotten bucket is full again. */
const MAX_KEYS = 50_000

/** Limits on requests; those on unpaid calls are in `payments/admission`. */
export type RequestLimitName = Exclude<LimitName, 'unpaid_payer' | 'unpaid_address'>

/** Kind of request that a limit counts, as the refusal names it. */
const KINDS: Readonly<Record<RequestLimitName, string>> = {
  address: 'requests a minute from one address',
  free: 'free requests a minute from one address',
  feedback: 'messages a minute from one address',
  payer: 'paid requests a minute from one payer',
}

interface LocalBucket {
  tokens: number
  atMs: number
}

/** A limit of this process alone. */
export interface LocalLimiter extends Limiter {
  debit(key: string): RateLimitFields
  /** Returns the error of an empty bucket that gets its next token after this time. */
  createEmptyBucketError(key: string, waitMs: number): ServiceError
}

export function createLimiter(name: RequestLimitName, limit: Limit, clock: Clock): LocalLimiter {
  const { perMinute, burst } = limit
  const buckets = createLruMap<LocalBucket>(MAX_KEYS)
  const refillPerMs = perMinute / 60_000

  function createEmptyBucketError(key: string, waitMs: number): ServiceError {
    const detail = `More than ${perMinute} ${KINDS[name]}.`
    const hint = 'Wait for the seconds in Retry-After, then continue more slowly.'
    return createRateLimitedError({ name, limit, key, waitMs, detail, hint })
  }

  /** Returns the tokens after the refill. @throws ServiceError if there is not one */
  function refillTokens(key: string, bucket: LocalBucket | undefined, nowMs: number): number {
    const tokens = bucket
      ? Math.min(burst, bucket.tokens + (nowMs - bucket.atMs) * refillPerMs)
      : burst
    if (tokens < 1) throw createEmptyBucketError(key, (1 - tokens) / refillPerMs)
    return tokens
  }

  return {
    createEmptyBucketError,

    assertAvailable: (key) => void refillTokens(key, buckets.get(key), clock.elapsedMs()),

    debit(key) {
      const nowMs = clock.elapsedMs()
      const bucket = buckets.get(key)
      const tokens = refillTokens(key, bucket, nowMs) - 1
      if (bucket) {
        bucket.tokens = tokens
        bucket.atMs = nowMs
      } else buckets.set(key, { tokens, atMs: nowMs })
      const secondsToFull = Math.ceil((burst - tokens) / refillPerMs / 1000)
      return rateLimitFields(name, limit, Math.floor(tokens), secondsToFull)
    },
  }
}
