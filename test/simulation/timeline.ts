/**
 * Virtual time: future events in order. Only `step` advances it, one event at a time, with all that
 * follows.
 */
import type { Timers } from '../../src/platform/timers.ts'

/** Something that runs code: a process from its start to its death. */
export interface Runner {
  readonly name: string
  alive: boolean
  /** Stopped until then: what is due happens afterwards. */
  pausedUntilMs: number
}

interface Due {
  atMs: number
  order: number
  /** Null: the world outside, which neither dies nor pauses. */
  by: Runner | null
  /** Goes on by itself for ever, so that waiting for it is no work. */
  background: boolean
  run: (() => void) | null
}

export class Timeline {
  nowMs: number
  fired = 0
  #order = 0
  #heap: Due[] = []
  #foreground = 0

  constructor(startMs: number) {
    this.nowMs = startMs
  }

  /** Whether anything is to happen besides what goes on for ever. */
  get busy(): boolean {
    return this.#foreground > 0
  }

  /** Returns what cancels it. */
  at(atMs: number, by: Runner | null, run: () => void, background = false): () => void {
    const due: Due = { atMs, order: this.#order++, by, background, run }
    if (!background) this.#foreground += 1
    this.#push(due)
    return () => {
      if (due.run !== null && !background) this.#foreground -= 1
      due.run = null
    }
  }

  /** A point at which others may come between. A runner that died never goes on from it. */
  point(by: Runner | null, delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.at(this.nowMs + delayMs, by, resolve)
    })
  }

  timersOf(by: Runner): Timers {
    return {
      sleep: (ms) => this.point(by, ms),
      after: (delayMs, run) => this.at(this.nowMs + delayMs, by, run, true),
      every: (intervalMs, run) => {
        let cancel = () => {}
        const next = () => {
          cancel = this.at(
            this.nowMs + intervalMs,
            by,
            () => {
              next()
              run()
            },
            true,
          )
        }
        next()
        return () => cancel()
      },
    }
  }

  /**
   * Runs what is due next, and all that follows from it without waiting. False: there is nothing
   * left before `untilMs`.
   */
  async step(untilMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    for (;;) {
      const due = this.#heap[0]
      if (!due) return false
      if (due.run === null || due.by?.alive === false) {
        this.#pop()
        if (due.run !== null && !due.background) this.#foreground -= 1
        continue
      }
      if (due.atMs > untilMs) return false
      this.#pop()
      if (due.by && due.by.pausedUntilMs > Math.max(due.atMs, this.nowMs)) {
        due.atMs = due.by.pausedUntilMs
        due.order = this.#order++
        this.#push(due)
        continue
      }
      if (due.atMs > this.nowMs) this.nowMs = due.atMs
      if (!due.background) this.#foreground -= 1
      const { run } = due
      due.run = null
      this.fired += 1
      run!()
      await turn()
      return true
    }
  }

  #push(due: Due): void {
    const heap = this.#heap
    let at = heap.length
    heap.push(due)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(due, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = due
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()!
    if (heap.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
  }
}

const isBefore = (one: Due, other: Due) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order)

/**
 * All promises that can go on have gone on when the event loop has turned once: nothing under
 * simulation waits for anything real.
 */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
