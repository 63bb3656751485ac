/**
 * The mirror filled from the newest monthly file, under its lease, so that of all processes one
 * does it.
 */
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { ActiveLease } from '../../background/lease.ts'
import { shrunk } from '../../background/shrink-guard.ts'
import { type Refreshed, refreshStored } from '../../background/stored-source.ts'
import type { ServiceContext } from '../../contract/domain.ts'
import { mirrorLocation } from '../../store/company-mirror/mirror-location.ts'
import { BULK_SOURCE } from '../source.ts'
import type { BuildProgress } from './build.ts'
import { type BuildMirror, buildInWorker } from './builder.ts'
import { MIRROR_LAYOUT } from './row.ts'

export interface MirrorProgress extends BuildProgress {
  onFetched(done: number, of: number): void
}

export const silentMirrorProgress: MirrorProgress = { onFetched() {}, rows() {}, indexing() {} }

export interface MirrorRefreshOptions
  extends Pick<ServiceContext, 'clock' | 'log' | 'runs' | 'dataDir' | 'userAgent'> {
  databaseUrl: string | null
  bulkUrl: string
  /** Takes the files from a folder instead of the network. */
  fromFolder: string | null
  /** An operator's word that the register really became this small. */
  acceptShrink: boolean
  progress: MirrorProgress
  signal: AbortSignal
  /** Otherwise a separate process builds it. */
  build?: BuildMirror
}

/** Detail stored with the source's state; `generation` is the served one. */
const mirrorDetail = z.object({
  generation: z.string(),
  as_of: z.iso.date(),
  companies: z.int(),
  names: z.int(),
  rows: z.int(),
  resumed_rows: z.int(),
  quarantined: z.record(z.string(), z.int()),
  seconds: z.number(),
  bytes: z.number(),
})
export type MirrorDetail = z.output<typeof mirrorDetail>

/** Null: there is none yet. */
export function readMirrorDetail(detail: Record<string, unknown>): MirrorDetail | null {
  return mirrorDetail.safeParse(detail).data ?? null
}

export interface MirrorRefreshReport extends MirrorDetail {
  /** False: the newest file is the one that serves. */
  replaced: boolean
}

/**
 * Null when another process is at it.
 * @throws when no new generation could be built; why is kept with the source's state, and the old
 * one keeps serving.
 */
export function refreshMirror(options: MirrorRefreshOptions): Promise<MirrorRefreshReport | null> {
  return refreshStored(options, BULK_SOURCE.id, (lease) => refresh(options, lease))
}

async function refresh(
  options: MirrorRefreshOptions,
  lease: ActiveLease,
): Promise<Refreshed<MirrorRefreshReport>> {
  const { clock, runs, databaseUrl, dataDir, fromFolder, progress, build = buildInWorker } = options
  const { bulkSite, editionOfFolder } = await import('../sources/bulk-files.ts')
  const began = clock.nowMs()
  const place = mirrorLocation({ databaseUrl, dataDir })
  const serving = readMirrorDetail((await runs.source(BULK_SOURCE.id)).detail)
  const site = bulkSite({
    url: options.bulkUrl,
    folder: join(dataDir, 'companies', 'files'),
    userAgent: options.userAgent,
  })
  try {
    const edition =
      fromFolder === null ? await site.newest(lease.signal) : editionOfFolder(fromFolder)
    // What is found on the site again by its names alone is not fetched again.
    const known =
      serving !== null &&
      fromFolder === null &&
      serving.generation.startsWith(`${buildId(edition.date, edition.files)}_`)
    // No replica reads the former generation any more a day later.
    const buildUnchanged = (report: MirrorDetail) => ({
      report: { ...report, replaced: false },
      afterwards: () => place.retain([report.generation]),
    })
    if (known && (await isServed(place, serving.generation))) return buildUnchanged(serving)
    const files =
      fromFolder === null
        ? await site.fetch(edition, lease.signal, progress.onFetched)
        : edition.files
    const sizes = files.map((file) => `${basename(file)} ${statSync(file).size}`)
    const id = `${buildId(edition.date, edition.files)}_${computeHash([...sizes, MIRROR_LAYOUT])}`
    if (id === serving?.generation && (await isServed(place, id))) return buildUnchanged(serving)
    // What was left by a build of other files makes room first.
    await place.retain([id, ...(serving ? [serving.generation] : [])])
    const built = await build(
      { databaseUrl, dataDir, id, files, meta: { as_of: edition.date } },
      progress,
      lease.signal,
    )
    const fault = serving === null ? null : shrunk('the mirror', serving.companies, built.companies)
    if (fault !== null && !options.acceptShrink)
      throw new Error(`${fault} companies, which is not believed`)
    const { companies, names, rows, resumed: resumed_rows, quarantined } = built
    const counts = { companies, names, rows, resumed_rows, quarantined }
    const seconds = (clock.nowMs() - began) / 1000
    const bytes = await place.size(id)
    const detail = { generation: id, as_of: edition.date, ...counts, seconds, bytes }
    // The row with this detail is the swap: the next reader opens the new generation.
    return { report: { ...detail, replaced: true }, detail, afterwards: site.discard }
  } finally {
    await site.close()
  }
}

async function isServed(place: ReturnType<typeof mirrorLocation>, id: string): Promise<boolean> {
  const generation = await place.open(id)
  await generation?.close()
  return generation?.meta.layout === MIRROR_LAYOUT
}

function buildId(date: string, files: readonly string[]): string {
  return `m${date.replaceAll('-', '')}_${computeHash(files.map((file) => basename(file)))}`
}

function computeHash(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8)
}
