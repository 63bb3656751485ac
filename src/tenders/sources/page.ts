/** Answer of a portal to one query of any kind. */
import type { CoverageSpan } from '../model/coverage.ts'

export interface Page {
  releases: readonly unknown[]
  /** More was published than one answer holds, or it cannot be read: the span must be halved. */
  isFull: boolean
  /** It is not JSON even after repair. */
  isUnreadable: boolean
  /** Lists of the span that the portal would not answer; the others' releases are here. */
  unanswered: readonly UnansweredList[]
  /** Not one list was answered. */
  isSilent: boolean
}

export const EMPTY_PAGE: Page = {
  releases: [],
  isFull: false,
  isUnreadable: false,
  unanswered: [],
  isSilent: false,
}

export interface UnansweredList {
  /** The name for a reader: `notices of type 2 of 2026-11`. */
  list: string
  /** The database error that the portal names; null: it names none. */
  defect: string | null
}

/** The portal answered 500 and goes on doing so. */
export interface Refused {
  defect: string | null
}

/** @throws UpstreamError */
export type Ask = (path: string) => Promise<Buffer | Refused>

export interface Asker {
  /**
   * A page of the last days for `ukintel doctor`, with as few requests as will do. @throws
   * UpstreamError
   */
  sample(nowMs: number, ask: Ask): Promise<Page>
  /**
   * The newest part of a gap for one request. `density`: releases in a busy hour by the last
   * answer; null: not known.
   */
  newest(gap: CoverageSpan, density: number | null): CoverageSpan
  /** @throws UpstreamError */
  listPublished(span: CoverageSpan, ask: Ask): Promise<Page>
}
