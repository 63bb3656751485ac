/** Reads changes since a cursor: checks the cursor, selects changes and returns the new cursor. */
import { ServiceError } from '../platform/errors.ts'
import type { ChangedSubject, Head } from '../store/changes.ts'
import { computeSearchKey, type OpenedCursor, openCursor, sealCursor } from './cursor.ts'
import type { ChangePage, ChangesDeps } from './deps.ts'

export const MOST_CHANGES = 100
/** How old what a cursor points at may be. */
export const RETENTION_DAYS = 35

export type ChangesInput = Readonly<Record<string, unknown>> & {
  subject: ChangedSubject
  cursor?: string | undefined
}

/** Filters that mean the same as their absence. */
export const DEFAULTS: Readonly<Record<string, unknown>> = { open_now: true, status: 'running' }

/**
 * The filters that say something: those that are not given, or given as what they are anyhow, do
 * not make another search.
 */
function pickFilters({ cursor: _, ...filters }: ChangesInput): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([name, value]) => value !== undefined && DEFAULTS[name] !== value,
    ),
  )
}

/** Without a cursor nothing, from now on. @throws ServiceError CURSOR_INVALID, CURSOR_EXPIRED */
export async function readSinceCursor(
  { feeds, changes }: ChangesDeps,
  input: ChangesInput,
): Promise<ChangePage> {
  const { subject, cursor } = input
  const key = await changes.key()
  const searchKey = computeSearchKey(pickFilters(input))
  const seal = async (position: number) => {
    const atMs = position === 0 ? 0 : ((await changes.at(subject, position)) ?? 0)
    return sealCursor(key, { position, atMs }, subject, searchKey)
  }
  const head = await changes.head(subject)
  if (cursor === undefined)
    return { changes: [], upTo: head.position, more: false, cursor: await seal(head.position) }
  const opened = openCursor(key, cursor)
  mustBelong(opened, subject, searchKey)
  mustBeHere(opened, head, opened.atMs === 0 ? null : await changes.at(subject, opened.position))
  const found = await feeds[subject].since(input, {
    after: opened.position,
    upTo: head.position,
    limit: MOST_CHANGES,
  })
  return { ...found, cursor: found.upTo === opened.position ? cursor : await seal(found.upTo) }
}

const AGAIN = 'Leave cursor out to get the cursor of now, free; nothing was charged.'

function createCursorError(
  code: 'CURSOR_INVALID' | 'CURSOR_EXPIRED',
  message: string,
  hint: string,
): ServiceError {
  return new ServiceError(code, `cursor (query): ${message}.`, {
    errors: [{ field: 'cursor', in: 'query', message }],
    hint,
  })
}

/** @throws ServiceError CURSOR_INVALID */
function mustBelong(
  opened: OpenedCursor | null,
  subject: ChangedSubject,
  searchKey: string,
): asserts opened is OpenedCursor {
  if (opened === null)
    throw createCursorError(
      'CURSOR_INVALID',
      'is not one of this service, or was altered',
      `Send it as it was given. ${AGAIN}`,
    )
  if (opened.subject !== subject)
    throw createCursorError(
      'CURSOR_INVALID',
      `is one of subject=${opened.subject}`,
      `A cursor belongs to its subject. ${AGAIN}`,
    )
  if (opened.searchKey !== searchKey)
    throw createCursorError(
      'CURSOR_INVALID',
      'was given for other filters',
      `Send the filters that it was given for, all and no others. ${AGAIN}`,
    )
}

/**
 * @throws ServiceError CURSOR_EXPIRED, or CURSOR_INVALID for a place that the record does not have
 */
function mustBeHere({ position, atMs }: OpenedCursor, head: Head, recordedMs: number | null): void {
  if (position < head.dropped)
    throw createCursorError(
      'CURSOR_EXPIRED',
      `is older than ${RETENTION_DAYS} days`,
      `Changes are kept for ${RETENTION_DAYS} days; search again for the current state. ${AGAIN}`,
    )
  const isDeleted = recordedMs === null && position === head.dropped
  if (position > head.position || (atMs !== 0 && recordedMs !== atMs && !isDeleted))
    throw createCursorError(
      'CURSOR_INVALID',
      'names a place that the records of this service do not have any more',
      `They were restored from a backup. ${AGAIN}`,
    )
}
