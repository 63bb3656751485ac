/**
 * Plays schedules over changes: `mutant-child.ts SEED SCHEDULES`, with their ids as a message, or
 * `null` to report which changes the schedules reach.
 */
import { createLoading } from './loading.ts'
import { type Mutant, mutants } from './mutants.ts'
import { reachOf } from './reach.ts'

const [seed, schedules] = process.argv.slice(2).map(Number) as [number, number]
const all = mutants()

/**
 * Building terms takes longer than a schedule: they are built again only if the change can affect
 * them.
 */
const ON_THE_MENU = /payments\/(terms|discovery|refusal|wire|offer-receipt|evm\/requirements)\.ts$/
const loading = createLoading({
  folders: ['src/payments/', 'src/store/ledger/', 'src/api/', 'test/simulation/'],
  isKept: (url, mutant) =>
    url.endsWith('/test/simulation/menu.ts') && mutant !== null && !ON_THE_MENU.test(mutant.file),
})

const tell = (message: object) =>
  new Promise<void>((done) => process.send!(message, undefined, undefined, () => done()))

let current: Mutant | null = null
// What breaks outside of any promise leaves a schedule that never ends: the rest is another
// process's.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    void tell({
      id: current?.id ?? null,
      noticed: `${event}: ${String(error).slice(0, 100)}`,
    }).then(() => process.exit(0))
  })
}

/** Which schedule is violated first, and how; null: none is. */
async function played(mutant: Mutant | null): Promise<string | null> {
  current = mutant
  let noticed: string | null = null
  try {
    const { run, readProgress } = await loading.anew<typeof import('../simulation/run.ts')>(
      'test/simulation/run.ts',
      mutant,
    )
    await run({
      progress: readProgress(null, seed),
      schedules,
      deadlineMs: Number.POSITIVE_INFINITY,
      async onViolation({ violation }, schedule) {
        noticed = `schedule ${schedule}: ${violation!.name}`
        throw new Error(noticed)
      },
    })
  } catch (error) {
    noticed ??= `the simulation breaks: ${String(error).slice(0, 100)}`
  }
  return noticed
}

process.once('message', async (asked: string[] | null) => {
  if (asked === null) {
    const reach = await reachOf(all)
    const violated = await played(null)
    await tell(violated === null ? { reached: await reach.taken() } : { broken: violated })
  } else {
    for (const id of asked)
      await tell({ id, noticed: await played(all.find((mutant) => mutant.id === id)!) })
    // The code as it is must still pass, or what was noticed was something else.
    await tell({ id: null, noticed: await played(null) })
  }
  process.exit(0)
})
