/** The mirror as the domain reads it: the generation that serves, of when it is, and how it is brought up to date. */
import { setImmediate } from 'node:timers/promises'
import { createGenerations, type Generations } from '../../background/generations.ts'
import { type HealthReport, sourceHealth } from '../../background/health.ts'
import { createJob } from '../../background/job.ts'
import { type Ingest, isDue, OLDEST_SERVED_MS } from '../../background/source.ts'
import { createStoredSource, type StoredSource } from '../../background/stored-source.ts'
import type { ServiceContext } from '../../contract/domain.ts'
import { type Clock, instant } from '../../platform/clock.ts'
import type { MirrorGeneration } from '../../store/company-mirror/generation.ts'
import { mirrorLocation } from '../../store/company-mirror/mirror-location.ts'
import { createCompanyStreamStore, type StreamedCompany } from '../../store/company-stream.ts'
import type { SourceState } from '../../store/runs.ts'
import type { BulkCompany } from '../model/bulk.ts'
import type { ChargesFacts, RegisteredFacts } from '../model/facts.ts'
import { isTooSilent } from '../model/silence.ts'
import { PART_OF, type StreamedPart, type StreamName } from '../model/stream-event.ts'
import { BULK_SOURCE, COMPANY_WINDOW_MS } from '../source.ts'
import type { BuildMirror } from './builder.ts'
import {
  type FollowOptions,
  followStreams,
  listStreams,
  NEVER_STREAMED,
  readStreamState,
  type StreamState,
} from './follow.ts'
import {
  type MirrorDetail,
  readMirrorDetail,
  refreshMirror,
  silentMirrorProgress,
} from './refresh.ts'
import { buildStreamedRow, MIRROR_LAYOUT, type MirrorRow, readMirrorRow } from './row.ts'

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

/** Data about one company that is available without the register. */
export interface KnownCompany {
  /** `null` if the mirror does not have it, or has too little to judge it. */
  facts: RegisteredFacts | null
  /** The facts are the whole profile, as the register would answer it. */
  whole: boolean
  /** From the file, if it has them. */
  charges: ChargesFacts | null
  /** Time of the facts: now if the stream is current, else the day on which they were written. */
  asOfMs: number
  /** When the facts were written: the day of the file, or of the event. */
  writtenMs: number
  /** The stream is current and has missed nothing since the facts were written. */
  fresh: boolean
  part(part: StreamedPart): PartKnowledge
}

export interface PartKnowledge {
  /** How long a copy fetched then is fresh. */
  windowMs(fetchedMs: number): number
  /** Time of the last change; 0 if none was seen. */
  changedMs: number
  /** Up to when it is known that nothing changed since `sinceMs`, apart from `changedMs`; null: it is not known. */
  currentSince(sinceMs: number): number | null
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

export function createMirror(ground: ServiceContext, settings: MirrorSettings): Mirror {
  const { clock, log, runs, lifecycle, dataDir, userAgent } = ground
  const { databaseUrl, stream } = settings
  const place = mirrorLocation({ databaseUrl, dataDir })
  const streamStore = createCompanyStreamStore(ground.store.main)
  const streams = stream === null ? [] : listStreams(stream.keys).map((each) => each.stream)
  const states = new Map<StreamName, StreamState>()
  const knowledge = createKnowledge(streams, states, { clock, freshMs: settings.freshMs })

  const generations: Generations<{ generation: MirrorGeneration; detail: MirrorDetail }> =
    createGenerations({
      name: 'company mirror',
      log,
      describe: ({ detail }) => ({ as_of: detail.as_of, companies: detail.companies }),
      prepare: async (next, serving) => {
        await putStreamed(next.generation, next.detail)
        // Readers of the former generation get a moment; later ones query the register.
        if (serving)
          setTimeout(() => void serving.generation.close().catch(() => {}), CLOSED_AFTER_MS).unref()
      },
    })

  /** Applies stored events of the streams to a generation, from its last position. */
  async function putStreamed(generation: MirrorGeneration, detail: MirrorDetail): Promise<void> {
    if (streams.length === 0) return
    const sinceMs = states.get('companies')?.since_ms ?? Number.POSITIVE_INFINITY
    const put = Number(generation.meta[PUT_UNTIL] ?? 0)
    const fromMs =
      put > 0 ? put - PUT_AGAIN_MS : Math.min(parseDay(detail.as_of) - SNAPSHOT_MS, sinceMs)
    for await (const page of streamStore.companies(fromMs)) {
      await generation.put(page.flatMap(toMirrorRow))
      await setImmediate()
    }
    await generation.setMeta(PUT_UNTIL, String(clock.nowMs()))
  }

  const file = createStoredSource(ground, {
    source: BULK_SOURCE,
    job: 'company mirror',
    ingest: settings.ingest,
    async load({ detail: stored }) {
      for (const each of streams)
        if (!following || !states.has(each)) states.set(each, await readStreamState(runs, each))
      const detail = readMirrorDetail(stored)
      if (detail === null) return
      await generations.follow(detail.generation, async () => {
        const generation = await place.open(detail.generation)
        if (generation?.meta.layout === MIRROR_LAYOUT) return { generation, detail }
        await generation?.close()
        return null
      })
    },
    isDue: (state) => isToBeRead(state, clock.nowMs(), generations.current() !== null),
    refresh() {
      const automatic = {
        fromFolder: null,
        acceptShrink: false,
        progress: silentMirrorProgress,
        signal: lifecycle.signal,
      }
      return refreshMirror({ ...ground, ...settings, ...automatic })
    },
  })

  let following = false
  async function stayOnStreams(): Promise<void> {
    if (stream === null || settings.ingest === 'off') return
    following = true
    try {
      const onStored: FollowOptions['onStored'] = async (name, next, { companies }) => {
        const serving = generations.current()
        if (companies.length > 0 && serving) {
          await serving.generation.put(companies.flatMap(toMirrorRow))
          await serving.generation.setMeta(PUT_UNTIL, String(clock.nowMs()))
        }
        // Nothing is current before it can be read.
        states.set(name, next)
      }
      const onAlive: FollowOptions['onAlive'] = (name, next) => void states.set(name, next)
      await followStreams(
        { clock, log, runs, store: streamStore, userAgent, ...stream, onAlive, onStored },
        lifecycle.signal,
      )
    } finally {
      following = false
    }
  }

  /** Single rows of it may be newer than the file. */
  const findServing = () => (file.refusal() === null ? generations.current() : null)

  const current: Mirror['current'] = () => {
    const servingGeneration = findServing()
    if (!servingGeneration) return null
    const writtenMs = parseDay(servingGeneration.detail.as_of)
    const streamedMs = knowledge.completeSince('companies', writtenMs - SNAPSHOT_MS)
    const asOfMs = Math.max(writtenMs, streamedMs ?? 0)
    if (clock.nowMs() - asOfMs > OLDEST_SERVED_MS) return null
    return {
      generation: servingGeneration.generation,
      asOfMs,
      fresh: knowledge.isCurrent(streamedMs),
    }
  }

  const unreadable = (error: unknown): null => {
    log.warn({ err: error }, 'the mirror could not be read')
    return null
  }

  async function findKnown(number: string): Promise<KnownCompany> {
    const [row, changes] = await Promise.all([
      findServing()?.generation.company(number).catch(unreadable) ?? null,
      streams.length === 0 ? null : streamStore.changes(number).catch(unreadable),
    ])
    const bulkMs = parseDay(readMirrorDetail(file.state().detail)?.as_of ?? '1970-01-01')
    return knowledge.of(row ? readMirrorRow(number, row) : null, changes, bulkMs)
  }

  const streamJob = createJob({
    name: 'company streams',
    everyMs: LOOK_EVERY_MS,
    work: stayOnStreams,
    lifecycle,
    log,
  })
  lifecycle.onStop('company mirror', () => generations.current()?.generation.close())

  return {
    current,
    findKnown,
    unreadable,
    generation: () => generationOf(generations.current()),
    health() {
      const detail = readMirrorDetail(file.state().detail)
      const members = {
        as_of: detail?.as_of ?? null,
        companies: detail?.companies ?? 0,
        quarantined: Object.values(detail?.quarantined ?? {}).reduce((sum, each) => sum + each, 0),
      }
      const isKeyMissing = stream !== null && streams.length === 0
      const { upstreams, warnings } = file.health(
        members,
        isKeyMissing ? [NO_STREAM_KEY] : knowledge.warnings(),
      )
      return { upstreams: { ...upstreams, ...knowledge.health() }, warnings }
    },
    ...file.upkeep,
    start() {
      file.upkeep.start()
      if (stream !== null) streamJob.start()
    },
  }
}

/**
 * Whether the file is due. Where nothing serves, what was made of it is of another layout, as after a release that reads it otherwise: it is read
 * again without waiting for the next month.
 */
function isToBeRead(state: SourceState, nowMs: number, serves: boolean): boolean {
  const { lastAttemptMs, detail } = state
  const waited = lastAttemptMs === null || nowMs - lastAttemptMs >= BULK_SOURCE.retryAfterMs
  return (
    isDue(BULK_SOURCE, state, nowMs) || (!serves && waited && readMirrorDetail(detail) !== null)
  )
}

/** Streams with an event every few seconds of a working day. Charges and insolvency have few. */
const BUSY: readonly StreamName[] = ['companies', 'officers', 'filings']

/** Combines rows and streams into the data about a company and its time. */
function createKnowledge(
  streams: readonly StreamName[],
  states: ReadonlyMap<StreamName, StreamState>,
  { clock, freshMs }: { clock: Clock; freshMs: number },
) {
  const stateOf = (name: StreamName) => states.get(name) ?? NEVER_STREAMED

  /** Returns since when a stream is frozen, or null. A stream with few events is frozen when all busy streams are. */
  function findFrozenSince(name: StreamName): number | null {
    const lastEventMs = (each: StreamName) => stateOf(each).silent_since_ms ?? 0
    const busyMs = Math.max(...(BUSY.includes(name) ? [name] : BUSY).map(lastEventMs))
    if (busyMs === 0) return null
    const lastMs = Math.max(busyMs, lastEventMs(name))
    return isTooSilent(lastMs, clock.nowMs()) ? lastMs : null
  }

  /** Returns up to when everything is known: for a frozen stream at most its last event. */
  function findBelievedUntil(name: StreamName): number | null {
    const { as_of_ms } = stateOf(name)
    const frozenMs = findFrozenSince(name)
    return as_of_ms === null || frozenMs === null ? as_of_ms : Math.min(as_of_ms, frozenMs)
  }

  /**
   * Returns up to when a stream has been complete since a time; `null` if it has a gap or is
   * unknown.
   */
  function completeSince(name: StreamName, sinceMs: number): number | null {
    const { since_ms } = stateOf(name)
    return since_ms === null || since_ms > sinceMs ? null : findBelievedUntil(name)
  }

  const isCurrent = (asOfMs: number | null): asOfMs is number =>
    asOfMs !== null && clock.nowMs() - asOfMs <= CURRENT_WITHIN_MS

  function currentSince(name: StreamName, sinceMs: number): number | null {
    const asOfMs = completeSince(name, sinceMs)
    return isCurrent(asOfMs) ? asOfMs : null
  }

  function buildHealth(name: StreamName) {
    const { since_ms, silent_since_ms, events, gaps, unreadable, failure } = stateOf(name)
    const health = sourceHealth({
      lastSuccessMs: findBelievedUntil(name),
      failing: failure !== null,
      windowMs: CURRENT_WITHIN_MS,
      nowMs: clock.nowMs(),
    })
    const since = since_ms === null ? null : instant(since_ms)
    const silent = silent_since_ms === null ? null : instant(silent_since_ms)
    return { ...health, complete_since: since, silent_since: silent, events, gaps, unreadable }
  }

  function listWarnings(name: StreamName): string[] {
    const { failure } = stateOf(name)
    const frozenMs = findFrozenSince(name)
    return [
      ...(failure === null ? [] : [`Companies House stream ${name}: ${failure}`]),
      ...(frozenMs === null
        ? []
        : [
            `Companies House stream ${name}: no event since ${instant(frozenMs)}, for 30 minutes of a working day; its part of the mirror does not count as current`,
          ]),
    ]
  }

  return {
    completeSince,
    isCurrent,
    warnings: () => streams.flatMap(listWarnings),
    health: () =>
      Object.fromEntries(
        streams.map((name) => [
          `companies_house_stream_${name.replaceAll('-', '_')}`,
          buildHealth(name),
        ]),
      ),
    /** @param bulkMs the day of the file that rows of the file are from */
    of(
      row: MirrorRow | null,
      changes: ReadonlyMap<string, number> | null,
      bulkMs: number,
    ): KnownCompany {
      const writtenMs = row === null ? 0 : row.from === 'streamed' ? row.publishedMs : bulkMs
      const streamedMs =
        row &&
        completeSince('companies', row.from === 'streamed' ? writtenMs : writtenMs - SNAPSHOT_MS)
      const asOfMs = Math.max(writtenMs, streamedMs ?? 0)
      const tooOld = clock.nowMs() - asOfMs > OLDEST_SERVED_MS
      return {
        facts:
          row === null || tooOld
            ? null
            : row.from === 'streamed'
              ? row.facts
              : bulkFacts(row.company),
        whole: row?.from === 'streamed',
        charges: row?.from === 'bulk' ? row.company.charges : null,
        asOfMs,
        writtenMs,
        fresh: isCurrent(streamedMs),
        part(part) {
          const name = streams.find((each) => PART_OF[each] === part)
          const isReported = name !== undefined && changes !== null
          return {
            changedMs: changes?.get(part) ?? 0,
            currentSince: (sinceMs) => (isReported ? currentSince(name, sinceMs) : null),
            windowMs: (fetchedMs) =>
              isReported && currentSince(name, fetchedMs) !== null ? freshMs : COMPANY_WINDOW_MS,
          }
        },
      }
    },
  }
}

const generationOf = (serving: { detail: MirrorDetail } | null) =>
  serving && parseDay(serving.detail.as_of) / 1000

const parseDay = (date: string) => Date.parse(`${date}T00:00:00Z`)

const toMirrorRow = ({ number, json }: StreamedCompany): Parameters<MirrorGeneration['put']>[0] => {
  const read = json === null ? null : readMirrorRow(number, json)
  // Documents of an earlier layout only show that the file is older: the register is queried.
  return [
    read?.from === 'streamed'
      ? buildStreamedRow(read.facts, read.publishedMs)
      : { number, row: null },
  ]
}

/** Null: its words leave open what a rule reads. */
function bulkFacts({ profile, formerNames, untold }: BulkCompany): RegisteredFacts | null {
  if (untold.length > 0) return null
  const ceased = formerNames.map((each) => each.ceased).filter((date) => date !== null)
  return {
    profile,
    remarks: {
      officeUndeliverable: false,
      officeDisputed: false,
      annotations: [],
      partialData: null,
      formerNames: {
        count: formerNames.length,
        since: null,
        lastChanged: ceased.sort().at(-1) ?? null,
      },
    },
  }
}

const NO_STREAM_KEY =
  'Companies House stream: COMPANY_MIRROR is stream and COMPANIES_HOUSE_STREAM_KEY is empty; the mirror is a monthly copy'
/** After a longer silence the stream may have lost events. */
const CURRENT_WITHIN_MS = 3 * 60_000
/** The file of a day may have been taken so long before that day. */
const SNAPSHOT_MS = 24 * 3_600_000
const PUT_UNTIL = 'put_until_ms'
const PUT_AGAIN_MS = 30 * 60_000
const CLOSED_AFTER_MS = 60_000
