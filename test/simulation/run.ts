/** Many schedules one after the other: counts, and the first story of each kind of violation. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { seedOf } from './chance.ts'
import { openLedger, type SimulatedLedger } from './ledger.ts'
import { type Played, play } from './schedule.ts'
import { shrink } from './shrink.ts'
import { warmUp } from './warm-up.ts'

/** State of a long run: it can be stopped at any time and continues from there. */
export interface Progress {
  seed: number
  schedules: number
  steps: number
  seconds: number
  faults: Record<string, number>
  violations: { schedule: number; name: string; detail: string }[]
}

interface RunOptions {
  progress: Progress
  /** How many more. */
  schedules: number
  /** Their first decisions. */
  first?: readonly number[]
  deadlineMs: number
  onViolation?: (played: Played, schedule: number, ledger: SimulatedLedger) => Promise<void>
  onProgress?: () => void
}

/** Between two writings of the file. */
const KEEP_EVERY = 500

export async function run({
  progress,
  schedules,
  first = [],
  deadlineMs,
  onViolation,
  onProgress,
}: RunOptions): Promise<void> {
  const ledger = await openLedger(3)
  await warmUp(ledger)
  const startedMs = performance.now()
  const before = progress.seconds
  for (let done = 0; done < schedules && performance.now() < deadlineMs; done += 1) {
    const schedule = progress.schedules
    const played = await play(ledger, { seed: seedOf(progress.seed, schedule), first })
    progress.schedules += 1
    progress.steps += played.steps
    progress.seconds = before + (performance.now() - startedMs) / 1000
    for (const [fault, count] of played.faults)
      progress.faults[fault] = (progress.faults[fault] ?? 0) + count
    if (played.violation) {
      progress.violations.push({ schedule, ...played.violation })
      await onViolation?.(played, schedule, ledger)
    }
    if (done % KEEP_EVERY === KEEP_EVERY - 1) onProgress?.()
  }
  onProgress?.()
}

export function readProgress(file: string | null, seed: number): Progress {
  if (file !== null && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Progress
  return { seed, schedules: 0, steps: 0, seconds: 0, faults: {}, violations: [] }
}

export function writeProgress(file: string, progress: Progress): void {
  writeFileSync(`${file}.new`, JSON.stringify(progress, null, 1))
  renameSync(`${file}.new`, file)
}

/** One schedule in full. */
export async function tellOne(seed: number, schedule: number, isShrunk: boolean): Promise<Played> {
  const ledger = await openLedger(3)
  await warmUp(ledger)
  const played = await play(ledger, { seed: seedOf(seed, schedule) }, true)
  return isShrunk && played.violation ? await shrink(ledger, played) : played
}
