/** The process of the builder. */
import { serveJobs } from '../../platform/child-worker.ts'
import { mirrorLocation } from '../../store/company-mirror/mirror-location.ts'
import { buildGeneration, type MirrorBuildReport } from './build.ts'
import type { BuildMessage, MirrorBuildOrder } from './builder.ts'

const TOLD_EVERY_MS = 500

serveJobs<MirrorBuildOrder, MirrorBuildReport, BuildMessage>(
  async ({ id, files, meta, ...where }, tell) => {
    let toldMs = 0
    const build = await mirrorLocation(where).build(id)
    const report = await buildGeneration(build, files, meta, {
      rows(total) {
        if (performance.now() - toldMs < TOLD_EVERY_MS) return
        toldMs = performance.now()
        tell({ rows: total })
      },
      indexing: () => tell('indexing'),
    })
    await build.close()
    return report
  },
)
