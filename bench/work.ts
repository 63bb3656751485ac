/** What one cached verdict costs without payment and HTTP, against parsing and serialising its bytes once. */
import { type Bench, compareCpuUs, figure, ratios } from './harness.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { startMeasured } from './support/service.ts'

export const bench: Bench = {
  name: 'work',
  title:
    'own work of a cached verdict: validation, handler, envelope, serialisation; against JSON.parse and JSON.stringify of the same bytes',
  async run() {
    const service = await startMeasured()
    try {
      const bound = service.app.operations.find((each) => each.operation.id === 'company_verdict')
      if (bound?.kind !== 'paid') throw new Error('there is no company_verdict')
      const { signal } = new AbortController()
      const raw = { params: { number: BENCH_COMPANY }, query: [] }
      const answer = async () =>
        Buffer.from(JSON.stringify(await service.app.pipeline.sample(bound, raw, signal)))
      const text = (await answer()).toString()
      const cost = await compareCpuUs(
        { ours: answer, peer: () => Buffer.from(JSON.stringify(JSON.parse(text))) },
        { iterations: 10_000 },
      )
      return [
        figure('verdict over peer', 'ratio', ratios(cost.ours, cost.peer), {
          aim: { atMost: 4 },
          detail: { bytes: text.length },
        }),
        figure('verdict', 'us', cost.ours),
      ]
    } finally {
      await service.close()
    }
  },
}
