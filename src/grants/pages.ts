/**
 * Reads the adverts' own pages, as far as they are due. One that cannot be read stands on its
 * earlier copy and holds up no other.
 */

import { describeFailure } from '../background/source.ts'
import type { Clock } from '../platform/clock.ts'
import { UpstreamError } from '../upstream/http.ts'
import { criteriaText } from './model/detail.ts'
import type { ListItem } from './model/listing.ts'
import { FIND_A_GRANT } from './source.ts'
import type { FindAGrant } from './sources/find-a-grant.ts'
import { FormatChanged } from './sources/page-data.ts'
import { type StoredGrant, sameContent } from './stored-layouts.ts'
import type { UnreadItem } from './unread.ts'

/**
 * A page without an ETag is read again after this long even when its list item is the same: texts
 * change without it.
 */
const RECHECK_MS = 3 * 86_400_000
/** A longer text is set aside with its reason, never cut. */
export const MAX_TEXT_CHARACTERS = 40_000
/** This share of pages in an unknown form is a new page format, not some broken adverts. */
const BROKEN_SHARE = 0.2

export interface PagesRead {
  rows: StoredGrant[]
  unread: UnreadItem[]
  requests: number
  added: number
  changed: number
}

/**
 * `thorough`: also those that are only to be checked; otherwise what is new, changed on the list,
 * or was never read.
 * @throws FormatChanged when so many are in an unknown form that it is the site's
 */
export async function readPages(
  { source, clock }: { source: FindAGrant; clock: Clock },
  items: readonly ListItem[],
  stored: ReadonlyMap<string, StoredGrant>,
  {
    thorough,
    again,
    signal,
  }: { thorough: boolean; again: ReadonlySet<string>; signal: AbortSignal },
): Promise<PagesRead> {
  const nowMs = clock.nowMs()
  const read: PagesRead = { rows: [], unread: [], requests: 0, added: 0, changed: 0 }
  let unknownForm: UnreadItem[] = []
  for (const item of items) {
    const previous = stored.get(item.label)
    const row: StoredGrant = {
      slug: item.label,
      item,
      detail: previous?.detail ?? null,
      etag: previous?.etag ?? null,
      detailCheckedMs: previous?.detailCheckedMs ?? null,
      firstSeenMs: previous?.firstSeenMs ?? nowMs,
      lastSeenMs: nowMs,
      removedMs: null,
    }
    read.rows.push(row)
    if (!previous) read.added += 1
    const moved = previous !== undefined && !sameContent(previous.item, item)
    const unsettled =
      !previous ||
      previous.detail === null ||
      moved ||
      previous.removedMs !== null ||
      again.has(item.label)
    if (!unsettled && !(thorough && isToBeChecked(previous, nowMs))) continue
    read.requests += 1
    try {
      const answer = await source.detail(item.label, row.etag, signal)
      row.detailCheckedMs = nowMs
      if (answer.outcome !== 'changed') continue
      const characters = criteriaText(answer.detail).text.length
      if (characters > MAX_TEXT_CHARACTERS) {
        const reason = `its text has ${characters} characters; at most ${MAX_TEXT_CHARACTERS} are read`
        read.unread.push({ part: 'page', slug: item.label, reason })
        continue
      }
      if (previous && (moved || !sameContent(answer.detail, previous.detail))) read.changed += 1
      row.detail = answer.detail
      row.etag = answer.etag
    } catch (error) {
      if (signal.aborted || !(error instanceof FormatChanged || error instanceof UpstreamError))
        throw error
      const unread: UnreadItem = {
        part: 'page',
        slug: item.label,
        reason: describeFailure(FIND_A_GRANT.name, error),
      }
      read.unread.push(unread)
      if (error instanceof FormatChanged) unknownForm = [...unknownForm, unread]
    }
  }
  if (unknownForm.length > Math.max(2, read.requests * BROKEN_SHARE))
    throw new FormatChanged(
      `pages are not readable, ${unknownForm[0]!.slug}: ${unknownForm[0]!.reason}`,
    )
  return read
}

/** With an ETag every time, which costs the site nothing; without one now and then. */
function isToBeChecked({ etag, detailCheckedMs }: StoredGrant, nowMs: number): boolean {
  return etag !== null || detailCheckedMs === null || nowMs - detailCheckedMs >= RECHECK_MS
}
