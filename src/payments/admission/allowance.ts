/** How much each key may draw before it has to wait: what was drawn is forgotten at a steady rate. */
import type { Clock } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/hash.ts'
import { createLruMap } from '../../platform/lru-map.ts'
import { systemTimers, type Timers } from '../../platform/timers.ts'
import type { Counters } from '../../store/counters.ts'

export interface Allowance {
  /** @throws ServiceError RATE_LIMITED where nothing is left of it; places that others hold are not counted */
  require(key: string, extra?: number): void
  /**
   * A place for a call that may draw on it. Where all that is left is held by calls still running, it waits for one of them: whoever pays
   * for everything is slowed down at most, never refused. @throws ServiceError RATE_LIMITED
   */
  hold(key: string, extra?: number): Promise<Hold>
  /** Forgets draws of which it turned out that they were paid. */
  refund(key: string, draws: number): void
}

export interface Hold {
  /** Gives the place back, once. `draws`: how much the call has drawn, where it is more than one. */
  release(end: 'drawn' | 'free', draws?: number): void
}

interface Account {
  debited: number
  atMs: number
  held: number
  waiting: (() => void)[]
}

/** `burst` is what may be drawn at once, `perMinute` what is forgotten of it. */
export interface Limit {
  perMinute: number
  burst: number
}

interface AllowanceOptions {
  /** As the limit is named in RATE_LIMITS and in the RateLimit fields. */
  name: string
  /** What is counted, as the refusal says it. */
  kind: string
  limit: Limit
  clock: Clock
  /** Where other replicas are told of draws, and tell of theirs; null or absent: there are none. */
  counters?: Pick<Counters, 'add'> | null
  waitMs?: number
  /** System timers unless a test turns the time by hand. */
  timers?: Timers
  /** Time that only goes on, whatever the clock is set to. */
  elapsedMs?: () => number
}

/** Accounts remembered; a forgotten one has drawn nothing. */
const MAX_KEYS = 50_000
/** Well within a claim's lease. */
const WAIT_MS = 8_000

export function createAllowance(options: AllowanceOptions): Allowance {
  const {
    name,
    kind,
    limit,
    clock,
    counters,
    waitMs = WAIT_MS,
    timers = systemTimers,
    elapsedMs = () => performance.now(),
  } = options
  const accounts = createLruMap<Account>(MAX_KEYS)
  const perMs = limit.perMinute / 60_000
  const windowMs = Math.ceil(limit.burst / perMs / 1000) * 1000

  /**
   * After the call, which waits for nothing: each replica learns with its own next draw what all have drawn, so that all together allow hardly one more
   * for each than one would. While the store is away each counts for itself.
   */
  async function publishDebit(key: string, draws: number): Promise<void> {
    try {
      const { before, endsInMs } = await counters!.add(
        `${name}/${sha256Hex(key).slice(0, 32)}`,
        draws,
        windowMs,
      )
      const account = accountOf(key)
      account.debited = Math.max(account.debited, before + draws - (windowMs - endsInMs) * perMs)
      accounts.set(key, account)
    } catch {}
  }

  function accountOf(key: string): Account {
    const nowMs = clock.nowMs()
    const account = accounts.get(key) ?? { debited: 0, atMs: nowMs, held: 0, waiting: [] }
    account.debited = Math.max(0, account.debited - Math.max(0, nowMs - account.atMs) * perMs)
    account.atMs = nowMs
    return account
  }

  function limitError(account: Account, most: number): ServiceError {
    const waitSeconds = Math.max(1, Math.ceil((account.debited + 1 - most) / perMs / 1000))
    return new ServiceError(
      'RATE_LIMITED',
      `More than ${most} ${kind}; ${limit.perMinute} a minute are forgiven.`,
      {
        hint: 'Each call of yours that is answered and paid is free of this limit. Wait for the seconds in Retry-After, and check what you ask for: nothing was charged.',
        retryAfterSeconds: waitSeconds,
        headers: {
          'ratelimit-policy': `"${name}";q=${limit.perMinute};w=60`,
          ratelimit: `"${name}";r=0;t=${waitSeconds}`,
        },
      },
    )
  }

  function require(key: string, extra = 0): Account {
    const account = accountOf(key)
    const most = limit.burst + extra
    if (account.debited + 1 > most) throw limitError(account, most)
    return account
  }

  function keep(key: string, account: Account): void {
    if (account.debited > 0 || account.held > 0 || account.waiting.length > 0)
      accounts.set(key, account)
    else accounts.delete(key)
    // Who still waits is woken by whoever is given a place of the same account.
    account.waiting.shift()?.()
  }

  return {
    require: (key, extra) => void require(key, extra),

    async hold(key, extra = 0) {
      const deadline = elapsedMs() + waitMs
      let account = require(key, extra)
      while (account.debited + account.held + 1 > limit.burst + extra) {
        const leftMs = deadline - elapsedMs()
        if (leftMs <= 0 || !(await waitForRelease(account, leftMs, timers)))
          throw limitError(account, limit.burst + extra)
        account = require(key, extra)
      }
      account.held += 1
      accounts.set(key, account)
      let left = false
      return {
        release(end, draws = 1) {
          if (left) return
          left = true
          const now = accounts.get(key) ?? account
          now.held = Math.max(0, now.held - 1)
          if (end === 'drawn') {
            now.debited += draws
            if (counters) void publishDebit(key, draws)
          }
          keep(key, now)
        },
      }
    },

    refund(key, draws) {
      const account = accountOf(key)
      account.debited = Math.max(0, account.debited - draws)
      if (counters) void publishDebit(key, -draws)
      keep(key, account)
    },
  }
}

/** Resolves true when a place was given back, false when the time is over. */
function waitForRelease(account: Account, timeoutMs: number, timers: Timers): Promise<boolean> {
  return new Promise((resolve) => {
    const wake = () => {
      cancel()
      resolve(true)
    }
    const cancel = timers.after(timeoutMs, () => {
      account.waiting.splice(account.waiting.indexOf(wake), 1)
      resolve(false)
    })
    account.waiting.push(wake)
  })
}
