import { type Bench, cpuUs, ratio } from './harness.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { startMeasured } from './support/service.ts'

const CALLS = 1500

export const bench: Bench = {
  title:
    'own work of a cached verdict: validation, handler, envelope, serialisation; against JSON.parse and JSON.stringify of the same bytes',
  rounds: 7,
  in: 'a new process',
  figures: {
    'verdict over peer': ratio('verdict', 'peer', { aim: { atMost: 4 } }),
    verdict: { of: 'verdict', unit: 'us' },
  },
  async setup() {
    const service = await startMeasured()
    const bound = service.app.operations.find((each) => each.operation.id === 'company_verdict')
    if (bound?.kind !== 'paid') throw new Error('there is no company_verdict')
    const { signal } = new AbortController()
    const raw = { params: { number: BENCH_COMPANY }, query: [] }
    const answer = async () =>
      Buffer.from(JSON.stringify(await service.app.pipeline.sample(bound, raw, signal)))
    const text = String(await answer())
    const peer = () => Buffer.from(JSON.stringify(JSON.parse(text)))
    return {
      round: async () => ({ verdict: await cpuUs(answer, CALLS), peer: await cpuUs(peer, CALLS) }),
      close: service.close,
    }
  },
}
