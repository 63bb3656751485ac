/**
 * Hunts one planted fault: `node bug-child.ts NAME SEED SCHEDULES [told|all [THEME]]`, or `- …` for the code as it is; of several, ` + ` between their names. Prints JSON.
 * `all`: every schedule that is violated, instead of the first. A theme says what schedules are about, whatever the first fault says.
 */
import { bugNamed, plant } from './bugs.ts'
import type { Hunted } from './prove.ts'
import type { Theme } from './world.ts'

const [named, seed, schedules, how, about] = process.argv.slice(2) as [string, string, string, ('told' | 'all')?, Theme?]
const names = named === '-' ? [] : named.split(' + ')
plant(...names)
const { readProgress, run } = await import('./run.ts')
const { shrink } = await import('./shrink.ts')
const { aboutIt } = await import('./world.ts')
const theme = about ?? (names.length === 0 ? null : bugNamed(names[0]!).theme)

const violated: Hunted[] = []
const print = () => new Promise((done) => process.stdout.write(JSON.stringify(violated), done))
await run({
  progress: readProgress(null, Number(seed)),
  schedules: Number(schedules),
  first: theme === null ? [] : aboutIt(theme),
  deadlineMs: Number.POSITIVE_INFINITY,
  async onViolation(played, schedule, ledger) {
    const shrunk = how === 'told' ? await shrink(ledger, played) : played
    violated.push({ schedule, violation: played.violation!.name, story: shrunk.story })
    if (how === 'all') return
    await print()
    process.exit(0)
  },
})
await print()
