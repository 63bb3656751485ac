import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CONTRACTS_FINDER } from '../../src/tenders/portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import type { Portal } from '../../src/tenders/portals/portal.ts'
import { createPaces } from '../../src/tenders/sources/portal.ts'
import { createHosts, firstBoot, type Sample, virtualUpstream } from './first-boot.ts'

const world = vi.hoisted(() => ({ hosts: new Map() }))
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setImmediate: async () => {},
}))
vi.mock('../../src/upstream/http.ts', async (original) => ({
  ...(await original<object>()),
  createUpstream: (options: Parameters<ReturnType<typeof virtualUpstream>>[0]) =>
    virtualUpstream(world.hosts)(options),
}))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Shortest time between two requests, to whichever host. */
function shortestGapMs(): number {
  const [{ startsMs }] = [...world.hosts.values()]
  return Math.min(...startsMs.slice(1).map((ms: number, index: number) => ms - startsMs[index]))
}

async function boot(
  options: Parameters<typeof createHosts>[0],
  minutes: number,
): Promise<Sample[]> {
  world.hosts = createHosts(options)
  return firstBoot(world.hosts, minutes)
}

/** Hours until a sample shows what is looked for. */
const hoursUntil = (samples: readonly Sample[], shows: (sample: Sample) => boolean) => {
  const found = samples.find(shows)
  return found === undefined ? Number.POSITIVE_INFINITY : found.minute / 60
}

describe('a first start on real volumes and limits', () => {
  test('search is refused until a portal reaches back 30 days, sold as partial until both reach back 90, within 2.75 hours and without a 429', async () => {
    const samples = await boot({}, 240)
    const last = samples.at(-1)!
    for (const { daysHeld, refused, partial } of samples) {
      // What is sold never claims more than is held.
      if (refused === null) expect(Math.max(...daysHeld)).toBeGreaterThanOrEqual(30)
      if (partial === null) expect(Math.min(...daysHeld)).toBeGreaterThanOrEqual(90)
    }
    const sold = hoursUntil(samples, ({ refused }) => refused === null)
    const whole = hoursUntil(samples, ({ partial }) => partial === null)
    expect(samples[0]!.refused).toContain('of 30 days')
    expect(sold).toBeLessThan(0.75)
    expect(whole).toBeLessThan(2.75)
    expect(last.tooMany).toBe(0)
    expect(shortestGapMs()).toBeGreaterThanOrEqual(12_000)
    expect(last.requests).toBeLessThan(800)
  })

  test('a portal that refuses everything costs the other nothing', async () => {
    const alone = await boot({}, 170)
    const beside = await boot({ refusing: 'Contracts Finder' }, 170)
    const reached = (samples: readonly Sample[]) =>
      hoursUntil(samples, ({ daysHeld }) => daysHeld[0]! >= 90)
    expect(reached(beside) - reached(alone)).toBeLessThan(0.05)
    expect(beside.at(-1)!.refused).toBeNull()
    expect(beside.at(-1)!.partial).toMatch(
      /Find a Tender is held since 2026-08-\d\d, Contracts Finder is not held yet$/,
    )
    // The first index is not built after all portals were tried, but after the first.
    expect(beside[1]!.isBuilt).toBe(true)
  })
})

test('a process that takes over rests for one interval first, whatever the portal', async () => {
  const starts: number[] = []
  const [here, there] = [createPaces(12_000), createPaces(12_000)]
  const ask = (paceOf: typeof here, portal: Portal) =>
    paceOf(portal).run(async () => {
      starts.push(Date.now())
    })
  const first = [ask(here, FIND_A_TENDER), ask(here, CONTRACTS_FINDER)]
  await vi.advanceTimersByTimeAsync(13_000)
  await Promise.all(first)
  const takenOver = there(FIND_A_TENDER)
  takenOver.holdFor(12_000)
  const next = takenOver.run(async () => {
    starts.push(Date.now())
  })
  await vi.advanceTimersByTimeAsync(13_000)
  await next
  expect(starts.slice(1).every((ms, index) => ms - starts[index]! >= 12_000)).toBe(true)
  expect(starts).toHaveLength(3)
})
