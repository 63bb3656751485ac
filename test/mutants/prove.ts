/** `npm run prove -- mutations`. Of the generated ones each is shown to some schedules first, and what they do not notice to a quick part of the tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Proof } from '../prove/parts.ts'
import { mutations as planted } from '../simulation/prove.ts'
import type { Verdict } from './mutant-child.ts'
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

/** One process plays over so many: what is loaded for them is never dropped. */
const BATCH = 40

/** By mutant, who noticed it, or null: among the schedules, and among the tests of those that no schedule noticed. */
interface Verdicts {
  schedules: Record<string, string | null>
  tests: Record<string, string | null>
}

export const mutations: Proof = (given, print) => (given.kind === 'generated' ? generated(given, print) : planted(given, print))

const generated: Proof = async (given, print) => {
  const file = typeof given.state === 'string' ? given.state : null
  const verdicts: Verdicts =
    file !== null && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Verdicts) : { schedules: {}, tests: {} }
  const keep = () => {
    if (file === null) return
    writeFileSync(`${file}.new`, JSON.stringify(verdicts, null, 1))
    renameSync(`${file}.new`, file)
  }
  const seed = Number(given.seed ?? 1)
  const schedules = Number(given.schedules ?? 150)
  const deadlineMs = performance.now() + 1000 * Number(given.seconds ?? Number.POSITIVE_INFINITY)
  const isLate = () => performance.now() > deadlineMs
  const only = typeof given.only === 'string' ? given.only : ''
  const all = mutants().filter(({ id }) => id.includes(only))
  for (;;) {
    const batch = all.filter(({ id }) => verdicts.schedules[id] === undefined).slice(0, BATCH)
    if (batch.length === 0 || isLate()) break
    for await (const { id, noticed } of bySchedules(batch, seed, schedules)) {
      verdicts.schedules[id] = noticed
      keep()
      if (isLate()) break
    }
  }
  for (const mutant of given.schedulesOnly === true ? [] : all) {
    if (isLate()) break
    if (verdicts.schedules[mutant.id] !== null || verdicts.tests[mutant.id] !== undefined) continue
    const noticed = await byTests(mutant)
    verdicts.tests[mutant.id] = noticed
    keep()
    if (noticed === null) print(`survives: ${mutant.id}`)
  }
  const played = all.filter(({ id }) => verdicts.schedules[id] !== undefined)
  const bySome = played.filter(({ id }) => verdicts.schedules[id] !== null)
  const tested = played.filter(({ id }) => verdicts.tests[id] !== undefined)
  const survivors = tested.filter(({ id }) => verdicts.tests[id] === null)
  print(`${played.length} of ${all.length} mutants played, ${bySome.length} noticed by a schedule`)
  print(`of the other ${played.length - bySome.length} ${tested.length} shown to the tests, ${survivors.length} survive`)
  return survivors.length === 0
}

/** Stops at the first schedule that notices. Whoever breaks or hangs the process was noticed, and the next goes on. */
async function* bySchedules(batch: readonly Mutant[], seed: number, schedules: number): AsyncGenerator<Verdict> {
  const left = batch.map(({ id }) => id)
  while (left.length > 0) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'mutant-child.ts'), String(seed), String(schedules)], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    child.stdin.end(JSON.stringify(left))
    const stop = () => child.kill('SIGKILL')
    let hangs = setTimeout(stop, MUTANT_MS)
    const ended = once(child, 'close')
    try {
      let isFirst = true
      for await (const line of createInterface({ input: child.stdout })) {
        clearTimeout(hangs)
        hangs = setTimeout(stop, MUTANT_MS)
        const verdict = JSON.parse(line) as Verdict
        isFirst = false
        left.splice(left.indexOf(verdict.id), 1)
        yield verdict
      }
      await ended
      if (left.length > 0 && (isFirst || child.signalCode !== null)) yield { id: left.shift()!, noticed: 'the simulation ends or hangs' }
    } finally {
      clearTimeout(hangs)
      stop()
    }
  }
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
