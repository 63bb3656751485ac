/** Adverts and pages that the newest refresh could not read: reason, and the copy in use. */
import type { StoredGrant } from './stored-layouts.ts'

/** An unread item of a refresh; stored with the source's state. */
export interface UnreadItem {
  /** The unread part: the item on the list, or the advert's page. */
  part: 'advert' | 'page'
  slug: string | null
  reason: string
}

/** An unread item in answers. */
export interface Unread {
  slug: string | null
  reason: string
  /** Whether the index holds the advert. */
  isStored: boolean
  /** Time of the copy in use; `null` if there is none. */
  copyMs: number | null
}

/** Returns unread items by slug, or by a number if the advert shows none. */
export function listUnread(
  items: readonly UnreadItem[],
  rows: readonly StoredGrant[],
): ReadonlyMap<string, Unread> {
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  return new Map(
    items.map(({ slug, part, reason }, number) => {
      const row = slug === null ? undefined : bySlug.get(slug)
      const copyMs =
        row === undefined ? null : part === 'advert' ? row.lastSeenMs : row.detailCheckedMs
      return [slug ?? `#${number}`, { slug, reason, isStored: row !== undefined, copyMs }]
    }),
  )
}
