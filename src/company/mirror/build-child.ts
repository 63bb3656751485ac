/** The process of the builder: takes one order from its parent, answers, ends with its parent. */
import { setPriority } from 'node:os'
import { errorMessage } from '../../kernel/errors.ts'
import { mirrorPlace } from '../../store/company-mirror/place.ts'
import { buildGeneration } from './build.ts'
import type { BuildOrder, BuildReply } from './builder.ts'

const TOLD_EVERY_MS = 500

const reply = (message: BuildReply) => new Promise<void>((resolve) => process.send!(message, () => resolve()))

process.once('message', ({ id, files, meta, ...where }: BuildOrder) => {
  // Requests go before.
  setPriority(10)
  let toldMs = 0
  const work = async () => {
    const build = await mirrorPlace(where).build(id)
    const report = await buildGeneration(build, files, meta, {
      rows(total) {
        if (performance.now() - toldMs < TOLD_EVERY_MS) return
        toldMs = performance.now()
        void reply({ rows: total })
      },
      indexing: () => void reply({ indexing: true }),
    })
    await build.close()
    return report
  }
  work()
    .then(
      (done) => reply({ done }),
      (error: unknown) => reply({ error: errorMessage(error) }),
    )
    .finally(() => process.exit(0))
})
process.once('disconnect', () => process.exit(1))
