/** Parts of the service that a start leaves out. Each is also loaded by its first use. */
import { setImmediate } from 'node:timers/promises'
import { loadUndici } from '../upstream/connections.ts'
import { loadCockatiel } from '../upstream/http.ts'

type LoadPart = () => Promise<unknown>

export const PARTS: readonly LoadPart[] = [
  loadUndici,
  loadCockatiel,
  () => import('../company/sources/filing-files.ts'),
]

/** Loads parts in turn with other work, until the signal aborts. @throws Error of a broken part */
export async function loadParts(parts: readonly LoadPart[], signal: AbortSignal): Promise<void> {
  for (const load of parts) {
    if (signal.aborted) return
    await load()
    await setImmediate()
  }
}
