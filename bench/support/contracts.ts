/**
 * Contracts made by variation, as many as a bench asks for: written straight into the tables, from
 * which triggers fill the rest.
 */
import { sql } from 'kysely'
import { codeTerms } from '../../src/store/contract-filter.ts'
import type { Store } from '../../src/store/open.ts'
import { progress } from '../harness.ts'
import { randomOf } from './bulk-file.ts'

/** Shares of divisions, by thousandths: a few have most of the contracts, as in published data. */
const DIVISIONS: readonly (readonly [division: string, share: number])[] = [
  ['45', 130],
  ['85', 110],
  ['79', 90],
  ['72', 80],
  ['71', 70],
  ['33', 70],
  ['80', 60],
  ['50', 60],
  ['90', 60],
  ['60', 50],
]
const OTHERS = ['03', '09', '15', '18', '22', '30', '31', '32', '34', '35', '37', '38', '39', '44']
const REGIONS = ['ryorkshire renglish', 'rlondon renglish', 'rscotland', 'rwales', 'ruk']
const BATCH = 2000
const DAY_MS = 86_400_000
const FIRST_END = Date.UTC(2024, 10, 20)
/** Two years of ended contracts, and six in which others end. */
const END_DAYS = 8 * 365

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export async function fillContracts({ main, engine }: Store, count: number): Promise<void> {
  const next = randomOf(1)
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)]!
  function code(): string {
    let left = next() * 1000
    const found = DIVISIONS.find(([, share]) => {
      left -= share
      return left < 0
    })
    return `c${found?.[0] ?? pick(OTHERS)}${String(Math.floor(next() * 40) * 2500).padStart(6, '0')}`
  }
  function contract(id: number) {
    const key = `ocds-b5fd17-${id.toString(16).padStart(8, '0')}|award-${id}`
    const endMs = FIRST_END + Math.floor(next() * END_DAYS) * DAY_MS
    // One in ten states no end; a third have options of two years.
    const ends = next() < 0.1 ? null : day(endMs)
    const latest = ends && (next() < 0.33 ? day(endMs + 730 * DAY_MS) : ends)
    const codes = Array.from({ length: 1 + Math.floor(next() * 2) }, code)
    const terms = ['tsupply z tcouncil', ...new Set(codes), pick(REGIONS)].join(' ')
    const awarded = day(endMs - 1000 * DAY_MS)
    const amount = next() < 0.1 ? null : Math.floor(next() * 1_000_000)
    return {
      contract: {
        id,
        key,
        buyer_key: `b${id % 5000}`,
        buyer_name_key: `b${id % 5000}`,
        awarded_on: awarded,
        divisions: codes[0]!.slice(1, 3),
        suppliers: '[]',
        keep_until: '2040-01-01',
        shown: 1,
        terms,
        json: '{}',
      },
      facts: {
        id,
        key,
        ocid: key.split('|')[0]!,
        raw: 1,
        awarded_on: awarded,
        released_ms: endMs,
        portal: 'find-a-tender',
        ends,
        latest,
        terminated: next() < 0.05 ? 1 : 0,
        amount,
        currency: amount === null ? null : 'GBP',
        summable: amount === null ? 0 : 1,
        codes: codeTerms(terms),
      },
    }
  }
  for (let from = 1; from <= count; from += BATCH) {
    if ((from - 1) % (BATCH * 50) === 0) progress(`${engine}: ${from - 1} of ${count} contracts`)
    const rows = Array.from({ length: Math.min(BATCH, count - from + 1) }, (_, at) =>
      contract(from + at),
    )
    await main.transaction().execute(async (tx) => {
      await tx
        .insertInto('tender_contracts')
        .values(rows.map((row) => row.contract))
        .execute()
      await tx
        .insertInto('tender_contract_facts')
        .values(rows.map((row) => row.facts))
        .execute()
    })
  }
  // As the databases do by themselves in the course of a day.
  await sql.raw(engine === 'sqlite' ? 'analyze' : 'vacuum analyze').execute(main)
}
