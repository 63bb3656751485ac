/**
 * Reads the register's streams, in one process at a time. Each continues after the last stored
 * event. If the register no longer has the missing events, a gap is stored, and data older than it
 * is no longer fresh: it is requested as without streams.
 */
import { z } from 'zod'
import { type ActiveLease, underLease } from '../../background/lease.ts'
import type { Log } from '../../observe/log.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorMessage } from '../../platform/errors.ts'
import type { Check } from '../../platform/examination.ts'
import { systemTimers, type Timers } from '../../platform/timers.ts'
import type { CompanyStreamStore, StreamBatch } from '../../store/company-stream.ts'
import type { Runs } from '../../store/runs.ts'
import { UpstreamError } from '../../upstream/http.ts'
import { openLines } from '../../upstream/lines.ts'
import {
  PART_OF,
  readStreamEvent,
  STREAMS,
  type StreamEvent,
  type StreamName,
} from '../model/stream-event.ts'
import { FORBIDDEN, STREAM_SOURCE } from '../source.ts'
import { buildStreamedRow } from './row.ts'

const RUN = 'company-streams'
/** The register allows about nine (its forum, since 2023); its documentation still says two. */
const STREAMS_OF_A_KEY = 5
const FEWEST_OF_A_KEY = 2
const NOT_FOLLOWED =
  'answered 429 to five streams of one key: two a key are followed, and this one is not among them'
const IDLE_MS = 60_000
const MAX_LINE_BYTES = 1024 * 1024
/** How often it is kept that a stream is alive though nothing happens. */
const STORE_EVERY_MS = 10_000

/**
 * Waits before a new connection. The register demands a minute and more after 429, and bans clients
 * that continue, with 403.
 */
const WAITS = {
  network: (tries: number) => Math.min(250 * tries, 16_000),
  refused: (tries: number) => Math.min(5_000 * 2 ** (tries - 1), 320_000),
  throttled: (tries: number) => Math.min(60_000 * 2 ** (tries - 1), 960_000),
} as const

const streamDetail = z.object({
  /** The last event that was kept; null: none yet. */
  timepoint: z.int().nullable(),
  /** Since when not one event was missed; null: not connected since the last gap. */
  since_ms: z.number().nullable(),
  /** Up to when everything is known. */
  as_of_ms: z.number().nullable(),
  /**
   * When the last event came, or when the stream was first opened; null: never opened, or by an
   * earlier release.
   */
  silent_since_ms: z.number().nullable().default(null),
  events: z.int(),
  gaps: z.int(),
  /** Number of unusable lines, each of which counts as a gap. */
  unreadable: z.int(),
  failure: z.string().nullable(),
})
export type StreamState = z.output<typeof streamDetail>

export const NEVER_STREAMED: StreamState = {
  timepoint: null,
  since_ms: null,
  as_of_ms: null,
  silent_since_ms: null,
  events: 0,
  gaps: 0,
  unreadable: 0,
  failure: null,
}

export const sourceOf = (stream: StreamName) => `company-stream-${stream}`

export async function readStreamState(runs: Runs, stream: StreamName): Promise<StreamState> {
  const { detail } = await runs.source(sourceOf(stream))
  return streamDetail.safeParse(detail).data ?? NEVER_STREAMED
}

/** Gives each stream its key, so many streams a key. */
export function listStreams(
  keys: readonly string[],
  mostOfAKey = STREAMS_OF_A_KEY,
): { stream: StreamName; key: string }[] {
  return STREAMS.slice(0, keys.length * mostOfAKey).map((stream, index) => ({
    stream,
    key: keys[Math.floor(index / mostOfAKey)]!,
  }))
}

export interface FollowOptions {
  clock: Clock
  log: Log
  runs: Runs
  store: CompanyStreamStore
  url: string
  keys: readonly string[]
  userAgent: string
  timers?: Timers
  /** Receives every sign of life, stored or not. */
  onAlive(stream: StreamName, state: StreamState): void
  /** Receives stored events. */
  onStored(
    stream: StreamName,
    state: StreamState,
    batch: Pick<StreamBatch, 'companies'>,
  ): Promise<void>
}

/** Until the lease is lost or `stopping`. Null: another process is at it. */
export function followStreams(options: FollowOptions, stopping: AbortSignal): Promise<true | null> {
  return underLease(options, RUN, stopping, async (lease) => {
    const { log, keys, timers = systemTimers } = options
    const all = listStreams(keys)
    const refused = await followAll(options, all, lease)
    if (refused === null) return true as const
    log.warn({ err: refused }, 'the register allows fewer streams: two a key from now on')
    const fewer = listStreams(keys, FEWEST_OF_A_KEY)
    for (const { stream } of all) {
      if (fewer.some((each) => each.stream === stream)) continue
      const state = { ...(await readStreamState(options.runs, stream)), failure: NOT_FOLLOWED }
      await keep(options, { stream, state, events: [], lease })
    }
    await pause(timers, waitAfter(refused, 1), lease.signal)
    await Promise.all(fewer.map((each) => followOne(options, each, lease)))
    return true as const
  })
}

/**
 * Follows all until the lease is lost, or until one of them is refused as one too many (429), which
 * ends all of them. Null: none was.
 */
async function followAll(
  options: FollowOptions,
  streams: readonly Followed[],
  lease: ActiveLease,
): Promise<UpstreamError | null> {
  const group = new AbortController()
  let refused: UpstreamError | null = null
  const together: ActiveLease = {
    check: () => lease.check(),
    signal: AbortSignal.any([lease.signal, group.signal]),
  }
  const tooMany = (error: UpstreamError) => {
    refused ??= error
    group.abort()
  }
  await Promise.all(streams.map((each) => followOne(options, each, together, tooMany)))
  return refused
}

type Followed = ReturnType<typeof listStreams>[number]

async function followOne(
  options: FollowOptions,
  { stream, key }: Followed,
  lease: ActiveLease,
  tooMany?: (error: UpstreamError) => void,
): Promise<void> {
  const { clock, log, runs, timers = systemTimers } = options
  let state = await readStreamState(runs, stream)
  let tries = 0

  /** One connection, until it ends. @throws UpstreamError always, unless aborted */
  async function readOn(): Promise<never> {
    const path = `${stream}${state.timepoint === null ? '' : `?timepoint=${state.timepoint}`}`
    let storedMs = 0
    let connected = false
    for await (const some of openStream(options, path, key, lease.signal)) {
      const nowMs = clock.nowMs()
      const before = connected ? state : connect(state, nowMs)
      connected = true
      tries = 0
      const eventLines = some.filter((line) => line !== '')
      const read = eventLines
        .map((line) => readStreamEvent(stream, line))
        .filter((event) => event !== null)
      // Resuming begins with the event that was kept last.
      const events = read.filter((event) => event.timepoint !== before.timepoint)
      const next = advance(before, events, {
        unreadable: eventLines.length - read.length,
        idle: some.length > eventLines.length,
        nowMs,
      })
      if (eventLines.length === 0 && nowMs - storedMs < STORE_EVERY_MS) {
        options.onAlive(stream, next)
      } else {
        storedMs = nowMs
        await keep(options, { stream, state: next, events, lease })
      }
      state = next
    }
    throw new UpstreamError(STREAM_SOURCE, 'network', 'ended')
  }

  while (!lease.signal.aborted) {
    try {
      await readOn()
    } catch (error) {
      if (lease.signal.aborted) return
      if (tooMany && error instanceof UpstreamError && error.status === 429) return tooMany(error)
      tries += 1
      state = { ...state, failure: describeStreamFailure(error) }
      // Events since the last stored one are lost.
      if (error instanceof UpstreamError && error.status === 416) {
        state = { ...state, timepoint: null, since_ms: null, gaps: state.gaps + 1 }
        tries = 0
      }
      log.warn({ stream, err: error, tries }, 'a stream of the register broke off')
      await keep(options, { stream, state, events: [], lease }).catch((cause: unknown) =>
        log.error({ err: cause }, 'not kept'),
      )
      await pause(timers, waitAfter(error, tries), lease.signal)
    }
  }
}

/** The state at the first line of a connection. */
function connect(state: StreamState, nowMs: number): StreamState {
  const { timepoint, since_ms, as_of_ms, silent_since_ms } = state
  // A stream without a timepoint is complete from now on.
  const isNew = timepoint === null || since_ms === null
  return {
    ...state,
    failure: null,
    silent_since_ms: silent_since_ms ?? nowMs,
    since_ms: isNew ? nowMs : since_ms,
    as_of_ms: isNew ? nowMs : as_of_ms,
  }
}

/** Says what broke off a stream, and of a 403 what it may mean. */
function describeStreamFailure(error: unknown): string {
  return error instanceof UpstreamError && error.status === 403
    ? `${errorMessage(error)}: ${FORBIDDEN}`
    : errorMessage(error)
}

export function waitAfter(error: unknown, tries: number): number {
  if (tries === 0) return 0
  if (!(error instanceof UpstreamError) || error.status === null) return WAITS.network(tries)
  const least =
    error.status === 429 || error.status === 403 ? WAITS.throttled(tries) : WAITS.refused(tries)
  return Math.max(least, error.retryAfterMs ?? 0)
}

function pause(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // The lease may be lost while the failure is stored.
    if (signal.aborted) return resolve()
    const cancel = timers.after(ms, resolve)
    signal.addEventListener(
      'abort',
      () => {
        cancel()
        resolve()
      },
      { once: true },
    )
  })
}

function openStream(
  { url, userAgent }: Pick<FollowOptions, 'url' | 'userAgent'>,
  path: string,
  key: string,
  signal: AbortSignal,
) {
  return openLines(`${url}/${path}`, {
    name: STREAM_SOURCE,
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'user-agent': userAgent,
    },
    idleMs: IDLE_MS,
    maxLineBytes: MAX_LINE_BYTES,
    signal,
  })
}

const LISTEN_MS = 20_000
const SILENT =
  'nothing happened in 20 seconds, as is usual outside of working days from 08:00 to 18:00; within them the mirror does not count as current after 30 silent minutes'

/**
 * Lists the checks of `ukintel doctor`, which listen to the stream of companies until its first
 * event.
 */
export function examineStream(
  options: Pick<FollowOptions, 'url' | 'userAgent' | 'keys'>,
  signal: AbortSignal,
): readonly Check[] {
  const lines: string[] = []

  async function listen(): Promise<void> {
    const [key] = options.keys
    if (key === undefined)
      throw new Error('COMPANIES_HOUSE_STREAM_KEY is not set: the mirror is a monthly copy')
    const until = AbortSignal.any([signal, AbortSignal.timeout(LISTEN_MS)])
    try {
      for await (const some of openStream(options, 'companies', key, until)) {
        lines.push(...some)
        if (lines.some((line) => line !== '')) return
      }
    } catch (error) {
      // What came before the stream broke off is judged.
      if (!until.aborted && lines.length === 0)
        throw new Error(describeStreamFailure(error), { cause: error })
    }
  }

  return [
    {
      assumption:
        'stream/open: the key opens the stream of companies, which sends at least an empty line within seconds',
      async difference() {
        await listen()
        return lines.length > 0 ? null : 'it opened and sent nothing'
      },
    },
    {
      assumption:
        'stream/event: an event names its company, its timepoint and when it was published',
      async difference() {
        const event = lines.find((line) => line !== '')
        if (event === undefined) throw new Error(SILENT)
        return readStreamEvent('companies', event) === null
          ? 'a line that is no event of a company'
          : null
      },
    },
  ]
}

function advance(
  state: StreamState,
  events: readonly StreamEvent[],
  { unreadable, idle, nowMs }: { unreadable: number; idle: boolean; nowMs: number },
): StreamState {
  const last = events.at(-1)
  const next = {
    ...state,
    timepoint: last?.timepoint ?? state.timepoint,
    events: state.events + events.length,
    silent_since_ms: last ? nowMs : state.silent_since_ms,
    unreadable: state.unreadable + unreadable,
    // While it catches up, it is known up to the last event; a sign of life says that there is
    // nothing more.
    as_of_ms: idle
      ? nowMs
      : last
        ? Math.min(nowMs, Math.max(state.as_of_ms ?? 0, last.publishedMs))
        : state.as_of_ms,
  }
  if (unreadable === 0) return next
  // An unknown change was lost; the stream is complete again from here on.
  return { ...next, since_ms: nowMs, gaps: state.gaps + 1 }
}

async function keep(
  { store, onStored }: FollowOptions,
  {
    stream,
    state,
    events,
    lease,
  }: { stream: StreamName; state: StreamState; events: readonly StreamEvent[]; lease: ActiveLease },
): Promise<void> {
  lease.check()
  const companies =
    stream === 'companies'
      ? events.map(({ number, publishedMs, facts }) => {
          const row = facts && buildStreamedRow(facts, publishedMs)
          return { number, publishedMs, ended: row?.ended ?? false, json: row?.row ?? null }
        })
      : []
  const changes = events.map(({ number, publishedMs }) => ({
    number,
    part: PART_OF[stream],
    publishedMs,
  }))
  await store.apply({ source: sourceOf(stream), detail: state, companies, changes })
  await onStored(stream, state, { companies })
}
