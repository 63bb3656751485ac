/**
 * Replicas in separate processes behind a proxy, on one PostgreSQL, under mixed paying load. In
 * turn a replica is killed, the proxy drops all connections, PostgreSQL restarts, a replica stops
 * for longer than its leases. Afterwards chain, ledger and answers are compared, by the market's
 * audit and by the operator's command.
 */
import { freePort } from '../../../src/transports/free-port.ts'
import { cli } from '../../support/cli.ts'
import { createFolder } from '../../support/folder.ts'
import { type DoomedService, startDoomed } from '../../support/killed.ts'
import { startPostgres } from '../../support/postgres.ts'
import { ask, seller } from '../../support/service.ts'
import { misbehave } from '../chaos/prove.ts'
import { openMarket, UNLIMITED } from '../market.ts'
import { type Random, tally } from '../random.ts'
import { startBalancer, withoutHaproxy } from './balancer.ts'

export interface RoundOptions {
  replicas: number
  buyers: number
  seconds: number
  /** Between two faults, … */
  faultEveryMs: number
  /** … of which there are at least so many, however long that takes. */
  leastFaults: number
}

const LEASE_MS = 2000
const LEASES = { claimLeaseMs: LEASE_MS, settleLeaseMs: LEASE_MS }
const FAULTS = [
  'replica killed',
  'proxy dropped every connection',
  'PostgreSQL restarted',
  'replica stood still',
] as const

/** Null where haproxy or the chain program is missing. */
export async function replicasRound(random: Random, options: RoundOptions) {
  const { replicas: count, buyers, seconds, faultEveryMs, leastFaults } = options
  const market = withoutHaproxy ? null : await openMarket()
  if (!market) return null
  const postgres = await startPostgres()
  const dataDir = createFolder()
  const settings = { dataDir, databaseUrl: await postgres.freshDatabaseUrl() }
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  const balancer = await startBalancer(ports)
  const replicas: (DoomedService | null)[] = []
  const faults = tally()
  const others = tally()
  let purchases = 0
  const start = (index: number) =>
    startDoomed({
      facilitatorUrl: market.facilitator.url,
      rpcUrl: market.chain.url,
      store: settings,
      leases: LEASES,
      environment: {
        ...UNLIMITED,
        PORT: String(ports[index]),
        TRUST_PROXY: 'loopback',
      },
    })

  /** The first one is never killed. */
  const victim = () => 1 + random.below(count - 1)
  async function fault(name: (typeof FAULTS)[number]): Promise<void> {
    faults.add(name)
    if (name === 'proxy dropped every connection') return balancer.dropAll()
    if (name === 'PostgreSQL restarted') {
      const restart = await postgres.halt()
      await pause(200 + random.below(800))
      return restart()
    }
    const index = victim()
    const replica = replicas[index]!
    if (name === 'replica stood still') {
      replica.signal('SIGSTOP')
      await pause(LEASE_MS + 300)
      replica.signal('SIGCONT')
      return
    }
    replicas[index] = null
    await replica.kill()
    await pause(random.below(1000))
    replicas[index] = await start(index)
  }

  try {
    replicas.push(...(await Promise.all(Array.from({ length: count }, (_, index) => start(index)))))
    const until = performance.now() + seconds * 1000
    let isOpen = true
    const buying = Array.from({ length: buyers }, async () => {
      while (isOpen) {
        purchases += 1
        misbehave(market, random, faults)
        const purchase = await market.purchase(random)
        await market.buy(purchase, () => [balancer.url], random, performance.now() + 180_000)
      }
    })
    // And who pays nothing: quotes, health, a payment that is none.
    const looking = (async () => {
      while (isOpen) {
        const path = random.pick(['/v1/shop/items/tea', '/v1/health', '/llms.txt', '/v1/nothing'])
        const headers = random.chance(0.2)
          ? { 'payment-signature': random.bytes(24).toString('base64') }
          : {}
        await ask(`${balancer.url}${path}`, { headers, signal: AbortSignal.timeout(20_000) }).then(
          ({ status }) => others.add(`HTTP ${status}`),
          () => others.add('no answer'),
        )
        await pause(100)
      }
    })()
    for (let turn = 0; turn < leastFaults || performance.now() + faultEveryMs < until; turn += 1) {
      await pause(faultEveryMs)
      await fault(FAULTS[turn % FAULTS.length]!)
    }
    await pause(Math.max(0, until - performance.now()))
    isOpen = false
    market.facilitator.faults.clear()
    await Promise.all([...buying, looking])
    const violations = await market.audit(settings)
    const reconciled = await cli(['ledger', 'reconcile'], {
      X402_PAY_TO: seller.address,
      X402_RPC_URL: market.chain.url,
      DATABASE_URL: settings.databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    })
    if (reconciled.code !== 0)
      violations.push(
        `ledger reconcile: exit ${reconciled.code} ${reconciled.stdout}${reconciled.stderr}`,
      )
    return {
      violations,
      purchases,
      faults,
      told: market.told,
      others,
      reconciled: reconciled.stderr.trim(),
    }
  } finally {
    for (const replica of replicas) await replica?.kill()
    await balancer.close()
    await market.close()
    await postgres.stop()
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
