/** Reads and writes of one generation, the same on both engines. */
import { type Kysely, sql } from 'kysely'
import type { Engine, NameQuery } from './engines.ts'
import { buildDoc, type MirrorTables, parseDoc } from './tables.ts'

export interface MirroredCompany {
  number: string
  row: string
  ended: boolean
  /** The words of each name; the current one first. */
  names: readonly (readonly string[])[]
}

export interface MirroredName {
  company: number
  words: string[]
  former: boolean
  ended: boolean
}

export interface MirrorFile {
  file: string
  /** Lines read, those in quarantine among them. */
  rows: number
  done: boolean
}

export interface MirrorBuild {
  files(): Promise<MirrorFile[]>
  /**
   * Lines `from` (counted from 0) to `to` (excluded) of a file, in one transaction with how far it
   * was read. Companies that are held already are passed over. @throws when another process read on
   * in this file
   */
  add(batch: MirrorBatch): Promise<void>
  finish(meta: Readonly<Record<string, string>>): Promise<MirrorCounts>
  close(): Promise<void>
}

export interface MirrorBatch {
  /** Place of the file among the files, from 0. */
  fileIndex: number
  file: string
  from: number
  to: number
  done: boolean
  companies: readonly (MirroredCompany & { line: number })[]
  quarantined: readonly { line: number; reason: string }[]
}

export interface MirrorCounts {
  companies: number
  names: number
  words: number
  quarantined: Readonly<Record<string, number>>
}

export interface MirrorGeneration {
  readonly id: string
  readonly meta: Readonly<Record<string, string>>
  company(number: string): Promise<string | null>
  /** Returns the number of names that contain each word. */
  frequencies(words: readonly string[]): Promise<Map<string, number>>
  /** Words that may be meant by a mistyped one of five letters or more. */
  similar(word: string, limit: number): Promise<{ word: string; n: number }[]>
  /** Words of names that begin so, this one among them; of very many those of most names. */
  wordsBeginning(start: string, limit: number): Promise<string[]>
  match(query: NameQuery, limit: number): Promise<MirroredName[]>
  /** How many names match, counted up to `most`. */
  count(query: NameQuery, most: number): Promise<number>
  /** Names of exactly these words in this order. */
  findByWords(words: readonly string[]): Promise<MirroredName[]>
  /** Names that begin with these words and go on, short ones first among the first that are met. */
  beginning(words: readonly string[], limit: number): Promise<MirroredName[]>
  companies(ids: readonly number[]): Promise<Map<number, { number: string; row: string }>>
  /** Replaces the stored rows of companies; a `null` row deletes one. */
  put(companies: readonly (MirroredCompany | { number: string; row: null })[]): Promise<void>
  setMeta(name: string, value: string): Promise<void>
  close(): Promise<void>
}

/** Beyond what a file has lines. */
const FILE_SPAN = 100_000_000
/** Names of one company: a current and ten former ones. */
const NAME_SPAN = 16
const SCANNED_BEGINNINGS = 1000
const SCANNED_WORDS = 20_000
/** Names that are looked through for what a word of theirs begins with. */
export const MOST_LOOKED_THROUGH = 3000

type Db = Kysely<MirrorTables>

const companyColumns = { id: 'bigint', number: 'text', row: 'text', ended: 'bigint' } as const
const nameColumns = {
  id: 'bigint',
  company: 'bigint',
  doc: 'text',
  former: 'bigint',
  ended: 'bigint',
} as const

async function insertNames(
  db: Db,
  engine: Engine,
  companies: readonly (MirroredCompany & { id: number })[],
): Promise<void> {
  const names = companies.flatMap(({ id, names, ended }) =>
    names.slice(0, NAME_SPAN).map((words, index) => ({
      id: id * NAME_SPAN + index,
      company: id,
      doc: buildDoc(words),
      former: index === 0 ? 0 : 1,
      ended: ended ? 1 : 0,
    })),
  )
  if (names.length === 0) return
  // Of companies that were passed over there is no row of this id, and so no name either.
  await sql`INSERT INTO company_names (id, company, doc, former, ended)
    SELECT id, company, doc, former, ended FROM ${engine.selectRows(JSON.stringify(names), nameColumns)}
    WHERE company IN (SELECT id FROM companies WHERE id BETWEEN ${companies[0]!.id} AND ${companies.at(-1)!.id})`.execute(
    db,
  )
  await engine.indexNames(db, names[0]!.id, names.at(-1)!.id)
}

async function insertCompanies(
  db: Db,
  engine: Engine,
  companies: readonly (MirroredCompany & { id: number })[],
): Promise<void> {
  const rows = companies.map(({ id, number, row, ended }) => ({
    id,
    number,
    row,
    ended: ended ? 1 : 0,
  }))
  await sql`INSERT INTO companies (id, number, row, ended)
    SELECT id, number, row, ended FROM ${engine.selectRows(JSON.stringify(rows), companyColumns)} WHERE true
    ON CONFLICT (number) DO NOTHING`.execute(db)
}

export async function beginBuild(db: Db, engine: Engine): Promise<MirrorBuild> {
  await engine.create(db)
  return {
    async files() {
      const rows = await db.selectFrom('ingest_files').selectAll().orderBy('file').execute()
      return rows.map(({ file, rows: read, done }) => ({
        file,
        rows: Number(read),
        done: done === 1,
      }))
    },

    add: ({ fileIndex, file, from, to, done, companies, quarantined }) =>
      db.transaction().execute(async (tx) => {
        await tx
          .insertInto('ingest_files')
          .values({ file, rows: 0, done: 0 })
          .onConflict((conflict) => conflict.column('file').doNothing())
          .execute()
        const read = await tx
          .updateTable('ingest_files')
          .set({ rows: to, done: done ? 1 : 0 })
          .where('file', '=', file)
          .where('rows', '=', from)
          .executeTakeFirst()
        if (read.numUpdatedRows === 0n) throw new Error(`another process reads ${file}`)
        const placed = companies.map((company) => ({
          ...company,
          id: fileIndex * FILE_SPAN + company.line + 1,
        }))
        if (placed.length > 0) {
          await insertCompanies(tx, engine, placed)
          await insertNames(tx, engine, placed)
        }
        if (quarantined.length > 0)
          await tx
            .insertInto('ingest_quarantine')
            .values(quarantined.map((each) => ({ file, ...each })))
            .execute()
      }),

    async finish(meta) {
      await engine.finish(db)
      const counts = await readCounts(db)
      // The layout is what shows a generation to be whole: it comes last.
      for (const [name, value] of Object.entries({ names: String(counts.names), ...meta }))
        await putMeta(db, name, value)
      return counts
    },

    close: () => db.destroy(),
  }
}

async function putMeta(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

async function readCounts(db: Db): Promise<MirrorCounts> {
  const count = async (table: 'companies' | 'company_names' | 'company_words') => {
    const row = await db
      .selectFrom(table)
      .select((each) => each.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    return Number(row.n)
  }
  const refused = await db
    .selectFrom('ingest_quarantine')
    .select(['reason', (row) => row.fn.countAll().as('n')])
    .groupBy('reason')
    .orderBy('reason')
    .execute()
  return {
    companies: await count('companies'),
    names: await count('company_names'),
    words: await count('company_words'),
    quarantined: Object.fromEntries(refused.map(({ reason, n }) => [reason, Number(n)])),
  }
}

interface NameRow {
  company: number
  doc: string
  former: number
  ended: number
}

const toMirroredName = ({ company, doc, former, ended }: NameRow): MirroredName => ({
  company: Number(company),
  words: parseDoc(doc),
  former: former === 1,
  ended: ended === 1,
})

export async function openGeneration(
  db: Db,
  engine: Engine,
  id: string,
): Promise<MirrorGeneration> {
  const meta = await db.selectFrom('meta').selectAll().execute()
  // Words hold letters and digits only, none of which means anything to LIKE.
  const matches = (query: NameQuery, limit: number) =>
    query.begins === null
      ? sql`id IN (SELECT * FROM ${engine.match(query)} AS found LIMIT ${limit})`
      : sql`id IN (SELECT * FROM ${engine.match(query)} AS found LIMIT ${MOST_LOOKED_THROUGH}) AND ' ' || doc LIKE ${`% ${query.begins}%`}`
  return {
    id,
    meta: Object.fromEntries(meta.map((each) => [each.name, each.value])),

    async company(number) {
      const found = await db
        .selectFrom('companies')
        .select('row')
        .where('number', '=', number)
        .executeTakeFirst()
      return found?.row ?? null
    },

    async frequencies(words) {
      if (words.length === 0) return new Map()
      const rows = await db
        .selectFrom('company_words')
        .select(['word', 'n'])
        .where('word', 'in', [...words])
        .execute()
      return new Map(rows.map(({ word, n }) => [word, Number(n)]))
    },

    similar: (word, limit) => engine.similar(db, word, limit),

    async wordsBeginning(start, limit) {
      const found = await sql<{ word: string }>`SELECT word FROM (
        SELECT word, n FROM company_words WHERE word >= ${start} AND word < ${`${start}\u{10ffff}`} LIMIT ${SCANNED_WORDS}) AS begun
        ORDER BY n DESC, word LIMIT ${limit}`.execute(db)
      return found.rows.map((each) => each.word)
    },

    async match(query, limit) {
      const found =
        await sql<NameRow>`SELECT company, doc, former, ended FROM company_names WHERE ${matches(query, limit)}
        LIMIT ${limit}`.execute(db)
      return found.rows.map(toMirroredName)
    },

    async count(query, most) {
      const found = await sql<{
        n: number
      }>`SELECT count(*) AS n FROM (SELECT id FROM company_names WHERE ${matches(query, most)}
        LIMIT ${most}) AS counted`.execute(db)
      return Number(found.rows[0]?.n ?? 0)
    },

    async findByWords(words) {
      const rows = await db
        .selectFrom('company_names')
        .select(['company', 'doc', 'former', 'ended'])
        .where('doc', '=', buildDoc(words))
        .limit(50)
        .execute()
      return rows.map(toMirroredName)
    },

    async beginning(words, limit) {
      const from = `${words.join(' ')} `
      const found = await sql<NameRow>`SELECT company, doc, former, ended FROM (
        SELECT company, doc, former, ended FROM company_names
        WHERE doc > ${from} AND doc < ${`${words.join(' ')}!`} LIMIT ${SCANNED_BEGINNINGS}) AS begun ORDER BY length(doc), doc LIMIT ${limit}`.execute(
        db,
      )
      return found.rows.map(toMirroredName)
    },

    async companies(ids) {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('companies')
        .select(['id', 'number', 'row'])
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map(({ id: key, number, row }) => [Number(key), { number, row }]))
    },

    put: (companies) => db.transaction().execute((tx) => putCompanies(tx, engine, companies)),
    setMeta: (name, value) => putMeta(db, name, value),
    close: () => db.destroy(),
  }
}

async function putCompanies(
  db: Db,
  engine: Engine,
  companies: readonly (MirroredCompany | { number: string; row: null })[],
): Promise<void> {
  // The newest row of each company counts.
  const given = [...new Map(companies.map((each) => [each.number, each])).values()]
  if (given.length === 0) return
  const numbers = given.map((each) => each.number)
  const existing = await db
    .selectFrom('companies')
    .select(['id', 'number'])
    .where('number', 'in', numbers)
    .execute()
  const ids = new Map(existing.map(({ number, id }) => [number, Number(id)]))
  await removeNames(db, engine, [...ids.values()])
  if (ids.size > 0)
    await db
      .deleteFrom('companies')
      .where('id', 'in', [...ids.values()])
      .execute()
  const last = await db
    .selectFrom('companies')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  let next = Math.max(Number(last.id ?? 0), ...ids.values()) + 1
  const givenRows = given.filter((each): each is MirroredCompany => each.row !== null)
  const placed = givenRows
    .map((company) => ({ ...company, id: ids.get(company.number) ?? next++ }))
    .sort((a, b) => a.id - b.id)
  for (const company of placed) {
    await insertCompanies(db, engine, [company])
    await insertNames(db, engine, [company])
  }
  await countWords(db, engine, placed)
}

async function removeNames(db: Db, engine: Engine, companies: readonly number[]): Promise<void> {
  if (companies.length === 0) return
  const names = await db
    .selectFrom('company_names')
    .select('id')
    .where('company', 'in', [...companies])
    .execute()
  if (names.length === 0) return
  const ids = names.map((each) => Number(each.id))
  await engine.forgetNames(db, ids)
  await db.deleteFrom('company_names').where('id', 'in', ids).execute()
}

/** Word counts are weights, not exact: names that were removed are not subtracted. */
async function countWords(
  db: Db,
  engine: Engine,
  companies: readonly MirroredCompany[],
): Promise<void> {
  const words = [...new Set(companies.flatMap((each) => each.names.flat()))]
  if (words.length === 0) return
  const known = await db
    .selectFrom('company_words')
    .select('word')
    .where('word', 'in', words)
    .execute()
  const added = words.filter((word) => !known.some((each) => each.word === word))
  if (added.length === 0) return
  await db
    .insertInto('company_words')
    .values(added.map((word) => ({ word, n: 1 })) as never)
    .execute()
  await engine.indexWords(db, added)
}
