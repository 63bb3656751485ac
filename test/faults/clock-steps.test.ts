/**
 * The clock of the machine is set a day ahead or back: no limit, balance or lease becomes shorter
 * or longer.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLimiter } from '../../src/api/rate-limit.ts'
import { createSharedLimiter } from '../../src/api/shared-limit.ts'
import { silentLog } from '../../src/observe/log.ts'
import { createAllowance } from '../../src/payments/admission/allowance.ts'
import { createPurchases } from '../../src/payments/admission/purchases.ts'
import { type ManualClock, manualClock, systemClock } from '../../src/platform/clock.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { createCounters } from '../../src/store/counters.ts'
import { openLeaseClock } from '../../src/store/lease-time.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { type Databases, sharedPostgres } from '../support/postgres.ts'

const DAY_MS = 86_400_000
const STEPS = [
  ['back', -DAY_MS],
  ['ahead', DAY_MS],
] as const
const LIMIT = { perMinute: 60, burst: 3 }

/** Number of debits that succeed now. */
async function countDebits(debit: () => unknown): Promise<number> {
  for (let count = 0; ; count += 1) {
    try {
      await debit()
    } catch {
      return count
    }
  }
}

/**
 * Counts the debits that a limit allows: at first, when it is empty, after the step, and after two
 * more seconds.
 */
async function watchLimit(clock: ManualClock, stepMs: number, debit: () => unknown) {
  const before = [await countDebits(debit), await countDebits(debit)]
  clock.step(stepMs)
  const stepped = await countDebits(debit)
  clock.advance(2000)
  return [...before, stepped, await countDebits(debit)]
}

describe.each(STEPS)('the clock is set %s a day', (_, stepMs) => {
  const start = () => manualClock('2026-11-28T12:00:00Z')

  it('a limit of this process gives as much as without', async () => {
    const clock = start()
    const limiter = createLimiter('address', LIMIT, clock)
    const debit = () => limiter.debit('192.0.2.1')
    expect(await watchLimit(clock, stepMs, debit)).toEqual([3, 0, 0, 2])
  })

  it('a limit that replicas share gives as much as without', async () => {
    const clock = start()
    const counts = new Map<string, { points: number; endsMs: number }>()
    const counters = {
      async add(key: string, points: number, windowMs: number) {
        const known = counts.get(key)
        const held =
          known && known.endsMs > clock.elapsedMs()
            ? known
            : { points: 0, endsMs: clock.elapsedMs() + windowMs }
        counts.set(key, { ...held, points: held.points + points })
        return { before: held.points, endsInMs: held.endsMs - clock.elapsedMs() }
      },
    }
    const limiter = createSharedLimiter({
      name: 'address',
      limit: LIMIT,
      local: createLimiter('address', { perMinute: 6000, burst: 1000 }, clock),
      counters: counters as never,
      replicas: { count: () => 1, isKnown: () => true },
      clock,
    })
    const debit = () => limiter.debit('192.0.2.1')
    const given = await watchLimit(clock, stepMs, debit)
    expect(given.slice(0, 3)).toEqual([3, 0, 0])
    clock.advance(3000)
    expect(await countDebits(debit)).toBe(3)
  })

  it('an allowance of unpaid calls is refilled as without', async () => {
    const clock = start()
    const allowance = createAllowance({
      name: 'unpaid_payer',
      kind: 'calls',
      limit: LIMIT,
      clock,
      waitMs: 0,
    })
    const debit = async () => (await allowance.hold('payer')).release('debited')
    expect(await watchLimit(clock, stepMs, debit)).toEqual([3, 0, 0, 2])
  })

  it('what a payer bought is read again after a minute', async () => {
    const clock = start()
    let reads = 0
    const purchases = createPurchases(async () => {
      reads += 1
      return { lastMs: clock.nowMs(), count: 1, paidAtomic: 100_000 }
    }, clock)
    await purchases.countSettledToday('payer')
    clock.step(stepMs)
    await purchases.countSettledToday('payer')
    expect(reads).toBe(1)
    clock.advance(60_001)
    await purchases.countSettledToday('payer')
    expect(reads).toBe(2)
  })
})

describe('on PostgreSQL', () => {
  let server: Databases
  let store: Store
  beforeAll(async () => {
    server = await sharedPostgres()
    store = await openStore({ databaseUrl: await server.freshDatabaseUrl(), dataDir: '' })
  })
  afterAll(async () => {
    await store?.close()
    await server?.stop()
  })

  it.each(STEPS)(
    'the lease clock is the one of the database on a machine that is a day %s',
    async (_, stepMs) => {
      const lifecycle = createLifecycle()
      const clock = {
        nowMs: () => Date.now() + stepMs,
        elapsedMs: systemClock.elapsedMs,
      }
      const leases = await openLeaseClock(store, clock, { log: silentLog, lifecycle })
      expect(Math.abs(leases.nowMs() - Date.now())).toBeLessThan(5000)
      const run = await createRuns(store.main, clock, leases).acquire(`run ${stepMs}`, 60_000)
      // A replica on a machine with another time of day takes nothing.
      const other = { ...clock, nowMs: () => Date.now() - stepMs }
      const others = await openLeaseClock(store, other, { log: silentLog, lifecycle })
      const again = createRuns(store.main, other, others)
      expect(await again.acquire(`run ${stepMs}`, 60_000)).toBeNull()
      await run!.release()
      expect(await again.acquire(`run ${stepMs}`, 60_000)).not.toBeNull()
      await lifecycle.stop()
    },
  )

  it('a count ends by the clock of the database, and one of a later time restarts', async () => {
    const counters = createCounters(store)!
    expect(await counters.add('a', 2, 60_000)).toMatchObject({ before: 0 })
    const second = await counters.add('a', 3, 60_000)
    expect(second.before).toBe(2)
    expect(second.endsInMs).toBeLessThanOrEqual(60_000)
    expect(await counters.read('a')).toBe(5)
    await store.main
      .updateTable('limit_counts' as never)
      .set({ expire: Date.now() + DAY_MS } as never)
      .execute()
    expect(await counters.add('a', 1, 60_000)).toMatchObject({ before: 0 })
  })
})

/**
 * Files in which the time of day is added, subtracted or compared: with times that are stored or
 * that a source or a payment states.
 */
const STORED_TIMES = [
  'app/jobs.ts',
  'background/fresh-cache.ts',
  'company/changes.ts',
  'company/mirror/mirror.ts',
  'company/mirror/refresh.ts',
  'company/mirror/stream-times.ts',
  'company/payment-practices.ts',
  'company/read-part.ts',
  'company/sources/register-lines.ts',
  'funders/ingest.ts',
  'grants/domain.ts',
  'grants/ingest.ts',
  'payments/audit.ts',
  'payments/background.ts',
  'payments/payment-state.ts',
  'payments/admission/purchases.ts',
  'platform/lease-clock.ts',
  'store/lease-time.ts',
  // Its clock is a lease clock.
  'upstream/call-budget.ts',
]
const ARITHMETIC =
  /(?<!leases\.)\bclock\.nowMs\(\)\s*(?:[-+<]|>)|[-+<>]=?\s*(?:this\.)?clock\.nowMs\(\)/

it('no duration is measured by the time of day', () => {
  const root = join(import.meta.dirname, '../../src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => !/^(commands|buyer|site\/browser)\//.test(name))
  const found = files.filter((name) => {
    const text = readFileSync(join(root, name), 'utf8').replaceAll('=>', '')
    return ARITHMETIC.test(text)
  })
  const unlisted = found
    .map((name) => relative('.', name))
    .filter((name) => !STORED_TIMES.includes(name))
  expect(unlisted, 'use clock.elapsedMs(), or list the file').toEqual([])
  expect(
    STORED_TIMES.filter((name) => !found.includes(name)),
    'listed for nothing',
  ).toEqual([])
})
