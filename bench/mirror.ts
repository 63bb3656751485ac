/** The peer is the plain query of the same engine that forgives as many slips. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { buildInWorker } from '../src/company/mirror/builder.ts'
import { searchMirror } from '../src/company/mirror/search.ts'
import { mirrorLocation } from '../src/store/company-mirror/mirror-location.ts'
import { openSecondaryDatabase } from '../src/store/open.ts'
import {
  type Bench,
  ENGINES,
  type FigureSpec,
  type Measurements,
  type Prepared,
  progress,
  ratio,
  rowsOr,
} from './harness.ts'
import { inventedName, writeBulkFile } from './support/bulk-file.ts'
import { type Engine, openEngines } from './support/engines.ts'
import { cpuOfCalls, treeCpuMs } from './support/processes.ts'
import { median } from './support/report.ts'

const ROWS = rowsOr(57_000)
const QUERIES = 40
const MIB = 1024 * 1024
const PROGRESS_ROWS = 500_000

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
async function prepare(engine: Engine, file: string): Promise<Prepared> {
  const { name, databaseUrl, dataDir } = engine
  const place = mirrorLocation({ databaseUrl, dataDir })
  const order = { databaseUrl, dataDir, id: 'bench', files: [file], meta: {} }
  const steps = {
    rows: (rows: number) => rows % PROGRESS_ROWS === 0 && progress(`${name}: ${rows} companies`),
    indexing: () => progress(`${name}: indexing`),
  }
  const beforeMs = treeCpuMs()
  const startedMs = performance.now()
  const { peakBytes } = await buildInWorker(order, steps, new AbortController().signal)
  const fillCpuMs = treeCpuMs() - beforeMs
  const fillMs = performance.now() - startedMs
  const generation = (await place.open('bench'))!
  const [plain, askPlain] = await openPlain(databaseUrl, dataDir)
  const queries = Array.from({ length: QUERIES }, (_, index) => typed(index))
  const calls = (ask: Ask) => queries.map((q) => () => ask(q))
  return {
    async round() {
      const ours = await cpuOfCalls(calls((q) => searchMirror(generation, q)))
      const theirs = await cpuOfCalls(calls(askPlain))
      return {
        [`${name} search`]: median(ours),
        [`${name} slowest search`]: Math.max(...ours),
        [`${name} plain`]: median(theirs),
        [`${name} fill`]: fillMs,
        [`${name} fill cpu`]: fillCpuMs,
        [`${name} memory`]: peakBytes / MIB,
        [`${name} disk`]: (await place.size('bench')) / MIB,
      }
    },
    async close() {
      await plain.destroy()
      await generation.close()
      await engine.close()
    },
  }
}

const figuresOf = (engine: string): Record<string, FigureSpec> => ({
  [`${engine} search, plain over ours`]: ratio(`${engine} plain`, `${engine} search`, {
    aim: { atLeast: 1 },
  }),
  [`${engine} search, CPU`]: { of: `${engine} search`, unit: 'ms' },
  [`${engine} slowest search, CPU`]: { of: `${engine} slowest search`, unit: 'ms' },
  [`${engine} fill`]: { of: `${engine} fill`, unit: 'ms' },
  [`${engine} fill, CPU`]: { of: `${engine} fill cpu`, unit: 'ms' },
  [`${engine} memory`]: { of: `${engine} memory`, unit: 'MiB', aim: { atMost: 1024 } },
  [`${engine} disk`]: { of: `${engine} disk`, unit: 'MiB' },
})

export const bench: Bench = {
  title: `the register's mirror at ${ROWS} companies, against plain FTS5 trigram and pg_trgm queries`,
  rounds: 3,
  in: 'one process',
  figures: Object.assign({}, ...ENGINES.map(figuresOf)) as Bench['figures'],
  async setup() {
    const folder = mkdtempSync(join(tmpdir(), 'ukintel-bench-bulk-'))
    const file = join(folder, 'BasicCompanyDataAsOneFile-2026-11-01.csv')
    await writeBulkFile(file, 0, ROWS)
    const engines: Prepared[] = []
    for (const engine of await openEngines()) engines.push(await prepare(engine, file))
    rmSync(folder, { recursive: true })
    return {
      async round() {
        let measured: Measurements = {}
        for (const engine of engines) measured = { ...measured, ...(await engine.round()) }
        progress('a round is measured')
        return measured
      },
      close: () => Promise.all(engines.map((engine) => engine.close())),
    }
  },
}
