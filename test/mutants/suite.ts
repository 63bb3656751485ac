/**
 * A replacement for Vitest when tests run over changes: it collects the tests of a file and runs
 * some of them in order. Vitest itself starts a worker for each file, which takes longer than most
 * tests. It has only what the tests of the payment path use.
 */
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

// The address by which nothing of it is ever replaced.
const real = (await import(
  pathToFileURL(
    createRequire(import.meta.url)
      .resolve('vitest/package.json')
      .replace('package.json', 'dist/index.js'),
  ).href
)) as typeof import('vitest')
export const { expect, vi } = real

type Work = () => unknown
type Options = number | { timeout?: number } | undefined

interface Test {
  name: string
  work: Work
  isSkipped: boolean
  timeoutMs: number
}
interface Suite {
  name: string
  isSkipped: boolean
  parts: (Test | Suite)[]
  hooks: Record<'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach', Work[]>
}

const TEST_MS = 20_000
const newSuite = (name: string, isSkipped: boolean): Suite => ({
  name,
  isSkipped,
  parts: [],
  hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] },
})
let open: Suite = newSuite('', false)

const hook = (name: keyof Suite['hooks']) => (work: Work) => void open.hooks[name].push(work)
export const beforeAll = hook('beforeAll')
export const afterAll = hook('afterAll')
export const beforeEach = hook('beforeEach')
export const afterEach = hook('afterEach')

type Declare = (name: string, one: Options | Work, other?: Options | Work) => void
type Each = (
  rows: readonly unknown[],
) => (
  name: string,
  one: Options | ((...row: never[]) => unknown),
  other?: Options | ((...row: never[]) => unknown),
) => void

function declaring(
  declare: (name: string, work: Work, options: Options, isSkipped: boolean) => void,
) {
  const sorted = (one: unknown, other: unknown) =>
    typeof one === 'function'
      ? { work: one as Work, options: other as Options }
      : { work: other as Work, options: one as Options }
  const plain =
    (isSkipped: boolean): Declare =>
    (name, one, other) => {
      const { work, options } = sorted(one, other)
      declare(name, work, options, isSkipped)
    }
  const each =
    (isSkipped: boolean): Each =>
    (rows) =>
    (name, one, other) => {
      const { work, options } = sorted(one, other)
      rows.forEach((row, index) => {
        const given = Array.isArray(row) ? (row as never[]) : [row as never]
        declare(
          `${name} [${index}]`,
          () => (work as (...row: never[]) => unknown)(...given),
          options,
          isSkipped,
        )
      })
    }
  const withSkip = (isSkipped: boolean) =>
    Object.assign(plain(isSkipped), { each: each(isSkipped) })
  return Object.assign(withSkip(false), {
    skipIf: (condition: unknown) => withSkip(Boolean(condition)),
    skip: withSkip(true),
  })
}

function declareTest(name: string, work: Work, options: Options, isSkipped: boolean): void {
  const timeoutMs = (typeof options === 'number' ? options : options?.timeout) ?? TEST_MS
  open.parts.push({ name, work, isSkipped, timeoutMs: Math.min(timeoutMs, TEST_MS) })
}
export const it = declaring(declareTest)
export const test = declaring(declareTest)
export const describe = declaring((name, work, _, isSkipped) => {
  const around = open
  open = newSuite(name, isSkipped || around.isSkipped)
  around.parts.push(open)
  work()
  open = around
})

/** Returns the tests that a file declares while `load` imports it. */
export async function collected(load: () => Promise<unknown>): Promise<Suite> {
  open = newSuite('', false)
  const suite = open
  await load()
  return suite
}

export interface Ran {
  name: string
  ms: number
  /** Failure; `null` if it passed. */
  failure: string | null
  /** Something of it may still be going on. */
  isHanging: boolean
}

/** @param isWanted by its name, those of its suites before it */
export async function run(
  suite: Suite,
  {
    isWanted,
    isBailing,
    limitMs = () => TEST_MS,
    onBegun,
    onTest,
  }: {
    isWanted: (name: string) => boolean
    isBailing: boolean
    /** How long a test may take, at most what it says itself. */
    limitMs?: (name: string) => number
    /** Called after the hooks before all tests of a suite. */
    onBegun?: () => Promise<void>
    onTest: (ran: Ran) => Promise<void>
  },
): Promise<Ran | null> {
  let failed: Ran | null = null
  const nameOf = (above: string, { name }: { name: string }) =>
    above === '' ? name : `${above} > ${name}`
  const isAnyWanted = (part: Test | Suite, above: string): boolean => {
    if (part.isSkipped) return false
    const name = nameOf(above, part)
    return 'work' in part ? isWanted(name) : part.parts.some((each) => isAnyWanted(each, name))
  }

  async function runSuite(of: Suite, above: string, around: readonly Suite[]): Promise<void> {
    const name = nameOf(above, of)
    const cleanups: Work[] = []
    const all = [...around, of]
    const begun = performance.now()
    let failure = await failureOf(async () => {
      for (const work of of.hooks.beforeAll) {
        const cleanup = await work()
        if (typeof cleanup === 'function') cleanups.push(cleanup as Work)
      }
    }, 3 * TEST_MS)
    await onBegun?.()
    for (const part of failure === null ? of.parts : []) {
      if (isBailing && failed) break
      if (!isAnyWanted(part, name)) continue
      if ('work' in part) await runTest(part, nameOf(name, part), all)
      else await runSuite(part, name, all)
    }
    const ending = await failureOf(async () => {
      for (const work of [...of.hooks.afterAll].reverse()) await work()
      for (const work of cleanups.reverse()) await work()
    }, 3 * TEST_MS)
    failure ??= ending
    if (failure !== null)
      failed ??= { name: `${name} (around its tests)`, ms: performance.now() - begun, ...failure }
  }

  async function runTest(part: Test, name: string, around: readonly Suite[]): Promise<void> {
    const begun = performance.now()
    const before = await failureOf(async () => {
      for (const { hooks } of around) for (const work of hooks.beforeEach) await work()
    }, TEST_MS)
    const during =
      before ??
      (await failureOf(
        async () => void (await part.work()),
        Math.min(part.timeoutMs, limitMs(name)),
      ))
    const after = await failureOf(async () => {
      for (const { hooks } of [...around].reverse())
        for (const work of [...hooks.afterEach].reverse()) await work()
    }, TEST_MS)
    const ran = {
      name,
      ms: performance.now() - begun,
      ...(during ?? after ?? { failure: null, isHanging: false }),
    }
    if (ran.failure !== null) failed ??= ran
    await onTest(ran)
  }

  if (isAnyWanted({ ...suite, name: '' }, '')) await runSuite(suite, '', [])
  return failed
}

/** Limits the waiting time of a test, not time in which other work uses the machine. */
async function failureOf(
  work: () => Promise<void>,
  withinMs: number,
): Promise<{ failure: string; isHanging: boolean } | null> {
  const idleMs = () => performance.eventLoopUtilization().idle
  const begunMs = idleMs()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setInterval(() => idleMs() - begunMs > withinMs && resolve('late'), 250)
  })
  try {
    if ((await Promise.race([work(), late])) === 'late')
      return { failure: `not done, and waits for ${Math.round(withinMs)} ms`, isHanging: true }
    return null
  } catch (error) {
    return {
      failure: (error instanceof Error ? `${error.name}: ${error.message}` : inspect(error)).slice(
        0,
        300,
      ),
      isHanging: false,
    }
  } finally {
    clearInterval(timer)
  }
}
