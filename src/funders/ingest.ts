/**
 * One refresh of the corpus: registry, files, compact copies, figures, and the new generation in
 * place of the old.
 */
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import PQueue from 'p-queue'
import { z } from 'zod'
import type { ActiveLease } from '../background/lease.ts'
import { shrunk } from '../background/shrink-guard.ts'
import { readSnapshotFile, writeSnapshotFile } from '../background/snapshot-file.ts'
import { type Layout, pack, unpack } from '../background/stored-layout.ts'
import { type Clock, instant } from '../platform/clock.ts'
import { londonDate } from '../platform/london.ts'
import { createTimeBudget, type TimeBudget } from '../platform/time-budget.ts'
import type { Timers } from '../platform/timers.ts'
import type { FunderStore } from '../store/funders.ts'
import { UpstreamError } from '../upstream/http.ts'
import type { CorpusDataset } from './corpus/aggregate.ts'
import { readCopy } from './corpus/copy.ts'
import { type DatasetFolder, type DatasetFolders, SOURCE_FILE } from './corpus/dataset-folders.ts'
import { type CorpusSummary, SUMMARY } from './corpus/summary.ts'
import type { WorkerProcess } from './corpus/worker-process.ts'
import { DatasetFault } from './readers/fault.ts'
import type { CorpusFiles } from './sources/files.ts'
import { parseRegistry, type RegistryDataset } from './sources/registry.ts'

/** Concurrent downloads of datasets. Each publisher gets one request at a time. */
const CONCURRENCY = 4
/** An interrupted run continues within this time; later everything is requested again. */
const RESUME_WITHIN_MS = 24 * 3_600_000
const REPORTED_FAILURES = 200
/** For download and reading of one dataset together. */
const DATASET_LIMIT_MINUTES = 30

/** A run under way: when it began, and where its files come from. */
const RUN: Layout<{ startedMs: number; origin: string }> = {
  name: 'funder-run',
  version: 1,
  schema: z.strictObject({ startedMs: z.number(), origin: z.string() }),
}

/** Receives the progress of a run. */
export interface IngestProgress {
  datasets(total: number): void
  dataset(): void
  /** So many more rows were read. */
  rows(more: number): void
  building(): void
}

export interface IngestParts {
  clock: Clock
  files: CorpusFiles
  folders: DatasetFolders
  worker: WorkerProcess
  store: FunderStore
  progress?: IngestProgress | undefined
  lease: ActiveLease
  /** An operator's word that the corpus really became this small. */
  acceptShrink: boolean
  timers?: Pick<Timers, 'after'>
}

export interface DatasetFailure {
  identifier: string
  title: string
  publisher: string
  failure: string
}

/** Result of a run; stored with the source's state for health and `ukintel status`. */
export interface IngestReport {
  generation: string
  seconds: number
  summary: CorpusSummary
  datasets: {
    listed: number
    read: number
    last_good: number
    unread: number
    licence_not_open: number
    share_alike: number
    withdrawn: number
  }
  failures: DatasetFailure[]
}

/** @throws when no new generation could be built; the old one keeps serving. */
export async function runIngest(parts: IngestParts): Promise<IngestReport> {
  const { clock, files, folders, worker, store, progress, lease } = parts
  const { signal } = lease
  const began = clock.nowMs()
  const startedMs = resumeOrBegin(folders.root, files.origin, began)
  const registry = parseRegistry(await files.registry({ signal, budget: createBudget(parts) }))
  progress?.datasets(registry.length)

  const refreshed: Refreshed[] = []
  const queue = new PQueue({ concurrency: CONCURRENCY })
  let fatal: unknown = null
  for (const dataset of interleave(registry)) {
    queue.add(async () => {
      if (fatal || signal.aborted) return
      try {
        refreshed.push(await refresh(dataset, parts, startedMs))
        progress?.dataset()
      } catch (error) {
        fatal ??= error
      }
    })
  }
  await queue.onIdle()
  if (fatal) throw fatal
  signal.throwIfAborted()
  const requested = refreshed.filter((each) => each.isRequested)
  if (requested.length > 0 && requested.every((each) => each.corpus.failure !== null)) {
    throw new Error(
      `none of ${requested.length} datasets could be fetched (${requested[0]!.corpus.failure})`,
    )
  }

  progress?.building()
  const before = await store.current()
  const outputPath = join(folders.root, 'dossiers.ndjson')
  const today = Number(londonDate(began).replaceAll('-', ''))
  const corpus = refreshed.map((each) => each.corpus)
  const summary = await worker.run(
    { kind: 'aggregate', datasets: corpus, today, outputPath },
    increments(progress),
  )
  const included = (before && unpack(SUMMARY, before.summary)?.included) ?? 0
  const fault = shrunk('the corpus', included, summary.included)
  if (fault !== null && !parts.acceptShrink)
    throw new Error(`${fault} grants, which is not believed`)
  const generation = `funders-${instant(clock.nowMs())}-${Math.floor(clock.nowMs() % 1000)}`
  const builtMs = Math.max(clock.nowMs(), (before?.builtMs ?? 0) + 1)
  lease.check()
  await store.replace(
    { id: generation, builtMs, fetchedMs: startedMs, summary: pack(SUMMARY, summary) },
    readLines(outputPath),
  )
  rmSync(outputPath, { force: true })
  const withdrawn = folders.retain(registry.map((dataset) => dataset.identifier)).length
  rmSync(runPath(folders.root), { force: true })
  return report(generation, (clock.nowMs() - began) / 1000, summary, registry, refreshed, withdrawn)
}

/**
 * One publisher after the other in turn: many files of one publisher in a row would leave all
 * others waiting for its pauses.
 */
function interleave(registry: readonly RegistryDataset[]): RegistryDataset[] {
  const seen = new Map<string, number>()
  const turns = registry.map((dataset) => {
    const host = dataset.downloadUrl === null ? '' : new URL(dataset.downloadUrl).host
    const turn = seen.get(host) ?? 0
    seen.set(host, turn + 1)
    return { dataset, turn }
  })
  return turns.sort((a, b) => a.turn - b.turn).map(({ dataset }) => dataset)
}

/** Converts the number of rows read so far into increments. */
function increments(progress: IngestProgress | undefined): (rows: number) => void {
  let reported = 0
  return (rows) => {
    progress?.rows(rows - reported)
    reported = rows
  }
}

interface Refreshed {
  corpus: CorpusDataset
  /** Whether the publisher was requested; a licence that forbids use saves the download. */
  isRequested: boolean
}

/**
 * Limits the time of a dataset: a publisher that sends a byte now and then, or a file that takes
 * hours to read, delays only itself.
 */
function createBudget({ timers }: IngestParts): TimeBudget {
  return createTimeBudget({
    limitMs: DATASET_LIMIT_MINUTES * 60_000,
    reason: new DatasetFault(`not downloaded and read within ${DATASET_LIMIT_MINUTES} minutes`),
    ...(timers ? { timers } : {}),
  })
}

/**
 * Brings one dataset up to date as far as its publisher lets; a fault of the dataset is part of the
 * result.
 */
async function refresh(
  dataset: RegistryDataset,
  parts: IngestParts,
  startedMs: number,
): Promise<Refreshed> {
  const { clock, files, folders } = parts
  const { signal } = parts.lease
  if (dataset.licence === null)
    return {
      corpus: toCorpusDataset(dataset, { folder: null, failure: null, fetchedMs: null }),
      isRequested: false,
    }
  const folder = folders.dataset(dataset.identifier, dataset.downloadUrl ?? '')
  let usable = hasCopy(folder)
  const budget = createBudget(parts)
  try {
    if (dataset.downloadUrl === null)
      throw new DatasetFault('the registry names no address of its file')
    if (!usable && folder.state.version !== null) usable = await readAgain(folder, parts, budget)
    const done =
      usable && folder.state.failure === null && (folder.state.checkedMs ?? 0) >= startedMs
    if (!done) {
      const { etag, lastModified } = folder.state
      const lease = usable && (etag ?? lastModified) !== null ? { etag, lastModified } : undefined
      const got = await files.fetch(dataset, folder.incoming, lease, { signal, budget })
      if (!got.changed) folder.save({ ...folder.state, checkedMs: clock.nowMs(), failure: null })
      else {
        const validators = { etag: got.etag, lastModified: got.lastModified }
        const version = got.sha256.slice(0, 32)
        const rows =
          version === folder.state.version && usable
            ? folder.state.rows
            : await readNew(folder, version, parts, budget)
        const fetchedMs = version === folder.state.version ? folder.state.fetchedMs : clock.nowMs()
        folder.save({
          ...folder.state,
          ...validators,
          version,
          rows,
          fetchedMs,
          checkedMs: clock.nowMs(),
          failure: null,
        })
      }
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof DatasetFault || error instanceof UpstreamError))
      throw error
    const failure =
      error instanceof UpstreamError ? error.message.replace(/^[^:]*(:\d+)?: /, '') : error.message
    folder.save({ ...folder.state, failure })
  }
  folder.tidy()
  const copy = hasCopy(folder) ? folder.versionFolder(folder.state.version!) : null
  return {
    corpus: toCorpusDataset(dataset, {
      folder: copy,
      failure: failureText(folder, copy),
      fetchedMs: folder.state.fetchedMs,
    }),
    isRequested: true,
  }
}

function hasCopy(folder: DatasetFolder): boolean {
  return (
    folder.state.version !== null && readCopy(folder.versionFolder(folder.state.version)) !== null
  )
}

/** A copy made by an earlier release is made again from the file that was kept. */
async function readAgain(
  folder: DatasetFolder,
  { worker, progress }: IngestParts,
  budget: TimeBudget,
): Promise<boolean> {
  const currentGrant = folder.versionFolder(folder.state.version!)
  if (!existsSync(join(currentGrant, SOURCE_FILE))) return false
  const { rows } = await worker.run(
    { kind: 'copy', source: join(currentGrant, SOURCE_FILE), folder: currentGrant },
    increments(progress),
    budget,
  )
  folder.save({ ...folder.state, rows })
  return true
}

async function readNew(
  folder: DatasetFolder,
  version: string,
  { worker, progress }: IngestParts,
  budget: TimeBudget,
): Promise<number> {
  const target = folder.versionFolder(version)
  mkdirSync(target, { recursive: true })
  renameSync(folder.incoming, join(target, SOURCE_FILE))
  const { rows } = await worker.run(
    { kind: 'copy', source: join(target, SOURCE_FILE), folder: target },
    increments(progress),
    budget,
  )
  return rows
}

function failureText(folder: DatasetFolder, copy: string | null): string | null {
  const { failure, fetchedMs } = folder.state
  if (failure === null) return null
  return copy === null || fetchedMs === null
    ? failure
    : `${failure}; the copy of ${londonDate(fetchedMs)} is used`
}

function toCorpusDataset(
  { downloadUrl: _, ...dataset }: RegistryDataset,
  state: Pick<CorpusDataset, 'folder' | 'failure' | 'fetchedMs'>,
): CorpusDataset {
  return { ...dataset, ...state }
}

async function* readLines(path: string): AsyncGenerator<{ slug: string; json: string }> {
  for await (const json of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    // `slug` is the first member.
    if (json !== '') yield { slug: /"value":\{"slug":"([a-z0-9-]+)"/.exec(json)![1]!, json }
  }
}

function runPath(root: string): string {
  return join(root, 'run.json')
}

function resumeOrBegin(root: string, origin: string, nowMs: number): number {
  const open = readSnapshotFile(RUN, runPath(root))
  if (
    open &&
    open.origin === origin &&
    nowMs - open.startedMs < RESUME_WITHIN_MS &&
    open.startedMs <= nowMs
  )
    return open.startedMs
  writeSnapshotFile(RUN, runPath(root), { startedMs: nowMs, origin })
  return nowMs
}

function report(
  generation: string,
  seconds: number,
  summary: CorpusSummary,
  registry: readonly RegistryDataset[],
  refreshed: readonly Refreshed[],
  withdrawn: number,
): IngestReport {
  const count = (test: (each: Refreshed) => boolean) => refreshed.filter(test).length
  return {
    generation,
    seconds,
    summary,
    datasets: {
      listed: registry.length,
      read: count(({ corpus }) => corpus.folder !== null),
      last_good: count(({ corpus }) => corpus.folder !== null && corpus.failure !== null),
      unread: count(({ corpus, isRequested }) => isRequested && corpus.folder === null),
      licence_not_open: count(({ isRequested }) => !isRequested),
      share_alike: count(({ corpus }) => corpus.licence?.shareAlike === true),
      withdrawn,
    },
    failures: refreshed
      .filter(({ corpus }) => corpus.failure !== null)
      .map(({ corpus }) => ({
        identifier: corpus.identifier,
        title: corpus.title,
        publisher: corpus.publisher,
        failure: corpus.failure!,
      }))
      .sort((a, b) => (a.identifier < b.identifier ? -1 : 1))
      .slice(0, REPORTED_FAILURES),
  }
}
