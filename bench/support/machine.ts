/** What a run says of its machine: what two machines differ by before any code of ours runs. */
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { median } from './report.ts'

const SYNCS = 60
const CALLS = 20_000

/**
 * Returns the type of the file system that a folder is on.
 *
 * @param mounts text of `/proc/mounts`
 */
export function findFileSystem(folder: string, mounts: string): string {
  const isAbove = (point: string) => point === '/' || `${folder}/`.startsWith(`${point}/`)
  const found = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, point]) => point !== undefined && isAbove(point))
    // Of two on one point the later one covers the former.
    .reduce<string[]>((best, each) => (each[1]!.length >= (best[1]?.length ?? 0) ? each : best), [])
  return found[2] ?? 'an unknown file system'
}

/** Returns the time of appending a page and waiting for the disk, in microseconds. */
function measureSyncUs(folder: string): number {
  const path = join(folder, `ukintel-sync-${process.pid}`)
  const page = Buffer.alloc(4096, 1)
  const file = openSync(path, 'w')
  const times = Array.from({ length: SYNCS }, () => {
    const startedMs = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - startedMs
  })
  closeSync(file)
  rmSync(path)
  return median(times) * 1000
}

/** Returns the CPU of one small system call from Node, in microseconds. */
function measureCallUs(): number {
  const file = openSync('/dev/null', 'w')
  const byte = Buffer.alloc(1)
  const before = process.cpuUsage()
  for (let call = 0; call < CALLS; call += 1) writeSync(file, byte)
  const { user, system } = process.cpuUsage(before)
  closeSync(file)
  return (user + system) / CALLS
}

export function describeMachine(): string {
  const all = cpus()
  const model = all[0]?.model.trim() || process.arch
  const folder = tmpdir()
  const fileSystem = findFileSystem(folder, readFileSync('/proc/mounts', 'utf8'))
  return [
    `${model}, ${all.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, node ${process.version}, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]!.toFixed(1)}`,
    `${folder} on ${fileSystem}: a sync ${Math.round(measureSyncUs(folder))} us; a system call ${measureCallUs().toFixed(2)} us`,
  ].join('\n')
}
