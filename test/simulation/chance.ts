export type ChanceSource =
  | { seed: number; first?: readonly number[] }
  | { choices: readonly number[] }

/**
 * Where every decision of a schedule comes from. A seed replays exactly; the decisions it led to
 * are a list of small numbers, of which zero is always the plainest (no delay, no fault, the first
 * of several), so that a shorter list with smaller numbers is a simpler story.
 */
export class Chance {
  /** Decisions so far. */
  readonly taken: number[] = []
  /** When the faults are over: everything is plain, and nothing is decided any more. */
  quiet = false
  readonly #given: readonly number[] | null
  /** The first decisions, where they are not to be left to the seed. */
  readonly #first: readonly number[]
  #state: number

  constructor(source: ChanceSource) {
    this.#given = 'choices' in source ? source.choices : null
    this.#first = 'first' in source && source.first ? source.first : []
    this.#state = 'seed' in source ? source.seed >>> 0 : 0
  }

  /** 0 to n - 1. */
  below(n: number): number {
    if (this.quiet || n <= 1) return 0
    const at = this.taken.length
    const choice = this.#given
      ? Math.min(this.#given[at] ?? 0, n - 1)
      : (this.#first[at] ?? this.#draw() % n)
    this.taken.push(choice)
    return choice
  }

  oneIn(n: number): boolean {
    return this.below(n) === n - 1 && n > 1 && !this.quiet
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** The generator mulberry32: short, fast, and good enough to choose among a handful. */
  #draw(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** Schedules of one run are far apart, whatever numbers they have. */
export function seedOf(run: number, schedule: number): number {
  let mixed = Math.imul(run + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(schedule + 1, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
