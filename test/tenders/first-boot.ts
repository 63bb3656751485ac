/**
 * The first hours of a service on real volumes and limits, in virtual time: hosts that count calls
 * as the portals were seen to.
 */
import { vi } from 'vitest'
import { createJob } from '../../src/background/job.ts'
import type { ServiceContext } from '../../src/contract/domain.ts'
import { silentLog } from '../../src/observe/log.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import type { SourceState } from '../../src/store/runs.ts'
import type { TenderBatch, TenderStore } from '../../src/store/tenders.ts'
import { createServing } from '../../src/tenders/index-view.ts'
import { createTenderIngest } from '../../src/tenders/ingest.ts'
import { readProgress, wallMs } from '../../src/tenders/portal-progress.ts'
import { createPortalStates } from '../../src/tenders/portal-status.ts'
import { CONTRACTS_FINDER } from '../../src/tenders/portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { createPaces, createPortalClient } from '../../src/tenders/sources/portal.ts'
import { createUpkeep, type UpkeepParts } from '../../src/tenders/upkeep.ts'
import { UpstreamError, type UpstreamOptions } from '../../src/upstream/http.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A Tuesday, a few minutes after the full hour. */
const BOOT = Date.parse('2026-11-17T09:05:00Z')
const BACKFILL_DAYS = 90
const INTERVAL_MS = 12_000
const ANSWER_MS = 700
const PORTALS = [FIND_A_TENDER, CONTRACTS_FINDER] as const

/** How a working day's notices are spread over the hours from 7 to 20. */
const BY_HOUR = [1, 2, 4, 6, 6, 4, 4, 6, 6, 5, 4, 2, 1]

/**
 * Times of publication in London's wall time, oldest first: as many as wanted over the days before
 * the boot.
 */
function publishedTimes(count: number): number[] {
  const slots: { startMs: number; weight: number }[] = []
  const end = wallMs(BOOT)
  for (
    let startMs = Math.floor((end - (BACKFILL_DAYS + 1) * DAY_MS) / HOUR_MS) * HOUR_MS;
    startMs < end;
    startMs += HOUR_MS
  ) {
    const moment = new Date(startMs)
    const isWeekend = moment.getUTCDay() === 0 || moment.getUTCDay() === 6
    slots.push({ startMs, weight: isWeekend ? 0.02 : (BY_HOUR[moment.getUTCHours() - 7] ?? 0.1) })
  }
  const inSpan = slots.filter(({ startMs }) => startMs >= end - BACKFILL_DAYS * DAY_MS)
  const each = count / inSpan.reduce((sum, { weight }) => sum + weight, 0)
  let owed = 0
  return slots.flatMap(({ startMs, weight }) => {
    owed += weight * each
    const whole = Math.floor(owed)
    owed -= whole
    return Array.from(
      { length: whole },
      (_, index) => startMs + Math.floor(((index + 0.5) * HOUR_MS) / whole),
    )
  })
}

/** More than 12 calls in 120 s are refused for 120 s; the counter is read `lagMs` late. */
function createLimit(lagMs: number) {
  const counter: number[] = []
  let blockedUntilMs = 0
  return (nowMs: number): boolean => {
    counter.push(nowMs)
    const seenUntilMs = nowMs - lagMs
    const seen = counter.filter(
      (timeMs) => timeMs <= seenUntilMs && timeMs > seenUntilMs - 120_000,
    ).length
    if (seen > 12) blockedUntilMs = nowMs + 120_000
    return nowMs < blockedUntilMs
  }
}

interface Host {
  times: readonly number[]
  isRefused(nowMs: number): boolean
  refusesAll: boolean
  requests: number
  /** Times of the requests to all hosts. */
  startsMs: number[]
  tooMany: number
}

function answer(host: Host, path: string): object {
  const query = new URLSearchParams(path.slice(path.indexOf('?')))
  const bound = (local: string, instant: string) =>
    query.has(local) ? Date.parse(`${query.get(local)}Z`) : wallMs(Date.parse(query.get(instant)!))
  const [from, to] = [bound('updatedFrom', 'publishedFrom'), bound('updatedTo', 'publishedTo')]
  const found = host.times.filter((timeMs) => timeMs >= from && timeMs <= to)
  return {
    releases: found.slice(-100).map(() => ({})),
    ...(found.length > 100 ? { links: { next: 'more' } } : {}),
  }
}

/** Replaces `createUpstream`: the same errors and the same holds, without a connection. */
export function virtualUpstream(hosts: ReadonlyMap<string, Host>) {
  return ({ name, pace }: UpstreamOptions) => {
    const host = hosts.get(name)!
    return {
      name,
      figures: () => ({ isOpen: false, turns: host.requests, waitedMs: 0, waiting: 0 }),
      close: async () => {},
      get: (path: string, { signal }: { signal?: AbortSignal }) =>
        pace.run(async () => {
          host.requests += 1
          host.startsMs.push(Date.now())
          const isRefused = host.isRefused(Date.now())
          await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
          if (isRefused || host.refusesAll) {
            host.tooMany += 1
            const wait = host.refusesAll ? null : 120_000
            if (wait !== null) pace.holdFor(wait)
            throw new UpstreamError(name, 'throttled', 'answered too many requests', {
              retryAfterMs: wait,
            })
          }
          return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer(host, path))) }
        }, signal),
    }
  }
}

/** The state after one minute of the first day. */
export interface Sample {
  minute: number
  daysHeld: readonly number[]
  isBuilt: boolean
  /** The reason why searches are refused; null: they are sold. */
  refused: string | null
  partial: string | null
  requests: number
  tooMany: number
}

export function createHosts(options: { refusing?: 'Contracts Finder' } = {}): Map<string, Host> {
  const startsMs: number[] = []
  const host = (name: string, count: number, lagMs: number): [string, Host] => [
    name,
    {
      times: publishedTimes(count),
      isRefused: createLimit(lagMs),
      refusesAll: options.refusing === name,
      requests: 0,
      startsMs,
      tooMany: 0,
    },
  ]
  return new Map([host('Find a Tender', 27_000, 20_000), host('Contracts Finder', 9_000, 0)])
}

function createMemory() {
  const sources = new Map<string, SourceState>()
  let revision = 0
  const source = async (name: string): Promise<SourceState> => ({
    ...{ lastSuccessMs: null, lastAttemptMs: null, failure: null, detail: {} },
    ...sources.get(name),
  })
  const recordSource = async (name: string, change: Partial<SourceState>) => {
    sources.set(name, { ...(await source(name)), ...change })
  }
  const store = {
    async apply(batch: TenderBatch) {
      if (batch.source) await recordSource(batch.source.name, { detail: batch.source.detail })
      if (batch.quarantined.length > 0) revision += 1
      return 0
    },
    outdated: async () => [],
    recordTime: async () => 0,
    recordEnding: async () => {},
    revision: async () => revision,
    counts: async () => ({}),
    purge: async () => {},
  } as unknown as TenderStore
  const runs = {
    acquire: async () => ({ extend: async () => true, release: async () => {} }),
    source,
    recordSource,
  }
  return { store, runs: runs as unknown as ServiceContext['runs'] }
}

/**
 * Runs a service from its first start; one sample for each minute. Vitest's timers must be fake,
 * and `createUpstream` virtual.
 */
export async function firstBoot(
  hosts: ReadonlyMap<string, Host>,
  minutes: number,
): Promise<Sample[]> {
  vi.setSystemTime(BOOT)
  const clock = systemClock
  const lifecycle = createLifecycle()
  const { store, runs } = createMemory()
  const paceOf = createPaces(INTERVAL_MS)
  const clients = PORTALS.map((portal) =>
    createPortalClient(portal, {
      baseUrl: portal.url,
      userAgent: 'ukintel-test',
      pace: paceOf(portal),
      slowIntervalMs: 2 * INTERVAL_MS,
    }),
  )
  const ingest = createTenderIngest({
    clients,
    store,
    runs,
    clock,
    log: silentLog,
    backfillDays: BACKFILL_DAYS,
  })
  const states = createPortalStates(runs)
  let built: number | null = null
  const tenderIndex = {
    current: () => (built === null ? null : {}),
    revision: () => built ?? 0,
    async follow() {
      built = await store.revision()
    },
    learn: async () => ({ labels: {}, words: {} }),
    setLearned: () => {},
  } as unknown as UpkeepParts['tenderIndex']
  const documents = { load: async () => null, save: async () => {} }
  const holidays = { read: async () => {} } as unknown as UpkeepParts['holidays']
  const depth = { minDepthDays: 30, backfillDays: BACKFILL_DAYS }
  const parts: UpkeepParts = {
    portals: PORTALS,
    fills: true,
    ingest,
    tenderIndex,
    store,
    documents,
    states,
    holidays,
    depth,
    onLearned: () => {},
  }
  const upkeep = createUpkeep(
    { clock, log: silentLog, lifecycle, runs } as unknown as ServiceContext,
    parts,
  )
  const portals = PORTALS.map((portal) => ({ portal, url: portal.url }))
  const serving = createServing({ portals, tenderIndex, states, depth: upkeep.depth, clock })
  createJob({
    name: 'tender refresh',
    everyMs: MINUTE_MS,
    work: upkeep.look,
    lifecycle,
    log: silentLog,
  }).start()

  const samples: Sample[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    const nowMs = Date.now()
    const covered = await Promise.all(
      PORTALS.map(async ({ id }) => readProgress(await runs.source(id)).covered),
    )
    samples.push({
      minute,
      daysHeld: covered.map((spans) =>
        spans[0] === undefined ? 0 : (wallMs(nowMs) - spans[0][0]) / DAY_MS,
      ),
      isBuilt: built !== null,
      refused: refusalOf(() => serving.searchable()),
      partial:
        serving.origins(nowMs).degradations.find(({ kind }) => kind === 'partial')?.detail ?? null,
      requests: [...hosts.values()].reduce((sum, host) => sum + host.requests, 0),
      tooMany: [...hosts.values()].reduce((sum, host) => sum + host.tooMany, 0),
    })
  }
  const stopped = lifecycle.stop()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await stopped
  return samples
}

function refusalOf(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    return (error as { detail: string }).detail
  }
}
