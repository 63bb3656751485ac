/** Child process that `src/platform/child-worker.test.ts` starts. */
import { serveJobs } from '../../src/platform/child-worker.ts'

export type TestOrder = 'answer' | 'throw' | 'exit' | 'hang' | 'exhaust'

serveJobs<{ what: TestOrder }, { answer: number }, string>(async ({ what }, tell) => {
  tell(`pid ${process.pid}`)
  if (what === 'throw') throw new Error('it cannot be done')
  if (what === 'exit') process.exit(7)
  if (what === 'exhaust') {
    const held: object[][] = []
    for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
  }
  if (what === 'hang') await new Promise(() => setInterval(() => {}, 1000))
  return { answer: 42 }
})
