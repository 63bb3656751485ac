/** What one cached verdict costs without payment and HTTP: handler, envelope, serialisation. */
import { type Bench, measureCpuUs } from './harness.ts'
import { BENCH_COMPANY } from './support/seed.ts'
import { startService } from './support/service.ts'

export const bench: Bench = {
  name: 'work',
  title: 'own work of a cached verdict: validation, handler, envelope, serialisation',
  async run() {
    const service = await startService()
    try {
      const bound = service.app.operations.find((each) => each.operation.id === 'company_verdict')
      if (bound?.kind !== 'paid') throw new Error('there is no company_verdict')
      const { signal } = new AbortController()
      const raw = { params: { number: BENCH_COMPANY }, query: [], body: undefined }
      let bytes = 0
      const cost = await measureCpuUs(
        async () => {
          bytes = Buffer.from(JSON.stringify(await service.app.pipeline.sample(bound, raw, signal))).length
        },
        { iterations: 10_000 },
      )
      return [
        {
          name: 'verdict',
          value: cost.perCallUs,
          unit: 'us',
          aim: { below: 200 },
          // Far from its aim: a few microseconds more are the hour, twice as many are a change.
          tolerance: 0.75,
          detail: { 'wall us': Number(cost.wallUs.toFixed(1)), calls: cost.calls, bytes },
        },
      ]
    } finally {
      await service.close()
    }
  },
}
