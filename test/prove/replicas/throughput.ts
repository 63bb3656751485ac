/**
 * The paid path's throughput with one, two and four replicas, in turns within one run, and whose
 * processors it went on.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PaymentPayload } from '@x402/core/types'
import { startMemoryFacilitator } from '../../../sandbox/facilitator/memory-facilitator.ts'
import { sandboxWallet } from '../../../sandbox/wallets.ts'
import { freePort } from '../../../src/transports/free-port.ts'
import { type DoomedService, startDoomed } from '../../support/killed.ts'
import { signedPayment, terms } from '../../support/payments.ts'
import { startPostgres } from '../../support/postgres.ts'
import { ask, seller } from '../../support/service.ts'
import { UNLIMITED } from '../market.ts'
import type { Random } from '../random.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { cpuSeconds, machineSeconds, processesOf } from './processes.ts'

const COUNTS = [1, 2, 4] as const
const AT_ONCE = 32
const PRICE = 100_000n

interface Measured {
  count: number
  perSecond: number
  /** Busy processors by program. */
  busy: Record<
    'buyers and facilitator' | 'replicas' | 'PostgreSQL' | 'proxy' | 'others on the machine',
    number
  >
}

export async function throughputRounds(
  random: Random,
  { rounds, purchases }: { rounds: number; purchases: number },
): Promise<string[]> {
  const [facilitator, postgres] = await Promise.all([startMemoryFacilitator(), startPostgres()])
  const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-throughput-'))
  const store = { dataDir, databaseUrl: await postgres.freshDatabaseUrl() }
  const wallet = sandboxWallet(random.bytes(12).toString('hex'))
  facilitator.ledger.mint(wallet.address, PRICE * BigInt(COUNTS.length * (rounds + 1) * purchases))
  const most = Math.max(...COUNTS)
  const ports = await Promise.all(Array.from({ length: most }, () => freePort()))
  const services: DoomedService[] = []
  const balancers = new Map<number, Balancer>()
  const measured: Measured[] = []
  try {
    for (const port of ports) {
      const environment = { ...UNLIMITED, PORT: String(port), TRUST_PROXY: 'loopback' }
      services.push(await startDoomed({ facilitatorUrl: facilitator.url, store, environment }))
    }
    for (const count of COUNTS) balancers.set(count, await startBalancer(ports.slice(0, count)))
    const databasePort = new URL(store.databaseUrl).port
    const groups = (balancer: Balancer): Record<string, number[]> => ({
      'buyers and facilitator': [process.pid],
      replicas: services.map(({ pid }) => pid),
      PostgreSQL: processesOf('postgres', '-p', databasePort),
      proxy: balancer.pid === null ? [] : [balancer.pid],
    })

    async function measure(count: number): Promise<Measured> {
      const balancer = balancers.get(count)!
      const payments: PaymentPayload[] = []
      for (let made = 0; made < purchases; made += 1)
        payments.push(await signedPayment(wallet, terms(seller.address)))
      const before = Object.entries(groups(balancer)).map(([name, pids]) => ({
        name,
        pids,
        cpu: cpuSeconds(pids),
      }))
      const machineBefore = machineSeconds()
      const began = performance.now()
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let payment = payments.pop(); payment; payment = payments.pop()) {
            const { status, bytes } = await ask(`${balancer.url}/v1/shop/items/tea`, { payment })
            if (status !== 200) throw new Error(`a payment got ${status}: ${bytes.slice(0, 200)}`)
          }
        }),
      )
      const seconds = (performance.now() - began) / 1000
      const busy = Object.fromEntries(
        before.map(({ name, pids, cpu }) => [name, (cpuSeconds(pids) - cpu) / seconds]),
      )
      const ours = Object.values(busy).reduce((sum, each) => sum + each, 0)
      const others = Math.max(0, (machineSeconds() - machineBefore) / seconds - ours)
      return {
        count,
        perSecond: purchases / seconds,
        busy: { ...busy, 'others on the machine': others } as Measured['busy'],
      }
    }

    for (const count of COUNTS) await measure(count)
    for (let round = 0; round < rounds; round += 1) {
      for (const count of round % 2 === 0 ? COUNTS : COUNTS.toReversed())
        measured.push(await measure(count))
    }
    return told(measured, balancers.get(1)!.name, { rounds, purchases })
  } finally {
    for (const service of services) await service.kill()
    for (const balancer of balancers.values()) await balancer.close()
    await facilitator.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function told(
  measured: readonly Measured[],
  proxy: string,
  { rounds, purchases }: { rounds: number; purchases: number },
): string[] {
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  const of = (count: number) => measured.filter((each) => each.count === count)
  const rate = (count: number) => median(of(count).map(({ perSecond }) => perSecond))
  const ratio = (count: number) => {
    const ratios = of(count).map(({ perSecond }, round) => perSecond / of(1)[round]!.perSecond)
    return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
  }
  return [
    `${rounds} rounds of ${purchases} payments each, ${AT_ONCE} at once, through ${proxy}, on ${cpus().length} processors; the rounds of one, two and four in turns`,
    ...COUNTS.map((count) => {
      const busy = Object.keys(of(count)[0]!.busy) as (keyof Measured['busy'])[]
      const parts = busy.map(
        (name) => `${name} ${median(of(count).map((each) => each.busy[name])).toFixed(2)}`,
      )
      return `${count} replicas: ${rate(count).toFixed(0)} paid a second, ${ratio(count)} of one replica; processors busy: ${parts.join(', ')}`
    }),
  ]
}
