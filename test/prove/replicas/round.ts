/**
 * Replicas in separate processes behind a proxy, on one PostgreSQL, under mixed paying load. In
 * turn a replica is killed, the proxy drops all connections, PostgreSQL restarts, a replica stops
 * for longer than its leases. Afterwards chain, ledger and answers are compared, by the market's
 * audit and by the operator's command.
 */
import { join } from 'node:path'
import { openStore, type Store } from '../../../src/store/open.ts'
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
import { openCounter } from './counter.ts'
import { descriptors, residentMb } from './processes.ts'

export interface RoundOptions {
  /** The invented shop, or what is really sold, over the sandbox's sources. */
  sells: 'shop' | 'service'
  replicas: number
  buyers: number
  seconds: number
  /** Between two faults, … */
  faultEveryMs: number
  /** … of which there are at least so many, however long that takes. */
  leastFaults: number
  /** How often what the processes take is looked at, the start and the end besides. */
  samples: number
  onSample?: (sample: Sample) => void
}

export interface Sample {
  second: number
  purchases: number
  /** Memory of each replica; `null` while it is down. */
  residentMb: (number | null)[]
  descriptors: (number | null)[]
  /** Rows by state; null while PostgreSQL is away. */
  claims: Record<string, number> | null
}

const LEASE_MS = 2000
/** Something at the sources, where what is sold comes from sources. */
const CHANGES_EVERY_MS = 20_000
const LEASES = { claimLeaseMs: LEASE_MS, settleLeaseMs: LEASE_MS }
const FAULTS = [
  'replica killed',
  'proxy dropped every connection',
  'PostgreSQL restarted',
  'replica stood still',
] as const

/** Null where haproxy or the chain program is missing. */
export async function replicasRound(random: Random, options: RoundOptions) {
  const { sells, replicas: count, buyers, seconds, faultEveryMs, leastFaults, samples } = options
  const market = withoutHaproxy ? null : await openMarket()
  if (!market) return null
  const counter = sells === 'service' ? await openCounter() : null
  const postgres = await startPostgres()
  const dataDir = createFolder()
  const settings = { dataDir, databaseUrl: await postgres.freshDatabaseUrl() }
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  const balancer = await startBalancer(ports)
  const replicas: (DoomedService | null)[] = []
  const faults = tally()
  const others = tally()
  let store: Store | null = null
  let purchases = 0
  const start = (index: number) =>
    startDoomed({
      facilitatorUrl: market.facilitator.url,
      rpcUrl: market.chain.url,
      store: settings,
      leases: LEASES,
      ...(counter ? { domains: 'real' as const } : {}),
      environment: {
        ...counter?.environment(join(dataDir, `replica${index}`)),
        ...UNLIMITED,
        PORT: String(ports[index]),
        TRUST_PROXY: 'loopback',
      },
    })

  /** The first one is never killed: what it takes is compared between start and end. */
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

  async function sample(began: number): Promise<Sample> {
    const taken: Sample = {
      second: Math.round((performance.now() - began) / 1000),
      purchases,
      residentMb: replicas.map((replica) => replica && residentMb(replica.pid)),
      descriptors: replicas.map((replica) => replica && descriptors(replica.pid)),
      claims: await claimsByState(store!).catch(() => null),
    }
    options.onSample?.(taken)
    return taken
  }

  try {
    store = await openStore(settings)
    replicas.push(...(await Promise.all(Array.from({ length: count }, (_, index) => start(index)))))
    await counter?.filled(balancer.url)
    const began = performance.now()
    const until = began + seconds * 1000
    let isOpen = true
    const buying = Array.from({ length: buyers }, async () => {
      while (isOpen) {
        const goods = await counter?.choose(balancer.url, random)
        if (goods === null) {
          await pause(100)
          continue
        }
        purchases += 1
        misbehave(market, random, faults)
        const purchase = await market.purchase(random, goods)
        await market.buy(purchase, () => [balancer.url], random, performance.now() + 180_000)
        counter?.learn(purchase)
      }
    })
    // And who pays nothing: quotes, health, a payment that is none.
    const looking = (async () => {
      while (isOpen) {
        const path = random.pick([
          counter ? '/v1/company/99000001/verdict' : '/v1/shop/items/tea',
          '/v1/health',
          '/llms.txt',
          '/v1/nothing',
        ])
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
    const changing = (async () => {
      const operator = counter && {
        ...counter.environment(join(dataDir, 'operator')),
        DATABASE_URL: settings.databaseUrl,
        X402_PAY_TO: seller.address,
      }
      while (operator && isOpen) {
        await pause(CHANGES_EVERY_MS)
        await counter.change(random, operator)
      }
    })()
    const first = await sample(began)
    const sampling = (async () => {
      for (let taken = 1; taken <= samples; taken += 1) {
        await pause((seconds * 1000) / (samples + 1))
        await sample(began)
      }
    })()
    for (let turn = 0; turn < leastFaults || performance.now() + faultEveryMs < until; turn += 1) {
      await pause(faultEveryMs)
      await fault(FAULTS[turn % FAULTS.length]!)
    }
    await pause(Math.max(0, until - performance.now()))
    isOpen = false
    market.facilitator.faults.clear()
    await Promise.all([...buying, looking, sampling, changing])
    const last = await sample(began)
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
      sold: counter?.sold ?? null,
      happened: counter?.happened ?? null,
      first,
      last,
      reconciled: reconciled.stderr.trim(),
    }
  } finally {
    for (const replica of replicas) await replica?.kill()
    await store?.close()
    await balancer.close()
    await counter?.close()
    await market.close()
    await postgres.stop()
  }
}

async function claimsByState({ ledger }: Store): Promise<Record<string, number>> {
  const rows = await ledger.read
    .selectFrom('claims')
    .select(['state', (row) => row.fn.countAll().as('n')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)]))
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
