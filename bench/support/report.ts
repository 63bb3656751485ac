/** Figures of a run: their interval over the rounds, their aims, the table. */
import type { FigureSpec, Measurements, Unit } from '../harness.ts'

export interface Measured {
  /** Bench and figure: `quote/requests`. */
  key: string
  /** One value a round. */
  samples: readonly number[]
  unit: Unit
  aim?: FigureSpec['aim'] | undefined
  /** Reason that this run does not decide; `null` if there is none. */
  undecided: string | null
}

export interface Judged extends Measured, Estimate {
  /** The miss in words; `null` if there is none. */
  fault: string | null
}

/** Below this share of its core a server without waits was slowed by the load or by neighbours. */
const SATURATED = 0.8

export function figuresOf(
  bench: string,
  specs: Readonly<Record<string, FigureSpec>>,
  rounds: readonly Measurements[],
): Measured[] {
  return Object.entries(specs).flatMap(([name, { of, over, unit, aim, busy }]) => {
    const samples = rounds.map((each) => each[of]! / (over === undefined ? 1 : each[over]!))
    if (samples.some(Number.isNaN)) return []
    const share = busy === undefined ? 1 : median(rounds.map((each) => each[busy]!))
    const undecided =
      share < SATURATED
        ? `${busy} was ${Math.round(share * 100)} % of its core: something else was the limit`
        : null
    return [{ key: `${bench}/${name}`, samples, unit, ...(aim && { aim }), undecided }]
  })
}

export interface Estimate {
  value: number
  low: number
  high: number
}

/** Quantiles of Student's t at 0.975, by degrees of freedom from 1. */
const T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201]
/** Stands for a measured zero, which has no logarithm. */
const LEAST = 1e-9

/**
 * Returns the geometric mean, and the interval that holds the true one with a confidence of 95 %:
 * Student's t over the logarithms, so a ratio and its inverse are judged alike. One sample has no
 * interval.
 */
export function estimate(samples: readonly number[]): Estimate {
  const count = samples.length
  const logs = samples.map((sample) => Math.log(Math.max(sample, LEAST)))
  const mean = logs.reduce((sum, log) => sum + log, 0) / count
  const value = Math.exp(mean)
  if (count === 1) return { value, low: value, high: value }

  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (count - 1)
  const half = (T[count - 2] ?? T.at(-1)!) * Math.sqrt(variance / count)
  return { value, low: Math.exp(mean - half), high: Math.exp(mean + half) }
}

/**
 * Judges by the aim alone, and only if the whole interval is on one side of it. On a busy machine a
 * time that is over its aim is not decided: processes that share cores and caches lengthen each
 * other's CPU time.
 */
export function judge(figure: Measured, isBusy = false): Judged {
  const { aim, unit, samples } = figure
  const estimated = estimate(samples)
  const { low, high } = estimated
  const judged = { ...figure, ...estimated, fault: null }
  if (figure.undecided || !aim) return judged
  const [holds, fails, fault] =
    'atLeast' in aim
      ? [low >= aim.atLeast, high < aim.atLeast, `under its aim of ${aim.atLeast}`]
      : [high <= aim.atMost, low > aim.atMost, `over its aim of ${aim.atMost}`]
  if (holds) return judged
  if (fails && isBusy && isTime(unit))
    return { ...judged, undecided: `not decided: ${fault} on a busy machine` }
  if (fails) return { ...judged, fault }
  const interval = `${format(low, unit)} to ${format(high, unit)}`
  return { ...judged, undecided: `not decided: ${interval} has its aim in it` }
}

const isTime = (unit: Unit) => unit === 'us' || unit === 'ms'

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the sample below which this share of them is. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export function printFigure(figure: Judged): void {
  const { key, value, low, high, samples, unit, aim, fault, undecided } = figure
  const interval = samples.length > 1 ? `${format(low, unit)} to ${format(high, unit)}` : 'one run'
  const aimed = !aim ? '' : 'atLeast' in aim ? `aim >= ${aim.atLeast}` : `aim <= ${aim.atMost}`
  const mark = fault ? 'FAIL' : undecided ? '?   ' : aim ? 'ok  ' : '    '
  const line = `${key.padEnd(40)} ${format(value, unit).padStart(12)}   ${interval.padEnd(26)} ${aimed.padEnd(12)} ${fault ?? undecided ?? ''}`
  console.log(`  ${mark} ${line.trimEnd()}`)
}

function format(value: number, unit: Unit): string {
  return unit === 'ratio' ? value.toFixed(2) : `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`
}
