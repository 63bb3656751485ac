/** Plays schedules over a mutant: `node mutant-child.ts ID SEED SCHEDULES`. Prints which schedule was violated, and how, or nothing. */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { applied, mutants, ROOT } from './mutants.ts'

const [id, seed, schedules] = process.argv.slice(2) as [string, string, string]
const mutant = mutants().find((each) => each.id === id)
if (!mutant) throw new Error(`there is no mutant ${id}`)
const url = pathToFileURL(join(ROOT, mutant.file)).href
registerHooks({
  load(asked, context, next) {
    const loaded = next(asked, context)
    return asked === url ? { ...loaded, source: applied(mutant, String(loaded.source)) } : loaded
  },
})
const { readProgress, run } = await import('../simulation/run.ts')
await run({
  progress: readProgress(null, Number(seed)),
  schedules: Number(schedules),
  deadlineMs: Number.POSITIVE_INFINITY,
  async onViolation(played, schedule) {
    process.stdout.write(`schedule ${schedule}: ${played.violation!.name}`)
    process.exit(0)
  },
})
