/** What is held of each portal, and what it would not answer: kept with the rows that it speaks of. */
import { z } from 'zod'
import { type Layout, label, readStored, type StoredValue } from '../background/stored-layout.ts'
import type { Coverage, CoverageSpan } from './model/coverage.ts'
import type { Numbering } from './model/numbering.ts'

/** What a portal's row in `sources` remembers besides its last success. */
export interface PortalDetail {
  /** In London's wall time, see `wallMs`. */
  covered: Coverage
  /** The London date on which the day before was last asked again. */
  recheckedOn: string | null
  /** What the last look at a week's numbers found; null for portals that do not number their notices. */
  numbering: (Numbering & { checkedOn: string }) | null
  /** Lists that the portal would not answer; their spans are asked again once a night. */
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
 * Its version is that of the rows of releases, too: raised whenever more is kept of a release, or it is read differently. Of another one
 * nothing counts as held, and all is asked for again.
 */
const PORTAL_DETAIL: Layout<PortalDetail> = {
  name: 'tender-portal',
  version: 5,
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

const NOTHING_HELD: PortalDetail = {
  covered: [],
  recheckedOn: null,
  numbering: null,
  unanswered: [],
}

export function detailOf({ detail }: { detail: unknown }): PortalDetail {
  return readStored(PORTAL_DETAIL, detail) ?? NOTHING_HELD
}

export function keptDetail(detail: PortalDetail): StoredValue<PortalDetail> {
  return label(PORTAL_DETAIL, detail)
}
