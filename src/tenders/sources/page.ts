/** Answer of a portal to one query of any kind. */
import type { CoverageSpan } from '../model/coverage.ts'

export type Page =
  | {
      kind: 'releases'
      releases: readonly unknown[]
      /** More was published than one answer holds: the span must be halved. */
      full: boolean
      /** Lists of the span that the portal would not answer; the others' releases are here. */
      unanswered: readonly UnansweredList[]
      /** Not one list was answered. */
      silent: boolean
    }
  /** Not JSON even after repair. */
  | { kind: 'unreadable' }

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
  /** A page of the last days for `ukintel doctor`, with as few requests as will do. @throws UpstreamError */
  sample(nowMs: number, ask: Ask): Promise<Page>
  /** The newest part of a gap for one request. `density`: releases in a busy hour by the last answer; null: not known. */
  newest(gap: CoverageSpan, density: number | null): CoverageSpan
  /** @throws UpstreamError */
  listPublished(span: CoverageSpan, ask: Ask): Promise<Page>
}
