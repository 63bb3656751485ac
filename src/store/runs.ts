/**
 * Leased background runs and the state of ingested sources, the same on both engines and across
 * replicas.
 */
import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { createLeaseClock, type LeaseClock } from '../platform/lease-clock.ts'
import { isOwnerDead, processOwner } from '../platform/process-owner.ts'
import { fromRow } from './rows.ts'
import type { MainTables } from './schema.ts'

export interface RunLease {
  /** Extends the lease. False: it was lost to another process, stop. */
  extend(): Promise<boolean>
  release(): Promise<void>
}

export interface SourceState {
  lastSuccessMs: number | null
  lastAttemptMs: number | null
  failure: string | null
  detail: Record<string, unknown>
}

/** State of a source that was never requested. */
export const NEVER_READ: SourceState = {
  lastSuccessMs: null,
  lastAttemptMs: null,
  failure: null,
  detail: {},
}

export interface Runs {
  /**
   * Returns `null` while another process has the run. The lease of a dead process of this host has
   * ended.
   */
  acquire(name: string, leaseMs: number): Promise<RunLease | null>
  source(name: string): Promise<SourceState>
  /** Writes the given members, leaves the others. */
  recordSource(name: string, change: Partial<SourceState>): Promise<void>
}

export function createRuns(
  main: Kysely<MainTables>,
  clock: Clock,
  leases: LeaseClock = createLeaseClock(clock),
): Runs {
  return {
    async acquire(name, leaseMs) {
      await main
        .insertInto('runs')
        .values({ name, owner: null, lease_until_ms: 0, fence: 0 })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      const before = await main
        .selectFrom('runs')
        .selectAll()
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      const isOver = leases.isOver(`run ${name}`, before.lease_until_ms, leaseMs)
      if (!isOver && !(before.owner !== null && isOwnerDead(before.owner))) return null
      const fence = before.fence + 1
      // Only if unchanged: a process that extended or took the lease in the meantime has it.
      const taken = await main
        .updateTable('runs')
        .set({ owner: processOwner(), lease_until_ms: leases.nowMs() + leaseMs, fence })
        .where('name', '=', name)
        .where('fence', '=', before.fence)
        .where('lease_until_ms', '=', before.lease_until_ms)
        .executeTakeFirst()
      if (taken.numUpdatedRows === 0n) return null
      const isOwned = () =>
        main.updateTable('runs').where('name', '=', name).where('fence', '=', fence)
      return {
        async extend() {
          const result = await isOwned()
            .set({ lease_until_ms: leases.nowMs() + leaseMs })
            .executeTakeFirst()
          return result.numUpdatedRows > 0n
        },
        async release() {
          await isOwned().set({ owner: null, lease_until_ms: 0 }).execute()
        },
      }
    },

    async source(name) {
      const row = await main
        .selectFrom('sources')
        .selectAll()
        .where('name', '=', name)
        .executeTakeFirst()
      if (!row) return NEVER_READ
      const { name: _, ...state } = fromRow(row)
      return { ...state, detail: JSON.parse(row.detail) as Record<string, unknown> }
    },

    async recordSource(name, change) {
      const values = {
        ...(change.lastSuccessMs === undefined ? {} : { last_success_ms: change.lastSuccessMs }),
        ...(change.lastAttemptMs === undefined ? {} : { last_attempt_ms: change.lastAttemptMs }),
        ...(change.failure === undefined ? {} : { failure: change.failure }),
        ...(change.detail === undefined ? {} : { detail: JSON.stringify(change.detail) }),
      }
      if (Object.keys(values).length === 0) return
      await main
        .insertInto('sources')
        .values({ name, detail: '{}', ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute()
    },
  }
}
