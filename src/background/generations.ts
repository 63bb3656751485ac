/**
 * The generation that answers are read from. The next one is built next to it, checked, and swapped
 * in one step.
 */
import type { Log } from '../observe/log.ts'

export interface Generations<G> {
  /** Null until the first one was built. */
  current(): G | null
  /**
   * Builds when `version` is another than the last one that was built, served or refused; single
   * flight. True when a generation was swapped in. `build` gives null where there is nothing to
   * build from. @throws what `build` throws; the old one goes on serving.
   */
  follow(version: string, build: () => Promise<G | null>): Promise<boolean>
}

export interface GenerationOptions<G> {
  /** Name in log lines. */
  name: string
  log: Log
  /**
   * Returns the reason to refuse the next generation, or `null`. Called only while one is served.
   */
  fault?: (serving: G, next: G) => string | null
  /** Figures for the log. */
  describe?: (generation: G) => object
  /**
   * Runs once the next one was accepted and before (`serving` null: in place of nothing) it serves.
   */
  prepare?: (next: G, serving: G | null) => Promise<void>
  /**
   * Releases the resources of a generation that was replaced or refused. For generations that no
   * caller uses across an `await`.
   */
  release?: (generation: G) => void
}

export function createGenerations<G>({
  name,
  log,
  fault,
  describe,
  prepare,
  release,
}: GenerationOptions<G>): Generations<G> {
  let serving: G | null = null
  let built: string | null = null
  let flight: Promise<boolean> | null = null

  async function replace(version: string, build: () => Promise<G | null>): Promise<boolean> {
    if (version === built) return false
    const next = await build()
    if (next === null) return false
    const problem = serving === null ? null : (fault?.(serving, next) ?? null)
    if (problem !== null) {
      // Refused until there is other data: the same rows would give the same generation.
      built = version
      log.error(
        { generation: name, fault: problem, ...describe?.(next) },
        'the new generation was refused, the old one goes on serving',
      )
      release?.(next)
      return false
    }
    await prepare?.(next, serving)
    const former = serving
    serving = next
    if (former !== null) release?.(former)
    built = version
    log.info({ generation: name, version, ...describe?.(next) }, 'generation swapped in')
    return true
  }

  return {
    current: () => serving,
    follow(version, build) {
      flight ??= replace(version, build).finally(() => {
        flight = null
      })
      return flight
    },
  }
}
