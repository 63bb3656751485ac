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
