/**
 * A limit that all replicas of a deployment share. Each spends from a share that it has leased out of the deployment's count, so that a request waits for the
 * store only where its key's share is spent; who asks seldom is let in on a small credit, and asks the store nothing.
 *
 * Never more than `burst` are let in within the time in which that many are given back, whatever the number of replicas: shares end with the
 * count that they were leased from (also of a process that died), and what the others' credits may come to is kept back. One process alone
 * is bound by its own bucket besides, as without replicas.
 *
 * While the store is away a process spends what it holds, and then its part of the limit, by the replicas there were. In the time in which the
 * store goes or comes, the sum may be twice the limit.
 */
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { ReplicaCounter } from '../background/replica-counter.ts'
import type { Clock } from '../platform/clock.ts'
import { sha256Hex } from '../platform/hash.ts'
import type { Counters } from '../store/counters.ts'
import type { Limit, Limiter, LocalLimiter } from './rate-limit.ts'

export interface SharedLimitOptions {
  name: string
  limit: Limit
  /** Of this process alone. */
  local: LocalLimiter
  counters: Counters
  replicas: ReplicaCounter
  clock: Clock
}

interface Account {
  /** Leased and not spent. */
  held: number
  /** When they and the count end. */
  untilMs: number
  /** How many there were of the newest share. */
  share: number
  /** What the count had left after it. */
  left: number
  /** Nothing more is to be had from the count. */
  spent: boolean
  /** What may be let in before the store is asked. */
  credit: number
  creditAtMs: number
  /** The credit is this process's part of the limit, the store being away. */
  alone: boolean
  /** Let in on credit, and not in the count yet. */
  owed: number
  flight: Promise<void> | null
}

const UNUSED = { held: 0, untilMs: 0, spent: false, share: 0, owed: 0, flight: null }
const MAX_KEYS = 50_000
/** A share is this part of the burst at most, and half of a replica's part of what is left: the last ones are leased one by one. */
const SHARES = 16
/** Of the burst: what a replica may let in before it asks. Nothing of small limits. */
const CREDITS = 64
const MOST_REPLICAS_WITH_CREDIT = 16
/** After a failure the store is left alone for so long. */
const TRY_AGAIN_MS = 1000
const LEASES_AT_ONCE = 4
/** More that wait than this, and nobody else is asked about. */
const MAX_WAITING = 256

export function createSharedLimiter({
  name,
  limit,
  local,
  counters,
  replicas,
  clock,
}: SharedLimitOptions): Limiter {
  const { perMinute, burst } = limit
  const windowMs = Math.ceil((burst / perMinute) * 60) * 1000
  // Counts last whole seconds: a burst that is given back sooner would otherwise come once in one.
  const budget = Math.max(burst, Math.floor((perMinute * windowMs) / 60_000))
  const accounts = new LRUCache<string, Account>({ max: MAX_KEYS })
  const leases = new PQueue({ concurrency: LEASES_AT_ONCE })
  let away = false
  let tryAgainMs = 0

  const creditOf = (count: number) =>
    count > MOST_REPLICAS_WITH_CREDIT ? 0 : Math.floor(budget / CREDITS)
  const mayAsk = (nowMs: number) => nowMs >= tryAgainMs && leases.size <= MAX_WAITING

  /** Half at once and half over the time of a count: never more than the whole within it. Alone: this process's part of the limit. */
  function mostCredit(): { atOnce: number; perMs: number } {
    const count = replicas.count()
    const atOnce = away ? Math.max(1, budget / count) : replicas.isKnown() ? creditOf(count) / 2 : 0
    return { atOnce, perMs: atOnce / windowMs }
  }

  function accountOf(key: string): Account {
    const nowMs = clock.nowMs()
    const { atOnce, perMs } = mostCredit()
    let account = accounts.get(key)
    if (account === undefined) {
      account = { ...UNUSED, left: budget, credit: atOnce, creditAtMs: nowMs, alone: away }
      accounts.set(key, account)
    } else {
      // Who has nothing from a count that still stands begins with his whole part.
      const begins = away && !account.alone && nowMs >= account.untilMs
      account.credit = begins
        ? atOnce
        : Math.min(atOnce, account.credit + (nowMs - account.creditAtMs) * perMs)
      account.creditAtMs = nowMs
      account.alone = away
    }
    if (nowMs >= account.untilMs) {
      account.held = 0
      account.spent = false
      account.left = budget
    }
    return account
  }

  /** True: let in. False: the store has to be asked. @throws ServiceError RATE_LIMITED */
  function letIn(account: Account): boolean {
    if (account.held > 0) {
      account.held -= 1
      return true
    }
    if (account.credit >= 1) {
      account.credit -= 1
      account.owed += 1
      return true
    }
    const nowMs = clock.nowMs()
    if (account.spent) throw local.spent(account.untilMs - nowMs)
    if (!mayAsk(nowMs))
      throw local.spent(Math.min(windowMs, (1 - account.credit) / mostCredit().perMs))
    return false
  }

  /** Addresses are not written down. */
  async function lease(key: string, account: Account): Promise<void> {
    const count = replicas.count()
    const most = Math.max(1, budget - (count === 1 ? 0 : count * creditOf(count)))
    const wanted = Math.max(
      1,
      Math.min(Math.floor(budget / SHARES), Math.floor(account.left / (2 * count))),
    )
    const { owed } = account
    account.owed = 0
    try {
      const { before, endsInMs } = await counters.add(
        `${name}/${sha256Hex(key).slice(0, 32)}`,
        owed + wanted,
        windowMs,
      )
      away = false
      const nowMs = clock.nowMs()
      const left = most - before - owed
      account.share = Math.max(0, Math.min(wanted, left))
      // What is left of another count has ended with it.
      account.held = account.share + (before > 0 && nowMs < account.untilMs ? account.held : 0)
      account.untilMs = nowMs + endsInMs
      account.left = Math.max(0, left - wanted)
      account.spent = account.left === 0
    } catch {
      account.owed += owed
      away = true
      tryAgainMs = clock.nowMs() + TRY_AGAIN_MS
    }
  }

  function leased(key: string, account: Account): Promise<void> {
    account.flight ??= leases
      .add(() => lease(key, account))
      .finally(() => {
        account.flight = null
      })
    return account.flight
  }

  async function admitLater(key: string): Promise<void> {
    for (;;) {
      const account = accountOf(key)
      if (letIn(account)) return
      await leased(key, account)
    }
  }

  return {
    require(key) {
      local.require(key)
      const account = accounts.get(key)
      const nowMs = clock.nowMs()
      if (account?.spent && account.held === 0 && nowMs < account.untilMs)
        throw local.spent(account.untilMs - nowMs)
    },
    admit(key) {
      const fields = local.admit(key)
      const account = accountOf(key)
      if (!letIn(account)) return admitLater(key).then(() => fields)
      // Asked for before it is needed: nobody waits.
      const isLow = account.held <= account.share >> 2 && (away || account.credit < 1)
      if (isLow && !account.spent && mayAsk(clock.nowMs())) void leased(key, account)
      return fields
    },
  }
}
