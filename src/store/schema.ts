/**
 * The tables. Types that SQLite and PostgreSQL share: TEXT, INTEGER (64 bit), BLOB. JSON is TEXT, instants are epoch milliseconds,
 * civil dates are `YYYY-MM-DD`. Booleans are 0 and 1.
 */
import type { LedgerTables } from './ledger/schema.ts'

interface DocumentsTable {
  key: string
  json: string
  fetched_ms: number
}

interface FeedbackTable {
  id: string
  received_ms: number
  message: string
  endpoint: string | null
  contact: string | null
}

/** One row a background job: the lease that keeps two processes from doing it at once. */
interface RunsTable {
  name: string
  owner: string | null
  lease_until_ms: number
  fence: number
}

/** What each ingested source last did. */
interface SourcesTable {
  name: string
  last_success_ms: number | null
  last_attempt_ms: number | null
  /** Null after a success. */
  failure: string | null
  /** JSON of the ingest's own: cursors, counts, spans. */
  detail: string
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

/** What a reader made of a text, by the text's hash. */
interface GrantReadingsTable {
  text_sha256: string
  reader: string
  answer: string
  read_ms: number
}

export interface MainTables {
  documents: DocumentsTable
  feedback: FeedbackTable
  funder_dossiers: FunderDossiersTable
  funder_generations: FunderGenerationsTable
  grants: GrantsTable
  grant_readings: GrantReadingsTable
  runs: RunsTable
  sources: SourcesTable
}

export type { LedgerTables }
