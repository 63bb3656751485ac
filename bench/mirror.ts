/**
 * `BENCH_MIRROR_ROWS` sets the size (57,000 by default; the run book has 570,000 and 5,700,000),
 * `BENCH_MIRROR_ENGINE` one engine. The peer is the plain query of the same engine that forgives as
 * many slips.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { buildInWorker } from '../src/company/mirror/builder.ts'
import { searchMirror } from '../src/company/mirror/search.ts'
import { mirrorLocation } from '../src/store/company-mirror/mirror-location.ts'
import { openSecondaryDatabase } from '../src/store/open.ts'
import { startPostgres } from '../test/support/postgres.ts'
import {
  type Bench,
  elapsedMs,
  type FigureSpec,
  type Measurements,
  type Prepared,
  ratio,
} from './harness.ts'
import { inventedName, writeBulkFile } from './support/bulk-file.ts'
import { median } from './support/report.ts'

const ROWS = Number(process.env.BENCH_MIRROR_ROWS ?? 57_000)
const ENGINES = (process.env.BENCH_MIRROR_ENGINE ?? 'sqlite,postgres').split(',')
const QUERIES = 40
const MIB = 1024 * 1024

/** A name as it is typed: with a slip in every second, without its last letters in the others. */
function typed(index: number): string {
  const name = inventedName(Math.floor((index * ROWS) / QUERIES)).toLowerCase()
  const words = name.split(' ').slice(0, -1).join(' ')
  return index % 2 === 0 ? `${words.slice(0, 2)}${words.slice(3)} ltd` : words.slice(0, -2)
}

type Ask = (q: string) => Promise<unknown>

/** Opens the plain index in a file or table of its own. */
async function openPlain(
  databaseUrl: string | null,
  dataDir: string,
): Promise<[Kysely<unknown>, Ask]> {
  if (databaseUrl === null) {
    const db = await openSecondaryDatabase({ path: join(dataDir, 'plain.db') }, { patient: true })
    await sql`ATTACH ${join(dataDir, 'companies', 'bench.db')} AS mirror`.execute(db)
    await sql`CREATE VIRTUAL TABLE plain USING fts5(name, tokenize='trigram', detail=none)`.execute(
      db,
    )
    await sql`INSERT INTO plain(name) SELECT row ->> 0 FROM mirror.companies`.execute(db)
    const ask: Ask = (q) => {
      const parts = Array.from({ length: q.length - 2 }, (_, at) => `"${q.slice(at, at + 3)}"`)
      return sql`SELECT name FROM plain WHERE plain MATCH ${parts.join(' OR ')} ORDER BY rank LIMIT 20`.execute(
        db,
      )
    }
    return [db, ask]
  }
  const db = await openSecondaryDatabase({ databaseUrl, schema: 'public' }, { patient: true })
  await sql`CREATE TABLE plain AS SELECT row::json ->> 0 AS name FROM ${sql.id('company_mirror_bench', 'companies')}`.execute(
    db,
  )
  await sql`CREATE INDEX plain_names ON plain USING gin (name gin_trgm_ops)`.execute(db)
  await sql`ANALYZE plain`.execute(db)
  const ask: Ask = (q) =>
    sql`SELECT name FROM plain WHERE name % ${q} ORDER BY similarity(name, ${q}) DESC LIMIT 20`.execute(
      db,
    )
  return [db, ask]
}

/** One engine with a filled mirror. */
async function prepare(engine: string, file: string): Promise<Prepared> {
  const server = engine === 'postgres' ? await startPostgres() : null
  const databaseUrl = server && (await server.freshDatabaseUrl())
  const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-mirror-'))
  const place = mirrorLocation({ databaseUrl, dataDir })
  const order = { databaseUrl, dataDir, id: 'bench', files: [file], meta: {} }
  let peakBytes = 0
  const fillMs = await elapsedMs(async () => {
    const progress = { rows() {}, indexing() {} }
    ;({ peakBytes } = await buildInWorker(order, progress, new AbortController().signal))
  })
  const generation = (await place.open('bench'))!
  const [plain, askPlain] = await openPlain(databaseUrl, dataDir)
  const queries = Array.from({ length: QUERIES }, (_, index) => typed(index))
  const times = async (ask: Ask) => {
    const all: number[] = []
    for (const q of queries) all.push(await elapsedMs(() => ask(q)))
    return all
  }
  return {
    async round() {
      const ours = await times((q) => searchMirror(generation, q))
      return {
        [`${engine} search`]: median(ours),
        [`${engine} slowest search`]: Math.max(...ours),
        [`${engine} plain`]: median(await times(askPlain)),
        [`${engine} fill`]: fillMs,
        [`${engine} memory`]: peakBytes / MIB,
        [`${engine} disk`]: (await place.size('bench')) / MIB,
      }
    },
    async close() {
      await plain.destroy()
      await generation.close()
      await server?.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

const figuresOf = (engine: string): Record<string, FigureSpec> => ({
  [`${engine} search, plain over ours`]: ratio(`${engine} plain`, `${engine} search`, {
    aim: { atLeast: 1 },
  }),
  [`${engine} search`]: { of: `${engine} search`, unit: 'ms' },
  [`${engine} slowest search`]: { of: `${engine} slowest search`, unit: 'ms' },
  [`${engine} fill`]: { of: `${engine} fill`, unit: 'ms' },
  [`${engine} memory`]: { of: `${engine} memory`, unit: 'MiB', aim: { atMost: 1024 } },
  [`${engine} disk`]: { of: `${engine} disk`, unit: 'MiB' },
})

export const bench: Bench = {
  title: `the register's mirror at ${ROWS} companies, against plain FTS5 trigram and pg_trgm queries`,
  rounds: 3,
  figures: Object.assign({}, ...ENGINES.map(figuresOf)),
  async setup() {
    const folder = join(tmpdir(), 'ukintel-bench-bulk')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `BasicCompanyDataAsOneFile-2026-11-01-${ROWS}.csv`)
    if (!existsSync(file)) await writeBulkFile(file, 0, ROWS)
    const engines: Prepared[] = []
    for (const engine of ENGINES) engines.push(await prepare(engine, file))
    return {
      async round() {
        let measured: Measurements = {}
        for (const engine of engines) measured = { ...measured, ...(await engine.round()) }
        return measured
      },
      close: () => Promise.all(engines.map((engine) => engine.close())),
    }
  },
}
