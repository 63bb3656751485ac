/**
 * Runs tests over changes, one after the other, in this process: a message for each, answered by
 * what came of it.
 */
import { createLoading } from './loading.ts'
import { type Mutant, mutants } from './mutants.ts'
import { reachOf } from './reach.ts'
import { collected, type Ran, run } from './suite.ts'

export interface TestsReached {
  file: string
  /** How long the file takes besides its tests, when what it shares with others is loaded. */
  aroundMs: number
  tests: { name: string; ms: number; reached: string[] }[]
  /** Tests that fail without any change, here. */
  failing: string[]
}

/**
 * `mutant` null: the code as it is. `names`: of the tests that are to run, each with the time it
 * may take.
 */
export type Asked =
  | { reach: string }
  | { mutant: string | null; file: string; names: Record<string, number> }
export type Answer =
  | { reached: TestsReached }
  /** `run`: what ran up to the first that failed, that one last. */
  | { failed: { name: string; why: string; isHanging: boolean } | null; ran: string[] }
  /** Something broke outside of any test. */
  | { broken: string }

const all = new Map(mutants().map((mutant) => [mutant.id, mutant]))
const loading = createLoading({
  folders: ['src/', 'test/', 'sandbox/'],
  isKept: (url) => url.includes('/test/mutants/'),
  instead: { vitest: 'test/mutants/suite.ts' },
})

const tell = (answer: Answer) => void process.send!(answer)

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) =>
    tell({ broken: `${event}: ${String(error).slice(0, 200)}` }),
  )
}

const collect = (file: string, mutant: Mutant | null) => collected(() => loading.anew(file, mutant))

/** Servers are another engine's matter, and slow. */
const isHere = (name: string) => !name.includes('postgres')

async function reached(file: string): Promise<TestsReached> {
  // The first time loads what all share.
  await collect(file, null)
  const reach = await reachOf([...all.values()])
  const begun = performance.now()
  const suite = await collect(file, null)
  // What runs before any test is there for all that follow.
  const around = new Set<string>(await reach.taken())
  const rans: (Ran & { reached: string[] })[] = []
  const whole = await run(suite, {
    isWanted: isHere,
    isBailing: false,
    onBegun: async () => {
      for (const id of await reach.taken()) around.add(id)
    },
    onTest: async (ran) =>
      void rans.push({ ...ran, reached: [...new Set([...(await reach.taken()), ...around])] }),
  })
  const failing = rans.filter(({ failure }) => failure !== null).map(({ name }) => name)
  if (whole && failing.length === 0) failing.push(...rans.map(({ name }) => name))
  return {
    file,
    aroundMs: performance.now() - begun - rans.reduce((sum, { ms }) => sum + ms, 0),
    tests: rans.map(({ name, ms, reached }) => ({ name, ms, reached })),
    failing,
  }
}

async function judged(asked: Extract<Asked, { file: string }>): Promise<Answer> {
  const ran: string[] = []
  try {
    const suite = await collect(asked.file, asked.mutant === null ? null : all.get(asked.mutant)!)
    const failed = await run(suite, {
      isWanted: (name) => asked.names[name] !== undefined,
      isBailing: true,
      limitMs: (name) => asked.names[name]!,
      onTest: async ({ name }) => void ran.push(name),
    })
    return {
      failed: failed && { name: failed.name, why: failed.failure!, isHanging: failed.isHanging },
      ran,
    }
  } catch (error) {
    return {
      failed: {
        name: `${asked.file} (loading it)`,
        why: String(error).slice(0, 200),
        isHanging: false,
      },
      ran,
    }
  }
}

process.on('message', (asked: Asked) => {
  const answering =
    'reach' in asked ? reached(asked.reach).then((each) => ({ reached: each })) : judged(asked)
  answering.then(tell, (error: unknown) => tell({ broken: String(error).slice(0, 200) }))
})
