/** The simulation as parts of `npm run prove`. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Given, Proof } from '../prove/parts.ts'
import { BUGS } from './bugs.ts'
import { readProgress, run, tellOne, writeProgress } from './run.ts'
import { shrink } from './shrink.ts'

const numberOf = (given: Given, name: string) =>
  given[name] === undefined ? null : Number(given[name])

export const simulation: Proof = async (given, print) => {
  const seed = numberOf(given, 'seed') ?? 1
  const only = numberOf(given, 'only')
  if (only !== null) {
    const played = await tellOne(seed, only, given.shrink === true)
    for (const line of played.story) print(line)
    print(
      played.violation
        ? `violated: ${played.violation.name}: ${played.violation.detail}`
        : 'nothing was violated',
    )
    return played.violation === null
  }
  const file = typeof given.state === 'string' ? given.state : null
  const progress = readProgress(file, seed)
  const before = { schedules: progress.schedules, violations: progress.violations.length }
  const told = new Set<string>()
  await run({
    progress,
    schedules: numberOf(given, 'schedules') ?? 500,
    deadlineMs: performance.now() + 1000 * (numberOf(given, 'seconds') ?? Number.POSITIVE_INFINITY),
    onProgress: () => file !== null && writeProgress(file, progress),
    async onViolation(played, schedule, ledger) {
      const { name, detail } = played.violation!
      print(`violated in schedule ${schedule} of seed ${progress.seed}: ${name}: ${detail}`)
      if (told.has(name)) return
      told.add(name)
      for (const line of (await shrink(ledger, played)).story) print(line)
    },
  })
  print(`seed ${progress.seed}, schedules ${before.schedules} to ${progress.schedules - 1}`)
  print(`${progress.schedules - before.schedules} schedules`)
  print(`${progress.violations.length - before.violations} violations`)
  if (file !== null) {
    print(
      `in all of ${file}: ${progress.schedules} schedules of ${progress.steps} steps in ${Math.round(progress.seconds)} s, ${progress.violations.length} violations`,
    )
  }
  print('faults that truly happened:')
  for (const [fault, count] of Object.entries(progress.faults).sort(
    (one, other) => other[1] - one[1],
  ))
    print(`${String(count).padStart(10)}  ${fault}`)
  return progress.violations.length === before.violations
}

/** Report of a child that hunts one fault. */
export interface Hunted {
  schedule: number | null
  violation: string | null
  story: readonly string[]
}

export const mutations: Proof = async (given, print) => {
  const only = typeof given.only === 'string' ? given.only : null
  const hunted = BUGS.filter(({ name }) => only === null || name === only)
  if (hunted.length === 0)
    throw new Error(`there is no fault named ${only}: ${BUGS.map(({ name }) => name).join(', ')}`)
  let missed = 0
  for (const { name } of hunted) {
    const found = await huntInChild(
      name,
      numberOf(given, 'seed') ?? 1,
      numberOf(given, 'schedules') ?? 20_000,
      only !== null,
    )
    if (found.schedule === null) missed += 1
    print(
      `${name}: ${found.schedule === null ? 'NOT FOUND' : `found in schedule ${found.schedule + 1}: ${found.violation}`}`,
    )
    if (only !== null) for (const line of found.story) print(line)
  }
  print(`${hunted.length - missed} of ${hunted.length} faults found`)
  return missed === 0
}

/** Hunts in a separate process, whose source text is patched at load time. */
export function huntInChild(
  name: string,
  seed: number,
  schedules: number,
  isTold = false,
): Promise<Hunted> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'bug-child.ts'),
      name,
      String(seed),
      String(schedules),
      ...(isTold ? ['told'] : []),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output) as Hunted)
      else reject(new Error(`the hunt for "${name}" ended with ${code}`))
    })
  })
}
