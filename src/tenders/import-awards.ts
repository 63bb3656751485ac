/** Award history from the Open Contracting registry's bulk files: one compiled release a line, gzipped or plain. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { BuyerRow } from '../store/tender-buyers.ts'
import type { AwardRow, TenderStore } from '../store/tenders.ts'
import { asObject, parseLenient } from './model/json.ts'
import { type Release, readRelease } from './model/release.ts'
import { portalOfOcid } from './portals/index.ts'
import { awardRows, contractRows, emptyPage } from './reading.ts'

export interface ImportReport {
  lines: number
  awards: number
  /** Lines that are not a release of one of the portals. */
  unread: number
}

const BATCH = 2000

/** May be repeated and interrupted: an award is known by its process and its own id. */
export async function importAwards(
  store: TenderStore,
  file: string,
  options: { signal: AbortSignal; since: string; onProgress?: (report: ImportReport) => void },
): Promise<ImportReport> {
  const report: ImportReport = { lines: 0, awards: 0, unread: 0 }
  const bytes = createReadStream(file)
  const text = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
  bytes.on('error', (error) => text.destroy(error))
  let rows: AwardRow[] = []
  let contracts: BuyerRow[] = []
  const flush = async () => {
    await store.apply({ ...emptyPage(), awards: rows, contracts, merge: () => [], source: null })
    report.awards += rows.length
    rows = []
    contracts = []
    options.onProgress?.({ ...report })
  }
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    options.signal.throwIfAborted()
    if (line.trim() === '') continue
    report.lines += 1
    const found = releaseOf(line)
    if (found === null) report.unread += 1
    else {
      rows.push(...awardRows(found).filter((award) => award.awardedOn >= options.since))
      contracts.push(...contractRows(found).filter((contract) => contract.onDate >= options.since))
    }
    if (rows.length >= BATCH) await flush()
  }
  await flush()
  return report
}

function releaseOf(line: string): Release | null {
  let raw: unknown
  try {
    raw = parseLenient(line)
  } catch {
    return null
  }
  const source = asObject(raw)
  const release = asObject(source?.compiledRelease) ?? source
  const portal = portalOfOcid(String(release?.ocid ?? ''))
  if (!portal) return null
  const read = readRelease(portal, release)
  return read.ok ? read.release : null
}
