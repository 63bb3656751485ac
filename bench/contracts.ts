/**
 * Searches of contracts by two digits of CPV, on both engines: the CPU of the service, and that of
 * PostgreSQL.
 */
import type { ContractFilter } from '../src/store/contract-filter.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { createContractStore } from '../src/store/tender-contracts.ts'
import {
  type Bench,
  ENGINES,
  type FigureSpec,
  type Measurements,
  type Prepared,
  progress,
  rowsOr,
} from './harness.ts'
import { fillContracts } from './support/contracts.ts'
import { diskMib, openEngines } from './support/engines.ts'
import { cpuOfCalls, treeCpuMs } from './support/processes.ts'
import { percentile } from './support/report.ts'

const CONTRACTS = rowsOr(100_000)
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
/** Each question of a year this often in a round, so that a round has a 99th percentile. */
const REPEATS = 5
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
  [`${engine}, without dates, p99`]: { of: `${engine} all p99`, unit: 'ms' },
  [`${engine}, count of a quote, p99`]: { of: `${engine} quote p99`, unit: 'ms' },
  [`${engine}, fill, CPU`]: { of: `${engine} fill`, unit: 'ms' },
  [`${engine}, disk`]: { of: `${engine} disk`, unit: 'MiB' },
  memory: { of: 'memory', unit: 'MiB' },
})

async function measure({ engine, main }: Store): Promise<Measurements> {
  const contracts = createContractStore(main)
  const search = (question: Question) => () => contracts.search(toFilter(question), 10)
  const quote = (question: Question) => () =>
    contracts.isAtMost(toFilter(question).text, MOST_COUNTED)
  const year = await cpuOfCalls(Array.from({ length: REPEATS }, () => IN_A_YEAR.map(search)).flat())
  const all = await cpuOfCalls(WITHOUT_DATES.map(search))
  const quotes = await cpuOfCalls(WITHOUT_DATES.map(quote))
  return {
    [`${engine} year p50`]: percentile(year, 0.5),
    [`${engine} year p99`]: percentile(year, 0.99),
    [`${engine} all p50`]: percentile(all, 0.5),
    [`${engine} all p99`]: percentile(all, 0.99),
    [`${engine} quote p99`]: percentile(quotes, 0.99),
  }
}

export const bench: Bench = {
  title: `search by two digits of CPV over ${CONTRACTS} contracts`,
  rounds: 5,
  in: 'one process',
  figures: Object.assign({}, ...ENGINES.map(figuresFor)) as Bench['figures'],
  async setup(): Promise<Prepared> {
    const engines = await openEngines()
    const stores: Store[] = []
    const setup: Record<string, number> = {}
    for (const engine of engines) {
      const { name } = engine
      const store = await openStore(engine)
      const beforeMs = treeCpuMs()
      await fillContracts(store, CONTRACTS)
      setup[`${name} fill`] = treeCpuMs() - beforeMs
      setup[`${name} disk`] = await diskMib(engine)
      stores.push(store)
      progress(`${name}: ${CONTRACTS} contracts are stored`)
    }
    return {
      async round() {
        let measured: Measurements = setup
        for (const store of stores) measured = { ...measured, ...(await measure(store)) }
        progress('a round is measured')
        return { ...measured, memory: process.resourceUsage().maxRSS / 1024 }
      },
      async close() {
        for (const store of stores) await store.close()
        for (const engine of engines) await engine.close()
      },
    }
  },
}
