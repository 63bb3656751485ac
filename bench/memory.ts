/** What a smaller young generation of V8 saves, and what it costs a quote and a sale. */
import { type Bench, type Measurements, ratio } from './harness.ts'
import { paymentHeaders, termsOf } from './support/payments.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { compareServers } from './support/server.ts'

const PATH = `/v1/company/${BENCH_COMPANY}/verdict`
const FLAGS = ['--max-semi-space-size=2']

export const bench: Bench = {
  title: `the service with ${FLAGS.join(' ')}, against the service without`,
  rounds: 7,
  in: 'its own processes',
  figures: {
    'cpu of a quote, ours over small': ratio('quote cpu', 'small quote cpu'),
    'cpu of a sale, ours over small': ratio('sale cpu', 'small sale cpu'),
    'memory after quotes': { of: 'quote memory', unit: 'MiB' },
    'memory after quotes, small': { of: 'small quote memory', unit: 'MiB' },
    'memory after sales': { of: 'sale memory', unit: 'MiB' },
    'memory after sales, small': { of: 'small sale memory', unit: 'MiB' },
  },
  async setup() {
    const headersFor = async (url: string) => paymentHeaders(termsOf(await fetch(url)))
    const both = (name: string) => [
      { name, script: 'service' },
      { name: `small ${name}`, script: 'service', flags: FLAGS },
    ]
    const load = { path: PATH, connections: 32 }
    const quotes = await compareServers(both('quote'), { ...load, expectStatus: 402 })
    const sales = await compareServers(
      both('sale').map((each) => ({ ...each, headersFor })),
      { ...load, expectStatus: 200 },
    )
    return {
      round: async (): Promise<Measurements> => ({
        ...(await quotes.round()),
        ...(await sales.round()),
      }),
      close: quotes.close,
    }
  },
}
