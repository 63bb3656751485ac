/** The register's monthly file and its streams, asked as the mirror asks them: its page, the beginning of one part, the first line of a stream. */
import { inflateRawSync, constants as zlib } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { failureOf, STREAM_SOURCE } from '../../company/mirror/follow.ts'
import { BULK_FILE, BULK_PAGE, editionOfPage } from '../../company/sources/bulk-files.ts'
import {
  BULK_FILE_ASSUMPTIONS,
  BULK_PAGE_ASSUMPTIONS,
  STREAM_ASSUMPTIONS,
} from '../../company/sources/mirror.assumptions.ts'
import type { Config } from '../../config.ts'
import type { Payload } from '../../platform/assumption.ts'
import { openLines } from '../../upstream/lines.ts'
import { userAgentOf } from '../../user-agent.ts'
import { answered, askBytes, askOnce } from './ask.ts'
import type { Examination } from './examine.ts'

/** Some hundred rows. */
const ASKED_BYTES = 65_536
const LISTEN_MS = 20_000

export function mirrorExaminations(config: Config): Examination[] {
  if (config.COMPANY_MIRROR === 'off') return []
  return [bulkFile(config), ...(config.COMPANY_MIRROR === 'stream' ? [stream(config)] : [])]
}

function bulkFile(config: Config): Examination {
  const { COMPANIES_HOUSE_BULK_URL: url } = config
  const userAgent = userAgentOf(config)
  return {
    upstream: BULK_FILE,
    questions: [
      {
        name: 'page',
        assumptions: BULK_PAGE_ASSUMPTIONS,
        ask: () => askOnce(`${url}${BULK_PAGE}`, { userAgent }),
      },
      {
        name: 'part',
        assumptions: BULK_FILE_ASSUMPTIONS,
        async ask(answers) {
          const file = editionOfPage(answers.get('page')?.body ?? '')?.files[0]
          if (file === undefined) throw new Error('the page named no file to ask for')
          const range = { range: `bytes=0-${ASKED_BYTES - 1}` }
          const { bytes, ...answer } = await askBytes(
            `${url}/${file}`,
            { headers: range, userAgent },
            ASKED_BYTES,
          )
          return { ...answer, body: '', json: { rows: rowsOf(beginningOf(bytes)) } }
        },
      },
    ],
  }
}

const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30

/** The text that an archive's first file begins with, of an archive of which only the beginning is there. */
function beginningOf(bytes: Buffer): string {
  if (bytes.length < LOCAL_HEADER_BYTES || bytes.readUInt32LE(0) !== LOCAL_HEADER)
    throw new Error('it answered what is no archive')
  const packed = bytes.subarray(
    LOCAL_HEADER_BYTES + bytes.readUInt16LE(26) + bytes.readUInt16LE(28),
  )
  const stored = bytes.readUInt16LE(8) === 0
  return (stored ? packed : inflateRawSync(packed, { finishFlush: zlib.Z_SYNC_FLUSH })).toString(
    'utf8',
  )
}

const CARE_OF = 'RegAddress.CareOf'

/** Its whole lines; whom letters are sent to is nobody's business here. */
function rowsOf(text: string): string[][] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const rows: string[][] = parse(whole, {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const careOf = rows[0]?.findIndex((name) => name.trim() === CARE_OF) ?? -1
  for (const row of rows.slice(1)) if (careOf >= 0 && careOf < row.length) row[careOf] = ''
  return rows
}

function stream(config: Config): Examination {
  const { COMPANIES_HOUSE_STREAM_URL: base, COMPANIES_HOUSE_STREAM_KEY: keys } = config
  const url = `${base}/companies`
  return {
    upstream: STREAM_SOURCE,
    questions: [
      {
        name: 'companies',
        assumptions: STREAM_ASSUMPTIONS,
        async ask(): Promise<Payload> {
          const key = keys[0]
          if (key === undefined)
            throw new Error('COMPANIES_HOUSE_STREAM_KEY is not set: the mirror is a monthly copy')
          const headers = {
            authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
            'user-agent': userAgentOf(config),
          }
          return answered(url, { lines: (await firstLines(url, headers)).map(read) })
        },
      },
    ],
  }
}

function read(line: string): unknown {
  try {
    return line === '' ? '' : JSON.parse(line)
  } catch {
    return null
  }
}

/** Up to the first event; what came until then when none comes in time. @throws UpstreamError */
async function firstLines(url: string, headers: Record<string, string>): Promise<string[]> {
  const lines: string[] = []
  const signal = AbortSignal.timeout(LISTEN_MS)
  try {
    for await (const each of openLines(url, {
      name: STREAM_SOURCE,
      headers,
      idleMs: LISTEN_MS,
      maxLineBytes: 1024 * 1024,
      signal,
    })) {
      lines.push(...each)
      if (lines.some((line) => line !== '')) break
    }
  } catch (error) {
    // Whatever was said before it broke off is judged.
    if (!signal.aborted && lines.length === 0) throw new Error(failureOf(error), { cause: error })
  }
  return lines
}
