import { expect, it } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { createLifecycle } from '../platform/lifecycle.ts'
import { startPaymentWork } from './background.ts'
import type { Chain } from './evm/chain.ts'
import type { Capability } from './facilitator.ts'

const ASSET = `0x${'3'.repeat(40)}`
const REPLAY_MS = 86_400_000
const lookUp: Chain['lookUp'] = async () => ({ kind: 'unknown', reason: 'a stub' })

/** Work and warnings by round; all of the work is due when the test says so. */
async function work(chain: Chain | null, served: Capability[] = []) {
  const clock = manualClock('2026-11-22T10:00:00Z')
  const done: unknown[][] = []
  const warned: unknown[][] = []
  const due: { everyMs: number; run: () => unknown }[] = []
  const lifecycle = createLifecycle()
  const fail = (...said: unknown[]) => warned.push(['error', ...said])
  let capability: Capability = 'unknown'
  async function probe(asset: string): Promise<void> {
    done.push(['chain', asset])
    await chain?.probe?.(asset)
  }
  startPaymentWork({
    gate: { reconcileExpired: async () => void done.push(['reconcile']) } as never,
    claims: { purge: async (...at: number[]) => void done.push(['purge', ...at]) } as never,
    audit: { run: async (signal: AbortSignal) => void done.push(['audit', signal]) } as never,
    facilitator: {
      async probe() {
        done.push(['facilitator'])
        capability = served.shift() ?? capability
        return capability
      },
      capability: () => capability,
      lastProblem: () => 'does not serve exact',
      advice: () => null,
      failedSettlements: () => 0,
    } as never,
    chain: chain?.probe ? { ...chain, probe } : chain,
    asset: ASSET,
    clock,
    log: {
      debug: fail,
      info: fail,
      warn: (fields, message) => void warned.push([fields, message]),
      error: fail,
    },
    lifecycle,
    replayMs: REPLAY_MS,
    timers: {
      sleep: async () => {},
      after: () => () => {},
      every(everyMs, run) {
        due.push({ everyMs, run })
        return () => {}
      },
    },
  })
  /** The first one is under way already. */
  const round = () => Promise.all(due.map(({ run }) => run()))
  await round()
  return { clock, done, warned, lifecycle, round, everyMs: due.map(({ everyMs }) => everyMs) }
}

it('starts immediately, and looks at undecided payments and the books twice a minute, at old claims hourly, at facilitator and chain every five minutes', async () => {
  const { done, warned, everyMs, clock, lifecycle } = await work({
    lookUp,
    probe: async () => {},
    trouble: () => null,
  })
  expect(everyMs).toEqual([30_000, 30_000, 3_600_000, 300_000, 300_000])
  const nowMs = clock.nowMs()
  expect(done).toEqual([
    ['reconcile'],
    ['audit', lifecycle.signal],
    ['purge', nowMs, nowMs - REPLAY_MS],
    ['facilitator'],
    ['chain', ASSET],
  ])
  expect(warned).toEqual([])
})

it.each<[string, Chain | null, string[]]>([
  ['no chain', null, ['reconcile', 'purge', 'facilitator']],
  ['a chain that cannot be probed', { lookUp }, ['reconcile', 'audit', 'purge', 'facilitator']],
  [
    'a chain that tells no trouble',
    { lookUp, probe: async () => {} },
    ['reconcile', 'audit', 'purge', 'facilitator', 'chain'],
  ],
])('with %s it does the rest, and warns of nothing', async (_, chain, expected) => {
  const { done, warned } = await work(chain)
  expect(done.map(([what]) => what)).toEqual(expected)
  expect(warned).toEqual([])
})

it('warns once of a facilitator that does not serve our network, and again when it had served it in between', async () => {
  const { warned, round } = await work(null, [
    'unsupported',
    'unsupported',
    'supported',
    'unsupported',
  ])
  const warning = [
    { problem: 'does not serve exact' },
    'the facilitator does not serve our network',
  ]
  expect(warned).toEqual([warning])
  for (let times = 0; times < 2; times += 1) await round()
  expect(warned).toEqual([warning])
  await round()
  expect(warned).toEqual([warning, warning])
})

it('warns of the chain when it is in trouble, and not of the same trouble again', async () => {
  let now: string | null = null
  const found = ['another chain', 'another chain', null, 'no finalized block', 'too old']
  const chain: Chain = {
    lookUp,
    probe: async () => {
      now = found.shift() ?? null
    },
    trouble: () => now,
  }
  const { warned, round } = await work(chain)
  for (let times = 0; times < 4; times += 1) await round()
  expect(warned).toEqual(
    ['another chain', 'no finalized block', 'too old'].map((problem) => [
      { problem },
      'the chain RPC is in trouble',
    ]),
  )
})
