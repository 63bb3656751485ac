/**
 * The tables. Types that SQLite and PostgreSQL share: TEXT, INTEGER (64 bit), BLOB. JSON is TEXT,
 * instants are epoch milliseconds, civil dates are `YYYY-MM-DD`. Booleans are 0 and 1.
 */
import type { LedgerTables } from './ledger/schema.ts'

interface DocumentsTable {
  key: string
  json: string
  fetched_ms: number
}

export interface FeedbackTable {
  id: string
  received_ms: number
  message: string
  endpoint: string | null
  contact: string | null
}

/** One row for each background job: the lease that prevents concurrent runs. */
interface RunsTable {
  name: string
  owner: string | null
  lease_until_ms: number
  fence: number
}

/** Last result of each ingested source. */
interface SourcesTable {
  name: string
  last_success_ms: number | null
  last_attempt_ms: number | null
  /** Null after a success. */
  failure: string | null
  /** JSON of the ingest's own: cursors, counts, spans. */
  detail: string
}

/** One release as it was read: the fields that answers need, without contact data. */
interface TenderReleasesTable {
  /** portal/release id */
  key: string
  /** Lower case. */
  ocid: string
  released_ms: number
  hash: string
  json: string
}

/**
 * A release as it came, less persons. It is stored for as long as a notice or a contract of its
 * process.
 */
interface TenderRawTable {
  /** portal/release id */
  key: string
  /** Lower case. */
  ocid: string
  /** London date of the release. */
  day: string
  hash: string
  /** Version of the reader that read it last. */
  reader: number
  /** JSON, deflated. */
  bytes: Uint8Array
}

/** Merged from the releases of its process, rewritten whenever one of them changes. */
interface TenderNoticesTable {
  key: string
  ocid: string
  updated_ms: number
  keep_until_ms: number
  /** Revision of the store at the last change. */
  revision: number
  /** When it stops being live unless more is published of it; 0 if it is closed. */
  live_until_ms: number
  json: string
}

interface TenderBuyersTable {
  key: string
  buyer_key: string
  buyer_name_key: string
  on_date: string
  json: string
}

/** Awards as contracts. */
interface TenderContractsTable {
  id: number
  /** Process in lower case and id of the award. */
  key: string
  buyer_key: string
  buyer_name_key: string
  awarded_on: string
  /** Two-digit CPV divisions, comma-separated. */
  divisions: string
  /** JSON: fingerprints of the suppliers' names, and whether each is an SME. */
  suppliers: string
  /** Last civil date on which it is stored. */
  keep_until: string
  /**
   * 0 while no release names a supplier or its award is pending, and after its award was cancelled.
   */
  shown: number
  /** Terms of the full-text index, separated by spaces. */
  terms: string
  json: string
}

/** Columns of contracts that filters read, in a narrow table because a search may read all rows. */
interface TenderContractFactsTable {
  id: number
  key: string
  /** Process in lower case. */
  ocid: string
  /** 1 if the row follows from stored releases alone, without an import. */
  raw: number
  awarded_on: string
  released_ms: number
  portal: string
  ends: string | null
  /** Last end with all options. */
  latest: string | null
  /** 1 if it ended before its time, was completed or withdrawn. */
  terminated: number
  amount: number | null
  currency: string | null
  /** 0 if the amount is a ceiling or not stated, 2 if it includes VAT, else 1. */
  summable: number
  /** CPV and region terms. */
  codes: string
}

/** Unreadable items by reason, without their text. */
interface TenderQuarantineTable {
  key: string
  portal: string
  release_id: string | null
  reason: string
  seen_ms: number
}

/** Built dossiers of the grant corpus; the newest generation is served. */
interface FunderGenerationsTable {
  id: string
  built_ms: number
  fetched_ms: number
  /** JSON of counts. */
  summary: string
}

interface FunderDossiersTable {
  generation: string
  slug: string
  json: string
}

/** Adverts of the government grant listing, gone ones included. */
interface GrantsTable {
  slug: string
  /** JSON: the list item as published. */
  item: string
  item_sha256: string
  /** JSON: the advert's page, flattened. */
  detail: string | null
  etag: string | null
  detail_checked_ms: number | null
  first_seen_ms: number
  last_seen_ms: number
  gone_ms: number | null
}

/** Result of a reader for a text, by the text's hash. */
interface GrantReadingsTable {
  text_sha256: string
  reader: string
  answer: string
  read_ms: number
}

/** Public keys that the service signed with. */
interface SigningKeysTable {
  thumbprint: string
  jwk: string
  first_used_ms: number
}

/**
 * Newest profiles from the register's stream; `json` is `null` if the company was removed from the
 * register.
 */
interface CompanyStreamedTable {
  number: string
  published_ms: number
  ended: number
  json: string | null
}

/** When a part of a company last changed, by the register's streams. */
interface CompanyChangesTable {
  number: string
  part: string
  published_ms: number
}

/**
 * Head of each subject's list of changes. Writers lock it, so that positions are in the order of
 * commits.
 */
interface ChangeHeadsTable {
  subject: string
  /** Position of the newest change. */
  position: number
  /** Position of the newest change that was deleted for its age. */
  dropped: number
  /** Up to when what time alone does is recorded; null: nothing is recorded yet. */
  told_ms: number | null
}

interface ChangesTable {
  subject: string
  position: number
  at_ms: number
  kind: string
  id: string
  /** JSON of the reported change. */
  detail: string
  /** JSON of what filters look at, before and after; null where there was or is nothing. */
  before: string | null
  after: string | null
}

/** Last seen state of a part of a company, and the time of that copy. */
interface CompanySeenTable {
  number: string
  part: string
  seen_ms: number
  state: string
}

/** Accounts that a company filed, as they were read. */
interface CompanyFilingsTable {
  number: string
  id: string
  made_up_to: string | null
  stored_ms: number
  json: string
}

/** Reports of companies on how fast they pay suppliers. */
interface PaymentReportsTable {
  number: string
  report_id: string
  /** Time of the read of the file that had it last. */
  seen_ms: number
  json: string
}

export interface MainTables {
  change_heads: ChangeHeadsTable
  changes: ChangesTable
  company_filings: CompanyFilingsTable
  company_seen: CompanySeenTable
  company_streamed: CompanyStreamedTable
  company_changes: CompanyChangesTable
  documents: DocumentsTable
  feedback: FeedbackTable
  funder_dossiers: FunderDossiersTable
  funder_generations: FunderGenerationsTable
  grants: GrantsTable
  grant_readings: GrantReadingsTable
  payment_reports: PaymentReportsTable
  runs: RunsTable
  signing_keys: SigningKeysTable
  sources: SourcesTable
  tender_releases: TenderReleasesTable
  tender_raw: TenderRawTable
  tender_notices: TenderNoticesTable
  tender_quarantine: TenderQuarantineTable
  tender_contracts: TenderContractsTable
  tender_contract_facts: TenderContractFactsTable
  tender_payments: TenderBuyersTable
}

export type { LedgerTables }
