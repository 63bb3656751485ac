/** Child process that `src/platform/child-worker.test.ts` starts. */
import { serveJobs } from '../../src/platform/child-worker.ts'

export type TestOrder = 'answer' | 'throw' | 'exit' | 'hang' | 'exhaust'

serveJobs<{ what: TestOrder }, { answer: number }, string>(async ({ what }, tell) => {
  tell(`pid ${process.pid}`)
  if (what === 'throw') throw new Error('it cannot be done')
  if (what === 'exit') process.exit(7)
  if (what === 'exhaust') {
    // Large pieces: the collector works long for each small one when little is left.
    const held: number[][] = []
    for (;;) held.push(new Array(500_000).fill(held.length))
  }
  if (what === 'hang') await new Promise(() => setInterval(() => {}, 1000))
  return { answer: 42 }
})
