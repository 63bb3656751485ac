/**
 * Hunts one planted fault: `node bug-child.ts NAME SEED SCHEDULES [told]`, or `- …` for the
 * unchanged code. Prints JSON.
 */
import { BUGS, plant } from './bugs.ts'
import type { Hunted } from './prove.ts'

const [name, seed, schedules, isTold] = process.argv.slice(2) as [string, string, string, string?]
if (name !== '-') plant(name)
const { readProgress, run } = await import('./run.ts')
const { shrink } = await import('./shrink.ts')
const { aboutIt } = await import('./world.ts')
const theme = BUGS.find((bug) => bug.name === name)?.theme ?? null

const progress = readProgress(null, Number(seed))
await run({
  progress,
  schedules: Number(schedules),
  first: theme === null ? [] : aboutIt(theme),
  deadlineMs: Number.POSITIVE_INFINITY,
  async onViolation(played, schedule, ledger) {
    const shrunk = isTold ? await shrink(ledger, played) : played
    process.stdout.write(
      JSON.stringify({
        schedule,
        violation: played.violation!.name,
        story: shrunk.story,
      } satisfies Hunted),
    )
    process.exit(0)
  },
})
process.stdout.write(
  JSON.stringify({ schedule: null, violation: null, story: [] } satisfies Hunted),
)
