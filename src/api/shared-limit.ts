/**
 * Token buckets that all replicas of a deployment share. Each replica leases a share of a bucket
 * from the deployment's count and debits it. A request waits for the store only if the share of its
 * key is used up. A key that is seen rarely is debited from a small credit, without the store.
 *
 * No key gets more than `burst` tokens within the time of one refill, whatever the number of
 * replicas. A lease ends with the count that it was taken from, also if its process died, and the
 * credits of other replicas are reserved. A single process also has its own bucket, as without
 * replicas.
 *
 * While the store is unavailable, a process debits its leases and then its part of the limit, by
 * the last known number of replicas. In the moment in which the store stops or returns, the sum may
 * be twice the limit.
 */

import PQueue from 'p-queue'
import type { ReplicaCounter } from '../background/replica-counter.ts'
import type { Clock } from '../platform/clock.ts'
import { createLruMap } from '../platform/lru-map.ts'
import { hashKey, type Limit } from '../platform/rate-limit.ts'
import type { Counters } from '../store/counters.ts'
import type { Limiter, LocalLimiter } from './rate-limit.ts'

export interface SharedLimitOptions {
  name: string
  limit: Limit
  /** The bucket of this process alone. */
  local: LocalLimiter
  counters: Counters
  replicas: ReplicaCounter
  clock: Clock
}

/** The part of one key's bucket that this replica may debit. */
interface SharedBucket {
  /** Leased tokens that are not debited yet. */
  leased: number
  /** When the leased tokens and the count end. */
  untilMs: number
  /** Number of tokens in the newest lease. */
  lastLease: number
  /** Tokens that the count had left after it. */
  left: number
  /** True if the count has no more tokens. */
  isEmpty: boolean
  /** Tokens that may be debited without the store. */
  credit: number
  creditAtMs: number
  /** True if the credit is this process's part of the limit, because the store is unavailable. */
  isAlone: boolean
  /** Tokens that were debited from the credit and are not in the count yet. */
  owed: number
  leasing: Promise<void> | null
}

const UNUSED = { leased: 0, untilMs: 0, isEmpty: false, lastLease: 0, owed: 0, leasing: null }
const MAX_KEYS = 50_000
/**
 * A lease is at most this part of the burst, and half of a replica's part of what is left. The last
 * tokens are leased one by one.
 */
const LEASES_PER_BURST = 16
/** Credit of a replica, as a part of the burst. Small limits have none. */
const CREDITS_PER_BURST = 64
const MOST_REPLICAS_WITH_CREDIT = 16
/** Time without another request to the store after a failed one. */
const RETRY_AFTER_MS = 1000
const LEASES_AT_ONCE = 4
/** If more leases than this wait, no further one is requested. */
const MAX_WAITING = 256

export function createSharedLimiter(options: SharedLimitOptions): Limiter {
  const { name, limit, local, counters, replicas, clock } = options
  const { perMinute, burst } = limit
  const windowMs = Math.ceil((burst / perMinute) * 60) * 1000
  // Counts last whole seconds. A burst that is refilled in less than a second could otherwise be
  // used only once in it.
  const capacity = Math.max(burst, Math.floor((perMinute * windowMs) / 60_000))
  const buckets = createLruMap<SharedBucket>(MAX_KEYS)
  const leases = new PQueue({ concurrency: LEASES_AT_ONCE })
  let isStoreAway = false
  let retryAtMs = 0

  const computeCredit = (count: number) =>
    count > MOST_REPLICAS_WITH_CREDIT ? 0 : Math.floor(capacity / CREDITS_PER_BURST)
  const mayLease = (nowMs: number) => nowMs >= retryAtMs && leases.size <= MAX_WAITING

  /**
   * Returns the credit: half immediately and half over the time of a count, so never more than the
   * whole within it.
   */
  function creditNow(): { atOnce: number; perMs: number } {
    const count = replicas.count()
    const shared = replicas.isKnown() ? computeCredit(count) / 2 : 0
    const atOnce = isStoreAway ? Math.max(1, capacity / count) : shared
    return { atOnce, perMs: atOnce / windowMs }
  }

  function refillCredit(bucket: SharedBucket, nowMs: number): void {
    const { atOnce, perMs } = creditNow()
    // A bucket without a running count gets its whole part when the store becomes unavailable.
    const isNewlyAlone = isStoreAway && !bucket.isAlone && nowMs >= bucket.untilMs
    bucket.credit = isNewlyAlone
      ? atOnce
      : Math.min(atOnce, bucket.credit + (nowMs - bucket.creditAtMs) * perMs)
    bucket.creditAtMs = nowMs
    bucket.isAlone = isStoreAway
  }

  function refillBucket(key: string): SharedBucket {
    const nowMs = clock.elapsedMs()
    const known = buckets.get(key)
    const bucket = known ?? {
      ...UNUSED,
      left: capacity,
      credit: creditNow().atOnce,
      creditAtMs: nowMs,
      isAlone: isStoreAway,
    }
    if (known) refillCredit(known, nowMs)
    else buckets.set(key, bucket)

    if (nowMs >= bucket.untilMs) {
      bucket.leased = 0
      bucket.isEmpty = false
      bucket.left = capacity
    }
    return bucket
  }

  /** Returns false if a lease is needed first. @throws ServiceError RATE_LIMITED */
  function tryDebit(key: string, bucket: SharedBucket): boolean {
    if (bucket.leased > 0) {
      bucket.leased -= 1
      return true
    }
    if (bucket.credit >= 1) {
      bucket.credit -= 1
      bucket.owed += 1
      return true
    }
    const nowMs = clock.elapsedMs()
    if (bucket.isEmpty) throw local.createEmptyBucketError(key, bucket.untilMs - nowMs)
    if (!mayLease(nowMs)) {
      const waitMs = Math.min(windowMs, (1 - bucket.credit) / creditNow().perMs)
      throw local.createEmptyBucketError(key, waitMs)
    }
    return false
  }

  async function lease(key: string, bucket: SharedBucket): Promise<void> {
    const count = replicas.count()
    const most = Math.max(1, capacity - (count === 1 ? 0 : count * computeCredit(count)))
    const part = Math.floor(bucket.left / (2 * count))
    const wanted = Math.max(1, Math.min(Math.floor(capacity / LEASES_PER_BURST), part))
    const { owed } = bucket
    bucket.owed = 0
    try {
      const counted = await counters.add(`${name}/${hashKey(key)}`, owed + wanted, windowMs)
      const { before, endsInMs } = counted
      isStoreAway = false
      const nowMs = clock.elapsedMs()
      const left = most - before - owed
      bucket.lastLease = Math.max(0, Math.min(wanted, left))
      // Tokens that were leased from an earlier count have ended with it.
      const stillLeased = before > 0 && nowMs < bucket.untilMs ? bucket.leased : 0
      bucket.leased = bucket.lastLease + stillLeased
      bucket.untilMs = nowMs + endsInMs
      bucket.left = Math.max(0, left - wanted)
      bucket.isEmpty = bucket.left === 0
    } catch {
      bucket.owed += owed
      isStoreAway = true
      retryAtMs = clock.elapsedMs() + RETRY_AFTER_MS
    }
  }

  function leaseOnce(key: string, bucket: SharedBucket): Promise<void> {
    bucket.leasing ??= leases
      .add(() => lease(key, bucket))
      .finally(() => {
        bucket.leasing = null
      })
    return bucket.leasing
  }

  async function debitAfterLease(key: string): Promise<void> {
    for (;;) {
      const bucket = refillBucket(key)
      if (tryDebit(key, bucket)) return
      await leaseOnce(key, bucket)
    }
  }

  return {
    assertAvailable(key) {
      local.assertAvailable(key)
      const bucket = buckets.get(key)
      const nowMs = clock.elapsedMs()
      if (bucket?.isEmpty && bucket.leased === 0 && nowMs < bucket.untilMs)
        throw local.createEmptyBucketError(key, bucket.untilMs - nowMs)
    },

    debit(key) {
      const fields = local.debit(key)
      const bucket = refillBucket(key)
      if (!tryDebit(key, bucket)) return debitAfterLease(key).then(() => fields)
      // The next lease is requested before the last one is used up, so that no request waits for
      // it.
      const isLow = bucket.leased <= bucket.lastLease >> 2 && (isStoreAway || bucket.credit < 1)
      if (isLow && !bucket.isEmpty && mayLease(clock.elapsedMs())) void leaseOnce(key, bucket)
      return fields
    },
  }
}
