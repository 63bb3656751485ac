/** What a run comes to: aims, the baseline, the table. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Figure } from '../harness.ts'

export interface Measured extends Figure {
  /** Bench and figure: `quote/requests`. */
  key: string
}

interface Remembered {
  value: number
  unit: Figure['unit']
  detail: Figure['detail']
}

export interface Baseline {
  date: string
  machine: string
  node: string
  /** CPU of the fixed piece of work when these figures were taken. */
  yardstickUs: number
  figures: Record<string, Remembered>
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
export function writeBaseline(path: string, former: Baseline | null, measured: readonly Measured[], yardstickUs: number): void {
  const scale = former ? yardstickUs / former.yardstickUs : 1
  const figures: Record<string, Remembered> = {}
  for (const [key, remembered] of Object.entries(former?.figures ?? {})) {
    figures[key] = isTime(remembered.unit) ? { ...remembered, value: round(remembered.value * scale) } : remembered
  }
  for (const { key, value, unit, detail, inconclusive } of measured) if (!inconclusive) figures[key] = { value: round(value), unit, detail }
  const ordered = Object.fromEntries(Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1)))
  const baseline: Baseline = { ...machineOfThisRun(), yardstickUs: round(yardstickUs), figures: ordered }
  writeFileSync(path, `${JSON.stringify(baseline, null, 2)}\n`)
}

/** Only times depend on how fast the machine is just now. */
function isTime(unit: Figure['unit']): boolean {
  return unit === 'us' || unit === 'ms'
}

export interface Judged extends Measured {
  /** What is wrong, or null. */
  fault: string | null
  /** The value relative to the baseline's; times by way of the yardstick. Null: nothing to compare with. */
  change: number | null
}

export function judge(figure: Measured, baseline: Baseline | null, yardstickUs: number): Judged {
  const { aim, tolerance, unit, value } = figure
  const former = baseline?.figures[figure.key]
  const scale = !isTime(unit) || !baseline ? 1 : yardstickUs / baseline.yardstickUs
  const change = former && former.unit === unit ? value / (former.value * scale) : null
  const higherIsBetter = unit === 'ratio' && !(aim && 'below' in aim)
  if (figure.inconclusive) return { ...figure, change, fault: null }
  const faults: string[] = []
  if (aim && 'atLeast' in aim && !(value >= aim.atLeast)) faults.push(`under its aim of ${aim.atLeast}`)
  if (aim && 'below' in aim && !(value < aim.below)) faults.push(`not below its aim of ${aim.below}`)
  if (tolerance !== null && change !== null) {
    const worse = higherIsBetter ? 1 - change : change - 1
    if (worse > tolerance) faults.push(`${Math.round(worse * 100)} % worse than the baseline, ${Math.round(tolerance * 100)} % are allowed`)
  }
  return { ...figure, change, fault: faults.length > 0 ? faults.join('; ') : null }
}

export function printFigures(title: string, figures: readonly Judged[]): void {
  console.log(`\n${title}`)
  for (const { key, value, unit, aim, change, fault, detail, inconclusive } of figures) {
    const shown = unit === 'ratio' ? value.toFixed(2) : `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`
    const aimed = aim === null ? 'no aim' : 'atLeast' in aim ? `aim >= ${aim.atLeast}` : `aim < ${aim.below}`
    const compared = change === null ? 'new' : `${change.toFixed(2)} x baseline`
    console.log(
      `  ${fault ? 'FAIL' : inconclusive ? '?   ' : 'ok  '} ${key.padEnd(34)} ${shown.padStart(10)}   ${aimed.padEnd(12)} ${compared.padEnd(16)} ${fault ?? inconclusive ?? ''}`,
    )
    for (const [name, text] of Object.entries(detail)) console.log(`         ${name}: ${text}`)
  }
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
