import { type Bench, ratio } from './harness.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { compareServers } from './support/server.ts'
import { startMeasured } from './support/service.ts'

const PATH = `/v1/company/${BENCH_COMPANY}/verdict`
const DROPPED = ['date', 'connection', 'keep-alive']

/** Answer of the service, to be sent by a server that does nothing else. */
async function captured() {
  const service = await startMeasured()
  try {
    const response = await fetch(`${service.url}${PATH}`)
    const headers = [...response.headers].filter(([name]) => !DROPPED.includes(name))
    const body = await response.text()
    return { status: response.status, headers: Object.fromEntries(headers), body }
  } finally {
    await service.close()
  }
}

export const bench: Bench = {
  title:
    'unpaid 402 of GET /v1/company/{number}/verdict, against bare node:http sending the same bytes',
  rounds: 7,
  in: 'its own processes',
  figures: {
    cpu: ratio('bare cpu', 'ukintel cpu', { aim: { atLeast: 0.75 } }),
    requests: ratio('ukintel requests', 'bare requests', {
      aim: { atLeast: 0.6 },
      busy: 'bare busy',
    }),
    'cpu of a quote': { of: 'ukintel cpu', unit: 'us' },
  },
  async setup() {
    const contenders = [
      { name: 'bare', script: 'bare', input: await captured() },
      { name: 'ukintel', script: 'service' },
    ]
    return compareServers(contenders, { path: PATH, connections: 50, expectStatus: 402 })
  },
}
