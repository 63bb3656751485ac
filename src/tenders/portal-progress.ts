/**
 * Stored spans of each portal and its unanswered lists, stored with the rows that they describe.
 */
import { z } from 'zod'
import { type Layout, label, readStored, type StoredValue } from '../background/stored-layout.ts'
import { addSpan, type Coverage, type CoverageSpan } from './model/coverage.ts'
import type { Numbering } from './model/numbering.ts'

/** Detail in a portal's row of `sources`. */
export interface PortalDetail {
  /** In London's wall time, see `wallMs`. */
  covered: Coverage
  /** Spans of which 0.2.0 stored no release as it came: served, and requested again. */
  earlier?: Coverage | undefined
  /** London date on which the previous day was last requested again. */
  recheckedOn: string | null
  /**
   * Result of the last check of a week's numbers; `null` for portals that do not number their
   * notices.
   */
  numbering: (Numbering & { checkedOn: string }) | null
  /** Lists that the portal refused; their spans are requested again once a night. */
  unanswered: readonly Unanswered[]
}

export interface Unanswered {
  span: CoverageSpan
  lists: readonly string[]
  /** Nothing else was answered either. */
  all: boolean
}

const span = z.tuple([z.number(), z.number()])

const stored = z.strictObject({
  covered: z.array(span),
  recheckedOn: z.string().nullable(),
  numbering: z
    .strictObject({
      spanned: z.number(),
      missing: z.number(),
      examples: z.array(z.string()),
      checkedOn: z.string(),
    })
    .nullable(),
  unanswered: z.array(z.strictObject({ span, lists: z.array(z.string()), all: z.boolean() })),
})

/** Layout of 0.2.0. */
const EARLIER_DETAIL: Layout<PortalDetail> = { name: 'tender-portal', version: 6, schema: stored }

/** Spans of any other version do not count, and everything is requested again. */
const PORTAL_DETAIL: Layout<PortalDetail> = {
  name: 'tender-portal',
  version: 7,
  schema: stored.extend({ earlier: z.array(span).optional() }),
}

const NOTHING_COVERED: PortalDetail = {
  covered: [],
  recheckedOn: null,
  numbering: null,
  unanswered: [],
}

export function readDetail({ detail }: { detail: unknown }): PortalDetail {
  const earlier = readStored(EARLIER_DETAIL, detail)
  if (earlier !== null) return { ...earlier, covered: [], earlier: earlier.covered }
  return readStored(PORTAL_DETAIL, detail) ?? NOTHING_COVERED
}

/** Spans of which notices are served. */
export function listServed({ covered, earlier = [] }: PortalDetail): Coverage {
  return earlier.reduce<Coverage>(addSpan, covered)
}

export function toStoredDetail(detail: PortalDetail): StoredValue<PortalDetail> {
  return label(PORTAL_DETAIL, detail)
}
