/** The process of the builder. */
import { serveJobs } from '../../platform/child-worker.ts'
import { mirrorLocation } from '../../store/company-mirror/mirror-location.ts'
import { buildGeneration, type MirrorBuildReport } from './build.ts'
import type { BuildMessage, MirrorBuildOrder } from './builder.ts'

const PROGRESS_EVERY_MS = 500

serveJobs<MirrorBuildOrder, MirrorBuildReport, BuildMessage>(
  async ({ id, files, meta, ...where }, sendProgress) => {
    let sentMs = 0
    const build = await mirrorLocation(where).build(id)
    const report = await buildGeneration(build, files, meta, {
      rows(total) {
        if (performance.now() - sentMs < PROGRESS_EVERY_MS) return
        sentMs = performance.now()
        sendProgress({ rows: total })
      },
      indexing: () => sendProgress('indexing'),
    })
    await build.close()
    return report
  },
)
