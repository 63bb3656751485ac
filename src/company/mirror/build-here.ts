/** Builds a generation in this process. */
import { mirrorLocation } from '../../store/company-mirror/mirror-location.ts'
import { type BuildProgress, buildGeneration, type MirrorBuildReport } from './build.ts'
import type { MirrorBuildOrder } from './builder.ts'

export async function buildHere(
  { id, files, meta, ...where }: MirrorBuildOrder,
  progress: BuildProgress,
): Promise<MirrorBuildReport> {
  const build = await mirrorLocation(where).build(id)
  const report = await buildGeneration(build, files, meta, progress)
  await build.close()
  return report
}
