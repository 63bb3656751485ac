/** Changes of adverts, as the store records them with the rows. */
import type { NewChange } from '../store/changes.ts'
import type { GrantChanges, GrantRow } from '../store/grants.ts'
import { buildPublishedChange, type GrantChange, listPassedChanges } from './model/changes.ts'
import { readableGrants, type StoredGrant } from './stored-layouts.ts'

export function grantRecord(pageUrl: (slug: string) => string) {
  const toRow = ({ kind, id, detail, before, after }: GrantChange): NewChange => ({
    kind,
    id,
    detail: JSON.stringify({ ...detail, url: pageUrl(id) }),
    before: before && JSON.stringify(before),
    after: JSON.stringify(after),
  })
  const listChanges: GrantChanges = (before, after, asOfMs) => {
    const earlier = new Map<string, StoredGrant | null>(before.map(({ slug }) => [slug, null]))
    for (const stored of readableGrants(before)) earlier.set(stored.slug, stored)
    return readableGrants(after).flatMap((grant) => {
      const was = earlier.get(grant.slug)
      // Rows of another release's layout cannot be compared.
      if (was === null) return []
      const change = buildPublishedChange(was ?? null, grant, asOfMs)
      return change ? [toRow(change)] : []
    })
  }
  const listPassed = (row: GrantRow, fromMs: number, toMs: number) =>
    readableGrants([row]).flatMap((grant) => listPassedChanges(grant, fromMs, toMs).map(toRow))
  return { listChanges, listPassed }
}
