/** One service under steady paying load for a long time: it must not grow, not slow down, and its books must hold. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDoomed } from '../../support/killed.ts'
import { startPostgres } from '../../support/postgres.ts'
import { openMarket, UNLIMITED } from '../market.ts'
import type { Proof } from '../parts.ts'
import { randomOf, wholeNumber } from '../random.ts'

const BUYERS = 4
/** Memory may settle in the first half; after it, it may not grow by more than this. */
const MAY_GROW_MB = 64

export const soak: Proof = async (given, print) => {
  const seconds = wholeNumber(given.seconds, 'seconds')
  const engine = given.engine === 'postgres' ? 'postgres' : 'sqlite'
  const result = await soakRun({ seed: wholeNumber(given.seed, 'seed'), seconds, engine, print })
  if (!result) {
    print('skipped: there is no chain program for this platform')
    return true
  }
  for (const line of result.violations) print(line)
  print(`${result.purchases} purchases in ${seconds} s on ${engine}, ${result.violations.length} violations`)
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
  const service = await startDoomed({ facilitatorUrl: market.facilitator.url, rpcUrl: market.chain.url, environment: UNLIMITED, store })
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
        if (await market.buy(purchase, () => [service.url], random, performance.now() + 60_000)) latencies.push(performance.now() - from)
        purchases += 1
      }
    })
    const every = (seconds * 1000) / 10
    for (let sample = 1; sample <= 10; sample += 1) {
      await new Promise((resolve) => setTimeout(resolve, every))
      memory.push(residentMb(service.pid))
      const recent = latencies.splice(0).sort((a, b) => a - b)
      const at = (share: number) => recent[Math.floor((recent.length - 1) * share)]?.toFixed(0) ?? '-'
      const log = engine === 'sqlite' ? `, log ${(statSync(join(dataDir, 'ledger.db-wal')).size / 1e6).toFixed(1)} MB` : ''
      const seconds = Math.round((performance.now() - began) / 1000)
      print(`${seconds} s: ${purchases} purchases, median ${at(0.5)} ms, p99 ${at(0.99)} ms, ${memory.at(-1)} MB resident${log}`)
    }
    await Promise.all(buying)
    const middle = memory[4]!
    if (memory.at(-1)! > middle + MAY_GROW_MB) violations.push(`memory grew from ${middle} to ${memory.at(-1)} MB in the second half`)
    violations.push(...(await market.audit(store)))
    return { violations, purchases }
  } finally {
    await service.kill()
    await market.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Zero where the system does not tell. */
function residentMb(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
