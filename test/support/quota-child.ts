/**
 * Uses register calls and requests of one address as fast as possible, in a separate process, and
 * reports the time of each.
 */
import { createLimiter } from '../../src/api/rate-limit.ts'
import { createSharedLimiter } from '../../src/api/shared-limit.ts'
import { createReplicaCounter } from '../../src/background/replica-counter.ts'
import { silentLog } from '../../src/observe/log.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { createCounters } from '../../src/store/counters.ts'
import { openStore } from '../../src/store/open.ts'
import { createCallBudget, NoCallLeft } from '../../src/upstream/call-budget.ts'

export interface QuotaChildOptions {
  databaseUrl: string
  calls: number
  reserved: number
  perMs: number
  /** Whether the caller of this process is an earlier buyer. */
  proven: boolean
  limit: { perMinute: number; burst: number }
}

const { databaseUrl, limit, proven, ...shape } = JSON.parse(
  process.argv[2] ?? '{}',
) as QuotaChildOptions
const store = await openStore({ databaseUrl, dataDir: '' })
const counters = (await createCounters(store))!
const clock = systemClock
const calls = createCallBudget({
  upstream: 'register',
  slots: counters.slots('register/test'),
  clock,
  ...shape,
})
const replicas = createReplicaCounter({
  counters,
  leases: clock,
  log: silentLog,
  lifecycle: createLifecycle(),
})
await replicas.start()
const limiter = createSharedLimiter({
  name: 'address',
  limit,
  local: createLimiter('address', limit, clock),
  counters,
  replicas,
  clock,
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const say = (what: string) => process.stdout.write(`${what} ${Date.now()}\n`)

async function takeCalls(): Promise<never> {
  for (;;) {
    try {
      // As a company of which one part was not needed.
      const reservation = await calls.reserve(3, proven)
      for (let call = 0; call < 2; call += 1) if (reservation.spend()) say('call')
      reservation.giveBack()
    } catch (error) {
      if (!(error instanceof NoCallLeft)) throw error
      await pause(Math.min(error.retryAfterMs ?? 20, 20))
    }
    await pause(0)
  }
}

async function ask(): Promise<never> {
  for (;;) {
    try {
      await limiter.debit('one')
      say('request')
    } catch {
      await pause(20)
    }
    await pause(0)
  }
}

process.stdout.write('ready\n')
await new Promise<void>((resolve) => process.stdin.once('data', () => resolve()))
await Promise.all([takeCalls(), ask()])
