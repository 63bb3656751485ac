/**
 * Reads the register's daily accounts product, zips of thousands of filings, into the store of
 * filings. One member is in memory at a time; a stopped run goes on after the last stored batch.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { z } from 'zod'
import { type ActiveLease, type LeaseContext, underLease } from '../background/lease.ts'
import { pack } from '../background/stored-layout.ts'
import { findFiledNumber } from '../platform/company-number.ts'
import { errorMessage } from '../platform/errors.ts'
import { isCivilDate } from '../platform/london.ts'
import type { CompanyFilings, StoredFiling } from '../store/company-filings.ts'
import { bulkFilingId } from './accounts.ts'
import { MAX_FILING_BYTES } from './model/accounts/filing.ts'
import { readFilingFile } from './sources/filing-files.ts'
import { FILING } from './stored-layouts.ts'

const RUN = 'accounts product'
const BATCH = 100
/** Broken members that the store keeps with their reasons. */
const MOST_QUARANTINED = 200
/** `Prod223_3951_09355500_20221231.html`: product, run, company number and balance sheet date. */
const MEMBER = /^Prod\d+_\d+_([A-Z0-9]{8})_(\d{4})(\d{2})(\d{2})(?:_CIC)?\.(?:html|xml|zip)$/i

const memory = z.object({
  /** Version of the stored filings: a new one reads every file again. */
  layout: z.literal(FILING.version),
  files: z.record(
    z.string(),
    z.object({ bytes: z.number(), done: z.number(), isWhole: z.boolean() }),
  ),
  quarantined: z.array(z.object({ file: z.string(), member: z.string(), reason: z.string() })),
})
type Memory = z.output<typeof memory>

export interface AccountsIngestReport {
  files: number
  /** Files that an earlier run had read whole. */
  skipped: number
  filings: number
  /** Broken members by reason. */
  quarantined: Record<string, number>
  seconds: number
}

export interface AccountsIngestOptions extends LeaseContext {
  folder: string
  filings: CompanyFilings
  signal: AbortSignal
  progress?: (filings: number) => void
}

/**
 * Returns `null` while another process reads. @throws the reason of the signal, or an error of a
 * zip that cannot be opened
 */
export function ingestAccounts(
  options: AccountsIngestOptions,
): Promise<AccountsIngestReport | null> {
  return underLease(options, RUN, options.signal, (lease) => ingestFolder(options, lease))
}

async function ingestFolder(
  options: AccountsIngestOptions,
  lease: ActiveLease,
): Promise<AccountsIngestReport> {
  const { folder, runs, clock } = options
  const beganMs = performance.now()
  const report = { files: 0, skipped: 0, filings: 0, quarantined: {} as Record<string, number> }
  const { detail } = await runs.source(RUN)
  const known = memory.safeParse(detail)
  const state: Memory = known.success
    ? known.data
    : { layout: FILING.version, files: {}, quarantined: [] }
  const save = async () => {
    lease.check()
    await runs.recordSource(RUN, { detail: state, lastAttemptMs: clock.nowMs() })
  }
  const names = readdirSync(folder).filter((name) => name.toLowerCase().endsWith('.zip'))
  for (const name of names.sort()) {
    const bytes = statSync(join(folder, name)).size
    const before = state.files[name]
    if (before?.isWhole && before.bytes === bytes) {
      report.skipped += 1
      continue
    }
    const file = { bytes, done: before?.bytes === bytes ? before.done : 0, isWhole: false }
    state.files[name] = file
    await readZip(join(folder, name), file, {
      ...options,
      report,
      save,
      refuse(member, reason) {
        report.quarantined[reason] = (report.quarantined[reason] ?? 0) + 1
        state.quarantined = [...state.quarantined, { file: name, member, reason }].slice(
          -MOST_QUARANTINED,
        )
      },
    })
    report.files += 1
  }
  await runs.recordSource(RUN, { lastSuccessMs: clock.nowMs() })
  return { ...report, seconds: (performance.now() - beganMs) / 1000 }
}

interface ArchiveReading extends AccountsIngestOptions {
  report: { filings: number }
  save(): Promise<void>
  refuse(member: string, reason: string): void
}

async function readZip(
  path: string,
  file: Memory['files'][string],
  { filings, clock, signal, report, save, refuse, progress }: ArchiveReading,
): Promise<void> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    validateEntrySizes: true,
  })
  const batch: StoredFiling[] = []
  let index = 0
  const store = async () => {
    await filings.save(pickNewest(batch), clock.nowMs())
    report.filings += batch.length
    batch.length = 0
    file.done = index
    await save()
    progress?.(report.filings)
  }
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      index += 1
      if (index <= file.done || entry.fileName.endsWith('/')) continue
      const read = await readMember(zip, entry)
      if ('reason' in read) refuse(entry.fileName.slice(0, 120), read.reason)
      else batch.push(read.filing)
      if (batch.length >= BATCH) await store()
    }
    file.isWhole = true
    await store()
  } finally {
    zip.close()
  }
}

/** A company can be in a zip twice: one statement stores each row once. */
function pickNewest(batch: readonly StoredFiling[]): StoredFiling[] {
  return [...new Map(batch.map((each) => [`${each.number} ${each.id}`, each])).values()]
}

async function readMember(
  zip: ZipFile,
  entry: Entry,
): Promise<{ filing: StoredFiling } | { reason: string }> {
  const match = MEMBER.exec(entry.fileName.slice(entry.fileName.lastIndexOf('/') + 1))
  if (!match) return { reason: 'the name has no company number and date' }
  const [, stated = '', year, month, day] = match
  const number = findFiledNumber(stated)
  const madeUpTo = `${year}-${month}-${day}`
  if (number === null || !isCivilDate(madeUpTo))
    return { reason: 'the name has no company number and date' }
  if (entry.uncompressedSize > MAX_FILING_BYTES) return { reason: 'the file is larger than 20 MiB' }
  let bytes: Buffer
  try {
    bytes = await buffer(await zip.openReadStreamPromise(entry))
  } catch (error) {
    return { reason: `the archive is damaged: ${errorMessage(error).slice(0, 60)}` }
  }
  const content = await readFilingFile(bytes, number)
  if (content.status !== 'read') return { reason: reasonWithoutPlace(content.reason) }
  return {
    filing: {
      number,
      id: bulkFilingId(madeUpTo),
      madeUpTo,
      json: pack(FILING, content),
    },
  }
}

/** The reason without a position or a number, so that equal causes are counted together. */
function reasonWithoutPlace(reason: string | null): string {
  return (reason ?? 'the filing cannot be read').replace(/ at \d+:\d+$|, [A-Z0-9]{8}$/, '')
}
