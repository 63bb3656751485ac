/** Token buckets: the terms that every rate limit uses, and the error of an empty bucket. */
import { ServiceError } from './errors.ts'
import { sha256Hex } from './hash.ts'

/**
 * A bucket of each key: it holds `burst` tokens, and `perMinute` of them are refilled each minute.
 * A call debits one or more.
 */
export interface Limit {
  perMinute: number
  burst: number
}

/** Names of the limits in the RateLimit fields, in `RATE_LIMITS`, in the log and in the metrics. */
export type LimitName =
  | 'address'
  | 'free'
  | 'feedback'
  | 'payer'
  | 'unpaid_payer'
  | 'unpaid_address'

/**
 * Fields of IETF httpapi draft 10: `r` is the number of tokens left, `t` the seconds until the
 * bucket is full.
 */
export type RateLimitFields = Readonly<Record<'ratelimit-policy' | 'ratelimit', string>>

/** Returns the RateLimit fields of a bucket. */
export function rateLimitFields(
  name: LimitName,
  { perMinute }: Limit,
  tokens: number,
  seconds: number,
): RateLimitFields {
  return {
    'ratelimit-policy': `"${name}";q=${perMinute};w=60`,
    ratelimit: `"${name}";r=${tokens};t=${seconds}`,
  }
}

/**
 * Returns the form in which the key of a bucket is stored and logged: addresses are not written
 * down.
 */
export function hashKey(key: string): string {
  return sha256Hex(key).slice(0, 32)
}

interface EmptyBucket {
  name: LimitName
  limit: Limit
  key: string
  /** Time until the next token, in ms. */
  waitMs: number
  detail: string
  hint: string
}

/** Returns the error for a call that finds its bucket empty. */
export function createRateLimitedError({
  name,
  limit,
  key,
  waitMs,
  detail,
  hint,
}: EmptyBucket): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new ServiceError('RATE_LIMITED', detail, {
    hint,
    retryAfterSeconds,
    headers: rateLimitFields(name, limit, 0, retryAfterSeconds),
    limit: { name, keyHash: hashKey(key) },
  })
}
