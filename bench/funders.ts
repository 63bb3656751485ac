/** Building the grant corpus: CPU and memory by rows, growth, DuckDB over the same files in the same run, and one warm dossier. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, type Figure, figure } from './harness.ts'
import type { CorpusMeasurement } from './support/corpus-child.ts'
import { openDuckDb } from './support/duckdb.ts'
import { type CorpusFormat, writeCorpus } from './support/grant-corpus.ts'

/** With BENCH_ROWS=5000000 the growth is measured to there; by default to the size of the published corpus. */
const MAIN_ROWS = 1_400_000
const SMALL_ROWS = 100_000
const largest = Number(process.env.BENCH_ROWS ?? MAIN_ROWS)
const SIZES = [...new Set([SMALL_ROWS, Math.min(MAIN_ROWS, largest), largest])]

/** As in the product's own reading process. */
const HEAP_MEBIBYTES = 640

export const bench: Bench = {
  name: 'funders',
  title:
    'grant corpus from files to dossiers, one process, beside DuckDB with one thread over the same files',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-funders-'))
    try {
      const measured: CorpusMeasurement[] = []
      const duck: Partial<Record<CorpusFormat, number>> = {}
      for (const size of SIZES) {
        const corpus = join(folder, `corpus-${size}`)
        const { files } = writeCorpus(corpus, size)
        if (size === Math.min(MAIN_ROWS, largest))
          Object.assign(duck, await duckDbUsPerRow(files, size))
        measured.push(await build(corpus, join(folder, `data-${size}`)))
        rmSync(corpus, { recursive: true })
        rmSync(join(folder, `data-${size}`), { recursive: true })
      }
      return figuresOf(measured, duck)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function build(corpus: string, data: string): Promise<CorpusMeasurement> {
  const script = join(import.meta.dirname, 'support', 'corpus-child.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${HEAP_MEBIBYTES}`,
    '--expose-gc',
    script,
    corpus,
    data,
  ])
  const measurement = JSON.parse(stdout) as CorpusMeasurement
  console.log(
    `  ${measurement.rows} rows in ${measurement.seconds.toFixed(1)} s, peak ${Math.round(measurement.peakMib)} MiB`,
  )
  return measurement
}

/** The same figures over the same lines, by CPU time for one row. */
async function duckDbUsPerRow(
  files: Record<CorpusFormat, string[]>,
  rows: number,
): Promise<Partial<Record<CorpusFormat, number>>> {
  const duck = await openDuckDb()
  if (duck === null) return {}
  const list = (paths: string[]) => `[${paths.map((path) => `'${path}'`).join(', ')}]`
  const figures = (id: string, amount: string, from: string) =>
    duck.run(
      `SELECT ${id} AS funder, count(*), sum(${amount}), quantile_cont(${amount}, [0, 0.25, 0.5, 0.75, 1]) FROM ${from} GROUP BY funder`,
    )
  const timed = async (query: () => Promise<void>) => {
    const before = process.cpuUsage()
    await query()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / (rows * 0.4)
  }
  return {
    csv: await timed(() =>
      figures('"Funding Org:Identifier"', '"Amount Awarded"', `read_csv(${list(files.csv)})`),
    ),
    json: await timed(() =>
      figures(
        'g.fundingOrganization[1].id',
        'g.amountAwarded',
        `(SELECT unnest(grants) AS g FROM read_json(${list(files.json)}, maximum_object_size = 1073741824))`,
      ),
    ),
  }
}

function figuresOf(
  measured: readonly CorpusMeasurement[],
  duck: Partial<Record<CorpusFormat, number>>,
): Figure[] {
  const small = measured[0]!
  const last = measured.at(-1)!
  const main = measured.find(({ rows }) => rows === Math.min(MAIN_ROWS, largest)) ?? last
  const perSecond = (us: number) => `${Math.round(1e6 / us)} rows/s`
  const read = (format: CorpusFormat): Figure => {
    const us = main.readUsPerRow[format]!
    const other = duck[format]
    const beside =
      other === undefined
        ? {}
        : {
            DuckDB: `${perSecond(other)} (figures only, one thread), ${(other / us).toFixed(2)} of ours`,
          }
    return figure(format, 'us', [us], { detail: { here: perSecond(us), ...beside } })
  }
  const growth = measured.map(({ rows, cpuUsPerRow, seconds, peakMib }) => {
    return [
      `${rows} rows`,
      `${cpuUsPerRow.toFixed(1)} us CPU a row, ${seconds.toFixed(1)} s, peak ${Math.round(peakMib)} MiB`,
    ] as const
  })
  const built = `${main.rows} rows of ${main.funders} funders in ${main.seconds.toFixed(1)} s, figures in ${(main.aggregateMs / 1000).toFixed(1)} s`
  return [
    read('csv'),
    read('json'),
    read('xlsx'),
    // Memory does not depend on how fast a machine is.
    figure('memory', 'MiB', [main.peakMib], { aim: { atMost: 1024 }, detail: { build: built } }),
    figure('growth', 'ratio', [last.cpuUsPerRow / small.cpuUsPerRow], {
      aim: { atMost: 1.5 },
      detail: Object.fromEntries(growth),
    }),
    figure('dossier', 'us', [main.dossierUs], {
      detail: { asked: 'by organisation id, serialised' },
    }),
    figure('resident', 'MiB', [main.indexMib], {
      aim: { atMost: 300 },
      detail: { index: `${main.funders} funders, loaded in ${Math.round(main.loadMs)} ms` },
    }),
  ]
}
