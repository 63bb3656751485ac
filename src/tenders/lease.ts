import type { Runs } from '../store/runs.ts'

const RUN = 'tenders'
const LEASE_MS = 90_000
const EXTENSION_MS = 30_000

/**
 * Fills the store as the only process that does. The lease is extended while a portal keeps the work waiting; when it is lost the work's
 * signal aborts. Null: another process has it.
 */
export async function underLease<T>(runs: Runs, stopping: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  const lease = await runs.acquire(RUN, LEASE_MS)
  if (!lease) return null
  const lost = new AbortController()
  const extension = setInterval(() => {
    lease.extend().then(
      (held) => held || lost.abort(new Error('the lease was lost')),
      () => lost.abort(new Error('the lease could not be extended')),
    )
  }, EXTENSION_MS)
  try {
    return await work(AbortSignal.any([stopping, lost.signal]))
  } finally {
    clearInterval(extension)
    await lease.release()
  }
}
