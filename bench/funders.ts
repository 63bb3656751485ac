import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, cpuUs, ratio } from './harness.ts'
import type { CorpusMeasurement } from './support/corpus-child.ts'
import { type CorpusFormat, writeCorpus } from './support/grant-corpus.ts'

/**
 * With BENCH_ROWS=5000000 the growth is measured to there; by default to the size of the published
 * corpus.
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_400_000)
const FEW_ROWS = 100_000
/** Heap limit of the product's reading process. */
const HEAP_MIB = 640
const CHILD = join(import.meta.dirname, 'support', 'corpus-child.ts')

async function build(corpus: string, data: string): Promise<CorpusMeasurement> {
  const args = [`--max-old-space-size=${HEAP_MIB}`, CHILD, corpus, data]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as CorpusMeasurement
}

interface DuckDb {
  open(path: string): Promise<unknown>
  connect(database: unknown): Promise<unknown>
  query(connection: unknown, sql: string): Promise<unknown>
}

/**
 * CPU of DuckDB with one thread for the same figures of one row; nothing where its library is not
 * installed.
 */
async function duckDbUsPerRow(
  files: Record<CorpusFormat, string[]>,
): Promise<{ csv?: number; json?: number }> {
  let duck: DuckDb
  try {
    duck = createRequire(import.meta.url)('@duckdb/node-bindings-linux-x64/duckdb.node') as DuckDb
  } catch {
    return {}
  }
  const connection = await duck.connect(await duck.open(':memory:'))
  await duck.query(connection, 'SET threads = 1')
  const list = (paths: string[]) => `[${paths.map((path) => `'${path}'`).join(', ')}]`
  const figures = async (id: string, amount: string, from: string) => {
    const sql = `SELECT ${id} AS funder, count(*), sum(${amount}), quantile_cont(${amount}, [0, 0.25, 0.5, 0.75, 1]) FROM ${from} GROUP BY funder`
    return (await cpuUs(() => duck.query(connection, sql))) / (ROWS * 0.4)
  }
  const grants = `(SELECT unnest(grants) AS g FROM read_json(${list(files.json)}, maximum_object_size = 1073741824))`
  return {
    csv: await figures(
      '"Funding Org:Identifier"',
      '"Amount Awarded"',
      `read_csv(${list(files.csv)})`,
    ),
    json: await figures('g.fundingOrganization[1].id', 'g.amountAwarded', grants),
  }
}

export const bench: Bench = {
  title: `grant corpus of ${ROWS} rows from files to dossiers in one process, against DuckDB with one thread over the same files`,
  rounds: 1,
  figures: {
    // Memory does not depend on how fast a machine is.
    memory: { of: 'memory', unit: 'MiB', aim: { atMost: 1024 } },
    growth: ratio('row', 'row of few', { aim: { atMost: 1.5 } }),
    csv: { of: 'csv', unit: 'us' },
    json: { of: 'json', unit: 'us' },
    xlsx: { of: 'xlsx', unit: 'us' },
    'csv over DuckDB': ratio('csv', 'csv, DuckDB'),
    'json over DuckDB': ratio('json', 'json, DuckDB'),
  },
  async setup() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-funders-'))
    const at = (name: string) => join(folder, name)
    writeCorpus(at('few'), FEW_ROWS)
    const files = writeCorpus(at('all'), ROWS)
    return {
      async round() {
        const few = await build(at('few'), at('few-data'))
        const all = await build(at('all'), at('all-data'))
        const duck = await duckDbUsPerRow(files)
        return {
          ...all.readUsPerRow,
          row: all.cpuUsPerRow,
          'row of few': few.cpuUsPerRow,
          memory: all.peakMib,
          'csv, DuckDB': duck.csv ?? Number.NaN,
          'json, DuckDB': duck.json ?? Number.NaN,
        }
      },
      close: () => rmSync(folder, { recursive: true }),
    }
  },
}
