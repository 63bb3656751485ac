/** Steps of a fill, one at a time. */
import type { ActiveLease } from '../../src/background/lease.ts'
import type { TenderIngest } from '../../src/tenders/ingest.ts'
import { heldUntil } from '../support/held.ts'

const never = heldUntil(new AbortController().signal)

/** Refreshes each of so many portals once, and fills no backfill. */
export async function refresh(ingest: TenderIngest, portals = 2): Promise<void> {
  const stop = new AbortController()
  const refreshed = Promise.withResolvers<void>()
  const seen = new Set<string>()
  let stored = 0
  await ingest.fill(heldUntil(stop.signal), {
    isDue: ({ id }) => !seen.has(id) && seen.add(id) !== null,
    async onStored() {
      stored += 1
      if (stored < portals) return refreshed.promise
      stop.abort(new Error('all are refreshed'))
      refreshed.resolve()
    },
  })
}

/** Fills the backfill without a refresh. Returns true when nothing is missing. */
export const backfill = (ingest: TenderIngest, lease: ActiveLease = never) =>
  ingest.fill(lease, { isDue: () => false, onStored: async () => {} })
