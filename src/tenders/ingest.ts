/**
 * Updates the store from the portals. The stored time spans are written in the same transaction as
 * their rows. After any interruption the next run requests exactly the missing spans, newest first.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActiveLease } from '../background/lease.ts'
import type { SourceState } from '../store/runs.ts'
import { limitEnding } from './model/contract-changes.ts'
import { createPortalFill, type FillOptions, type PortalFill } from './portal-fill.ts'
import type { Portal } from './portals/portal.ts'
import {
  buildBatch,
  buildLapsedRow,
  emptyPage,
  READER,
  readAgainInto,
  toEndingChange,
} from './reading.ts'
import type { PortalClient } from './sources/portal.ts'

export interface TenderIngest {
  /** Reads again the releases that an earlier version of the reader read. It queries no portal. */
  readAgain(lease: ActiveLease): Promise<void>
  /** Records which notices closed by themselves since that was recorded last. */
  recordTime(lease: ActiveLease): Promise<void>
  /**
   * Refreshes the portals that are due and fills their backfill, each at its own pace, until
   * nothing is missing or a portal fails, which does not hold up the others.
   */
  fill(lease: ActiveLease, watch: FillWatch): Promise<boolean>
}

export interface FillWatch {
  isDue(portal: Portal, state: SourceState): boolean
  /** Called after every window and every refresh that was stored. */
  onStored(): Promise<void>
}

export type IngestOptions = Omit<FillOptions, 'apply'> & { clients: readonly PortalClient[] }

export function createTenderIngest(options: IngestOptions): TenderIngest {
  const { clients, store, runs, clock } = options
  let lastWrite: Promise<unknown> = Promise.resolve()
  const apply: FillOptions['apply'] = (lease, batch) => {
    const written = lastWrite.then(() => {
      lease.check()
      return store.apply(batch)
    })
    lastWrite = written.catch(() => {})
    return written
  }
  const fills = clients.map((client) => createPortalFill(client, { ...options, apply }))

  async function recordTime(lease: ActiveLease): Promise<void> {
    lease.check()
    await store.recordTime(clock.nowMs(), buildLapsedRow)
    await store.recordEnding(clock.nowMs(), limitEnding, toEndingChange)
  }

  async function fillPortal(
    { client: { portal }, refresh, backfill }: PortalFill,
    lease: ActiveLease,
    { isDue, onStored }: FillWatch,
  ): Promise<boolean> {
    for (;;) {
      let state = await runs.source(portal.id)
      if (isDue(portal, state)) {
        await refresh(lease)
        await onStored()
        state = await runs.source(portal.id)
      }
      // After a failed refresh the backfill has its time before the next attempt.
      const seen = { ...state, lastAttemptMs: clock.nowMs() }
      const goOn = () => !isDue(portal, seen)
      const complete = await backfill(lease, goOn, onStored)
      if (complete || lease.signal.aborted || goOn()) return complete
    }
  }

  return {
    recordTime,

    async readAgain(lease) {
      for (;;) {
        const rows = await store.outdated(READER)
        if (rows.length === 0) return
        const page = emptyPage()
        for (const row of rows) {
          readAgainInto(page, row, clock.nowMs())
          await nextTurn()
        }
        await apply(lease, buildBatch(page, null, clock.nowMs()))
      }
    },

    async fill(lease, watch) {
      for (const client of clients) client.rest()
      await recordTime(lease)
      return (await Promise.all(fills.map((each) => fillPortal(each, lease, watch)))).every(Boolean)
    },
  }
}
