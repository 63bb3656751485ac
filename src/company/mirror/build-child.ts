/** The process of the builder. */
import { serveJobs } from '../../platform/child-worker.ts'
import type { MirrorBuildReport } from './build.ts'
import { buildHere } from './build-here.ts'
import type { BuildMessage, MirrorBuildOrder } from './builder.ts'

const PROGRESS_EVERY_MS = 500

serveJobs<MirrorBuildOrder, MirrorBuildReport, BuildMessage>(async (order, sendProgress) => {
  let sentMs = 0
  return await buildHere(order, {
    rows(total) {
      if (performance.now() - sentMs < PROGRESS_EVERY_MS) return
      sentMs = performance.now()
      sendProgress({ rows: total })
    },
    indexing: () => sendProgress('indexing'),
  })
})
