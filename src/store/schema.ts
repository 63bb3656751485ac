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

export interface MainTables {
  documents: DocumentsTable
  feedback: FeedbackTable
  funder_dossiers: FunderDossiersTable
  funder_generations: FunderGenerationsTable
  runs: RunsTable
  sources: SourcesTable
}

export type { LedgerTables }
