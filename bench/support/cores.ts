/** Cores for the measured and the measuring process, where `taskset` and a second core exist. */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

export const SERVER_CORE = 0
export const LOAD_CORE = 1

let available: boolean | null = null

export function isPinned(): boolean {
  available ??= cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0
  return available
}

/** The command that runs another command on one core; empty where that cannot be said. */
export function onCore(core: number): string[] {
  return isPinned() ? ['taskset', '-c', String(core)] : []
}

export function pinSelf(core: number): void {
  if (isPinned()) spawnSync('taskset', ['-a', '-cp', String(core), String(process.pid)])
}

export function unpinSelf(): void {
  if (isPinned()) spawnSync('taskset', ['-a', '-cp', `0-${cpus().length - 1}`, String(process.pid)])
}
