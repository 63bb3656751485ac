/** What the mirror takes for granted of the register's monthly file and of its streams. */
import {
  type Assumption,
  NothingToJudge,
  objectOf,
  type Payload,
  RECORDED,
} from '../../platform/assumption.ts'
import { BULK_COLUMNS, readBulkHeading, readBulkRow } from '../model/bulk.ts'
import { readStreamEvent } from '../model/stream-event.ts'
import { editionOfPage } from './bulk-files.ts'

const SINCE = '2026-11-22'

const taken = (
  id: string,
  says: string,
  seen: Assumption['seen'],
  fault: Assumption['fault'],
): Assumption => ({
  id,
  says,
  since: SINCE,
  seen,
  fault,
})

export const BULK_PAGE_ASSUMPTIONS: readonly Assumption[] = [
  taken(
    'bulk/page',
    'the download page links every part of a month, `BasicCompanyData-YYYY-MM-DD-partN_M.zip`',
    null,
    ({ body }) => (editionOfPage(body) === null ? 'no whole month is linked' : null),
  ),
]

/** Of the beginning of a part: `json.rows`, its lines as cells, the heading first. */
export const BULK_FILE_ASSUMPTIONS: readonly Assumption[] = [
  taken(
    'bulk/resume',
    'a file is given from any byte on, so that a transfer goes on where it broke off',
    null,
    ({ status, headers }) =>
      status === 206 && /^bytes 0-\d+\/\d+$/.test(headers['content-range'] ?? '')
        ? null
        : `status ${status}, not a part of a stated whole`,
  ),
  taken(
    'bulk/heading',
    `its first line names the ${BULK_COLUMNS.length} columns that are read`,
    RECORDED,
    (payload) => {
      const [heading = []] = rowsOf(payload)
      readBulkHeading(heading)
      return heading.length === BULK_COLUMNS.length ? null : `${heading.length} columns`
    },
  ),
  taken('bulk/rows', 'at most 2 in 100 of its rows cannot be read', RECORDED, (payload) => {
    const [heading = [], ...rows] = rowsOf(payload)
    if (rows.length === 0) throw new NothingToJudge('it has no whole row')
    const place = readBulkHeading(heading)
    const refused = rows.map((row) => readBulkRow(row, place)).filter((read) => !read.ok)
    return refused.length > rows.length / 50
      ? `${refused.length} of ${rows.length} rows: ${refused[0]!.reason}`
      : null
  }),
]

const rowsOf = ({ json }: Payload) => (objectOf(json).rows ?? []) as readonly (readonly string[])[]

const SILENT =
  'nothing happened while it was listened to, as is usual outside of working days from 08:00 to 18:00; within them the mirror does not count as current after 30 silent minutes'

/** Of what came in the first seconds: `json.lines`; an empty text is a sign of life, null a line that is no JSON. */
export const STREAM_ASSUMPTIONS: readonly Assumption[] = [
  taken(
    'stream/open',
    'the key opens the stream of companies, which says something within seconds, be it an empty line',
    null,
    (payload) => (linesOf(payload).length > 0 ? null : 'it opened and said nothing'),
  ),
  taken(
    'stream/event',
    'an event names its company, its timepoint and when it was published',
    null,
    (payload) => {
      const events = linesOf(payload).filter((line) => line !== '')
      if (events.length === 0) throw new NothingToJudge(SILENT)
      return readStreamEvent('companies', JSON.stringify(events[0])) === null
        ? 'a line that is no event of a company'
        : null
    },
  ),
]

const linesOf = ({ json }: Payload) => (objectOf(json).lines ?? []) as readonly unknown[]
