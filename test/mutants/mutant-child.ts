/**
 * Plays schedules over mutants, one after the other: `node mutant-child.ts SEED SCHEDULES`, their ids as a JSON list on stdin. Prints a line of JSON for each. Of what the
 * service consists of, only what decides about money is loaded anew for each, under an address of its own: that costs a twentieth of a process.
 */
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { applied, type Mutant, mutants, ROOT } from './mutants.ts'

export interface Verdict {
  id: string
  /** Which schedule was violated, and how; null: none was. */
  noticed: string | null
}

const [seed, schedules] = process.argv.slice(2).map(Number) as [number, number]
const wanted = new Map((JSON.parse(await text(process.stdin)) as string[]).map((id, order) => [id, order]))
const asked = mutants()
  .filter(({ id }) => wanted.has(id))
  .sort((one, other) => wanted.get(one.id)! - wanted.get(other.id)!)

const FRESH = ['src/payments/', 'src/store/ledger/', 'src/api/', 'test/simulation/'].map((folder) => pathToFileURL(join(ROOT, folder)).href)
/** Terms take longer to build than schedules to play: anew only where they may be others. */
const MENU = pathToFileURL(join(ROOT, 'test/simulation/menu.ts')).href
const ON_THE_MENU = /payments\/(terms|discovery|refusal|wire|offer-receipt|evm\/requirements)\.ts$/

let current: Mutant | null = null
const stripped = new Map<string, string>()

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const query = context.parentURL?.split('?')[1] ?? ''
    if (!query.startsWith('mutant=') || !FRESH.some((folder) => found.url.startsWith(folder))) return found
    if (found.url === MENU && !ON_THE_MENU.test(current!.file)) return found
    return { ...found, url: `${found.url}?${query}` }
  },
  load(url, context, next) {
    const [address, query] = url.split('?')
    if (!query?.startsWith('mutant=')) return next(url, context)
    const path = fileURLToPath(address!)
    const isMutated = current !== null && path === join(ROOT, current.file)
    const source = isMutated
      ? plain(applied(current!, readFileSync(path, 'utf8')))
      : (stripped.get(path) ?? plain(readFileSync(path, 'utf8')))
    if (!isMutated) stripped.set(path, source)
    return { format: 'module', source, shortCircuit: true }
  },
})

const plain = (source: string) => stripTypeScriptTypes(source)

const tell = (verdict: Verdict) => new Promise((done) => process.stdout.write(`${JSON.stringify(verdict)}\n`, done))

// What breaks outside of any promise leaves a schedule that never ends: the rest is another process's.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    void tell({ id: current!.id, noticed: `${event}: ${String(error).slice(0, 100)}` }).then(() => process.exit(0))
  })
}

for (const mutant of asked) {
  current = mutant
  let noticed: string | null = null
  try {
    const { run, readProgress } = (await import(
      `../simulation/run.ts?mutant=${wanted.get(mutant.id)}`
    )) as typeof import('../simulation/run.ts')
    const progress = readProgress(null, seed)
    await run({
      progress,
      schedules,
      deadlineMs: Number.POSITIVE_INFINITY,
      async onViolation(played, schedule) {
        noticed = `schedule ${schedule}: ${played.violation!.name}`
        throw new Error(noticed)
      },
    })
  } catch (error) {
    if (noticed === null) noticed = `the simulation breaks: ${String(error).slice(0, 100)}`
  }
  await tell({ id: mutant.id, noticed })
}
process.exit(0)
