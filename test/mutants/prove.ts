/**
 * `npm run prove -- mutations`. Each generated change is shown to the tests that cost least, then
 * to schedules, then to all other tests, until it is noticed; and of
 * all these only to what comes by it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Proof } from '../prove/parts.ts'
import { mutations as planted } from '../simulation/prove.ts'
import { type Mutant, mutants, ROOT } from './mutants.ts'
import type { Answer, Asked, TestsReached } from './test-child.ts'
import { CHAIN_TESTS, TESTS } from './tests.ts'

/** One process plays over so many: what is loaded for them is never dropped. */
const BATCH = 40
const LARGEST_BYTES = 1_200_000_000
/**
 * CPU time after which a change counts as stuck. It is not elapsed time, because the machine may
 * have other work.
 */
const STUCK_MS = 30_000
const REACH_MS = 400_000
/** Elapsed time without any output. */
const SILENT_MS = 600_000

/** The tests that cost least, so much of them for each change, come before schedules. */
const QUICK_MS = 1200

/** For each change its finder, or `null`. */
type Verdicts = Record<string, string | null>
interface State {
  /** Hash of the changed code. */
  code: string
  quickly: Verdicts
  schedules: Verdicts
  /** Verdicts of all other tests. */
  slowly: Verdicts
}
/** In a separate file, because it is large and written once. */
interface Reached {
  schedules: string[] | null
  tests: Record<string, TestsReached>
}

export const mutations: Proof = (given, print) =>
  given.kind === 'generated' ? generated(given, print) : planted(given, print)

const generated: Proof = async (given, print) => {
  const everything = mutants()
  const code = createHash('sha256')
  for (const file of new Set(everything.map(({ file }) => file)))
    code.update(readFileSync(join(ROOT, file)))
  const file = typeof given.state === 'string' ? given.state : null
  const state = read<State>(file, {
    code: code.copy().digest('hex'),
    quickly: {},
    schedules: {},
    slowly: {},
  })
  if (state.code !== code.digest('hex'))
    throw new Error(`${file} is of other code: begin a new one`)
  const reachedFile = file === null ? null : `${file}.reached`
  const reached = read<Reached>(reachedFile, { schedules: null, tests: {} })
  const deadlineMs = performance.now() + 1000 * Number(given.seconds ?? Number.POSITIVE_INFINITY)
  const round: Round = {
    state,
    reached,
    keep: () => write(file, state),
    keepReached: () => write(reachedFile, reached),
    isLate: () => performance.now() > deadlineMs,
    all: everything.filter(({ id }) =>
      id.includes(typeof given.only === 'string' ? given.only : ''),
    ),
    print,
  }
  const stage = typeof given.stage === 'string' ? given.stage : null
  const tests = [...TESTS, ...(given.chain === true ? CHAIN_TESTS : [])]
  const some =
    typeof given.tests === 'string'
      ? tests.filter((each) => each.includes(given.tests as string))
      : null
  if (stage === null || stage === 'quickly') await byTests(round, 'quickly', TESTS)
  if (stage === null || stage === 'schedules')
    await bySchedules(round, Number(given.seed ?? 1), Number(given.schedules ?? 100))
  if (stage === null || stage === 'slowly')
    await byTests(round, 'slowly', some ?? tests, some !== null)
  return told(round)
}

function read<Content>(file: string | null, empty: Content): Content {
  return file !== null && existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Content)
    : empty
}

function write(file: string | null, content: object): void {
  if (file === null) return
  writeFileSync(`${file}.new`, JSON.stringify(content, null, 1))
  renameSync(`${file}.new`, file)
}

interface Round {
  state: State
  reached: Reached
  keep: () => void
  keepReached: () => void
  isLate: () => boolean
  all: readonly Mutant[]
  print: (line: string) => void
}

const STAGES = ['quickly', 'schedules', 'slowly'] as const

/** Not noticed so far. */
const isLeft = (state: State, { id }: Mutant) => STAGES.every((stage) => !state[stage][id])

function told({ state, reached, all, print }: Round): boolean {
  const isMet = new Set(reached.schedules)
  for (const stage of STAGES) {
    const judged = all.filter(({ id }) => state[stage][id] !== undefined)
    const noticed = judged.filter(({ id }) => state[stage][id] !== null)
    const met =
      stage === 'schedules'
        ? `, of which schedules come by ${judged.filter(({ id }) => isMet.has(id)).length}`
        : ''
    print(`${stage}: ${judged.length} of ${all.length} judged${met}, ${noticed.length} noticed`)
  }
  const survivors = all.filter(
    (mutant) => isLeft(state, mutant) && STAGES.every((stage) => state[stage][mutant.id] === null),
  )
  for (const { id } of survivors) print(`survives: ${id}`)
  print(`${survivors.length} survive`)
  return survivors.length === 0
}

async function bySchedules(round: Round, seed: number, schedules: number): Promise<void> {
  const { state, reached, keep, keepReached, isLate, all } = round
  if (reached.schedules === null) {
    const child = playing(seed, schedules)
    child.send(null as never)
    const heard = (await hearing(child)(REACH_MS)) as { reached?: string[] } | undefined
    child.kill('SIGKILL')
    if (!heard?.reached)
      throw new Error(`the simulation finds fault with the code as it is: ${JSON.stringify(heard)}`)
    reached.schedules = heard.reached
    keepReached()
  }
  const isReached = new Set(reached.schedules)
  for (const { id } of all) if (!isReached.has(id)) state.schedules[id] ??= null
  keep()
  for (;;) {
    const left = all
      .filter((mutant) => isLeft(state, mutant) && state.schedules[mutant.id] === undefined)
      .map(({ id }) => id)
    if (left.length === 0 || isLate()) break
    await playBatch(left.slice(0, BATCH), seed, schedules, (id, noticed) => {
      state.schedules[id] = noticed
      keep()
      return !isLate()
    })
  }
}

const playing = (seed: number, schedules: number) =>
  fork(join(import.meta.dirname, 'mutant-child.ts'), [String(seed), String(schedules)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/** A change that breaks or hangs the process counts as noticed; the next batch goes on. */
async function playBatch(
  ids: readonly string[],
  seed: number,
  schedules: number,
  onVerdict: (id: string, noticed: string | null) => boolean,
): Promise<void> {
  const child = playing(seed, schedules)
  child.send(ids as never)
  const hear = hearing(child)
  let done = 0
  try {
    for (;;) {
      const message = (await hear(STUCK_MS)) as
        | { id: string | null; noticed: string | null }
        | undefined
      if (!message) break
      const { id, noticed } = message
      if (id === null) {
        if (noticed !== null)
          throw new Error(`the simulation finds fault with the code as it is: ${noticed}`)
        return
      }
      done += 1
      if (!onVerdict(id, noticed)) return
    }
    if (done < ids.length) onVerdict(ids[done]!, 'the simulation ends or hangs')
  } finally {
    child.kill('SIGKILL')
  }
}

/**
 * Reads what a process says; undefined when it has ended, or has worked for too long without a
 * word.
 */
function hearing(child: ChildProcess): (stuckMs: number) => Promise<unknown> {
  const said: unknown[] = []
  let isOver = false
  let wake = () => {}
  child.on('message', (message) => {
    said.push(message)
    wake()
  })
  child.on('close', () => {
    isOver = true
    wake()
  })
  return async (stuckMs) => {
    const [begunMs, workedMs] = [performance.now(), workedBy(child)]
    while (said.length === 0 && !isOver) {
      if (workedBy(child) - workedMs > stuckMs || performance.now() - begunMs > SILENT_MS)
        return undefined
      const heard = Promise.withResolvers<void>()
      wake = heard.resolve
      const timer = setTimeout(heard.resolve, 1000)
      await heard.promise
      clearTimeout(timer)
    }
    return said.shift()
  }
}

/** How much of a core it has used, as Linux counts it: in hundredths of a second. */
function workedBy({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return 0
  }
}

/** A process that runs tests; another one when it broke, is stuck or has grown. */
function createTester() {
  let child: ChildProcess | null = null
  let hear: ReturnType<typeof hearing>
  let runs = 0

  const stop = () => {
    child?.kill('SIGKILL')
    child = null
    runs = 0
  }
  return {
    stop,
    /** How much was run in the process of now. */
    runs: () => runs,
    async ask(asked: Asked, stuckMs: number): Promise<Answer> {
      if (child === null) {
        child = fork(join(import.meta.dirname, 'test-child.ts'), {
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        })
        hear = hearing(child)
      }
      runs += 1
      child.send(asked)
      const answer = ((await hear(stuckMs)) as Answer | undefined) ?? { broken: 'it ends or hangs' }
      if (
        'broken' in answer ||
        ('failed' in answer && answer.failed?.isHanging) ||
        sizeOf(child) > LARGEST_BYTES
      )
        stop()
      return answer
    },
  }
}

function sizeOf({ pid }: ChildProcess): number {
  try {
    return (
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    )
  } catch {
    return 0
  }
}

type Tester = ReturnType<typeof createTester>

async function byTests(
  round: Round,
  stage: 'quickly' | 'slowly',
  files: readonly string[],
  areSome = false,
): Promise<void> {
  const { state, reached, keep, keepReached, isLate, all, print } = round
  const tester = createTester()
  try {
    for (const file of files) {
      if (reached.tests[file] || isLate()) continue
      // In a separate process, without leftovers of other tests.
      tester.stop()
      const answer = await tester.ask({ reach: file }, REACH_MS)
      if (!('reached' in answer)) throw new Error(`${file}: ${JSON.stringify(answer)}`)
      reached.tests[file] = answer.reached
      const { failing } = answer.reached
      if (failing.length > 0)
        print(`not asked, for they fail here without any change: ${file}: ${failing.join('; ')}`)
      keepReached()
    }
    tester.stop()
    const known = files.flatMap((file) => reached.tests[file] ?? [])
    const successes = new Map<string, number>()
    for (const mutant of all) {
      if (isLate()) break
      if (!isLeft(state, mutant) || state[stage][mutant.id] !== undefined) continue
      const noticed = await noticedBy(
        tester,
        mutant,
        chosen(mutant, known, areSome ? null : stage),
        successes,
      )
      // What some tests do not notice others may.
      if (noticed === null && areSome) continue
      state[stage][mutant.id] = noticed
      if (noticed !== null)
        successes.set(fileOf(noticed), (successes.get(fileOf(noticed)) ?? 0) + 1)
      keep()
    }
  } finally {
    tester.stop()
  }
}

const fileOf = (noticed: string) => noticed.split(': ', 1)[0]!

interface Chosen {
  file: string
  /** How long each took without a change, in milliseconds. */
  names: Readonly<Record<string, number>>
  costMs: number
}

/** Selects the tests that reach the change: the cheapest first, then the rest; or all. */
function chosen(
  { id }: Mutant,
  known: readonly TestsReached[],
  stage: 'quickly' | 'slowly' | null,
): Chosen[] {
  const all = known
    .map(({ file, aroundMs, tests, failing }) => {
      const able = tests.filter(
        ({ name, reached }) => reached.includes(id) && !failing.includes(name),
      )
      const costMs = able.reduce((sum, { ms }) => sum + ms, aroundMs)
      return {
        file,
        names: Object.fromEntries(able.map(({ name, ms }) => [name, ms])),
        costMs,
        count: able.length,
      }
    })
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.costMs - other.costMs)
  let sumMs = 0
  const isQuick = all.map(({ costMs }) => {
    sumMs += costMs
    return sumMs <= QUICK_MS
  })
  return all.filter((_, index) => stage === null || isQuick[index] === (stage === 'quickly'))
}

/**
 * Which test fails, first of all in the files that cost least for what they have noticed so far.
 */
async function noticedBy(
  tester: Tester,
  mutant: Mutant,
  files: readonly Chosen[],
  successes: ReadonlyMap<string, number>,
): Promise<string | null> {
  const rank = ({ file, costMs }: Chosen) => costMs / (1 + (successes.get(file) ?? 0))
  for (const { file, names, costMs } of files.toSorted((one, other) => rank(one) - rank(other))) {
    const limits = Object.fromEntries(
      Object.entries(names).map(([name, ms]) => [name, 1500 + 5 * ms]),
    )
    const why = await failureIn(
      tester,
      { mutant: mutant.id, file, names: limits },
      15_000 + 10 * costMs,
    )
    if (why !== null) return `${file}: ${why}`
  }
  return null
}

/** Returns a test that fails with the change and passes without it. */
async function failureIn(
  tester: Tester,
  asked: Extract<Asked, { file: string }>,
  stuckMs: number,
): Promise<string | null> {
  let names = asked.names
  for (;;) {
    const isAlone = tester.runs() === 0
    const answer = await tester.ask({ ...asked, names }, stuckMs)
    if ('reached' in answer) throw new Error('it was not asked that')
    if ('broken' in answer) {
      // What an earlier change left behind may have broken it.
      if (isAlone) return answer.broken
      tester.stop()
      continue
    }
    const { failed, ran } = answer
    if (failed === null) return null
    const asItWas =
      ran.length > 0 ? Object.fromEntries(ran.map((name) => [name, asked.names[name]!])) : names
    const control = await tester.ask({ mutant: null, file: asked.file, names: asItWas }, stuckMs)
    if ('failed' in control && control.failed === null) return `${failed.name}: ${failed.why}`
    tester.stop()
    if (!isAlone) continue
    // Not by the change, then: without that test.
    if (names[failed.name] === undefined) return null
    names = Object.fromEntries(Object.entries(names).filter(([name]) => name !== failed.name))
  }
}
