/**
 * Tables of one generation of the register's mirror, in a separate SQLite file or PostgreSQL
 * schema. The search structures of each engine are in `engines.ts`.
 */

interface CompaniesTable {
  id: number
  number: string
  /** JSON of the domain's own. */
  row: string
  /** 1: it has ended. */
  ended: number
}

/** Current and former names. */
interface CompanyNamesTable {
  id: number
  company: number
  /**
   * The words of the name, and as the last one how many they are (`qqn3`): names of exactly these
   * words are found by it.
   */
  doc: string
  former: number
  ended: number
}

/** Every word of a name once, with the number of names that have it. */
interface CompanyWordsTable {
  id: number
  word: string
  n: number
}

/** How far each file of the source was read. */
interface IngestFilesTable {
  file: string
  rows: number
  done: number
}

interface IngestQuarantineTable {
  file: string
  line: number
  reason: string
}

interface MetaTable {
  name: string
  value: string
}

export interface MirrorTables {
  companies: CompaniesTable
  company_names: CompanyNamesTable
  company_words: CompanyWordsTable
  ingest_files: IngestFilesTable
  ingest_quarantine: IngestQuarantineTable
  meta: MetaTable
}

const sizeWord = (words: number) => `qqn${words}`
/** The text that names are found by. Words hold letters and digits only. */
export const buildDoc = (words: readonly string[]) => [...words, sizeWord(words.length)].join(' ')
export const parseDoc = (doc: string) => doc.split(' ').slice(0, -1)
