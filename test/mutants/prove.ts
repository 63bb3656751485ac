/** `npm run prove -- mutations`. Of the generated ones each is shown to some schedules first, and what they do not notice to a quick part of the tests. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Proof } from '../prove/parts.ts'
import { mutations as planted } from '../simulation/prove.ts'
import { type Mutant, mutants, ROOT } from './mutants.ts'

/** What needs neither a chain nor a PostgreSQL server. */
const QUICK_TESTS = [
  'src/payments',
  'test/faults/lost-claims.test.ts',
  'test/faults/not-sent.test.ts',
  'test/faults/rebinding.test.ts',
  'test/faults/validity.test.ts',
  'test/faults/chain-trouble.test.ts',
  'test/faults/repetitions.test.ts',
  'test/faults/ledger-breaks.test.ts',
  'test/dialect/claims.test.ts',
  'test/dialect/lifetimes.test.ts',
  'test/dialect/audit.test.ts',
  'test/dialect/ledger.test.ts',
]
const MUTANT_MS = 180_000

/** By mutant: who noticed it, or null. */
type Verdicts = Record<string, string | null>

export const mutations: Proof = (given, print) => (given.kind === 'generated' ? generated(given, print) : planted(given, print))

const generated: Proof = async (given, print) => {
  const file = typeof given.state === 'string' ? given.state : null
  const verdicts: Verdicts = file !== null && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Verdicts) : {}
  const seed = Number(given.seed ?? 1)
  const deadlineMs = performance.now() + 1000 * Number(given.seconds ?? Number.POSITIVE_INFINITY)
  const only = typeof given.only === 'string' ? given.only : ''
  const all = shuffled(
    mutants().filter(({ id }) => id.includes(only)),
    seed,
  )
  for (const mutant of all) {
    if (performance.now() > deadlineMs) break
    if (verdicts[mutant.id] !== undefined) continue
    const noticed = (await bySchedules(mutant, seed, Number(given.schedules ?? 150))) ?? (await byTests(mutant))
    verdicts[mutant.id] = noticed
    if (noticed === null) print(`survives: ${mutant.id}`)
    if (file !== null) {
      writeFileSync(`${file}.new`, JSON.stringify(verdicts, null, 1))
      renameSync(`${file}.new`, file)
    }
  }
  const judged = all.filter(({ id }) => verdicts[id] !== undefined)
  const survivors = judged.filter(({ id }) => verdicts[id] === null)
  print(`${judged.length} of ${all.length} mutants judged, ${survivors.length} survive`)
  return survivors.length === 0
}

async function bySchedules({ id }: Mutant, seed: number, schedules: number): Promise<string | null> {
  const { code, output } = await ended([join(import.meta.dirname, 'mutant-child.ts'), id, String(seed), String(schedules)])
  if (code !== 0) return `the simulation ends with ${code}`
  return output === '' ? null : output
}

async function byTests({ id }: Mutant): Promise<string | null> {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const tests = [...QUICK_TESTS, '--testNamePattern', '^(?!.*postgres)']
  const { code, output } = await ended([vitest, 'run', '--config', join(import.meta.dirname, 'vitest.config.ts'), ...tests], { MUTANT: id })
  if (code === 0) return null
  return /FAIL\s+(.*)/.exec(output)?.[1] ?? `the tests end with ${code}`
}

/** Whatever hangs is noticed as well. */
function ended(args: readonly string[], environment: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...args], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MUTANT_MS,
    killSignal: 'SIGKILL',
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.resume()
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

/** So that however far a run comes, it has seen a bit of everything. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = seed >>> 0
  return list
    .map((item) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return { item, order: state }
    })
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item)
}
