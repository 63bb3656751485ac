/**
 * The mirror of the register at size: what filling takes, and how long a search takes beside the plain query of the same engine that forgives
 * as much. `BENCH_MIRROR_ROWS` sets the size (57,000 by default; the run book has 570,000 and 5,700,000), `BENCH_MIRROR_ENGINE` one engine.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { buildInWorker } from '../src/company/mirror/builder.ts'
import { searchMirror } from '../src/company/mirror/search.ts'
import type { MirrorGeneration } from '../src/store/company-mirror/generation.ts'
import { mirrorLocation } from '../src/store/company-mirror/mirror-location.ts'
import { openSecondaryDatabase } from '../src/store/open.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Bench, type Figure, figure } from './harness.ts'
import { inventedName, writeBulkFile } from './support/bulk-file.ts'

const ROWS = Number(process.env.BENCH_MIRROR_ROWS ?? 57_000)
const ENGINES = (process.env.BENCH_MIRROR_ENGINE ?? 'sqlite,postgres').split(',')
const QUERIES = 200
const MIB = 1024 * 1024

/** A PostgreSQL of one's own, whose generation is filled once and searched again in later runs. */
const OWN_DATABASE_URL = process.env.BENCH_MIRROR_DATABASE_URL ?? null

/** A name as it is typed: whole, reordered, begun, or with a slip. */
function typed(name: string, index: number): string {
  const words = name.toLowerCase().split(' ').slice(0, -1)
  const first = words[0]!
  switch (index % 4) {
    case 0:
      return `${words.join(' ')} ltd`
    case 1:
      return [...words.slice(1), first].join(' ')
    case 2:
      return [
        `${first.slice(0, 2)}${first[3] ?? ''}${first[2] ?? ''}${first.slice(4)}`,
        ...words.slice(1),
      ].join(' ')
    default:
      return [...words.slice(0, -1), words.at(-1)!.slice(0, 4)].join(' ')
  }
}

interface Timing {
  p50: number
  p99: number
  firstPct: number
}

async function time(
  cases: readonly { q: string; name: string }[],
  ask: (q: string) => Promise<string | null>,
): Promise<Timing> {
  const times: number[] = []
  let first = 0
  for (const { q, name } of cases) {
    const began = performance.now()
    const best = await ask(q)
    times.push(performance.now() - began)
    if (best === name) first += 1
  }
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]! * 100) / 100
  return { p50: at(0.5), p99: at(0.99), firstPct: Math.round((100 * first) / cases.length) }
}

interface Plain {
  names: { name: string }
}

async function plainSqlite(
  path: string,
  generationPath: string,
): Promise<{ db: Kysely<Plain>; ask: (q: string) => Promise<string | null> }> {
  const db = await openSecondaryDatabase<Plain>({ path }, { patient: true })
  await sql`ATTACH ${generationPath} AS mirror`.execute(db)
  await sql`CREATE VIRTUAL TABLE plain USING fts5(name, tokenize='trigram', detail=none)`.execute(
    db,
  )
  await sql`INSERT INTO plain(name) SELECT row ->> 0 FROM mirror.companies`.execute(db)
  return {
    db,
    async ask(q) {
      const parts = Array.from(
        { length: Math.max(0, q.length - 2) },
        (_, index) => `"${q.slice(index, index + 3)}"`,
      )
      const found = await sql<
        Plain['names']
      >`SELECT name FROM plain WHERE plain MATCH ${parts.join(' OR ')} ORDER BY rank LIMIT 20`.execute(
        db,
      )
      return found.rows[0]?.name ?? null
    },
  }
}

async function plainPostgres(
  databaseUrl: string,
  schema: string,
): Promise<{ db: Kysely<Plain>; ask: (q: string) => Promise<string | null> }> {
  const db = await openSecondaryDatabase<Plain>(
    { databaseUrl, schema: 'public' },
    { patient: true },
  )
  await sql`DROP TABLE IF EXISTS plain`.execute(db)
  await sql`CREATE TABLE plain AS SELECT row::json ->> 0 AS name FROM ${sql.id(schema, 'companies')}`.execute(
    db,
  )
  await sql`CREATE INDEX plain_names ON plain USING gin (name gin_trgm_ops)`.execute(db)
  await sql`ANALYZE plain`.execute(db)
  return {
    db,
    async ask(q) {
      const found = await sql<
        Plain['names']
      >`SELECT name FROM plain WHERE name % ${q} ORDER BY similarity(name, ${q}) DESC LIMIT 20`.execute(
        db,
      )
      return found.rows[0]?.name ?? null
    },
  }
}

async function measure(engine: string, file: string): Promise<Figure[]> {
  const postgres = engine === 'postgres'
  const server = postgres && OWN_DATABASE_URL === null ? await startPostgres() : null
  const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-mirror-'))
  const where = {
    databaseUrl: server ? await server.freshDatabaseUrl() : postgres ? OWN_DATABASE_URL : null,
    dataDir,
  }
  let generation: MirrorGeneration | null = null
  try {
    const began = performance.now()
    let indexingFrom = began
    const progress = {
      rows() {},
      indexing() {
        indexingFrom = performance.now()
      },
    }
    const place = mirrorLocation(where)
    generation = OWN_DATABASE_URL === null ? null : await place.open('bench')
    const filled: Figure[] = []
    if (generation === null) {
      const built = await buildInWorker(
        { ...where, id: 'bench', files: [file], meta: {} },
        progress,
        new AbortController().signal,
      )
      const seconds = (performance.now() - began) / 1000
      const bytes = await place.size('bench')
      filled.push(
        figure(`${engine} ingest, memory`, 'MiB', [built.peakBytes / MIB], {
          aim: { atMost: 1024 },
          detail: { rows: ROWS, seconds },
        }),
        figure(`${engine} disk`, 'MiB', [bytes / MIB], { detail: { rows: ROWS } }),
      )
      console.log(
        `${engine}: ${built.companies} companies, ${built.names} names, ${built.words} words in ${seconds.toFixed(0)} s ` +
          `(indexes ${((performance.now() - indexingFrom) / 1000).toFixed(0)} s), ${Math.round(built.peakBytes / MIB)} MiB of memory, ${Math.round(bytes / MIB)} MiB on disk`,
      )
      generation = (await place.open('bench'))!
    }
    const cases = Array.from({ length: QUERIES }, (_, index) => {
      const name = inventedName(Math.floor((index * ROWS) / QUERIES))
      return { q: typed(name, index), name }
    })
    const ask = async (q: string) => (await searchMirror(generation!, q)).hits[0]?.name ?? null
    // Pages are read once before.
    await time(cases.slice(0, 20), ask)
    const ours = await time(cases, ask)
    console.log(
      `${engine}: search p50 ${ours.p50} ms, p99 ${ours.p99} ms, right one first ${ours.firstPct} %`,
    )
    const beganPlain = performance.now()
    const plain = postgres
      ? await plainPostgres(where.databaseUrl!, 'company_mirror_bench')
      : await plainSqlite(join(dataDir, 'plain.db'), join(dataDir, 'companies', 'bench.db'))
    const plainSeconds = (performance.now() - beganPlain) / 1000
    // One plain query over a million names takes seconds.
    const some = ROWS < 100_000 ? cases : cases.slice(0, 12)
    const theirs = await time(some, plain.ask)
    console.log(
      `${engine}: plain query p50 ${theirs.p50} ms, p99 ${theirs.p99} ms, right one first ${theirs.firstPct} % (index made in ${plainSeconds.toFixed(0)} s, ${some.length} queries)`,
    )
    await plain.db.destroy()
    return [
      ...filled,
      figure(`${engine} search p50`, 'ms', [ours.p50], { detail: { ...ours } }),
      figure(`${engine} search p99`, 'ms', [ours.p99], { detail: { ...ours } }),
      figure(`${engine} plain p50`, 'ms', [theirs.p50], { detail: { ...theirs } }),
      figure(`${engine} plain p99`, 'ms', [theirs.p99], { detail: { ...theirs } }),
    ]
  } finally {
    await generation?.close()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const bench: Bench = {
  name: 'mirror',
  title: `the register's mirror at ${ROWS} companies, beside plain FTS5 trigram and pg_trgm queries`,
  async run() {
    const folder = join(tmpdir(), 'ukintel-bench-bulk')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `BasicCompanyDataAsOneFile-2026-11-01-${ROWS}.csv`)
    if (!existsSync(file)) await writeBulkFile(file, 0, ROWS)
    const figures: Figure[] = []
    for (const engine of ENGINES) figures.push(...(await measure(engine, file)))
    return figures
  },
}
