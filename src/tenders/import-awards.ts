/**
 * Award history from the Open Contracting registry's bulk files: one compiled release a line,
 * gzipped or plain.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { londonDate } from '../platform/london.ts'
import type { Runs } from '../store/runs.ts'
import type { TenderStore } from '../store/tenders.ts'
import { asObject, parseLenient } from './model/json.ts'
import { portalOfOcid } from './portals/index.ts'
import { readRelease } from './portals/read-release.ts'
import { buildBatch, contractRows, emptyPage, quarantineRow, type ReadPage } from './reading.ts'

export interface ImportReport {
  lines: number
  awards: number
  /** Lines that are not a release of one of the portals. */
  unread: number
  quarantined: number
}

const BATCH = 2000
/** Row of `sources` that remembers how far a file was read. */
const AWARDS_FILE = 'tenders-awards-file'
const progressSchema = z.strictObject({ file: z.string(), lines: z.int() })

/**
 * May be repeated: a contract is known by its process and the id of its award. An import that was
 * interrupted goes on after the last line that was stored of the same file.
 */
export async function importAwards(
  { store, runs, clock }: { store: TenderStore; runs: Pick<Runs, 'source'>; clock: Clock },
  file: string,
  options: { signal: AbortSignal; onProgress?: (report: ImportReport) => void },
): Promise<ImportReport> {
  const { size, mtimeMs } = await stat(file)
  const name = `${basename(file)} ${size} ${Math.floor(mtimeMs)}`
  const known = progressSchema.safeParse((await runs.source(AWARDS_FILE)).detail).data
  const done = known?.file === name ? known.lines : 0
  const report: ImportReport = { lines: 0, awards: 0, unread: 0, quarantined: 0 }
  const today = londonDate(clock.nowMs())
  let page = emptyPage()

  const flush = async (lines: number) => {
    const source = { name: AWARDS_FILE, detail: { file: name, lines } }
    await store.apply(buildBatch(page, source, clock.nowMs()))
    report.awards += page.contracts.length
    report.quarantined += page.quarantined.length
    page = emptyPage()
    options.onProgress?.({ ...report })
  }

  for await (const line of readLines(file)) {
    options.signal.throwIfAborted()
    if (line.trim() === '') continue
    report.lines += 1
    if (report.lines <= done) continue
    if (!readLine(page, line, { today, nowMs: clock.nowMs() })) report.unread += 1
    if (page.contracts.length >= BATCH) await flush(report.lines)
  }
  // From the first line again next time: the file is stored whole.
  await flush(0)
  return report
}

function readLines(file: string): AsyncIterable<string> {
  const bytes = createReadStream(file)
  const text = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
  bytes.on('error', (error) => text.destroy(error))
  return createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })
}

/** Returns false if the line is no release of one of the portals. */
function readLine(page: ReadPage, line: string, at: { today: string; nowMs: number }): boolean {
  let raw: unknown
  try {
    raw = parseLenient(line)
  } catch {
    return false
  }
  const source = asObject(raw)
  const release = asObject(source?.compiledRelease) ?? source
  const portal = portalOfOcid(String(release?.ocid ?? ''))
  if (!portal) return false
  const read = readRelease(portal, release)
  if (read.ok)
    page.contracts.push(...contractRows(read.release, 0).filter((row) => row.keepUntil >= at.today))
  else page.quarantined.push(quarantineRow(portal, read.releaseId, read.reason, raw, at.nowMs))
  return true
}
