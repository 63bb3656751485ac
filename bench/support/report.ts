/** What a run comes to: aims, the baseline for information, the table. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { type Figure, median } from '../harness.ts'

export interface Measured extends Figure {
  /** Bench and figure: `quote/requests`. */
  key: string
}

export interface Baseline {
  date: string
  machine: string
  node: string
  figures: Record<string, { value: number; unit: Figure['unit']; detail: Figure['detail'] }>
}

export function machineOfThisRun(): Pick<Baseline, 'date' | 'machine' | 'node'> {
  const all = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${all[0]?.model.trim() || process.arch}, ${all.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
    node: process.version,
  }
}

/** Null: there is none yet. */
export function readBaseline(path: string): Baseline | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Baseline
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Figures that were not measured now stay as they were. */
export function writeBaseline(
  path: string,
  former: Baseline | null,
  judged: readonly Judged[],
): void {
  const figures = { ...former?.figures }
  for (const { key, value, unit, detail, undecided } of judged)
    if (!undecided) figures[key] = { value: round(value), unit, detail }
  const ordered = Object.fromEntries(Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify({ ...machineOfThisRun(), figures: ordered }, null, 2)}\n`)
}

export interface Judged extends Measured {
  /** The median of the rounds, and where the true one lies with a confidence of at least nine in ten. */
  value: number
  low: number
  high: number
  /** What is wrong, or null. */
  fault: string | null
  /** The value relative to the baseline's, for information; null: nothing to compare with. */
  change: number | null
}

/** Judged is an aim alone, and only where the spread of the rounds lies on one side of it. */
export function judge(figure: Measured, baseline: Baseline | null): Judged {
  const { aim, unit, rounds } = figure
  const value = median(rounds)
  const { low, high } = medianInterval(rounds)
  const former = baseline?.figures[figure.key]
  const change = former && former.unit === unit ? value / former.value : null
  const judged = { ...figure, value, low, high, change, fault: null }
  if (figure.undecided || aim === null) return judged
  const [holds, fails] =
    'atLeast' in aim
      ? [low >= aim.atLeast, high < aim.atLeast]
      : [high <= aim.atMost, low > aim.atMost]
  if (holds) return judged
  if (fails)
    return {
      ...judged,
      fault: 'atLeast' in aim ? `under its aim of ${aim.atLeast}` : `over its aim of ${aim.atMost}`,
    }
  return {
    ...judged,
    undecided: `the rounds spread from ${shown(low, unit)} to ${shown(high, unit)}, over its aim: not decided`,
  }
}

/**
 * The order statistics that hold the true median with at least 90 %: for few rounds the smallest and the largest, else as many are left
 * out at each end as the binomial distribution allows.
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

export function printFigures(title: string, figures: readonly Judged[]): void {
  console.log(`\n${title}`)
  for (const {
    key,
    value,
    low,
    high,
    rounds,
    unit,
    aim,
    change,
    fault,
    detail,
    undecided,
  } of figures) {
    const spread = rounds.length > 1 ? `${shown(low, unit)} to ${shown(high, unit)}` : ''
    const aimed =
      aim === null ? '' : 'atLeast' in aim ? `aim >= ${aim.atLeast}` : `aim <= ${aim.atMost}`
    const compared = change === null ? '' : `${change.toFixed(2)} x baseline`
    const mark = fault ? 'FAIL' : undecided ? '?   ' : aim === null ? '    ' : 'ok  '
    const line = `${key.padEnd(36)} ${shown(value, unit).padStart(10)}   ${spread.padEnd(20)} ${aimed.padEnd(12)} ${compared.padEnd(16)} ${fault ?? undecided ?? ''}`
    console.log(`  ${mark} ${line.trimEnd()}`)
    for (const [name, text] of Object.entries(detail)) console.log(`         ${name}: ${text}`)
  }
}

function shown(value: number, unit: Figure['unit']): string {
  return unit === 'ratio' ? value.toFixed(2) : `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
