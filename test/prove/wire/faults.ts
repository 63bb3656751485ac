/**
 * Replicas in separate processes on one PostgreSQL, over a connection that delays, cuts and falls
 * silent; then it recovers, and everything must be right.
 */

import { createFolder } from '../../support/folder.ts'
import { type DoomedService, startDoomed } from '../../support/killed.ts'
import { startPostgres } from '../../support/postgres.ts'
import { openMarket, UNLIMITED } from '../market.ts'
import { type Random, tally } from '../random.ts'
import { startWireProxy, type Verdict } from './proxy.ts'

export interface FaultsOptions {
  replicas: number
  purchases: number
  delayMs: number
  /** For how long the wire is bad. */
  badMs: number
}

/** How long a statement may take: short, so that the wire can be silent for much longer. */
const QUERY_TIMEOUT_MS = 1_000

/** Null where there is no chain program for the platform. */
export async function faultsRound(
  random: Random,
  { replicas: count, purchases, delayMs, badMs }: FaultsOptions,
) {
  const market = await openMarket()
  if (!market) return null
  const postgres = await startPostgres()
  const dataDir = createFolder()
  const databaseUrl = new URL(await postgres.freshDatabaseUrl())
  const injected = tally()
  let bad = false
  const decide = ({ direction }: { direction: 'statement' | 'answer' }): Verdict => {
    if (bad && random.chance(0.004)) {
      injected.add(direction === 'statement' ? 'statements lost' : 'answers lost')
      return { cut: true }
    }
    injected.add('delays')
    return { pass: -delayMs * Math.log(1 - random.next()) }
  }
  const proxies = await Promise.all(
    Array.from({ length: count }, () => startWireProxy(Number(databaseUrl.port), decide)),
  )
  const replicas: DoomedService[] = []
  try {
    for (const { port } of proxies) {
      const store = {
        dataDir,
        databaseUrl: databaseUrl.href.replace(databaseUrl.port, String(port)),
      }
      const leases = { claimLeaseMs: 2000, settleLeaseMs: 2000 }
      replicas.push(
        await startDoomed({
          facilitatorUrl: market.facilitator.url,
          rpcUrl: market.chain.url,
          environment: UNLIMITED,
          store,
          leases,
          queryTimeoutMs: QUERY_TIMEOUT_MS,
        }),
      )
    }
    bad = true
    const urls = () => replicas.map(({ url }) => url)
    const untilMs = performance.now() + badMs + 90_000
    const buying = Promise.all(
      Array.from({ length: purchases }, async (_, index) => {
        await pause((badMs * index) / purchases)
        return await market.buy(await market.purchase(random), urls, random, untilMs)
      }),
    )
    for (
      const end = performance.now() + badMs;
      performance.now() < end;
      await pause(300 + random.below(700))
    ) {
      const proxy = random.pick(proxies)
      if (random.chance(0.3)) {
        proxy.cutAll()
        injected.add('replicas cut off at once')
      } else {
        const heal = proxy.partition()
        injected.add('partitions')
        // Now and then for longer than a lease, and than a statement and its rollback together may
        // take.
        const isLong = random.chance(0.2)
        if (isLong) injected.add('partitions of three query timeouts')
        await pause(isLong ? 3 * QUERY_TIMEOUT_MS : random.below(600))
        heal()
      }
    }
    bad = false
    await buying
    return {
      violations: await market.audit({ dataDir, databaseUrl: databaseUrl.href }),
      injected,
      told: market.told,
      purchases,
    }
  } finally {
    for (const replica of replicas) await replica.kill()
    for (const proxy of proxies) await proxy.close()
    await market.close()
    await postgres.stop()
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
