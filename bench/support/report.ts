/** Report of a run: aims, the baseline for information, the table. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { FigureSpec, Measurements, Unit } from '../harness.ts'

export interface Measured {
  /** Bench and figure: `quote/requests`. */
  key: string
  /** One value a round. */
  rounds: readonly number[]
  unit: Unit
  aim: FigureSpec['aim'] | null
  /** Reason that this run does not decide: the figure is printed, and neither judged nor saved. */
  undecided?: string | null
}

export interface Baseline {
  date: string
  machine: string
  node: string
  figures: Record<string, { value: number; unit: Unit }>
}

/** Below this share of its core a server without waits was slowed by the load or by neighbours. */
const SATURATED = 0.8

export function figuresOf(
  bench: string,
  specs: Readonly<Record<string, FigureSpec>>,
  samples: readonly Measurements[],
): Measured[] {
  return Object.entries(specs).flatMap(([name, { of, over, unit, aim = null, busy }]) => {
    const rounds = samples.map((each) => each[of]! / (over === undefined ? 1 : each[over]!))
    if (rounds.some(Number.isNaN)) return []
    const share = busy === undefined ? 1 : median(samples.map((each) => each[busy]!))
    const undecided =
      share < SATURATED
        ? `${busy} was ${Math.round(share * 100)} % of its core: something else was the limit`
        : null
    return [{ key: `${bench}/${name}`, rounds, unit, aim, undecided }]
  })
}

export function machineOfThisRun(): Omit<Baseline, 'figures'> {
  const all = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${all[0]?.model.trim() || process.arch}, ${all.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
    node: process.version,
  }
}

export const readBaseline = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Baseline

/** Figures that were not measured now stay as they were. */
export function writeBaseline(path: string, former: Baseline, judged: readonly Judged[]): void {
  const figures = { ...former.figures }
  for (const { key, value, unit, undecided } of judged)
    if (!undecided) figures[key] = { value: Number(value.toPrecision(4)), unit }
  const ordered = Object.fromEntries(Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify({ ...machineOfThisRun(), figures: ordered }, null, 2)}\n`)
}

export interface Judged extends Measured {
  /**
   * Median of the rounds, and where the true one lies with a confidence of at least nine in ten.
   */
  value: number
  low: number
  high: number
  /** The miss in words; `null` if there is none. */
  fault: string | null
  /** Value relative to the baseline's; `null` if there is nothing to compare with. */
  change: number | null
}

/** Judges by the aim alone, and only where the spread of the rounds is on one side of it. */
export function judge(figure: Measured, baseline: Baseline | null): Judged {
  const { aim, unit, rounds } = figure
  const value = median(rounds)
  const { low, high } = medianInterval(rounds)
  const former = baseline?.figures[figure.key]
  const change = former?.unit === unit ? value / former.value : null
  const judged = { ...figure, value, low, high, change, fault: null }
  if (figure.undecided || !aim) return judged
  const [holds, fails, fault] =
    'atLeast' in aim
      ? [low >= aim.atLeast, high < aim.atLeast, `under its aim of ${aim.atLeast}`]
      : [high <= aim.atMost, low > aim.atMost, `over its aim of ${aim.atMost}`]
  if (holds) return judged
  if (fails) return { ...judged, fault }
  const spread = `${shown(low, unit)} to ${shown(high, unit)}`
  return { ...judged, undecided: `the rounds spread from ${spread}, over its aim: not decided` }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * The order statistics that hold the true median with at least 90 %: for few rounds the smallest
 * and the largest, else as many are left out at each end as the binomial distribution allows.
 */
export function medianInterval(rounds: readonly number[]): { low: number; high: number } {
  const sorted = [...rounds].sort((a, b) => a - b)
  const count = sorted.length
  let outside = 0
  let chance = 0.5 ** count
  for (let tail = chance; tail <= 0.05 && outside < count / 2; tail += chance) {
    outside += 1
    chance *= (count - outside + 1) / outside
  }
  const left = Math.max(0, outside - 1)
  return { low: sorted[left]!, high: sorted[count - 1 - left]! }
}

export function printFigure(figure: Judged): void {
  const { key, value, low, high, rounds, unit, aim, change, fault, undecided } = figure
  const spread = rounds.length > 1 ? `${shown(low, unit)} to ${shown(high, unit)}` : ''
  const aimed = !aim ? '' : 'atLeast' in aim ? `aim >= ${aim.atLeast}` : `aim <= ${aim.atMost}`
  const compared = change === null ? '' : `${change.toFixed(2)} x baseline`
  const mark = fault ? 'FAIL' : undecided ? '?   ' : aim ? 'ok  ' : '    '
  const line = `${key.padEnd(36)} ${shown(value, unit).padStart(10)}   ${spread.padEnd(20)} ${aimed.padEnd(12)} ${compared.padEnd(16)} ${fault ?? undecided ?? ''}`
  console.log(`  ${mark} ${line.trimEnd()}`)
}

function shown(value: number, unit: Unit): string {
  return unit === 'ratio' ? value.toFixed(2) : `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`
}
