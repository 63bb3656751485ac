/**
 * One service under steady paying load for a long time: it must not grow, not slow down, and its
 * books must hold.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDoomed } from '../../support/killed.ts'
import { startPostgres } from '../../support/postgres.ts'
import { openMarket, UNLIMITED } from '../market.ts'
import type { Given, Proof } from '../parts.ts'
import { randomOf, wholeNumber } from '../random.ts'
import { residentMb } from '../replicas/processes.ts'
import { replicasRound, type Sample } from '../replicas/round.ts'

const BUYERS = 4
/** Memory may settle in the first half; after it, it may not grow by more than this. */
const MAY_GROW_MB = 64

export const soak: Proof = async (given, print) => {
  const seconds = wholeNumber(given.seconds, 'seconds')
  if (given.replicas !== undefined) return soakOfReplicas(given, seconds, print)
  const engine = given.engine === 'postgres' ? 'postgres' : 'sqlite'
  const result = await soakRun({ seed: wholeNumber(given.seed, 'seed'), seconds, engine, print })
  if (!result) {
    print('skipped: there is no chain program for this platform')
    return true
  }
  for (const line of result.violations) print(line)
  print(
    `${result.purchases} purchases in ${seconds} s on ${engine}, ${result.violations.length} violations`,
  )
  return result.violations.length === 0
}

export interface SoakOptions {
  seed: number
  seconds: number
  engine: 'sqlite' | 'postgres'
  print: (line: string) => void
}

/** Null where there is no chain program for the platform. */
export async function soakRun({ seed, seconds, engine, print }: SoakOptions) {
  const market = await openMarket()
  if (!market) return null
  const random = randomOf(seed)
  const postgres = engine === 'postgres' ? await startPostgres() : null
  const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-soak-'))
  const store = { dataDir, databaseUrl: postgres ? await postgres.freshDatabaseUrl() : null }
  const service = await startDoomed({
    facilitatorUrl: market.facilitator.url,
    rpcUrl: market.chain.url,
    environment: UNLIMITED,
    store,
  })
  const violations: string[] = []
  const memory: number[] = []
  const latencies: number[] = []
  let purchases = 0
  try {
    const began = performance.now()
    const until = began + seconds * 1000
    const buying = Array.from({ length: BUYERS }, async () => {
      while (performance.now() < until) {
        const purchase = await market.purchase(random)
        const from = performance.now()
        if (await market.buy(purchase, () => [service.url], random, performance.now() + 60_000))
          latencies.push(performance.now() - from)
        purchases += 1
      }
    })
    const every = (seconds * 1000) / 10
    for (let sample = 1; sample <= 10; sample += 1) {
      await new Promise((resolve) => setTimeout(resolve, every))
      memory.push(residentMb(service.pid))
      const recent = latencies.splice(0).sort((a, b) => a - b)
      const at = (share: number) =>
        recent[Math.floor((recent.length - 1) * share)]?.toFixed(0) ?? '-'
      const log =
        engine === 'sqlite'
          ? `, log ${(statSync(join(dataDir, 'ledger.db-wal')).size / 1e6).toFixed(1)} MB`
          : ''
      const seconds = Math.round((performance.now() - began) / 1000)
      print(
        `${seconds} s: ${purchases} purchases, median ${at(0.5)} ms, p99 ${at(0.99)} ms, ${memory.at(-1)} MB resident${log}`,
      )
    }
    await Promise.all(buying)
    const middle = memory[4]!
    if (memory.at(-1)! > middle + MAY_GROW_MB)
      violations.push(`memory grew from ${middle} to ${memory.at(-1)} MB in the second half`)
    violations.push(...(await market.audit(store)))
    return { violations, purchases }
  } finally {
    await service.kill()
    await market.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const SAMPLES = 19

/** Replicas with faults all the time. The first is never killed: it must not grow. */
async function soakOfReplicas(
  given: Given,
  seconds: number,
  print: (line: string) => void,
): Promise<boolean> {
  const count = wholeNumber(given.replicas, 'replicas')
  const samples: Sample[] = []
  const result = await replicasRound(randomOf(wholeNumber(given.seed, 'seed')), {
    sells: given.sells === 'shop' ? 'shop' : 'service',
    replicas: count,
    buyers: BUYERS,
    seconds,
    faultEveryMs: wholeNumber(given.faultEveryMs, 'fault-every-ms'),
    leastFaults: 1,
    samples: SAMPLES,
    onSample(sample) {
      samples.push(sample)
      print(lineOf(sample))
    },
  })
  if (!result) {
    print('skipped: there is no chain program for this platform')
    return true
  }
  const { violations } = result
  const kept = samples.map((sample) => ({
    memory: sample.residentMb[0] ?? 0,
    open: sample.descriptors[0] ?? 0,
  }))
  const [middle, end] = [kept[Math.floor(kept.length / 2)]!, kept.at(-1)!]
  if (end.memory > middle.memory + MAY_GROW_MB)
    violations.push(`memory grew from ${middle.memory} to ${end.memory} MB in the second half`)
  if (end.open > middle.open + MAY_OPEN)
    violations.push(`descriptors grew from ${middle.open} to ${end.open} in the second half`)
  const undecided = result.last.claims?.settling ?? 0
  if (undecided > 0) violations.push(`${undecided} claims are undecided at the end`)
  for (const line of violations) print(line)
  print(`${count} replicas behind ${result.proxy}; faults: ${result.faults.line()}`)
  print(`buyers were told: ${result.told.line()}`)
  print(`others: ${result.others.line()}`)
  if (result.sold) print(`sold: ${result.sold.line()}; at the sources: ${result.happened!.line()}`)
  print(`${result.reconciled.replaceAll('\n', '; ')}`)
  print(`${result.purchases} purchases in ${seconds} s, ${violations.length} violations`)
  return violations.length === 0
}

/** Connections come and go. */
const MAY_OPEN = 40

function lineOf({ second, purchases, residentMb, descriptors, claims }: Sample): string {
  const each = (figures: readonly (number | null)[]) =>
    figures.map((figure) => figure ?? 'down').join(' ')
  const states =
    claims === null
      ? 'unknown, PostgreSQL is away'
      : Object.entries(claims).map(([state, rows]) => `${rows} ${state}`)
  return `${second} s: ${purchases} purchases; MB resident ${each(residentMb)}; descriptors ${each(descriptors)}; claims ${states || 'none'}`
}
