/** Token buckets per address and per payer: contract section 8. */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'

export interface Limit {
  perMinute: number
  burst: number
}

interface Bucket {
  tokens: number
  atMs: number
}

/** IETF httpapi, draft 10: `r` is what is left, `t` in how many seconds all of it is back. */
export type RateLimitFields = Readonly<Record<'ratelimit-policy' | 'ratelimit', string>>

export interface Limiter {
  /**
   * Takes one token; the RateLimit fields of what is left. A promise only where other replicas have to be heard first.
   * @throws ServiceError RATE_LIMITED with the same and Retry-After
   */
  admit(key: string): RateLimitFields | Promise<RateLimitFields>
  /** Takes nothing. @throws ServiceError as `admit` would */
  require(key: string): void
}

/** Buckets of this many keys are remembered; a forgotten one is full again. */
const MAX_KEYS = 50_000

export type LimitName = 'address' | 'free' | 'feedback' | 'payer'

/** What is counted, as the refusal says it. */
const KINDS: Readonly<Record<LimitName, string>> = {
  address: 'requests a minute from one address',
  free: 'free requests a minute from one address',
  feedback: 'messages a minute from one address',
  payer: 'paid requests a minute from one payer',
}

/** Of one process. */
export interface LocalLimiter extends Limiter {
  admit(key: string): RateLimitFields
  /** What is thrown where nothing is left for so long. */
  spent(waitMs: number): ServiceError
}

export function createLimiter(
  name: LimitName,
  { perMinute, burst }: Limit,
  clock: Clock,
): LocalLimiter {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_KEYS })
  const perMs = perMinute / 60_000
  const policy = `"${name}";q=${perMinute};w=60`

  function left(bucket: Bucket | undefined, nowMs: number): number {
    const tokens = bucket ? Math.min(burst, bucket.tokens + (nowMs - bucket.atMs) * perMs) : burst
    if (tokens < 1) throw spent((1 - tokens) / perMs)
    return tokens
  }

  function spent(waitMs: number): ServiceError {
    const waitSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    return new ServiceError('RATE_LIMITED', `More than ${perMinute} ${KINDS[name]}.`, {
      hint: 'Wait for the seconds in Retry-After, then continue more slowly.',
      retryAfterSeconds: waitSeconds,
      headers: { 'ratelimit-policy': policy, ratelimit: `"${name}";r=0;t=${waitSeconds}` },
    })
  }

  return {
    spent,
    require: (key) => void left(buckets.get(key), clock.nowMs()),
    admit(key) {
      const nowMs = clock.nowMs()
      const bucket = buckets.get(key)
      const tokens = left(bucket, nowMs)
      if (bucket) {
        bucket.tokens = tokens - 1
        bucket.atMs = nowMs
      } else buckets.set(key, { tokens: tokens - 1, atMs: nowMs })
      return {
        'ratelimit-policy': policy,
        ratelimit: `"${name}";r=${Math.floor(tokens - 1)};t=${Math.ceil((burst - tokens + 1) / perMs / 1000)}`,
      }
    },
  }
}
