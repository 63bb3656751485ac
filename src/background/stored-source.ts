/**
 * One runner for sources whose copy is in the store. Every replica reads the state of the source
 * and follows what is stored, whichever replica stored it. A replica that ingests also refreshes
 * the copy when it is due, under a lease, and records the outcome.
 */
import { errorMessage } from '../platform/errors.ts'
import type { Lifecycle } from '../platform/lifecycle.ts'
import { NEVER_READ, type SourceState } from '../store/runs.ts'
import type { HealthReport } from './health.ts'
import { createJob } from './job.ts'
import { type ActiveLease, type LeaseContext, underLease } from './lease.ts'
import {
  buildHealth,
  type Ingest,
  isDue,
  listWarnings,
  type Progress,
  refusal,
  type ScheduledSource,
} from './source.ts'

const LOOK_EVERY_MS = 60_000

export interface StoredSourceOptions {
  source: ScheduledSource
  /** Name of the job in the log. */
  job: string
  ingest: Ingest
  /** Loads what is stored, if it is newer than what is served. */
  load(state: SourceState): Promise<unknown>
  /**
   * Returns when the served copy was fetched; `null` if nothing is served. Absent if the state is
   * sufficient.
   */
  servedMs?: () => number | null
  /** Whether to refresh now; left out: by the window of the source. */
  isDue?(state: SourceState): boolean | Promise<boolean>
  refresh(state: SourceState): Promise<unknown>
}

export type StoredSource = ReturnType<typeof createStoredSource>

export function createStoredSource(
  context: LeaseContext & { lifecycle: Lifecycle },
  options: StoredSourceOptions,
) {
  const { clock, log, runs, lifecycle } = context
  const { source, servedMs } = options
  let state = NEVER_READ

  const progress = (): Progress => (servedMs ? { ...state, lastSuccessMs: servedMs() } : state)
  const isDueNow = options.isDue ?? (() => isDue(source, progress(), clock.nowMs()))

  async function follow(): Promise<void> {
    state = await runs.source(source.id)
    await options.load(state)
  }

  async function work(): Promise<void> {
    await follow()
    if (options.ingest === 'off' || lifecycle.signal.aborted || !(await isDueNow(state))) return
    await options.refresh(state).finally(follow)
  }

  const { run: look, start } = createJob({
    name: options.job,
    everyMs: LOOK_EVERY_MS,
    work,
    lifecycle,
    log,
  })
  return {
    /** Returns the state as of the last look. */
    state: () => state,
    /**
     * Returns the state with the time of what is served, which may be older than what is stored.
     */
    progress,
    /** Returns the error with which callers are refused; `null` if there is a copy to serve. */
    refusal: (nowMs = clock.nowMs()) => refusal(source, progress().lastSuccessMs, nowMs),
    /**
     * Returns the entry of health with further members, and the warnings of the source followed by
     * others.
     */
    health: (members: object, warnings: readonly string[] = []): HealthReport => ({
      upstreams: {
        [source.label]: { ...buildHealth(source, progress(), clock.nowMs()), ...members },
      },
      warnings: [...listWarnings(source, progress()), ...warnings],
    }),
    /** Reads the state and follows what is stored. */
    follow,
    /**
     * Members of the domain. A look follows and refreshes when due: single flight, never rejected,
     * every minute from the start on.
     */
    upkeep: { look, start, watchedSources: { sources: [source.id], look } },
  }
}

export interface Refreshed<Report> {
  report: Report
  /** Detail of the state to record; left out: it stays. */
  detail?: Record<string, unknown>
  /** Runs once the outcome is recorded, still under the lease. */
  afterwards?: () => unknown
}

/**
 * Refreshes a source under the lease of its id and records the outcome. Returns `null` if another
 * process is doing it.
 * @throws what `work` throws; its reason is recorded, unless the lease was lost
 */
export function refreshStored<Report>(
  context: LeaseContext & { signal: AbortSignal },
  id: string,
  work: (lease: ActiveLease) => Promise<Refreshed<Report>>,
  reasonOf = errorMessage,
): Promise<Report | null> {
  const { clock, runs, signal } = context
  return underLease(context, id, signal, async (lease) => {
    try {
      const { report, detail, afterwards } = await work(lease)
      lease.check()
      const nowMs = clock.nowMs()
      await runs.recordSource(id, {
        lastSuccessMs: nowMs,
        lastAttemptMs: nowMs,
        failure: null,
        ...(detail && { detail }),
      })
      await afterwards?.()
      return report
    } catch (error) {
      if (!lease.signal.aborted)
        await runs.recordSource(id, { lastAttemptMs: clock.nowMs(), failure: reasonOf(error) })
      throw error
    }
  })
}
