/**
 * Fills a generation from the files of one month. May be killed at any time: every batch is one
 * transaction with how far its file was read, and the next attempt goes on there.
 */
import { basename } from 'node:path'
import type { MirrorBuild, MirrorCounts } from '../../store/company-mirror/generation.ts'
import { readBulkHeading, readBulkRow } from '../model/bulk.ts'
import { csvLines } from '../sources/csv-rows.ts'
import { bulkCompanyRow, MIRROR_LAYOUT } from './row.ts'

/** Lines of one transaction. */
const BATCH = 2000
/** Maximum share of quarantined rows. A file with more has another format, not a few bad rows. */
const MOST_QUARANTINED = 0.02
const JUDGED_FROM = 1000

export interface BuildProgress {
  /** Lines read now, those of earlier attempts among them. */
  rows(total: number): void
  indexing(): void
}

export interface MirrorBuildReport extends MirrorCounts {
  rows: number
  /** Rows that earlier attempts had read. */
  resumed: number
  /** Peak memory of the process that built it. */
  peakBytes: number
}

/** @param meta stored with the generation, next to its layout */
export async function buildGeneration(
  build: MirrorBuild,
  files: readonly string[],
  meta: Readonly<Record<string, string>>,
  progress: BuildProgress,
): Promise<MirrorBuildReport> {
  const known = new Map((await build.files()).map((each) => [each.file, each]))
  let rows = 0
  let resumed = 0
  for (const [fileIndex, path] of files.entries()) {
    const file = basename(path)
    const before = known.get(file) ?? { rows: 0, done: false }
    resumed += before.rows
    if (before.done) rows += before.rows
    else
      rows += await readFile(build, { path, file, fileIndex, from: before.rows }, (read) =>
        progress.rows(rows + read),
      )
    progress.rows(rows)
  }
  progress.indexing()
  const counts = await build.finish({ ...meta, layout: MIRROR_LAYOUT })
  const refused = Object.values(counts.quarantined).reduce((sum, each) => sum + each, 0)
  if (rows >= JUDGED_FROM && refused > rows * MOST_QUARANTINED)
    throw new Error(
      `${refused} of ${rows} rows cannot be read (${Object.keys(counts.quarantined).slice(0, 2).join('; ')}), which is not believed`,
    )
  if (counts.companies === 0) throw new Error('the files hold no company')
  return { ...counts, rows, resumed, peakBytes: process.resourceUsage().maxRSS * 1024 }
}

async function readFile(
  build: MirrorBuild,
  { path, file, fileIndex, from }: { path: string; file: string; fileIndex: number; from: number },
  onRows: (read: number) => void,
): Promise<number> {
  let place: ((name: string) => number) | null = null
  let startMs = from
  let companies: Parameters<MirrorBuild['add']>[0]['companies'][number][] = []
  let quarantined: { line: number; reason: string }[] = []
  const add = async (to: number, done: boolean) => {
    await build.add({ fileIndex, file, from: startMs, to, done, companies, quarantined })
    startMs = to
    companies = []
    quarantined = []
    onRows(to)
  }
  let lines = 0
  for await (const each of csvLines(path)) {
    if ('heading' in each) {
      place = readBulkHeading(each.heading)
      continue
    }
    lines = each.line + 1
    if (lines <= from) continue
    const read = readBulkRow(each.cells, place!)
    if (read.ok) companies.push({ ...bulkCompanyRow(read.company), line: each.line })
    else quarantined.push({ line: each.line, reason: read.reason })
    if (lines - startMs >= BATCH) await add(lines, false)
  }
  if (place === null) throw new Error(`${file} is empty`)
  await add(Math.max(lines, startMs), true)
  return lines
}
