/** Layouts of what the store keeps of adverts and their texts. */

import {
  CERTAINTIES,
  CODES,
  type Criterion,
  type CriterionCode,
  type CriterionValue,
  DOUBTS,
  type Doubt,
  OPERATORS,
} from 'ukintel-grant-reader/criterion'
import { z } from 'zod'
import { type Layout, pack, unpack } from '../background/stored-layout.ts'
import { canonicalJson } from '../platform/hash.ts'
import type { GrantRow } from '../store/grants.ts'
import { CRITERIA_TABS, type GrantDetail, OTHER_TABS, withoutPageContacts } from './model/detail.ts'
import { type ListItem, listItemSchema } from './model/listing.ts'

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

const number = z.number()
const VALUE: z.ZodType<CriterionValue> = z.union([
  number,
  z.boolean(),
  z.string(),
  z.array(z.string()),
  z.strictObject({ min: number, max: number }),
  z.array(z.strictObject({ min_months: number, max_months: number, min: number, max: number })),
])

const keyOf = <Key extends string>(table: Record<Key, unknown>) =>
  z.custom<Key>((value) => typeof value === 'string' && Object.hasOwn(table, value))

/**
 * Read by rule. The reader's own version is part of the key, so that other rules never read what
 * these found.
 */
export const READING: Layout<Criterion[]> = {
  name: 'grant-reading',
  version: 2,
  schema: z.array(
    z.strictObject({
      code: keyOf<CriterionCode>(CODES),
      requirement: z.string(),
      parameter: z.string(),
      operator: z.enum(OPERATORS),
      value: VALUE,
      unit: z.string().nullable(),
      span: z.strictObject({ start: z.int(), end: z.int() }).nullable(),
      certainty: z.enum(CERTAINTIES).exactOptional(),
      doubt: keyOf<Doubt>(DOUBTS).exactOptional(),
      refuses: z.literal(true).exactOptional(),
    }),
  ),
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
    const page = detailJson === null ? null : unpack(PAGE, detailJson)
    const detail = page && withoutPageContacts(page)
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
