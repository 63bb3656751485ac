/**
 * Token buckets for calls that end unpaid: a call holds a token while it runs, and is debited only
 * if it ends unpaid.
 */
import type { Clock } from '../../platform/clock.ts'
import type { ServiceError } from '../../platform/errors.ts'
import { createLruMap } from '../../platform/lru-map.ts'
import {
  createRateLimitedError,
  hashKey,
  type Limit,
  type LimitName,
} from '../../platform/rate-limit.ts'
import { systemTimers, type Timers } from '../../platform/timers.ts'
import type { Counters } from '../../store/counters.ts'

export interface Allowance {
  /**
   * Ignores the tokens that other calls hold. @throws ServiceError RATE_LIMITED if the bucket is
   * empty
   */
  assertAvailable(key: string, extra?: number): void
  /**
   * Holds a token for a call that may end unpaid. If running calls hold the remaining tokens, it
   * waits up to 8 seconds for one of them: so a payer who pays for every call is slowed down.
   * @throws ServiceError RATE_LIMITED if the bucket is empty, or after the wait
   */
  hold(key: string, extra?: number): Promise<Hold>
  /** Returns debits of calls that turned out to be paid. */
  refund(key: string, debits: number): void
}

export interface Hold {
  /**
   * Releases the token, once. `debits` is the number of tokens that the call costs, if more than
   * one.
   */
  release(end: 'debited' | 'free', debits?: number): void
}

interface Bucket {
  /** Tokens that were debited and are not refilled yet. */
  debited: number
  atMs: number
  onHold: number
  /** Functions that wake the waiting calls, the oldest first. */
  waiting: (() => void)[]
}

interface AllowanceOptions {
  name: LimitName
  /** Kind of call that is counted, as the refusal names it. */
  kind: string
  limit: Limit
  clock: Clock
  /**
   * Counts in which replicas publish their debits; null or absent if there are no other replicas.
   */
  counters?: Pick<Counters, 'add'> | null
  waitMs?: number
  /** System timers, unless a test advances the time by hand. */
  timers?: Timers
}

/** Number of buckets that are remembered. A forgotten bucket is full again. */
const MAX_KEYS = 50_000
/** Well within the lease of a claim. */
const WAIT_MS = 8_000

export function createAllowance(options: AllowanceOptions): Allowance {
  const { name, kind, limit, clock, counters, waitMs = WAIT_MS, timers = systemTimers } = options
  const buckets = createLruMap<Bucket>(MAX_KEYS)
  const refillPerMs = limit.perMinute / 60_000
  const windowMs = Math.ceil(limit.burst / refillPerMs / 1000) * 1000

  /**
   * Runs in the background after the call. Each replica learns with its own next debit what all
   * have debited, so that all replicas together allow hardly one more for each than a single one
   * would. While the store is unavailable each replica counts alone.
   */
  async function publishDebit(key: string, debits: number): Promise<void> {
    try {
      const counted = await counters!.add(`${name}/${hashKey(key)}`, debits, windowMs)
      const refilled = (windowMs - counted.endsInMs) * refillPerMs
      const bucket = refillBucket(key)
      bucket.debited = Math.max(bucket.debited, counted.before + debits - refilled)
      buckets.set(key, bucket)
    } catch {}
  }

  function refillBucket(key: string): Bucket {
    const nowMs = clock.elapsedMs()
    const bucket = buckets.get(key) ?? { debited: 0, atMs: nowMs, onHold: 0, waiting: [] }
    const refilled = (nowMs - bucket.atMs) * refillPerMs
    bucket.debited = Math.max(0, bucket.debited - refilled)
    bucket.atMs = nowMs
    return bucket
  }

  function createEmptyBucketError(key: string, bucket: Bucket, capacity: number): ServiceError {
    const isEmpty = bucket.debited + 1 > capacity
    return createRateLimitedError({
      name,
      limit,
      key,
      waitMs: (bucket.debited + 1 - capacity) / refillPerMs,
      detail: isEmpty
        ? `More than ${capacity} ${kind}; ${limit.perMinute} a minute are forgiven.`
        : `If the running calls end like that, there will be more than ${capacity} ${kind}.`,
      hint: 'Each call of yours that is answered and paid is free of this limit. Wait for the seconds in Retry-After, and check what you ask for: nothing was charged.',
    })
  }

  function bucketWithToken(key: string, extra = 0): Bucket {
    const bucket = refillBucket(key)
    const capacity = limit.burst + extra
    if (bucket.debited + 1 > capacity) throw createEmptyBucketError(key, bucket, capacity)
    return bucket
  }

  function update(key: string, bucket: Bucket): void {
    if (bucket.debited > 0 || bucket.onHold > 0 || bucket.waiting.length > 0)
      buckets.set(key, bucket)
    else buckets.delete(key)
    // One waiting call is woken. When it releases its own hold, it wakes the next one.
    bucket.waiting.shift()?.()
  }

  function createHold(key: string, bucket: Bucket): Hold {
    let isReleased = false
    return {
      release(end, debits = 1) {
        if (isReleased) return
        isReleased = true
        const current = buckets.get(key) ?? bucket
        current.onHold = Math.max(0, current.onHold - 1)
        if (end === 'debited') {
          current.debited += debits
          if (counters) void publishDebit(key, debits)
        }
        update(key, current)
      },
    }
  }

  return {
    assertAvailable: (key, extra) => void bucketWithToken(key, extra),

    async hold(key, extra = 0) {
      const deadline = clock.elapsedMs() + waitMs
      const capacity = limit.burst + extra
      let bucket = bucketWithToken(key, extra)
      while (bucket.debited + bucket.onHold + 1 > capacity) {
        const leftMs = deadline - clock.elapsedMs()
        if (leftMs <= 0 || !(await waitForRelease(bucket, leftMs, timers)))
          throw createEmptyBucketError(key, bucket, capacity)
        bucket = bucketWithToken(key, extra)
      }
      bucket.onHold += 1
      buckets.set(key, bucket)
      return createHold(key, bucket)
    },

    refund(key, debits) {
      const bucket = refillBucket(key)
      bucket.debited = Math.max(0, bucket.debited - debits)
      if (counters) void publishDebit(key, -debits)
      update(key, bucket)
    },
  }
}

/** Returns true when a call has released its hold, false after the timeout. */
function waitForRelease(bucket: Bucket, timeoutMs: number, timers: Timers): Promise<boolean> {
  return new Promise((resolve) => {
    const wake = () => {
      cancel()
      resolve(true)
    }
    const cancel = timers.after(timeoutMs, () => {
      bucket.waiting.splice(bucket.waiting.indexOf(wake), 1)
      resolve(false)
    })
    bucket.waiting.push(wake)
  })
}
