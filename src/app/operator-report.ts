/** Collects what the operator's page shows. */
import { collectSources } from '../api/health-report.ts'
import type { Domain } from '../contract/domain.ts'
import type { Health } from '../meta/deps.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { OperatorReport, SoldOperation } from '../operator/page.ts'
import { instant } from '../platform/clock.ts'
import { londonDate, londonWallTimeMs } from '../platform/london.ts'
import { atomicToUsdc } from '../platform/money.ts'
import { listUndecided } from '../store/ledger/overview.ts'
import { listSales, type Sales } from '../store/ledger/sales.ts'
import type { Store } from '../store/open.ts'
import { createAvailabilityCheck, listPaidOperationIds } from './domains.ts'

const MOST_UNDECIDED = 50

interface ReportOptions {
  store: Store
  nowMs: number
  domains: readonly Domain[]
  metrics: Metrics
  health: Health
  registerCalls: OperatorReport['registerCalls']
  facilitatorProblem: string | null
}

export async function collectReport(options: ReportOptions): Promise<OperatorReport> {
  const { store, nowMs, domains, metrics, health, registerCalls, facilitatorProblem } = options
  const unavailableReason = createAvailabilityCheck(domains)
  const ids = listPaidOperationIds(domains)
  return {
    version: health.version,
    network: health.network,
    atIso: instant(nowMs),
    undeliverable: ids.filter((id) => unavailableReason(id)),
    sold: ids.length,
    facilitatorProblem,
    warnings: health.warnings,
    ledger: await readLedger(store, nowMs, health.network).catch(() => null),
    refusals: await metrics.listRefusals(),
    sources: collectSources(domains),
    registerCalls,
  }
}

async function readLedger(
  store: Store,
  nowMs: number,
  network: string,
): Promise<OperatorReport['ledger']> {
  const day = londonDate(nowMs)
  const month = day.slice(0, 7)
  const [ofDay, ofMonth] = [await soldSince(store, day), await soldSince(store, `${month}-01`)]
  const undecided = await listUndecided(store, MOST_UNDECIDED)
  return {
    day,
    month,
    sales: sumSales(ofDay, ofMonth, network),
    undecided: undecided.map(({ operation, payer, amountAtomic, createdMs }) => ({
      operation,
      payer,
      usdc: atomicToUsdc(amountAtomic),
      ageSeconds: Math.max(0, Math.floor((nowMs - createdMs) / 1000)),
    })),
  }
}

async function soldSince(store: Store, day: string): Promise<Sales[]> {
  const span = { fromMs: londonWallTimeMs(`${day}T00:00`), beforeMs: null }
  return (await Array.fromAsync(listSales(store, 'operation', span))).flat()
}

/**
 * Returns a row for each operation that was sold this month, and their sum last; none without
 * sales.
 */
function sumSales(
  ofDay: readonly Sales[],
  ofMonth: readonly Sales[],
  network: string,
): SoldOperation[] {
  const sum = (sales: readonly Sales[], operation: string | null) => {
    const own = sales.filter(
      (each) => each.network === network && (operation === null || each.key === operation),
    )
    return {
      payments: own.reduce((count, { payments }) => count + payments, 0),
      usdc: atomicToUsdc(own.reduce((total, { amountAtomic }) => total + amountAtomic, 0n)),
    }
  }
  const row = (operation: string | null) => ({
    operation: operation ?? 'All',
    day: sum(ofDay, operation),
    month: sum(ofMonth, operation),
  })
  const sold = [
    ...new Set(ofMonth.filter((each) => each.network === network).map(({ key }) => key)),
  ]
  return sold.length === 0 ? [] : [...sold.map(row), row(null)]
}
