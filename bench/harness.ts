/**
 * The form of every bench: a subject and its peer are measured in turns in every round, and figures
 * are made of the rounds. A bench is a module of this folder that exports `bench: Bench`; `run.ts`
 * finds it by its name.
 */

/** Values by name, of one round. */
export type Measurements = Readonly<Record<string, number>>

export type Unit = 'ratio' | 'us' | 'ms' | 'MiB' | 'a second'

export interface FigureSpec {
  /** Measurement that is shown. */
  of: string
  /** Measurement of the same round by which it is divided. */
  over?: string
  unit: Unit
  /** Missing it fails the run; a figure without one is information. */
  aim?: { atLeast: number } | { atMost: number }
  /** Measurement of the share of its core that a server used: under 1, there was another limit. */
  busy?: string
}

export interface Bench {
  /** Subject and peer, in one line. */
  title: string
  rounds: number
  /**
   * Where a round is measured: in a new process, which has done one round before; in processes that
   * the round starts; or in one process for all rounds, because the setup takes long.
   */
  in: 'a new process' | 'its own processes' | 'one process'
  figures: Readonly<Record<string, FigureSpec>>
  setup(): Promise<Prepared>
}

export interface Prepared {
  /** A measurement that this machine cannot make is left out, and so are its figures. */
  round(): Promise<Measurements>
  close(): unknown
}

/** Number of rows of a bench that has any size: `BENCH_ROWS`, which `scale` sets. */
export const rowsOr = (usual: number) => Number(process.env.BENCH_ROWS ?? usual)

/**
 * Number of rounds: `BENCH_ROUNDS` for all benches, as few as `scale` has time for or as many as
 * decide an aim.
 */
export const roundsOr = (usual: number) => Number(process.env.BENCH_ROUNDS ?? usual)

/** Engines to measure: `BENCH_ENGINES`, separated by commas. */
export const ENGINES = (process.env.BENCH_ENGINES ?? 'sqlite,postgres').split(',')

/** Ratio of two measurements by the form that most benches use. */
export const ratio = (of: string, over: string, more: Partial<FigureSpec> = {}): FigureSpec => ({
  of,
  over,
  unit: 'ratio',
  ...more,
})

/** CPU of one call in microseconds, the collector's threads included. */
export async function cpuUs(call: () => unknown, times = 1): Promise<number> {
  const before = process.cpuUsage()
  for (let turn = 0; turn < times; turn += 1) {
    const outcome = call()
    if (outcome instanceof Promise) await outcome
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Says on stderr what a long setup has done. */
export function progress(done: string): void {
  const { user, system } = process.cpuUsage()
  console.error(
    `  ${new Date().toISOString().slice(11, 19)} ${done} (${Math.round((user + system) / 1e6)} s of CPU)`,
  )
}
