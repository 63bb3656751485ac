/**
 * Stored spans of each portal and its unanswered lists, stored with the rows that they describe.
 */
import { z } from 'zod'
import { type Layout, label, readStored, type StoredValue } from '../background/stored-layout.ts'
import type { Coverage, CoverageSpan } from './model/coverage.ts'
import type { Numbering } from './model/numbering.ts'

/** Progress in a portal's row of `sources`. */
export interface PortalProgress {
  /** In London's wall time, see `wallMs`. */
  covered: Coverage
  /** Parts of it whose releases 0.2.0 read and did not store as they came. */
  reduced: Coverage
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

const schema = z.strictObject({
  covered: z.array(span),
  /** 0.2.0 did not write it. */
  reduced: z.array(span).optional(),
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

type StoredProgress = Omit<PortalProgress, 'reduced'> & { reduced?: Coverage | undefined }

/** What is read of a release has no part in it: stored releases are read again. */
const PROGRESS: Layout<StoredProgress> = { name: 'tender-portal', version: 6, schema }

const NOTHING_COVERED: PortalProgress = {
  covered: [],
  reduced: [],
  recheckedOn: null,
  numbering: null,
  unanswered: [],
}

export function readProgress({ detail }: { detail: unknown }): PortalProgress {
  const stored = readStored(PROGRESS, detail)
  return stored === null
    ? NOTHING_COVERED
    : { ...stored, reduced: stored.reduced ?? stored.covered }
}

export function toStoredProgress(progress: PortalProgress): StoredValue<StoredProgress> {
  return label(PROGRESS, progress)
}

/**
 * Milliseconds of London's wall clock read as if it were UTC. Portals take and return windows in
 * this time.
 */
export function wallMs(epochMs: number): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(
    'Europe/London',
  )
  return Math.floor(epochMs) + zoned.offsetNanoseconds / 1_000_000
}
