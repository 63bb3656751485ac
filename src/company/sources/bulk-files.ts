/** Location of the register's monthly file: its download site, or a folder. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inflateRawSync, constants as zlib } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { UnexpectedAnswer } from '../../platform/errors.ts'
import type { Check } from '../../platform/examination.ts'
import { type CivilDate, isCivilDate } from '../../platform/london.ts'
import { createUpstream, UpstreamError } from '../../upstream/http.ts'
import { createPace } from '../../upstream/pace.ts'
import { fetchWhole } from '../../upstream/resume.ts'
import { BULK_COLUMNS, readBulkHeading, readBulkRow } from '../model/bulk.ts'
import { BULK_FILE } from '../source.ts'
import { CSV } from './csv-rows.ts'

/** One month, whole. */
export interface BulkEdition {
  /** The day that the file is named after: the register as it stood when that day began. */
  date: CivilDate
  /** In the order of their parts: names at the source, paths in a folder. */
  files: readonly string[]
}

/**
 * `BasicCompanyData-2026-11-01-part1_7.zip`, or all in one
 * `BasicCompanyDataAsOneFile-2026-11-01.zip`; unpacked they end in `.csv`.
 */
const FILE =
  /BasicCompanyData(AsOneFile)?-(\d{4}-\d{2}-\d{2})(?:-part(\d{1,2})_(\d{1,2}))?[^/"']{0,60}?\.(zip|csv)/i

/**
 * The newest month of which every part is there; parts before the one file, so that a transfer that
 * fails loses little. Null: none.
 */
function newestEdition(names: readonly string[]): BulkEdition | null {
  const editions = new Map<string, { date: CivilDate; parts: Map<number, string>; of: number }>()
  for (const name of names) {
    const [, asOne, date, part, of] = FILE.exec(basename(name)) ?? []
    if (date === undefined || !isCivilDate(date)) continue
    const key = `${date} ${asOne || part === undefined ? 0 : 1}`
    const edition = editions.get(key) ?? { date, parts: new Map(), of: Number(of ?? 1) }
    if (!edition.parts.has(Number(part ?? 1))) edition.parts.set(Number(part ?? 1), name)
    editions.set(key, edition)
  }
  const whole = [...editions].filter(([, { parts, of }]) =>
    Array.from({ length: of }, (_, index) => index + 1).every((each) => parts.has(each)),
  )
  const newest = whole.sort(([a], [b]) => (a < b ? 1 : -1))[0]?.[1]
  if (!newest) return null
  return {
    date: newest.date,
    files: [...newest.parts].sort(([a], [b]) => a - b).map(([, name]) => name),
  }
}

/** @throws Error when the folder holds no whole month */
export function editionOfFolder(folder: string): BulkEdition {
  const edition = newestEdition(readdirSync(folder).map((file) => join(folder, file)))
  if (edition) return edition
  throw new Error(
    `${folder} holds no whole month of BasicCompanyData-YYYY-MM-DD-partN_M.zip or BasicCompanyDataAsOneFile-YYYY-MM-DD.zip`,
  )
}

export interface BulkSite {
  /** @throws UpstreamError */
  newest(signal: AbortSignal): Promise<BulkEdition>
  /**
   * Paths of the files, whole. Goes on where an earlier attempt broke off. @throws UpstreamError
   */
  fetch(
    edition: BulkEdition,
    signal: AbortSignal,
    onFile: (done: number, of: number) => void,
  ): Promise<string[]>
  /** Lists the checks of `ukintel doctor`, which read the page and the beginning of one part. */
  examine(signal: AbortSignal): readonly Check[]
  /** Removes what was fetched. */
  discard(): void
  close(): Promise<void>
}

/** The newest month that the download page links whole; null: none. */
export function editionOfPage(html: string): BulkEdition | null {
  const names = [...html.matchAll(/href="([^"]+)"/gi)].map(([, link]) => basename(link!))
  return newestEdition(names.filter((name) => name.endsWith('.zip')))
}

const BULK_PAGE = '/en_output.html'
const IDLE_MS = 60_000
/** Some hundred rows. */
const SAMPLE_BYTES = 65_536
/** The whole file has half a GiB. */
const MAX_FILE_BYTES = 2 * 1024 * 1024 * 1024

export function bulkSite({
  url,
  folder,
  userAgent,
}: {
  url: string
  folder: string
  userAgent: string
}): BulkSite {
  const upstream = createUpstream({
    name: BULK_FILE,
    baseUrl: url,
    userAgent,
    pace: createPace({ calls: 1, perMs: 1000, concurrency: 1 }),
    timeoutMs: IDLE_MS,
    maxBodyBytes: 1024 * 1024,
    retries: 1,
    maxRetryDelayMs: 5_000,
    breaker: { failures: 5, coolDownMs: 60_000 },
  })
  async function newest(signal: AbortSignal): Promise<BulkEdition> {
    const { status, body } = await upstream.get(BULK_PAGE, {
      signal,
      headers: { accept: 'text/html' },
    })
    if (status !== 200)
      throw new UpstreamError(BULK_FILE, 'server_error', `its page answered ${status}`, { status })
    const edition = editionOfPage(body.toString('utf8'))
    if (edition) return edition
    throw new UpstreamError(BULK_FILE, 'server_error', 'its page names no whole month')
  }

  return {
    newest,
    async fetch({ files }, signal, onFile) {
      mkdirSync(folder, { recursive: true })
      const paths: string[] = []
      for (const file of files) {
        const path = join(folder, file)
        await fetchWhole(`${url}/${file}`, path, {
          userAgent,
          idleMs: IDLE_MS,
          maxBytes: MAX_FILE_BYTES,
          signal,
        })
        paths.push(path)
        onFile(paths.length, files.length)
      }
      return paths
    },
    examine(signal) {
      let file: string | undefined
      let rows: string[][] | undefined
      const wholeRows = () => {
        if (rows?.[0] === undefined) throw new Error('no part could be read')
        return rows
      }
      return [
        {
          assumption:
            'bulk/page: the download page links every part of a month, `BasicCompanyData-YYYY-MM-DD-partN_M.zip`',
          async difference() {
            file = (await newest(signal)).files[0]
            return null
          },
        },
        {
          assumption:
            'bulk/resume: a file is given from any byte on, so that a transfer can be resumed',
          async difference() {
            if (file === undefined) throw new Error('the page named no file to ask for')
            const headers = { accept: '*/*', range: `bytes=0-${SAMPLE_BYTES - 1}` }
            const answer = await upstream.get(`/${file}`, { signal, headers })
            rows = firstRows(answer.body)
            const range = String(answer.headers['content-range'])
            return answer.status === 206 && /^bytes 0-\d+\/\d+$/.test(range)
              ? null
              : `status ${answer.status}, not a part of a stated whole`
          },
        },
        {
          assumption: `bulk/heading: the first line names the ${BULK_COLUMNS.length} columns that are read`,
          async difference() {
            const [heading] = wholeRows()
            readBulkHeading(heading!)
            return heading!.length === BULK_COLUMNS.length ? null : `${heading!.length} columns`
          },
        },
        {
          assumption: 'bulk/rows: at most 2 in 100 rows cannot be read',
          async difference() {
            const [heading, ...others] = wholeRows()
            const place = readBulkHeading(heading!)
            if (others.length === 0) throw new Error('it has no whole row')
            const [refused, ...more] = others
              .map((row) => readBulkRow(row, place))
              .filter((read) => !read.ok)
            return refused === undefined || more.length + 1 <= others.length / 50
              ? null
              : `${more.length + 1} of ${others.length} rows: ${refused.reason}`
          },
        },
      ]
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
    close: () => upstream.close(),
  }
}

const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30
const CARE_OF = 'RegAddress.CareOf'

/**
 * Returns the whole lines with which the first file of an archive begins, without the addressees of
 * letters.
 * @throws UnexpectedAnswer for bytes that begin no archive
 */
export function firstRows(bytes: Buffer): string[][] {
  if (bytes.length < LOCAL_HEADER_BYTES || bytes.readUInt32LE(0) !== LOCAL_HEADER)
    throw new UnexpectedAnswer('it answered what is no archive')
  const packed = bytes.subarray(
    LOCAL_HEADER_BYTES + bytes.readUInt16LE(26) + bytes.readUInt16LE(28),
  )
  const isStored = bytes.readUInt16LE(8) === 0
  const text = (
    isStored ? packed : inflateRawSync(packed, { finishFlush: zlib.Z_SYNC_FLUSH })
  ).toString('utf8')
  const rows: string[][] = parse(text.slice(0, text.lastIndexOf('\n') + 1), CSV)
  const careOf = rows[0]?.findIndex((name) => name.trim() === CARE_OF) ?? -1
  for (const row of rows.slice(1)) if (careOf >= 0 && careOf < row.length) row[careOf] = ''
  return rows
}
