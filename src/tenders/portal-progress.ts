/**
 * Stored spans of each portal and its unanswered lists, stored with the rows that they describe.
 */
import { z } from 'zod'
import { type Layout, label, readStored, type StoredValue } from '../background/stored-layout.ts'
import type { Coverage, CoverageSpan } from './model/coverage.ts'
import type { Numbering } from './model/numbering.ts'

/** Detail in a portal's row of `sources`. */
export interface PortalDetail {
  /** In London's wall time, see `wallMs`. */
  covered: Coverage
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

/**
 * Layout of stored progress and of stored releases. It is raised whenever more of a release is
 * stored, or it is read differently. Spans of another version do not count, and everything is
 * requested again.
 */
const PORTAL_DETAIL: Layout<PortalDetail> = {
  name: 'tender-portal',
  version: 6,
  schema: z.strictObject({
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
  }),
}

const NOTHING_COVERED: PortalDetail = {
  covered: [],
  recheckedOn: null,
  numbering: null,
  unanswered: [],
}

export function readDetail({ detail }: { detail: unknown }): PortalDetail {
  return readStored(PORTAL_DETAIL, detail) ?? NOTHING_COVERED
}

export function toStoredDetail(detail: PortalDetail): StoredValue<PortalDetail> {
  return label(PORTAL_DETAIL, detail)
}
