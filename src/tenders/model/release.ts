/** One release as it was read: fields that answers need, cleaned. No contact data. */
import type { Buyer } from './buyer.ts'
import type { Contract } from './contract.ts'
import type { Correction } from './corrections.ts'
import type { ReadDate } from './dates.ts'
import type { Money } from './money.ts'
import type { BuyerPayments } from './payments.ts'
import type { DeliveryAddress } from './regions.ts'
import type { StatedTerms } from './terms.ts'

/** The pattern of both publishers; the local part is compared without regard to case. */
export const OCID = /^ocds-[a-z0-9]{6}-[A-Za-z0-9][A-Za-z0-9-]{0,80}$/

export interface Item {
  id: string
  cpv: string[]
  addresses: DeliveryAddress[]
}

export interface Lot {
  id: string
  title?: string
  description?: string
  status?: string
  value?: Money
  contractStart?: string
  contractEnd?: string
  durationDays?: number
  sme?: boolean
  terms?: StatedTerms
}

export interface TenderDocument {
  id: string
  url: string
  type?: string
  title?: string
  format?: string
  publishedMs?: number
}

/**
 * Absent means: not stated in this release. A later release overrides what it states and nothing
 * else.
 */
export interface Facts {
  title?: string
  description?: string
  /** Text under "additional information", outside of the tender. */
  additional?: string
  /** The buyer's own reference. */
  reference?: string
  status?: string
  regime?: 'act' | 'legacy'
  method?: string
  value?: Money
  minValue?: Money
  cpv?: string[]
  /** Labels of all codes of the release that have one. */
  cpvLabels?: Record<string, string>
  items?: Item[]
  awardCpv?: string[]
  /** Addresses of what was awarded, for notices of a contract without a tender. */
  awardAddresses?: DeliveryAddress[]
  awardStart?: string
  awardEnd?: string
  /** ocids or references of processes that this one follows. */
  predecessors?: string[]
  /** ocid of the same opportunity on the portal that published it first. */
  canonical?: string
  /** How the buyer paid in a period. */
  payments?: BuyerPayments
  lots?: Lot[]
  documents?: TenderDocument[]
  submissionUrl?: string
  deadline?: ReadDate
  /** Estimate of a planned procurement, which is no deadline. */
  deadlineEstimate?: ReadDate
  /** Corrections in words of the deadline (section IV.2.2). */
  corrections?: Correction[]
  /** The deadline is from a correction in words. */
  deadlineCorrected?: boolean
  /** A later correction of the deadline could not be read. */
  correctionUnread?: boolean
  /**
   * Requests to participate (two-stage procedures) are due before tenders and are the deadline that
   * counts.
   */
  interestDeadline?: ReadDate
  enquiryMs?: number
  futureNotice?: string
  engagementEnds?: string
  contractStart?: string
  contractEnd?: string
  durationDays?: number
  sme?: boolean
  framework?: boolean
  dynamicMarket?: boolean
  /** Last day of the framework or dynamic market. */
  frameworkEnd?: string
  requirements?: string[]
  /** First publication of the current stage, if the portal states it. */
  publishedMs?: number
}

export interface Award {
  key: string
  awardedOn: string
  divisions: string[]
  suppliers: { key: string; sme: boolean | null }[]
  contract: Contract
}

/** What a release does to its process: opens a stage, closes it, or neither. */
export type Effect = 'tender' | 'planning' | 'cancelled' | 'awarded' | 'closed' | 'none'

/**
 * Data that is read from a release. A new member, or a new meaning of one, raises `READER` in
 * `tenders/reading.ts`.
 */
export interface Release {
  /** Id of a portal of `portals/`. */
  portal: string
  id: string
  /** Identifier of the portal's page for the notice, and its address. */
  noticeId: string
  noticeUrl: string
  ocid: string
  ms: number
  tags: string[]
  noticeTypes: string[]
  effect: Effect
  /** States lots, items and documents whole; otherwise an update names only those that changed. */
  isWhole: boolean
  /** A tender without an address to bid at is answered on the notice's page. */
  bidsOnPage: boolean
  /** VAT in plain amounts; `null` if the portal does not state it. */
  amountTax: 'excluded' | null
  buyer: Buyer | null
  facts: Facts
  awards: Award[]
}

export type ReadRelease =
  | { ok: true; release: Release }
  | { ok: false; reason: string; releaseId: string | null }
