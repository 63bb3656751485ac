/**
 * Stored facts of the register, already reduced: no officer's or creditor's name, date of birth,
 * nationality, occupation or address is in any of these shapes, so none can be stored, logged or
 * returned. All members survive JSON.
 */
import { z } from 'zod'

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T
type Facts<Schema extends z.ZodType> = Immutable<z.output<Schema>>

const text = z.string().nullable()
const date = z.iso.date().nullable()

const office = z.strictObject({
  premises: text,
  address_line_1: text,
  address_line_2: text,
  locality: text,
  region: text,
  postal_code: text,
  country: text,
  po_box: text,
})
export type OfficeAddress = Facts<typeof office>

/** Due dates of a periodic filing. */
const dueFiling = z.strictObject({
  nextDue: date,
  nextPeriodEnd: date,
  lastMadeUpTo: date,
  /** The register's own boolean, used only where it gives no date. */
  overdueFlag: z.boolean().nullable(),
})
export type DueFiling = Facts<typeof dueFiling>

const profile = z.strictObject({
  number: z.string(),
  name: text,
  previousNames: z.array(z.string()),
  status: text,
  statusDetail: text,
  type: text,
  incorporated: date,
  ceased: date,
  office: office.nullable(),
  sicCodes: z.array(z.string()),
  accounts: dueFiling.extend({ lastType: text }),
  confirmation: dueFiling,
  /** Resources in the profile's `links`; only those are requested. */
  links: z.strictObject({ charges: z.boolean(), insolvency: z.boolean() }),
})
export type ProfileFacts = Facts<typeof profile>

/** Remarks of the register about a company. No rule reads them. */
const remarks = z.strictObject({
  officeUndeliverable: z.boolean(),
  officeDisputed: z.boolean(),
  /** Types alone: an annotation's own words may name a person. */
  annotations: z.array(z.strictObject({ type: z.string(), created: date })),
  /** Reason of partial data, as the register's term; `null` if the data is complete. */
  partialData: text,
  /** All former names, whereas rules read the first few. */
  formerNames: z.strictObject({ count: z.int(), since: date, lastChanged: date }),
})
export type NoteFacts = Facts<typeof remarks>

export const registered = z.strictObject({ profile, remarks })
export type RegisteredFacts = Facts<typeof registered>

/** One appointment. */
const officer = z.strictObject({ role: z.string(), appointed: date, resigned: date })
export type OfficerFacts = Facts<typeof officer>

/**
 * Identity verification of one appointment: start and end of its validity, or its due date. No rule
 * reads it. `verifiedUntil` is `null` until further notice, like the register's 9999-12-31.
 */
const identity = z.strictObject({ verifiedFrom: date, verifiedUntil: date, dueOn: date })
export type IdentityFacts = Facts<typeof identity>

/**
 * The officer list: facts for rules, and in the same order the identity of each appointment; `null`
 * if the register has none.
 */
export const officerList = z.strictObject({
  officers: z.array(officer),
  identity: z.array(identity.nullable()),
})
export type OfficerListFacts = Facts<typeof officerList>

export const charges = z.strictObject({ outstanding: z.int() })
export type ChargesFacts = Facts<typeof charges>

/** Case types such as `compulsory-liquidation`, in the register's order. */
export const insolvency = z.strictObject({ cases: z.array(z.string()) })
export type InsolvencyFacts = Facts<typeof insolvency>

const filing = z.strictObject({
  date,
  type: text,
  category: text,
  description: z.string(),
  pages: z.int().nullable(),
})
export type FilingFacts = Facts<typeof filing>

/** `null` if the register holds no filing history of this company. */
export const filingList = z.strictObject({ filings: z.array(filing).nullable() })
export type FilingListFacts = Facts<typeof filingList>

const searchHit = z.strictObject({
  company_number: z.string(),
  name: text,
  status: text,
  incorporated: date,
  address_snippet: text,
})
export type SearchHit = Facts<typeof searchHit>

export const search = z.strictObject({ hits: z.array(searchHit), total: z.int() })
export type SearchFacts = Facts<typeof search>

/** Facts of the regulator's register about one company, for rules and answers. */
const firm = z.strictObject({
  frn: z.string(),
  firmName: text,
  status: text,
  statusSince: date,
  permissions: z.array(z.string()),
  /** Restrictions and warnings in words, the gravest first. */
  warnings: z.array(z.string()),
})
export type FirmFacts = Facts<typeof firm>

export const standing = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('matched'), firm }),
  z.strictObject({ outcome: z.literal('not_found') }),
  /** A firm of the same name without a company number, or more namesakes than were examined. */
  z.strictObject({ outcome: z.literal('ambiguous'), reason: z.string() }),
])
export type StandingFacts = Facts<typeof standing>

/**
 * The regulator's part as one verdict knows it. `not_consulted` is a policy, `unavailable` a
 * failure.
 */
export type Standing =
  | StandingFacts
  | { outcome: 'not_consulted'; reason: string }
  | { outcome: 'unavailable'; reason: string }

/** A filing of accounts, as the register lists it. */
const accountsFiling = z.strictObject({
  transactionId: z.string(),
  /** `AAMD` is an amendment. */
  type: z.enum(['AA', 'AAMD']),
  filed: date,
  madeUpTo: date,
  /** The register's kind of accounts, such as `micro-entity`. */
  accountsType: text,
  isPaper: z.boolean(),
  /** `null` while the register makes the document. */
  documentId: text,
})
export type AccountsFiling = Facts<typeof accountsFiling>

export const accountsList = z.strictObject({ filings: z.array(accountsFiling) })
export type AccountsListFacts = Facts<typeof accountsList>
