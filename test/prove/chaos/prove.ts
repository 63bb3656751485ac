/**
 * Chaos from outside: real processes under paying load, killed, stopped past their leases, with a
 * misbehaving facilitator. After each round chain, ledger and answers are compared to the atomic
 * unit. A stopped run continues until the number of kills is reached.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Fault, lies } from '../../../sandbox/facilitator/faults.ts'
import type { StoreSettings } from '../../support/engines.ts'
import { createFolder } from '../../support/folder.ts'
import { type DoomedService, startDoomed } from '../../support/killed.ts'
import { startPostgres } from '../../support/postgres.ts'
import { type Market, openMarket, UNLIMITED } from '../market.ts'
import type { Proof } from '../parts.ts'
import { type Random, randomOf, tally, wholeNumber } from '../random.ts'

const LEASES = { claimLeaseMs: 2000, settleLeaseMs: 2000 }
const REPLICAS = 2
const BUYERS = 6

interface Totals {
  kills: number
  rounds: number
  purchases: number
  violations: number
  /** Counts by name of the fault. */
  faults: Record<string, number>
  told: Record<string, number>
}

const NOTHING: Totals = { kills: 0, rounds: 0, purchases: 0, violations: 0, faults: {}, told: {} }

export const chaos: Proof = async (given, print) => {
  const seed = wholeNumber(given.seed, 'seed')
  const kills = wholeNumber(given.kills, 'kills')
  const killsPerRound = Math.min(wholeNumber(given.perRound, 'per-round'), kills)
  const untilMs =
    performance.now() +
    (given.seconds === undefined
      ? Number.POSITIVE_INFINITY
      : wholeNumber(given.seconds, 'seconds') * 1000)
  const file = typeof given.state === 'string' ? given.state : null
  const totals =
    file !== null && existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Totals)
      : structuredClone(NOTHING)
  while (totals.kills < kills && performance.now() < untilMs) {
    const engine = totals.rounds % 2 === 0 ? 'sqlite' : 'postgres'
    const result = await chaosRound(randomOf(seed + totals.rounds), {
      engine,
      kills: Math.min(killsPerRound, kills - totals.kills),
    })
    if (!result) {
      print('skipped: there is no chain program for this platform')
      return true
    }
    for (const line of result.violations) print(`seed ${seed + totals.rounds} (${engine}): ${line}`)
    totals.kills += result.faults.of('kill -9')
    totals.purchases += result.purchases
    totals.violations += result.violations.length
    totals.rounds += 1
    merge(totals.faults, result.faults)
    merge(totals.told, result.told)
    if (file !== null) writeFileSync(file, `${JSON.stringify(totals, null, 2)}\n`)
    print(
      `round ${totals.rounds} (${engine}): ${totals.kills} kills, ${totals.purchases} purchases, ${totals.violations} violations`,
    )
  }
  const lineOf = (counts: Record<string, number>) =>
    Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  print(`faults: ${lineOf(totals.faults).join(', ')}`)
  print(`told: ${lineOf(totals.told).join(', ')}`)
  print(
    `${totals.kills} kills, ${totals.purchases} purchases in ${totals.rounds} rounds from seed ${seed}`,
  )
  print(`${totals.violations} violations`)
  return totals.violations === 0
}

function merge(into: Record<string, number>, { entries }: ReturnType<typeof tally>): void {
  for (const [name, count] of entries()) into[name] = (into[name] ?? 0) + count
}

export interface ChaosRoundOptions {
  engine: 'sqlite' | 'postgres'
  kills: number
}

/** Null where there is no chain program for the platform. */
export async function chaosRound(random: Random, { engine, kills }: ChaosRoundOptions) {
  const market = await openMarket()
  if (!market) return null
  const postgres = engine === 'postgres' ? await startPostgres() : null
  const dataDir = createFolder()
  const store: StoreSettings = {
    dataDir,
    databaseUrl: postgres ? await postgres.freshDatabaseUrl() : null,
  }
  const faults = tally()
  const replicas: (DoomedService | null)[] = []
  const start = () =>
    startDoomed({
      facilitatorUrl: market.facilitator.url,
      rpcUrl: market.chain.url,
      environment: UNLIMITED,
      store,
      leases: LEASES,
    })
  let purchases = 0
  let killing = true
  try {
    for (let count = 0; count < REPLICAS; count += 1) replicas.push(await start())
    const urls = () => {
      const serving = replicas.flatMap((replica) => (replica ? [replica.url] : []))
      return serving.length > 0 ? serving : ['http://127.0.0.1:9']
    }
    const buying = Array.from({ length: BUYERS }, async () => {
      while (killing) {
        purchases += 1
        misbehave(market, random, faults)
        await market.buy(await market.purchase(random), urls, random, performance.now() + 120_000)
      }
    })
    while (faults.of('kill -9') < kills) {
      await pause(50 + random.below(400))
      const index = random.below(REPLICAS)
      const victim = replicas[index]!
      if (random.chance(0.08)) {
        faults.add('stopped past a lease')
        victim.signal('SIGSTOP')
        await pause(2200)
        victim.signal('SIGCONT')
        continue
      }
      replicas[index] = null
      await victim.kill()
      faults.add('kill -9')
      replicas[index] = await start()
    }
    killing = false
    market.facilitator.faults.clear()
    await Promise.all(buying)
    return { violations: await market.audit(store), faults, told: market.told, purchases }
  } finally {
    for (const replica of replicas) await replica?.kill()
    await market.close()
    await postgres?.stop()
  }
}

const REFUSED = JSON.stringify({
  success: false,
  errorReason: 'insufficient_funds',
  transaction: '',
  network: 'eip155:84532',
})

const MISDEEDS: Record<string, Fault> = {
  'settlement reset before': { kind: 'reset', when: 'before' },
  'settlement reset after': { kind: 'reset', when: 'after' },
  'settlement 500 after': { kind: 'status', when: 'after', status: 500, body: 'oops' },
  'settlement late': { kind: 'delay', ms: 400 },
  'settlement refused': { kind: 'status', when: 'before', status: 200, body: REFUSED },
  'refused although it was settled': lies.failedAlthoughBroadcast,
  'settlement pending': lies.pending,
}

/** One settlement in four goes wrong. */
export function misbehave(
  { facilitator }: Market,
  random: Random,
  faults: ReturnType<typeof tally>,
): void {
  if (!random.chance(0.25)) return
  const name = random.pick(Object.keys(MISDEEDS))
  facilitator.faults.next('settle', MISDEEDS[name]!)
  faults.add(name)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
