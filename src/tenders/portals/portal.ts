/**
 * A tender portal: everything that differs between portals. Pure; the HTTP clients are in
 * `sources/`.
 */
import type { CoverageSpan } from '../model/coverage.ts'
import type { JsonObject } from '../model/json.ts'
import type { Numbering } from '../model/numbering.ts'
import type { Layout } from './layout.ts'

export interface Portal {
  /**
   * Id in rows, logs, health and `TENDER_PORTALS`: `find-a-tender`. It never changes, because it is
   * stored.
   */
  readonly id: string
  /** Name in answers. */
  readonly name: string
  /** Operator that counts its requests, if it counts several portals together. */
  readonly operator?: string
  /** Begins every ocid of it: `ocds-h6vhtk-`. */
  readonly ocidPrefix: string
  /**
   * Variable of the environment with its address, and the address that stands when it is unset:
   * scheme and host.
   */
  readonly urlVariable: `${Uppercase<string>}_URL`
  readonly url: string
  /**
   * Everything about its fill: how it is listed, what one answer holds, how long to insist. Pace,
   * days of the backfill and days that are enough to sell are settings, equal for all portals.
   */
  readonly listing: ListedByWindow | ListedByMonth
  /** Statuses that mean "too many requests" besides 429 and 503. */
  readonly throttleStatuses: readonly number[]
  /**
   * Returns the identity of a release and the key of its page; `null` if it cannot be identified.
   */
  identify(release: JsonObject): Identity | null
  /** Returns the table of the places of a release's fields, by its legal basis and notice types. */
  layoutOf(release: JsonObject, noticeTypes: readonly string[]): Layout
  /** The page that a reader is sent to. */
  noticePage(noticeId: string): string
  readonly quirks: Quirks
  /** Attribution that the portal requires in addition to its name. */
  readonly credit: string | null
  /** Which of several appearances of one tender is shown: the lowest. */
  readonly rank: number
  /** Looks for gaps in the portal's own numbers, where it gives any. */
  numbering?(recent: readonly string[], known: Iterable<string>): Numbering
}

export interface Identity {
  releaseId: string
  noticeId: string
}

/** Queries by time span, halved if one answer cannot hold it. */
export interface ListedByWindow {
  readonly by: 'window'
  /** Attempts at a window that is answered 500. */
  readonly attempts: number
  /** Milliseconds of London's wall clock as if they were UTC. */
  path(window: CoverageSpan): string
  /** An answer with as many releases may lack some. */
  readonly fullAt: number
  /** The portal refuses shorter windows, in ms. */
  readonly shortestMs: number
}

/** One list for each month and type of notice. */
export interface ListedByMonth {
  readonly by: 'month'
  /** Attempts at a list that is answered 500; one list of many may fail permanently. */
  readonly attempts: number
  readonly types: readonly number[]
  /**
   * Returns the paths of a list; `month` is `2026-11`. Further paths are requested when the
   * previous one answered 500.
   */
  paths(month: string, type: number): readonly [string, ...string[]]
}

export interface Quirks {
  /** VAT in its plain amounts; `null` if the portal does not state it. */
  readonly amountTax: 'excluded' | null
  /** Tags that close an opportunity although they look like an update of it. */
  readonly closingTags: readonly string[]
  /**
   * A release lists lots, items and documents whole; otherwise an update names only those that
   * changed.
   */
  readonly listsWhole: boolean
  /** A tender without an address to bid at is answered on the notice's page. */
  readonly bidsOnNoticePage: boolean
  /** Hosts of the portal itself, where no bids are submitted. */
  readonly ownHosts: readonly string[]
  /** Times end in Z although they are London's wall time. */
  readonly zuluIsLondon: boolean
}
