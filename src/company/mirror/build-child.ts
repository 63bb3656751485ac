/** The process of the builder. */
import { takeOrders } from '../../kernel/beside.ts'
import { mirrorPlace } from '../../store/company-mirror/place.ts'
import { type BuildReport, buildGeneration } from './build.ts'
import type { BuildOrder, BuildTold } from './builder.ts'

const TOLD_EVERY_MS = 500

takeOrders<BuildOrder, BuildReport, BuildTold>(async ({ id, files, meta, ...where }, tell) => {
  let toldMs = 0
  const build = await mirrorPlace(where).build(id)
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
})
