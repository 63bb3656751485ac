/**
 * The primary dies under paying load, its standby is promoted, and the replicas go on there. With a
 * synchronous standby nothing that was acknowledged may be missing; with an asynchronous one what
 * was not yet shipped is, and it is counted.
 */

import { createFolder } from '../../support/folder.ts'
import { type DoomedService, startDoomed } from '../../support/killed.ts'
import { openMarket, UNLIMITED } from '../market.ts'
import { type Random, tally } from '../random.ts'
import { startWireProxy } from './proxy.ts'
import { startPair } from './standby.ts'

export interface FailoverOptions {
  /** PostgreSQL's `synchronous_commit` with the standby named as synchronous, or without one. */
  mode: 'synchronous' | 'asynchronous'
  purchases: number
  /** How late the standby receives what the primary wrote. */
  shippingMs: number
}

/** Null where there is no chain program for the platform. */
export async function failoverRound(
  random: Random,
  { mode, purchases, shippingMs }: FailoverOptions,
) {
  const market = await openMarket()
  if (!market) return null
  const dataDir = createFolder()
  const pair = await startPair({ synchronous: mode === 'synchronous', shippingMs })
  const commitMs = await pair.commitMs(25)
  const proxy = await startWireProxy(pair.primaryPort, () => ({ pass: 0 }))
  const databaseUrl = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`
  const replicas: DoomedService[] = []
  const events = tally()
  try {
    for (let count = 0; count < 2; count += 1) {
      const leases = { claimLeaseMs: 2000, settleLeaseMs: 2000 }
      replicas.push(
        await startDoomed({
          facilitatorUrl: market.facilitator.url,
          rpcUrl: market.chain.url,
          environment: UNLIMITED,
          store: { dataDir, databaseUrl },
          leases,
        }),
      )
    }
    const urls = () => replicas.map(({ url }) => url)
    const made = await Promise.all(Array.from({ length: purchases }, () => market.purchase(random)))
    const untilMs = performance.now() + 120_000
    let answered = 0
    const buying = Promise.all(
      made.map(async (purchase, index) => {
        await pause(index * 60)
        const held = await market.buy(purchase, urls, random, untilMs)
        answered += 1
        return held
      }),
    )
    while (answered < purchases / 2 && performance.now() < untilMs) await pause(5)
    const deliveredBefore = made.filter(({ delivered }) => delivered !== null)
    await pair.killPrimary()
    proxy.cutAll()
    await pair.promote()
    proxy.redirect(pair.standbyPort)
    await buying
    // A delivered buyer repeats: the answer must be the same and free.
    for (const purchase of deliveredBefore) {
      const before = purchase.delivered!
      purchase.delivered = null
      await market.buy(purchase, urls, random, performance.now() + 30_000)
      if (purchase.delivered === null) events.add('answers lost with the primary')
      else if ((purchase.delivered as typeof before).bytes === before.bytes)
        events.add('answers replayed by the standby')
    }
    const settings = {
      dataDir,
      databaseUrl: `postgres://postgres@127.0.0.1:${pair.standbyPort}/postgres`,
    }
    const violations = await market.audit(settings)
    return { violations, events, told: market.told, commitMs }
  } finally {
    for (const replica of replicas) await replica.kill()
    await proxy.close()
    await pair.stop()
    await market.close()
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
