/**
 * How each engine holds and searches a generation: FTS5 with its trigram index, or tsvector with
 * pg_trgm.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { MirrorTables } from './tables.ts'

type Db = Kysely<MirrorTables>

/** Words of which one of each group must be in a name. */
export interface NameQuery {
  groups: readonly (readonly string[])[]
  /**
   * A word of the name must begin so besides; null: none. It is looked for in the names that the
   * groups find, since both engines read every name of every word that begins so before they
   * compare: let one group be of no more than `MOST_LOOKED_THROUGH` names.
   */
  begins: string | null
  /** Names of exactly so many words; null: of any. */
  size: number | null
}

export interface Engine {
  /** Tables, before anything is read. */
  create(db: Db): Promise<void>
  /** Rows as a JSON list of objects of the given columns. */
  selectRows(
    json: string,
    columns: Readonly<Record<string, 'text' | 'bigint'>>,
  ): RawBuilder<unknown>
  /** Makes names of the given span of ids searchable; they were not before. */
  indexNames(db: Db, fromId: number, toId: number): Promise<void>
  /** Before names are changed or removed. */
  forgetNames(db: Db, ids: readonly number[]): Promise<void>
  /** Once all names are there: what is searched by words and their parts. */
  finish(db: Db): Promise<void>
  /** Makes further words findable by their parts. */
  indexWords(db: Db, words: readonly string[]): Promise<void>
  /** Ids of names, whatever a word of theirs begins with. */
  match(query: NameQuery): RawBuilder<unknown>
  /** Words that share their first or their last part with this one, of five letters or more. */
  similar(db: Db, word: string, limit: number): Promise<{ word: string; n: number }[]>
}

const quote = (word: string) => `"${word}"`

export const sqliteEngine: Engine = {
  async create(db) {
    await createTables(db, {
      text: 'text',
      key: 'integer PRIMARY KEY',
      counted: 'integer PRIMARY KEY',
    })
    await sql`CREATE VIRTUAL TABLE IF NOT EXISTS names_fts USING fts5(doc, tokenize='unicode61', content='', contentless_delete=1, detail=none)`.execute(
      db,
    )
    await sql`CREATE VIRTUAL TABLE IF NOT EXISTS words_fts USING fts5(word, tokenize='trigram', content='', contentless_delete=1, detail=none)`.execute(
      db,
    )
    await sql`CREATE VIRTUAL TABLE IF NOT EXISTS names_vocabulary USING fts5vocab(names_fts, 'row')`.execute(
      db,
    )
  },
  selectRows: (json, columns) =>
    sql`(SELECT ${sql.join(Object.keys(columns).map((name) => sql`value ->> ${sql.lit(name)} AS ${sql.ref(name)}`))} FROM json_each(${json}))`,
  async indexNames(db, fromId, toId) {
    await sql`INSERT INTO names_fts(rowid, doc) SELECT id, doc FROM company_names WHERE id BETWEEN ${fromId} AND ${toId}`.execute(
      db,
    )
  },
  async forgetNames(db, ids) {
    await sql`DELETE FROM names_fts WHERE rowid IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`.execute(
      db,
    )
  },
  async finish(db) {
    await sql`INSERT INTO names_fts(names_fts) VALUES ('optimize')`.execute(db)
    await sql`CREATE INDEX IF NOT EXISTS company_names_by_doc ON company_names(doc)`.execute(db)
    await sql`CREATE INDEX IF NOT EXISTS company_names_by_company ON company_names(company)`.execute(
      db,
    )
    await sql`DELETE FROM company_words`.execute(db)
    await sql`INSERT INTO words_fts(words_fts) VALUES ('delete-all')`.execute(db)
    await sql`INSERT INTO company_words(word, n) SELECT term, doc FROM names_vocabulary WHERE term NOT LIKE 'qqn%'`.execute(
      db,
    )
    await sql`INSERT INTO words_fts(rowid, word) SELECT id, word FROM company_words`.execute(db)
    await sql`INSERT INTO words_fts(words_fts) VALUES ('optimize')`.execute(db)
    await sql`ANALYZE`.execute(db)
  },
  async indexWords(db, words) {
    const json = JSON.stringify(words)
    await sql`INSERT INTO words_fts(rowid, word) SELECT id, word FROM company_words WHERE word IN (SELECT value FROM json_each(${json}))`.execute(
      db,
    )
  },
  match({ groups, size }) {
    const parts = groups.map((group) => `(${group.map(quote).join(' OR ')})`)
    if (size !== null) parts.push(`qqn${size}`)
    return sql`(SELECT rowid FROM names_fts WHERE names_fts MATCH ${parts.join(' AND ')})`
  },
  async similar(db, word, limit) {
    const all = (part: string) => `(${trigrams(part).map(quote).join(' AND ')})`
    const query = splitWord(word).map(all).join(' OR ')
    const found = await sql<{ word: string; n: number }>`
      SELECT word, n FROM company_words WHERE id IN (SELECT rowid FROM words_fts WHERE words_fts MATCH ${query})
      AND length(word) BETWEEN ${word.length - 2} AND ${word.length + 2} LIMIT ${limit}`.execute(db)
    return found.rows
  },
}

export const postgresEngine: Engine = {
  async create(db) {
    // The extension is trusted since PostgreSQL 13: a user who may create objects in the database
    // may create it. It is never in the schema of a generation, which is dropped.
    await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public`.execute(db)
    const key = 'bigint PRIMARY KEY'
    await createTables(db, {
      text: 'text COLLATE "C"',
      key,
      counted: `${key} GENERATED BY DEFAULT AS IDENTITY`,
    })
  },
  selectRows: (json, columns) => {
    const shape = Object.entries(columns).map(
      ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
    )
    return sql`json_to_recordset(${json}::json) AS given(${sql.join(shape)})`
  },
  async indexNames() {},
  async forgetNames() {},
  async finish(db) {
    const names = sql.table('company_names')
    await sql`CREATE INDEX IF NOT EXISTS company_names_by_words ON ${names} USING gin (array_to_tsvector(string_to_array(doc, ' ')))`.execute(
      db,
    )
    await sql`CREATE INDEX IF NOT EXISTS company_names_by_doc ON ${names} (doc)`.execute(db)
    await sql`CREATE INDEX IF NOT EXISTS company_names_by_company ON ${names} (company)`.execute(db)
    await sql`TRUNCATE company_words`.execute(db)
    await sql`INSERT INTO company_words(word, n)
      SELECT word, count(*) FROM (SELECT unnest(string_to_array(doc, ' ')) AS word FROM company_names) AS each
      WHERE word NOT LIKE 'qqn%' GROUP BY word`.execute(db)
    const home = await sql<{
      name: string
    }>`SELECT nspname AS name FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE extname = 'pg_trgm'`.execute(db)
    const parts = sql.id(home.rows[0]!.name, 'gin_trgm_ops')
    await sql`CREATE INDEX IF NOT EXISTS company_words_by_parts ON company_words USING gin (word ${parts})`.execute(
      db,
    )
    for (const table of ['companies', 'company_names', 'company_words'])
      await sql`ANALYZE ${sql.table(table)}`.execute(db)
  },
  async indexWords() {},
  match({ groups, size }) {
    const parts = groups.map((group) => `(${group.map((word) => `'${word}'`).join(' | ')})`)
    if (size !== null) parts.push(`qqn${size}`)
    return sql`(SELECT id FROM company_names WHERE array_to_tsvector(string_to_array(doc, ' ')) @@ ${parts.join(' & ')}::tsquery)`
  },
  async similar(db, word, limit) {
    const parts = splitWord(word)
    const found = await sql<{ word: string; n: number }>`
      SELECT word, n FROM company_words WHERE (word LIKE ${`${parts[0]}%`} OR word LIKE ${`%${parts[1]}`})
      AND length(word) BETWEEN ${word.length - 2} AND ${word.length + 2} LIMIT ${limit}`.execute(db)
    return found.rows
  },
}

/**
 * A slip of the finger leaves the first or the last part of a word whole, and so the trigrams of
 * one. Words of eight letters and more are cut so that two slips near each other leave one, too.
 */
function splitWord(word: string): [string, string] {
  const length = Math.max(3, Math.ceil(word.length / 2) - (word.length >= 8 ? 1 : 0))
  return [word.slice(0, length), word.slice(-length)]
}

function trigrams(text: string): string[] {
  return Array.from({ length: text.length - 2 }, (_, index) => text.slice(index, index + 3))
}

/** `text`: compared byte by byte, so that beginnings are a span of the index. */
async function createTables(
  db: Db,
  types: { text: string; key: string; counted: string },
): Promise<void> {
  const [text, key, counted] = [sql.raw(types.text), sql.raw(types.key), sql.raw(types.counted)]
  await sql`CREATE TABLE IF NOT EXISTS companies (id ${key}, number ${text} NOT NULL UNIQUE, row text NOT NULL, ended integer NOT NULL)`.execute(
    db,
  )
  await sql`CREATE TABLE IF NOT EXISTS company_names (id ${key}, company bigint NOT NULL, doc ${text} NOT NULL, former integer NOT NULL, ended integer NOT NULL)`.execute(
    db,
  )
  await sql`CREATE TABLE IF NOT EXISTS company_words (id ${counted}, word ${text} NOT NULL UNIQUE, n integer NOT NULL)`.execute(
    db,
  )
  await sql`CREATE TABLE IF NOT EXISTS ingest_files (file text PRIMARY KEY, rows bigint NOT NULL, done integer NOT NULL)`.execute(
    db,
  )
  await sql`CREATE TABLE IF NOT EXISTS ingest_quarantine (file text NOT NULL, line bigint NOT NULL, reason text NOT NULL, PRIMARY KEY (file, line))`.execute(
    db,
  )
  await sql`CREATE TABLE IF NOT EXISTS meta (name text PRIMARY KEY, value text NOT NULL)`.execute(
    db,
  )
}
