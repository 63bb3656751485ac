/** Work of the application that runs without a request. */
import type { Examples } from '../api/examples.ts'
import { createJob } from '../background/job.ts'
import { type Announcements, createAnnouncements } from '../background/replica-notifications.ts'
import { OLDEST_SERVED_MS } from '../background/source.ts'
import type { Domain } from '../contract/domain.ts'
import { createDocuments } from '../store/documents.ts'
import type { AppContext } from './overrides.ts'

export const DAY_MS = 86_400_000
/**
 * Documents show a subject of a newly filled index within this time, and replace one that was
 * removed.
 */
const EXAMPLES_EVERY_MS = 2000

/**
 * Lets the domains read again what another replica has written. Returns null if there are no other
 * replicas.
 */
export function createReplicaAnnouncements(
  domains: readonly Domain[],
  { log, lifecycle, store, timers }: AppContext,
): Announcements | null {
  const { listen } = store
  if (listen === null) return null
  const follows = domains.flatMap(({ watchedSources }) => watchedSources ?? [])
  const announcements = createAnnouncements({ listen, follows, log, ...(timers ? { timers } : {}) })
  lifecycle.onStop('announcements', announcements.close)
  return announcements
}

/** Deletes cached documents that are too old to be served, once a day. */
export function startPurge(context: AppContext): void {
  const documents = createDocuments(context.store.main)
  const work = () => documents.purge(context.clock.nowMs() - OLDEST_SERVED_MS)
  createJob({ ...context, name: 'purge documents', everyMs: DAY_MS, work }).start()
}

/**
 * Calls `rewrite`, which writes the documents that show examples, whenever the examples have
 * changed.
 */
export function startExampleRefresh(
  context: AppContext,
  examples: Examples,
  rewrite: () => Promise<void>,
): void {
  async function work(): Promise<void> {
    if (examples.refresh()) await rewrite()
  }
  createJob({ ...context, name: 'examples', everyMs: EXAMPLES_EVERY_MS, work }).start()
}
