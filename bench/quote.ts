/** The unpaid 402 of the verdict against the least that Node can do to send the same bytes. */
import { join } from 'node:path'
import { type Bench, compareServers, describeComparison, figure, whyUndecided } from './harness.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { startMeasured } from './support/service.ts'

const PATH = `/v1/company/${BENCH_COMPANY}/verdict`
const server = (name: string) => join(import.meta.dirname, 'servers', `${name}.ts`)

/** What the service answers, to be sent by a server that does nothing else. */
async function captured(): Promise<{
  status: number
  headers: Record<string, string>
  body: string
}> {
  const service = await startMeasured()
  try {
    const response = await fetch(`${service.url}${PATH}`)
    const headers = Object.fromEntries(
      [...response.headers].filter(
        ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
      ),
    )
    return { status: response.status, headers, body: await response.text() }
  } finally {
    await service.close()
  }
}

export const bench: Bench = {
  name: 'quote',
  title:
    'unpaid 402 of GET /v1/company/{number}/verdict, against bare node:http sending the same bytes',
  async run() {
    const answer = await captured()
    const compared = await compareServers({
      connections: 50,
      contenders: [
        { name: 'node:http', script: server('bare'), input: answer, path: PATH, expectStatus: 402 },
        { name: 'ukintel', script: server('service'), path: PATH, expectStatus: 402 },
      ],
    })
    const headerBytes = Object.entries(answer.headers).reduce(
      (sum, [name, value]) => sum + name.length + value.length + 4,
      0,
    )
    const [, ours] = compared
    return [
      figure('cpu', 'ratio', ours!.cpuRatios, { aim: { atLeast: 0.6 } }),
      figure('requests', 'ratio', ours!.ratios, {
        aim: { atLeast: 0.6 },
        undecided: whyUndecided(compared),
        detail: {
          ...describeComparison(compared),
          bytes: `${headerBytes} of headers, ${Buffer.byteLength(answer.body)} of body`,
        },
      }),
    ]
  },
}
