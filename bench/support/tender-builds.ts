/** Builds under comparison: the product's own, and SQLite FTS5 reading, holding and searching the same notices. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { HeldNotice } from '../../src/store/tenders.ts'
import { buildGeneration, openLastBuild } from '../../src/tenders/index/build.ts'
import { type Generation, openGeneration } from '../../src/tenders/index/generation.ts'
import { readGeneration, readKeptBuild, writeKeptBuild } from '../../src/tenders/index/kept-build.ts'
import { createSpareMemory } from '../../src/tenders/index/spare-memory.ts'
import { openTexts } from '../../src/tenders/index/texts.ts'
import type { Notice } from '../../src/tenders/model/notice.ts'
import { awards, NOW, TODAY, variations } from './notices.ts'

const PAGE = 500

/** What the store gives page by page is there before a build begins, as notices are. */
const AWARDS = Array.from(awards())

/** The rows of the store. Their texts lie outside the engine's heap, as a store's do: its collector would look through half a gigabyte that no build holds. */
export interface Rows {
  count: number
  /** Of every row, as a build that knows none of them asks for it. */
  row(index: number): HeldNotice
  key(index: number): string
  revisions: number[]
}

export function rowsOf(count: number): Rows {
  const keys: string[] = []
  const ends: number[] = []
  let bytes = Buffer.allocUnsafeSlow(1 << 20)
  let end = 0
  for (const notice of variations(count)) {
    const text = Buffer.from(JSON.stringify(notice))
    if (end + text.length > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (end + text.length))
      bytes.copy(larger, 0, 0, end)
      bytes = larger
    }
    end += text.copy(bytes, end)
    keys.push(notice.key)
    ends.push(end)
  }
  const revisions = keys.map(() => 1)
  return {
    count,
    revisions,
    key: (index) => keys[index]!,
    row: (index) => ({
      key: keys[index]!,
      revision: revisions[index]!,
      json: bytes.toString('utf8', index === 0 ? 0 : ends[index - 1]!, ends[index]!),
    }),
  }
}

/** As the service has it done, with reading what the last build left, writing what the next one will find, and loading what is served. */
export async function build(rows: Rows, directory: string, upon: 'nothing' | 'the last'): Promise<Generation> {
  const savePath = join(directory, 'last')
  const kept = upon === 'nothing' ? null : readKeptBuild(savePath)
  const last = kept && openLastBuild(kept, openTexts(directory, kept.data.texts)!.read)
  const rowAt = (index: number): HeldNotice => {
    const key = rows.key(index)
    const revision = rows.revisions[index]!
    return last?.revisions.get(key) === revision ? { key, revision, json: null } : rows.row(index)
  }
  const notices = (async function* () {
    for (let from = 0; from < rows.count; from += PAGE)
      yield Array.from({ length: Math.min(PAGE, rows.count - from) }, (_, offset) => rowAt(from + offset))
  })()
  const given = { notices, awards: pagesOf(AWARDS), revision: 1, nowMs: NOW, today: TODAY, directory, newFile: randomUUID() }
  const { data, entries } = await buildGeneration(given, last)
  writeKeptBuild(savePath, { by: 'bench', fromNothingMs: NOW, data, entries })
  const served = (await readGeneration(savePath, createSpareMemory().take))!
  return openGeneration(served, openTexts(directory, served.texts)!)
}

export const newDirectory = () => mkdtempSync(join(tmpdir(), 'tenders-bench-'))

async function* pagesOf<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}

export interface FullText {
  search(query: string): number
  close(): void
}

/** In a file as fast as SQLite writes one: without a journal, waiting for no disk, and pages that change several times are written once. */
const FILE_PRAGMAS = 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;'

/** The same rows read into the same fields, the notice itself kept beside them, merged into one segment for the fastest search. */
export function buildFts5(rows: Rows, path = ':memory:'): FullText {
  const database = new DatabaseSync(path)
  if (path !== ':memory:') database.exec(FILE_PRAGMAS)
  database.exec("CREATE VIRTUAL TABLE notices USING fts5(title, description, lots, buyer, json UNINDEXED, tokenize = 'porter unicode61')")
  const insert = database.prepare('INSERT INTO notices(rowid, title, description, lots, buyer, json) VALUES (?, ?, ?, ?, ?, ?)')
  database.exec('BEGIN')
  for (let index = 0; index < rows.count; index += 1) {
    const { json } = rows.row(index)
    const notice = JSON.parse(json!) as Notice
    const lots = notice.lots.map((lot) => `${lot.title ?? ''} ${lot.description ?? ''}`).join(' ')
    insert.run(index + 1, notice.title, notice.description ?? '', lots, notice.buyer, json)
  }
  database.exec("COMMIT; INSERT INTO notices(notices) VALUES ('optimize')")
  const best = database.prepare('SELECT rowid, json FROM notices WHERE notices MATCH ? ORDER BY bm25(notices, 6, 2, 2, 1.5) LIMIT 10')
  const total = database.prepare('SELECT count(*) AS n FROM notices WHERE notices MATCH ?')
  return {
    search(query) {
      const match = query.split(' ').join(' AND ')
      for (const row of best.all(match) as { json: string }[]) JSON.parse(row.json)
      return Number((total.get(match) as { n: number }).n)
    },
    close: () => database.close(),
  }
}

/** What building leaves behind is no part of what comes after it. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
