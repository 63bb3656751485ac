/**
 * Searches of contracts by two digits of CPV at a million awards, on both engines: the CPU of the
 * service, and that of PostgreSQL.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ContractFilter } from '../src/store/contract-filter.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { createContractStore } from '../src/store/tender-contracts.ts'
import { startPostgres } from '../test/support/postgres.ts'
import type { Bench, FigureSpec, Measurements, Prepared } from './harness.ts'
import { fillContracts } from './support/contracts.ts'

const CONTRACTS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const TODAY = '2026-11-20'
const DIVISIONS = ['45', '85', '79', '72', '71', '33', '80', '50', '90', '60']
const YEARS = [2027, 2028, 2029, 2030]
/** An unpaid quote counts no more. */
const MOST_COUNTED = 5000

interface Question {
  division: string
  year: number | null
}

const IN_A_YEAR: Question[] = DIVISIONS.flatMap((division) =>
  YEARS.map((year) => ({ division, year })),
)
const WITHOUT_DATES: Question[] = DIVISIONS.map((division) => ({ division, year: null }))

const toFilter = ({ division, year }: Question): ContractFilter => ({
  text: { all: [{ any: [{ prefix: `c${division}` }] }] },
  status: 'running',
  today: TODAY,
  endedSince: '2024-11-20',
  endsAfter: year === null ? null : `${year}-01-01`,
  endsBefore: year === null ? null : `${year}-12-31`,
  valueMin: null,
  valueMax: null,
})

const aimed = (of: string, atMost: number): FigureSpec => ({ of, unit: 'ms', aim: { atMost } })
const figuresFor = (engine: string): Record<string, FigureSpec> => ({
  [`${engine}, a year, p50`]: aimed(`${engine} year p50`, 20),
  [`${engine}, a year, p99`]: aimed(`${engine} year p99`, 40),
  [`${engine}, without dates, p50`]: { of: `${engine} all p50`, unit: 'ms' },
  [`${engine}, count of a quote, p99`]: { of: `${engine} quote p99`, unit: 'ms' },
})

/** CPU that the given processes have used, in ms, by the scheduler of Linux. */
const cpuOfProcesses = (pids: readonly number[]) =>
  pids.reduce(
    (sum, pid) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  )

/** Measures the CPU of single calls in ms, with that of the database's processes. */
async function percentiles(
  store: Store,
  calls: readonly (() => Promise<unknown>)[],
): Promise<[p50: number, p99: number]> {
  const pids =
    store.engine === 'sqlite'
      ? []
      : (
          await sql<{ pid: number }>`
            select pid from pg_stat_activity where datname = current_database()`.execute(store.main)
        ).rows.map(({ pid }) => pid)
  const spentMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 + cpuOfProcesses(pids)
  }
  const samples: number[] = []
  for (const call of calls) {
    await nextTurn()
    const before = spentMs()
    await call()
    samples.push(spentMs() - before)
  }
  samples.sort((a, b) => a - b)
  const at = (share: number) => samples[Math.floor(samples.length * share)]!
  return [at(0.5), at(0.99)]
}

async function measure(store: Store): Promise<Measurements> {
  const contracts = createContractStore(store.main)
  const search = (question: Question) => () => contracts.search(toFilter(question), 10)
  const quote = (question: Question) => () =>
    contracts.isAtMost(toFilter(question).text, MOST_COUNTED)
  const year = await percentiles(store, IN_A_YEAR.map(search))
  const all = await percentiles(store, WITHOUT_DATES.map(search))
  const quotes = await percentiles(store, WITHOUT_DATES.map(quote))
  const { engine } = store
  return {
    [`${engine} year p50`]: year[0],
    [`${engine} year p99`]: year[1],
    [`${engine} all p50`]: all[0],
    [`${engine} quote p99`]: quotes[1],
  }
}

export const bench: Bench = {
  title: `search by two digits of CPV over ${CONTRACTS} contracts`,
  rounds: 3,
  figures: { ...figuresFor('sqlite'), ...figuresFor('postgres') },
  async setup(): Promise<Prepared> {
    const dataDir = mkdtempSync(join(tmpdir(), 'contracts-bench-'))
    const server = await startPostgres()
    const databaseUrl = await server.freshDatabaseUrl()
    const stores = [
      await openStore({ databaseUrl: null, dataDir }),
      // Workers of a parallel query end before their CPU is read.
      await openStore({
        databaseUrl: `${databaseUrl}?options=-c%20max_parallel_workers_per_gather%3D0`,
        dataDir,
      }),
    ]
    for (const store of stores) await fillContracts(store, CONTRACTS)
    return {
      async round() {
        const measured = []
        for (const store of stores) measured.push(await measure(store))
        return Object.assign({}, ...measured) as Measurements
      },
      async close() {
        for (const store of stores) await store.close()
        await server.stop()
        rmSync(dataDir, { recursive: true })
      },
    }
  },
}
