/** Processes by the system's data; empty without /proc. */
import { readdirSync, readFileSync } from 'node:fs'

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

export function residentMb(pid: number): number {
  return Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) / 1024,
  )
}

export function descriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/**
 * After the name in brackets, which may hold anything: state, parent, …; user and system time are
 * the 12th and 13th.
 */
const statOf = (pid: number | string) =>
  /\) (.*)$/s.exec(read(`/proc/${pid}/stat`) ?? '')?.[1]?.split(' ')
/** Linux counts in hundredths. */
const TICKS_PER_S = 100

/** CPU time so far, in seconds. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) =>
      sum + (Number(statOf(pid)?.[11] ?? 0) + Number(statOf(pid)?.[12] ?? 0)) / TICKS_PER_S,
    0,
  )
}

/** Returns the busy seconds of the whole machine. */
export function machineSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = (
    /^cpu +(.*)$/m.exec(read('/proc/stat') ?? '')?.[1] ?? ''
  )
    .split(' ')
    .map(Number)
  return (user + nice + system + irq + soft) / TICKS_PER_S
}

/** Processes whose command line has all of these, and their children. */
export function processesOf(...words: readonly string[]): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const roots = new Set(
    pids.filter((pid) => words.every((word) => read(`/proc/${pid}/cmdline`)?.includes(word))),
  )
  return pids.filter((pid) => roots.has(pid) || roots.has(statOf(pid)?.[1] ?? '')).map(Number)
}
