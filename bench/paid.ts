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

const AIM = { atLeast: 0.75 }

export const bench: Bench = {
  title:
    'paid cached verdict at 32 connections, durable ledger, against the official Hono middleware without any; instant facilitator in both',
  rounds: 7,
  in: 'its own processes',
  figures: {
    requests: ratio('ukintel requests', 'hono requests', { aim: AIM, busy: 'hono busy' }),
    cpu: ratio('hono cpu', 'ukintel cpu', { aim: AIM }),
    'requests, unsigned': ratio('ukintel unsigned requests', 'hono unsigned requests', {
      aim: AIM,
      busy: 'hono unsigned busy',
    }),
    'cpu, unsigned': ratio('hono unsigned cpu', 'ukintel unsigned cpu', { aim: AIM }),
    'cpu of a sale': { of: 'ukintel cpu', unit: 'us' },
    'cpu of a sale, unsigned': { of: 'ukintel unsigned cpu', unit: 'us' },
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
