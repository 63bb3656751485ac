/** Layouts of what the store keeps of adverts and their texts. */
import { z } from 'zod'
import { canonicalJson } from '../kernel/hash.ts'
import { type Layout, pack, unpack } from '../refresh/kept.ts'
import type { GrantRow } from '../store/grants.ts'
import type { Criterion } from './model/criterion.ts'
import { CRITERIA_TABS, type GrantDetail, OTHER_TABS } from './model/detail.ts'
import type { ListItem } from './model/listing.ts'
import { listItemSchema } from './sources/page-data.ts'

const ITEM: Layout<ListItem> = { name: 'grant-item', version: 1, schema: listItemSchema as z.ZodType<ListItem> }

const PAGE: Layout<GrantDetail> = {
  name: 'grant-page',
  version: 1,
  schema: z.strictObject({
    updatedAt: z.string().nullable(),
    webpageUrl: z.string().nullable(),
    tabs: z.partialRecord(z.enum([...CRITERIA_TABS, ...OTHER_TABS]), z.string()),
  }) as z.ZodType<GrantDetail>,
}

/** Read by rule. The reader's own version is part of the key, so that other rules never read what these found. */
export const READING: Layout<Criterion[]> = {
  name: 'grant-reading',
  version: 1,
  schema: z.array(
    z.strictObject({
      code: z.string(),
      requirement: z.string(),
      parameter: z.string(),
      operator: z.string(),
      value: z.unknown(),
      unit: z.string().nullable(),
      span: z.strictObject({ start: z.int(), end: z.int() }).nullable(),
      doubt: z.string().optional(),
    }),
  ) as unknown as z.ZodType<Criterion[]>,
}

/** An advert as kept, gone ones included. */
export interface KeptGrant extends Omit<GrantRow, 'item' | 'itemSha256' | 'detail'> {
  item: ListItem
  /** Null as long as the page was never read. */
  detail: GrantDetail | null
}

/** Without the rows that are no copies; a page that is none is asked for whole. */
export function keptGrants(rows: readonly GrantRow[]): KeptGrant[] {
  return rows.flatMap(({ item: itemJson, itemSha256: _, detail: detailJson, ...row }) => {
    const item = unpack(ITEM, itemJson)
    const detail = detailJson === null ? null : unpack(PAGE, detailJson)
    return item === null ? [] : [{ ...row, item, detail, etag: detail === null ? null : row.etag }]
  })
}

export function rowOf({ item, detail, ...row }: KeptGrant, itemSha256: string): GrantRow {
  return { ...row, item: pack(ITEM, item), itemSha256, detail: detail === null ? null : pack(PAGE, detail) }
}

export function sameContent(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other)
}
