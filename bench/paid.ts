/** A paid, cached verdict through the gate and its durable ledger against the official middleware, which keeps nothing. */
import { join } from 'node:path'
import {
  type Bench,
  compareServers,
  describeComparison,
  figure,
  ratios,
  whyUndecided,
} from './harness.ts'
import { paymentHeaders, termsOf } from './support/payments.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { startMeasured } from './support/service.ts'

const PATH = `/v1/company/${BENCH_COMPANY}/verdict`
const server = (name: string) => join(import.meta.dirname, 'servers', `${name}.ts`)

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

/** Three appends a request, each of about the bytes that the ledger writes for one of its steps. */
const APPENDS = 3
const APPEND_BYTES = 1600

export const bench: Bench = {
  name: 'paid',
  title:
    'paid cached verdict at 32 connections, durable ledger, against the official Hono middleware without any; instant facilitator in both',
  async run() {
    const { terms, body } = await captured()
    const load = { path: PATH, expectStatus: 200 }
    // A payment echoes what its own server asked for: the middleware refuses the echo of another's terms.
    const headersFor = async (url: string) => paymentHeaders(termsOf(await fetch(url)))
    const compared = await compareServers({
      connections: 32,
      contenders: [
        {
          name: '@x402/hono',
          script: server('hono'),
          input: { body, terms, receipts: true },
          ...load,
          headersFor,
        },
        { name: 'ukintel', script: server('service'), ...load, headersFor },
        {
          name: 'ukintel, no receipts',
          script: server('service'),
          input: { receipts: false },
          ...load,
          headersFor,
        },
        {
          name: '@x402/hono, no receipts',
          script: server('hono'),
          input: { body, terms, receipts: false },
          ...load,
          headersFor,
        },
        {
          name: 'append and sync',
          script: server('append-and-sync'),
          input: { body, appends: APPENDS, bytes: APPEND_BYTES },
          ...load,
        },
      ],
    })
    const [, ours, oursUnsigned, unsigned, disk] = compared
    return [
      figure('requests', 'ratio', ours!.ratios, {
        aim: { atLeast: 0.9 },
        undecided: whyUndecided(compared),
        detail: { ...describeComparison(compared), bytes: `${Buffer.byteLength(body)} of body` },
      }),
      figure('cpu', 'ratio', ours!.cpuRatios),
      figure(
        'requests, neither signs receipts',
        'ratio',
        ratios(oursUnsigned!.ratios, unsigned!.ratios),
        {
          aim: { atLeast: 0.9 },
          undecided: whyUndecided(compared),
        },
      ),
      figure(
        'cpu, neither signs receipts',
        'ratio',
        ratios(oursUnsigned!.cpuRatios, unsigned!.cpuRatios),
      ),
      figure(
        'requests, ours alone signs receipts',
        'ratio',
        ratios(ours!.ratios, unsigned!.ratios),
      ),
      figure(
        'cpu, ours alone signs receipts',
        'ratio',
        ratios(ours!.cpuRatios, unsigned!.cpuRatios),
      ),
      // What the disk leaves of the middleware's requests when a server does nothing but append and sync: the part that is not ours.
      figure('disk over middleware', 'ratio', disk!.ratios),
      figure('ours over disk', 'ratio', ratios(ours!.ratios, disk!.ratios)),
    ]
  },
}
