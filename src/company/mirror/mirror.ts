/**
 * The mirror as the domain reads it: the generation that serves, of when it is, and how it is
 * brought up to date.
 */
import type { HealthReport } from '../../background/health.ts'
import { createJob } from '../../background/job.ts'
import { type Ingest, isDue, OLDEST_SERVED_MS } from '../../background/source.ts'
import { createStoredSource, type StoredSource } from '../../background/stored-source.ts'
import type { ServiceContext } from '../../contract/domain.ts'
import type { MirrorGeneration } from '../../store/company-mirror/generation.ts'
import { mirrorLocation } from '../../store/company-mirror/mirror-location.ts'
import { createCompanyStreamStore } from '../../store/company-stream.ts'
import type { SourceState } from '../../store/runs.ts'
import { SNAPSHOT_MS } from '../limits.ts'
import type { StreamName } from '../model/stream-event.ts'
import { BULK_SOURCE } from '../source.ts'
import type { BuildMirror } from './builder.ts'
import {
  type FollowOptions,
  followStreams,
  listStreams,
  readStreamState,
  type StreamState,
} from './follow.ts'
import { buildKnown, type KnownCompany } from './known.ts'
import {
  type MirrorDetail,
  readMirrorDetail,
  refreshMirror,
  silentMirrorProgress,
} from './refresh.ts'
import { readMirrorRow } from './row.ts'
import { createServing, parseDay } from './serving.ts'
import { createStreamTimes } from './stream-times.ts'

export interface MirrorSettings {
  databaseUrl: string | null
  bulkUrl: string
  ingest: Ingest
  /** Null: the monthly file alone. */
  stream: { url: string; keys: readonly string[] } | null
  /** How long a part that was fetched stays fresh while its stream is current. */
  freshMs: number
  /** Otherwise a separate process builds each generation. */
  build?: BuildMirror
}

type Upkeep = StoredSource['upkeep']

export interface Mirror extends Upkeep {
  /** Null: nothing was ever ingested, or what there is is older than anything that is served. */
  current(): { generation: MirrorGeneration; asOfMs: number; fresh: boolean } | null
  /** A store that is away knows nothing. */
  findKnown(number: string): Promise<KnownCompany>
  /** Reports that the served generation could not be read. */
  unreadable(error: unknown): void
  health(): HealthReport
  /** The day of the file that serves, in seconds since 1970. */
  generation(): number | null
}

const LOOK_EVERY_MS = 60_000

export function createMirror(context: ServiceContext, settings: MirrorSettings): Mirror {
  const { clock, log, runs, lifecycle, dataDir, userAgent } = context
  const { databaseUrl, stream, freshMs } = settings
  const streams = stream === null ? [] : listStreams(stream.keys).map((each) => each.stream)
  const streamStore = createCompanyStreamStore(context.store.main)
  const states = new Map<StreamName, StreamState>()
  const times = createStreamTimes(streams, states, clock)
  const serving = createServing({
    place: mirrorLocation({ databaseUrl, dataDir }),
    streamed: streams.length === 0 ? null : streamStore,
    completeSinceMs: () => states.get('companies')?.since_ms ?? null,
    clock,
    log,
  })
  let isFollowing = false

  const file = createStoredSource(context, {
    source: BULK_SOURCE,
    job: 'company mirror',
    ingest: settings.ingest,
    async load({ detail: stored }) {
      for (const each of streams)
        if (!isFollowing || !states.has(each)) states.set(each, await readStreamState(runs, each))
      const detail = readMirrorDetail(stored)
      if (detail !== null) await serving.open(detail)
    },
    isDue: (state) => isToBeRead(state, clock.nowMs(), serving.current() !== null),
    refresh() {
      const automatic = {
        fromFolder: null,
        acceptShrink: false,
        progress: silentMirrorProgress,
        signal: lifecycle.signal,
      }
      return refreshMirror({ ...context, ...settings, ...automatic })
    },
  })

  async function stayOnStreams(): Promise<void> {
    if (stream === null || settings.ingest === 'off') return
    isFollowing = true
    try {
      const onStored: FollowOptions['onStored'] = async (name, next, { companies }) => {
        await serving.put(companies)
        // Nothing is current before it can be read.
        states.set(name, next)
      }
      const onAlive: FollowOptions['onAlive'] = (name, next) => void states.set(name, next)
      await followStreams(
        { clock, log, runs, store: streamStore, userAgent, ...stream, onAlive, onStored },
        lifecycle.signal,
      )
    } finally {
      isFollowing = false
    }
  }

  /** Single rows of it may be newer than the file. */
  const findServing = () => (file.refusal() === null ? serving.current() : null)

  const current: Mirror['current'] = () => {
    const served = findServing()
    if (!served) return null
    const writtenMs = parseDay(served.detail.as_of)
    const streamedMs = times.completeSince('companies', writtenMs - SNAPSHOT_MS)
    const asOfMs = Math.max(writtenMs, streamedMs ?? 0)
    if (clock.nowMs() - asOfMs > OLDEST_SERVED_MS) return null
    return { generation: served.generation, asOfMs, fresh: times.isCurrent(streamedMs) }
  }

  const unreadable = (error: unknown): null => {
    log.warn({ err: error }, 'the mirror could not be read')
    return null
  }

  async function findKnown(number: string): Promise<KnownCompany> {
    const [json, changes] = await Promise.all([
      findServing()?.generation.company(number).catch(unreadable) ?? null,
      streams.length === 0 ? null : streamStore.changes(number).catch(unreadable),
    ])
    const row = json ? readMirrorRow(number, json) : null
    const bulkMs = parseDay(readMirrorDetail(file.state().detail)?.as_of ?? '1970-01-01')
    return buildKnown({ row, changes, bulkMs, nowMs: clock.nowMs(), streams, times, freshMs })
  }

  function health(): HealthReport {
    const detail = readMirrorDetail(file.state().detail)
    const members = {
      as_of: detail?.as_of ?? null,
      companies: detail?.companies ?? 0,
      quarantined: Object.values(detail?.quarantined ?? {}).reduce((sum, each) => sum + each, 0),
    }
    const isKeyMissing = stream !== null && streams.length === 0
    const { upstreams, warnings } = file.health(
      members,
      isKeyMissing ? [NO_STREAM_KEY] : times.warnings(),
    )
    return { upstreams: { ...upstreams, ...times.health() }, warnings }
  }

  const streamJob = createJob({
    name: 'company streams',
    everyMs: LOOK_EVERY_MS,
    work: stayOnStreams,
    lifecycle,
    log,
  })
  lifecycle.onStop('company mirror', () => serving.current()?.generation.close())

  return {
    current,
    findKnown,
    unreadable,
    generation: () => generationOf(serving.current()),
    health,
    ...file.upkeep,
    start() {
      file.upkeep.start()
      if (stream !== null) streamJob.start()
    },
  }
}

/**
 * Whether the file is due. Where nothing serves, what was made of it is of another layout, as after
 * a release that reads it otherwise: it is read again without waiting for the next month.
 */
function isToBeRead(state: SourceState, nowMs: number, serves: boolean): boolean {
  const { lastAttemptMs, detail } = state
  const waited = lastAttemptMs === null || nowMs - lastAttemptMs >= BULK_SOURCE.retryAfterMs
  return (
    isDue(BULK_SOURCE, state, nowMs) || (!serves && waited && readMirrorDetail(detail) !== null)
  )
}

const generationOf = (serving: { detail: MirrorDetail } | null) =>
  serving && parseDay(serving.detail.as_of) / 1000

const NO_STREAM_KEY =
  'Companies House stream: COMPANY_MIRROR is stream and COMPANIES_HOUSE_STREAM_KEY is empty; the mirror is a monthly copy'
