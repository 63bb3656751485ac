/**
 * Paid verdicts as a deployment sells them: on each engine, and by two replicas. The closed loop
 * gives the capacity; the open loop sends requests at 70 % of it, whether answers come or not.
 */
import { type Bench, type FigureSpec, type Measurements, progress } from './harness.ts'
import { openEngines } from './support/engines.ts'
import { openLoop } from './support/open-loop.ts'
import { paymentHeaders, termsOf } from './support/payments.ts'
import { treeCpuMs } from './support/processes.ts'
import { percentile } from './support/report.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { loadServers, startServer, WARM_UP } from './support/server.ts'

const PATH = `/v1/company/${BENCH_COMPANY}/verdict`
const LOAD = { path: PATH, connections: 32, expectStatus: 200 }
/** Number of replicas by engine. */
const DEPLOYMENTS = (process.env.BENCH_DEPLOYMENTS ?? 'sqlite 1,postgres 1,postgres 2').split(',')
const CLOSED = { duration: 4 }
const OPEN_SECONDS = 10
const SHARE = 0.7

async function measure(deployment: string): Promise<Measurements> {
  const [name, replicas] = deployment.split(' ')
  const [engine] = await openEngines([name!])
  const { databaseUrl } = engine!
  const servers = await Promise.all(
    Array.from({ length: Number(replicas) }, () =>
      startServer({ name: deployment, script: 'service', input: { databaseUrl } }, false),
    ),
  )
  try {
    const urls = servers.map(({ url }) => url)
    const headers = paymentHeaders(termsOf(await fetch(`${urls[0]}${PATH}`)))
    await loadServers(urls, LOAD, WARM_UP, headers)
    const ownBefore = process.cpuUsage()
    const beforeMs = treeCpuMs()
    const { answered, seconds } = await loadServers(urls, LOAD, CLOSED, headers)
    const { user, system } = process.cpuUsage(ownBefore)
    const spentMs = treeCpuMs() - beforeMs - (user + system) / 1000
    const rate = (SHARE * answered) / seconds
    const open = await openLoop({ urls, path: PATH, rate, seconds: OPEN_SECONDS, headers })
    progress(`${deployment} is measured`)
    const usages = await Promise.all(servers.map((server) => server.usage()))
    return {
      [`${deployment} capacity`]: answered / seconds,
      [`${deployment} cpu`]: (spentMs * 1000) / answered,
      [`${deployment} p50`]: percentile(open.latencies, 0.5),
      [`${deployment} p99`]: percentile(open.latencies, 0.99),
      [`${deployment} sent over served`]: open.sent / open.latencies.length,
      [`${deployment} memory`]: usages.reduce((sum, { rssMib }) => sum + rssMib, 0),
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await engine!.close()
  }
}

const figuresOf = (deployment: string): Record<string, FigureSpec> => ({
  [`${deployment}, capacity`]: { of: `${deployment} capacity`, unit: 'a second' },
  [`${deployment}, CPU of a sale`]: { of: `${deployment} cpu`, unit: 'us' },
  [`${deployment}, open loop p50`]: { of: `${deployment} p50`, unit: 'ms' },
  [`${deployment}, open loop p99`]: { of: `${deployment} p99`, unit: 'ms' },
  [`${deployment}, open loop, sent over served`]: {
    of: `${deployment} sent over served`,
    unit: 'ratio',
  },
  [`${deployment}, memory`]: { of: `${deployment} memory`, unit: 'MiB' },
})

export const bench: Bench = {
  title: 'sales by engine and number of replicas, their database included; load on the same cores',
  rounds: 5,
  in: 'its own processes',
  figures: Object.assign({}, ...DEPLOYMENTS.map(figuresOf)) as Bench['figures'],
  async setup() {
    return {
      async round() {
        let measured: Measurements = {}
        for (const each of DEPLOYMENTS) measured = { ...measured, ...(await measure(each)) }
        return measured
      },
      close() {},
    }
  },
}
