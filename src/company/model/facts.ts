/**
 * What is kept of the register, already reduced: no officer's or creditor's name, date of birth, nationality, occupation or address
 * is in any of these shapes, so none can be stored, logged or returned. All members survive JSON.
 */
import type { CivilDate } from '../../platform/london.ts'

export interface OfficeAddress {
  premises: string | null
  address_line_1: string | null
  address_line_2: string | null
  locality: string | null
  region: string | null
  postal_code: string | null
  country: string | null
  po_box: string | null
}

/** Due dates of a periodic filing. `overdueFlag` is the register's own boolean, used only where it gives no date. */
export interface DueFiling {
  nextDue: CivilDate | null
  nextPeriodEnd: CivilDate | null
  lastMadeUpTo: CivilDate | null
  overdueFlag: boolean | null
}

export interface ProfileFacts {
  number: string
  name: string | null
  previousNames: readonly string[]
  status: string | null
  statusDetail: string | null
  type: string | null
  incorporated: CivilDate | null
  ceased: CivilDate | null
  office: OfficeAddress | null
  sicCodes: readonly string[]
  accounts: DueFiling & { lastType: string | null }
  confirmation: DueFiling
  /** Resources in the profile's `links`; only those are requested. */
  links: { charges: boolean; insolvency: boolean }
}

/** One appointment. */
export interface OfficerFacts {
  role: string
  appointed: CivilDate | null
  resigned: CivilDate | null
}

/**
 * Identity verification of one appointment: start and end of its validity, or its due date. No rule
 * reads it.
 */
export interface IdentityFacts {
  verifiedFrom: CivilDate | null
  /** Null, like the register's 9999-12-31: until further notice. */
  verifiedUntil: CivilDate | null
  dueOn: CivilDate | null
}

/**
 * The officer list: facts for rules, and in the same order the identity of each appointment; `null`
 * if the register has none.
 */
export interface OfficerListFacts {
  officers: readonly OfficerFacts[]
  identity: readonly (IdentityFacts | null)[]
}

/** Remarks of the register about a company. No rule reads them. */
export interface RemarksFacts {
  officeUndeliverable: boolean
  officeDisputed: boolean
  /** Types alone: an annotation's own words may name a person. */
  annotations: readonly { type: string; created: CivilDate | null }[]
  /** Reason of partial data, as the register's term; `null` if the data is complete. */
  partialData: string | null
  /** All former names, whereas rules read the first few. */
  formerNames: { count: number; since: CivilDate | null; lastChanged: CivilDate | null }
}

export interface RegisteredFacts {
  profile: ProfileFacts
  remarks: RemarksFacts
}

export interface ChargesFacts {
  outstanding: number
}

export interface InsolvencyFacts {
  /** Case types such as `compulsory-liquidation`, in the register's order. */
  cases: readonly string[]
}

export interface FilingFacts {
  date: CivilDate | null
  type: string | null
  category: string | null
  description: string
  pages: number | null
}

/** Null: the register holds no filing history of this company. */
export interface FilingListFacts {
  filings: readonly FilingFacts[] | null
}

export interface SearchHit {
  company_number: string
  name: string | null
  status: string | null
  incorporated: CivilDate | null
  address_snippet: string | null
}

export interface SearchFacts {
  hits: readonly SearchHit[]
  total: number
}

/** Facts of the regulator's register about one company, for rules and answers. */
export interface FirmFacts {
  frn: string
  firmName: string | null
  status: string | null
  statusSince: CivilDate | null
  permissions: readonly string[]
  /** Restrictions and warnings in words, the gravest first. */
  warnings: readonly string[]
}

export type StandingFacts =
  | { outcome: 'matched'; firm: FirmFacts }
  | { outcome: 'not_found' }
  /** A firm of the same name without a company number, or more namesakes than were examined. */
  | { outcome: 'ambiguous'; reason: string }

/** The regulator's part as one verdict knows it. `not_consulted` is a policy, `unavailable` a failure. */
export type Standing =
  | StandingFacts
  | { outcome: 'not_consulted'; reason: string }
  | { outcome: 'unavailable'; reason: string }
