/** Layouts of what the store keeps of adverts and their texts. */

import {
  CERTAINTIES,
  CODES,
  type Criterion,
  DOUBTS,
  type Doubt,
} from 'ukintel-grant-reader/criterion'
import { z } from 'zod'
import { type Layout, pack, unpack } from '../background/stored-layout.ts'
import { canonicalJson } from '../platform/hash.ts'
import type { GrantRow } from '../store/grants.ts'
import { CRITERIA_TABS, type GrantDetail, OTHER_TABS } from './model/detail.ts'
import { type ListItem, listItemSchema } from './model/listing.ts'
import { criterionSchema } from './rules/facts.ts'

const ITEM: Layout<ListItem> = { name: 'grant-item', version: 1, schema: listItemSchema }

const PAGE: Layout<GrantDetail> = {
  name: 'grant-page',
  version: 1,
  schema: z.strictObject({
    updatedAt: z.string().nullable(),
    webpageUrl: z.string().nullable(),
    tabs: z.partialRecord(z.enum([...CRITERIA_TABS, ...OTHER_TABS]), z.string()),
  }),
}

/**
 * Read by rule. The reader's own version is part of the key, so that other rules never read what
 * these found.
 */
export const READING: Layout<Criterion[]> = {
  name: 'grant-reading',
  version: 2,
  schema: z.array(
    criterionSchema({
      code: z.enum(Object.keys(CODES)),
      certainty: z.enum(CERTAINTIES).exactOptional(),
      doubt: z.enum(Object.keys(DOUBTS) as Doubt[]).exactOptional(),
      refuses: z.literal(true).exactOptional(),
    }),
  ) as z.ZodType<unknown> as z.ZodType<Criterion[]>,
}

/** An advert as kept, gone ones included. */
export interface StoredGrant extends Omit<GrantRow, 'item' | 'itemSha256' | 'detail'> {
  item: ListItem
  /** Null as long as the page was never read. */
  detail: GrantDetail | null
}

/** Returns rows of the current layout; a page of another layout is requested again. */
export function readableGrants(rows: readonly GrantRow[]): StoredGrant[] {
  return rows.flatMap(({ item: itemJson, itemSha256: _, detail: detailJson, ...row }) => {
    const item = unpack(ITEM, itemJson)
    const detail = detailJson === null ? null : unpack(PAGE, detailJson)
    return item === null ? [] : [{ ...row, item, detail, etag: detail === null ? null : row.etag }]
  })
}

export function toRow({ item, detail, ...row }: StoredGrant, itemSha256: string): GrantRow {
  return {
    ...row,
    item: pack(ITEM, item),
    itemSha256,
    detail: detail === null ? null : pack(PAGE, detail),
  }
}

export function sameContent(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other)
}
