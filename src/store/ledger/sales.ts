/** Sales, added up by the database. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { londonDate } from '../../platform/london.ts'
import type { Store } from '../open.ts'
import { type Currency, type ReportPeriod, within } from './payment-report.ts'
import type { LedgerTables } from './schema.ts'

export type SalesKey = 'operation' | 'day' | 'payer' | 'network'

/** Sum of one operation, London day, payer or network in one currency. */
export interface Sales extends Currency {
  key: string
  payments: number
  amountAtomic: bigint
}

const PAGE = 10_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** In the order of their keys. */
export async function* listSales(
  { ledger }: Pick<Store, 'ledger'>,
  by: SalesKey,
  span: ReportPeriod,
): AsyncGenerator<Sales[]> {
  if (by === 'payer') yield* salesByPayer(ledger.read, span)
  else
    yield by === 'day'
      ? await salesByDay(ledger.read, span)
      : (await selectSums(ledger.read, by, span).execute()).map(toSales)
}

/** Kept as text; both engines add it up exactly and give it as text again. */
const sums = () =>
  [
    sql<string>`cast(sum(cast(amount_atomic as numeric)) as text)`.as('atomic'),
    countAll.as('payments'),
  ] as const

async function* salesByPayer(
  read: Kysely<LedgerTables>,
  span: ReportPeriod,
): AsyncGenerator<Sales[]> {
  let after: [string, string, string] | null = null
  while (true) {
    let query = selectSums(read, 'payer', span)
    if (after !== null) {
      const [payer, network, asset]: [string, string, string] = after
      query = query.where((row) =>
        row(row.refTuple('payer', 'network', 'asset'), '>', row.tuple(payer, network, asset)),
      )
    }
    const rows: SummedRow[] = await query.limit(PAGE).execute()
    if (rows.length > 0) yield rows.map(toSales)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = [last.key, last.network, last.asset]
  }
}

/** Adds up by hours, each of which belongs to one London day, and then by days. */
async function salesByDay(read: Kysely<LedgerTables>, span: ReportPeriod): Promise<Sales[]> {
  const hour = sql<number>`settled_ms / ${sql.lit(HOUR_MS)}`
  const rows = await read
    .selectFrom('payments')
    .select([hour.as('hour'), 'network', 'asset'])
    .select(sums())
    .where(within(span))
    .groupBy([hour, 'network', 'asset'])
    .orderBy(hour)
    .execute()
  const days = new Map<string, Sales>()
  for (const { hour: hours, ...row } of rows) {
    const sold = toSales({ ...row, key: londonDate(Number(hours) * HOUR_MS) })
    const id = `${sold.key} ${sold.network} ${sold.asset}`
    const day = days.get(id)
    if (!day) days.set(id, sold)
    else {
      day.payments += sold.payments
      day.amountAtomic += sold.amountAtomic
    }
  }
  return [...days.values()].sort(
    (a, b) => compareText(a.key, b.key) || compareText(a.network, b.network),
  )
}

/** Selects sums in the order of their keys. */
const selectSums = (read: Kysely<LedgerTables>, by: Exclude<SalesKey, 'day'>, span: ReportPeriod) =>
  read
    .selectFrom('payments')
    .select([`${by} as key`, 'network', 'asset'])
    .select(sums())
    .where(within(span))
    .groupBy([by, 'network', 'asset'])
    .orderBy(by)
    .orderBy('network')
    .orderBy('asset')

/**
 * Returns the time of the last settlement of each operation in one currency; operations without one
 * are absent. Reads the newest day first, one day per turn of the event loop, and stops once every
 * operation is found: SQLite reads on the thread that serves.
 */
export async function readLastSettlements(
  { ledger }: Pick<Store, 'ledger'>,
  { network, asset }: Currency,
  operations: readonly string[],
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (
    let endMs = untilMs + 1;
    endMs > fromMs && operations.some((id) => !found.has(id));
    endMs -= DAY_MS
  ) {
    const rows = await ledger.read
      .selectFrom('payments')
      .select((row) => ['operation', row.fn.max('settled_ms').as('last_ms')])
      .where(within({ fromMs: Math.max(fromMs, endMs - DAY_MS), beforeMs: endMs }))
      .where((row) => row.and({ network, asset: asset.toLowerCase() }))
      .groupBy('operation')
      .execute()
    for (const { operation, last_ms } of rows)
      if (!found.has(operation)) found.set(operation, Number(last_ms))
    await nextTurn()
  }
  return found
}

const countAll = sql<number>`count(*)`

interface SummedRow extends Currency {
  key: string
  atomic: string
  payments: number
}

const toSales = ({ key, network, asset, atomic, payments }: SummedRow): Sales => ({
  key,
  network,
  asset,
  payments: Number(payments),
  amountAtomic: BigInt(atomic),
})

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
