import { type Bench, ratio } from './harness.ts'
import { paymentHeaders, termsOf } from './support/payments.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { compareServers } from './support/server.ts'
import { startMeasured } from './support/service.ts'

const PATH = `/v1/company/${BENCH_COMPANY}/verdict`

/** The service's terms and one paid answer. */
async function captured() {
  const service = await startMeasured()
  try {
    const terms = termsOf(await fetch(`${service.url}${PATH}`))
    const paid = await fetch(`${service.url}${PATH}`, { headers: paymentHeaders(terms)() })
    const body = await paid.text()
    if (paid.status !== 200) throw new Error(`the service answered ${paid.status}: ${body}`)
    return { terms, body }
  } finally {
    await service.close()
  }
}

const AIM = { aim: { atLeast: 0.9 }, busy: 'hono busy' }

export const bench: Bench = {
  title:
    'paid cached verdict at 32 connections, durable ledger, against the official Hono middleware without any; instant facilitator in both',
  rounds: 5,
  figures: {
    requests: ratio('ukintel requests', 'hono requests', AIM),
    cpu: ratio('hono cpu', 'ukintel cpu'),
    'requests, unsigned': ratio('ukintel unsigned requests', 'hono unsigned requests', AIM),
    'cpu, unsigned': ratio('hono unsigned cpu', 'ukintel unsigned cpu'),
    'cpu of a sale': { of: 'ukintel cpu', unit: 'us' },
  },
  async setup() {
    const answer = await captured()
    // A payment echoes the terms of its own server: the middleware refuses the echo of others.
    const headersFor = async (url: string) => paymentHeaders(termsOf(await fetch(url)))
    const contenders = [true, false].flatMap((receipts) => {
      const which = receipts ? '' : ' unsigned'
      return [
        { name: `hono${which}`, script: 'hono', input: { ...answer, receipts }, headersFor },
        { name: `ukintel${which}`, script: 'service', input: { receipts }, headersFor },
      ]
    })
    return compareServers(contenders, { path: PATH, connections: 32, expectStatus: 200 })
  },
}
