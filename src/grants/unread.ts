/** Adverts, and their pages, that the newest refresh could not read: what was left out, why, and what stands for it. */
import type { StoredGrant } from './stored-layouts.ts'

/** As a refresh found it; kept with the source's state. */
export interface UnreadItem {
  /** What could not be read: the item on the list, or the advert's own page. */
  part: 'advert' | 'page'
  slug: string | null
  reason: string
}

/** As answers tell it. */
export interface Unread {
  slug: string | null
  reason: string
  /** Whether the index holds the advert. */
  held: boolean
  /** Of when the copy is that is used; null: there is none. */
  copyMs: number | null
}

/** By slug, or by a number where the advert shows none. */
export function unreadOf(
  items: readonly UnreadItem[],
  rows: readonly StoredGrant[],
): ReadonlyMap<string, Unread> {
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  return new Map(
    items.map(({ slug, part, reason }, number) => {
      const row = slug === null ? undefined : bySlug.get(slug)
      const copyMs =
        row === undefined ? null : part === 'advert' ? row.lastSeenMs : row.detailCheckedMs
      return [slug ?? `#${number}`, { slug, reason, held: row !== undefined, copyMs }]
    }),
  )
}
