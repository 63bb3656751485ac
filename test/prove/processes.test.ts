/**
 * A short round, always the same seeds, of the proofs that run real processes; `npm run prove` runs
 * the long ones.
 */
import { describe, expect, it } from 'vitest'
import { withoutChain } from '../support/world.ts'
import { chaosRound } from './chaos/prove.ts'
import { overloadRound } from './overload/prove.ts'
import { randomOf } from './random.ts'
import { withoutHaproxy } from './replicas/balancer.ts'
import { replicasRound } from './replicas/round.ts'
import { failoverRound } from './wire/failover.ts'
import { faultsRound } from './wire/faults.ts'
import { identifierRounds } from './wire/identifier.ts'

it('two signatures under one identifier over two replicas and a slow wire: one charge', {
  timeout: 120_000,
}, async () => {
  const { done, doubles } = await identifierRounds(randomOf(1), {
    rounds: 8,
    delayMs: 2,
    untilMs: Number.POSITIVE_INFINITY,
  })
  expect({ done, doubles }).toEqual({ done: 8, doubles: 0 })
})

it('more connections than one process serves: new work is refused, no settlement is lost, and it recovers', {
  timeout: 120_000,
}, async () => {
  const lines: string[] = []
  const small = { seconds: 6, connections: [8, 32], maxConnections: 24, maxRunning: 3 }
  const result = await overloadRound(randomOf(7), { ...small, print: (line) => lines.push(line) })
  expect(result.violations).toEqual([])
  expect(result.lost).toBe(0)
  expect(result.settled).toBeGreaterThan(40)
  expect(result.shed.of('OVERLOADED')).toBeGreaterThan(0)
  expect(result.overLimit).toBeGreaterThan(0)
  expect(lines).toHaveLength(3)
})

describe.skipIf(withoutChain)('chain, ledger and answers are the same to the atomic unit', () => {
  it('after a wire that delays, loses and falls silent between two replicas and their PostgreSQL', {
    timeout: 120_000,
  }, async () => {
    const result = (await faultsRound(randomOf(2), {
      replicas: 2,
      purchases: 12,
      delayMs: 2,
      badMs: 2000,
    }))!
    expect(result.violations).toEqual([])
    expect(
      result.injected.of('partitions') + result.injected.of('replicas cut off at once'),
    ).toBeGreaterThan(0)
  })

  it('after the death of a primary whose standby is synchronous', {
    timeout: 120_000,
  }, async () => {
    const result = (await failoverRound(randomOf(3), {
      mode: 'synchronous',
      purchases: 10,
      shippingMs: 20,
    }))!
    expect(result.violations).toEqual([])
    expect(result.events.of('answers replayed by the standby')).toBeGreaterThan(0)
    expect(result.events.of('answers lost with the primary')).toBe(0)
  })

  it.skipIf(withoutHaproxy)(
    'after a replica was killed, its proxy dropped every connection, PostgreSQL was restarted and a replica stood still',
    {
      timeout: 180_000,
    },
    async () => {
      const result = (await replicasRound(randomOf(6), {
        replicas: 2,
        buyers: 3,
        seconds: 4,
        faultEveryMs: 500,
        leastFaults: 4,
      }))!
      expect(result.violations).toEqual([])
      expect(result.reconciled).toContain('equal, to the atomic unit')
      for (const fault of [
        'replica killed',
        'proxy dropped every connection',
        'PostgreSQL restarted',
        'replica stood still',
      ])
        expect(result.faults.of(fault)).toBe(1)
    },
  )

  it('after kill -9 under paying load', { timeout: 120_000 }, async () => {
    const result = (await chaosRound(randomOf(4), { engine: 'sqlite', kills: 2 }))!
    expect(result.violations).toEqual([])
    expect(result.purchases).toBeGreaterThan(5)
  })
})
