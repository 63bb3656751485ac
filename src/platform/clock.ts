/**
 * The time of day by which answers, payments, ages and schedules go, and the time that passes, by
 * which limits, balances, waits and short-lived copies go. Tests inject a fixed or a manual one.
 * The dates of a `Retry-After` are the machine's own; so is the time of programs that a buyer runs.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. An operator or a time server may set it ahead or back. */
  nowMs(): number
  /** Milliseconds of a monotonic clock. Only differences mean something. */
  elapsedMs(): number
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
}

/** A clock that moves only when the test moves it. */
export interface ManualClock extends Clock {
  advance(ms: number): void
  /** To a later time: that much passes. */
  set(instant: string | number): void
  /** Sets the time of day ahead or back, and no time passes. */
  step(ms: number): void
}

export function manualClock(start: string | number): ManualClock {
  const read = (value: string | number) => (typeof value === 'number' ? value : Date.parse(value))
  let current = read(start)
  let elapsed = 0
  return {
    nowMs: () => current,
    elapsedMs: () => elapsed,
    advance: (ms) => {
      current += ms
      elapsed += ms
    },
    set: (value) => {
      const next = read(value)
      elapsed += Math.max(0, next - current)
      current = next
    },
    step: (ms) => {
      current += ms
    },
  }
}

/**
 * Texts of recent instants: thousands of answers share the current second and the time of a fetch.
 */
const written: { second: number; text: string }[] = []
const MAX_WRITTEN = 64

/** Instants leave the service in UTC with seconds precision: `2026-11-20T20:25:31Z`. */
export function instant(epochMs: number): string {
  const second = Math.floor(epochMs / 1000)
  const place = Math.abs(second) % MAX_WRITTEN
  const known = written[place]
  if (known?.second === second) return known.text
  const text = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`
  written[place] = { second, text }
  return text
}
