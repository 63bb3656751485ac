/** Payment practices of companies: the stored reports, and their refresh from the weekly export. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ActiveLease } from '../background/lease.ts'
import { shrunk } from '../background/shrink-guard.ts'
import { buildDegradation, findDegradation, type Ingest } from '../background/source.ts'
import {
  createStoredSource,
  refreshStored,
  type StoredSource,
} from '../background/stored-source.ts'
import type { ServiceContext } from '../contract/domain.ts'
import { instant } from '../platform/clock.ts'
import { londonDate } from '../platform/london.ts'
import { createPaymentReportStore, type StoredPaymentReport } from '../store/payment-reports.ts'
import {
  isReportOutOfReason,
  newestOfPeriods,
  type PaymentReport,
  paymentReport,
  type ReportColumns,
} from './model/payment-practices.ts'
import { PAYMENT_PRACTICES_SOURCE } from './source.ts'
import type { SourceStatus } from './source-status.ts'

export interface PaymentPracticesSettings {
  url: string
  ingest: Ingest
}

/** Known payments of one company. */
export interface PaymentPracticesReading extends SourceStatus {
  /** One report for each period, the newest first; `null` if the reports are not known now. */
  reports: PaymentReport[] | null
  /** Reports with a day later than what states it, in words. */
  setAside: string[]
  /** When the file was fetched; `null` with the reports. */
  asOf: string | null
}

/** Reads nothing, where no source is configured. */
export const noPaymentPractices: PaymentPractices['of'] = async () => UNKNOWN

const UNKNOWN: PaymentPracticesReading = {
  reports: null,
  setAside: [],
  asOf: null,
  sources: [],
  degradations: [],
}

export interface PaymentPractices extends Pick<StoredSource, 'upkeep'> {
  of(number: string, nowMs: number): Promise<PaymentPracticesReading>
  health(): ReturnType<StoredSource['health']>
}

export function createPaymentPractices(
  context: ServiceContext,
  { url, ingest }: PaymentPracticesSettings,
): PaymentPractices {
  const { log, lifecycle } = context
  const source = PAYMENT_PRACTICES_SOURCE
  const store = createPaymentReportStore(context.store.main)
  const stored = createStoredSource(context, {
    source,
    job: 'payment practices',
    ingest,
    // Answers read the table itself.
    load: async () => {},
    async refresh() {
      const options = { fromFile: null, acceptShrink: false, signal: lifecycle.signal }
      const report = await refreshPaymentPractices({ ...context, url, ...options })
      if (report) log.info({ ...report }, 'payment practices refreshed')
    },
  })

  return {
    upkeep: stored.upkeep,
    health: () => {
      const { rows = 0, quarantined = {} } = stored.state().detail as Partial<PaymentsReport>
      const refused = Object.values(quarantined).reduce((sum, each) => sum + each, 0)
      return stored.health({ reports: rows - refused, quarantined: refused })
    },
    async of(number, nowMs) {
      const { lastSuccessMs, failure } = stored.progress()
      const refused = stored.refusal(nowMs)
      if (refused !== null || lastSuccessMs === null) {
        const reason = failure ?? refused!.message
        return {
          ...UNKNOWN,
          sources: [{ name: source.name, fetched: null, url }],
          degradations: [buildDegradation(source.name, { kind: 'failed', reason, copyMs: null })],
        }
      }
      const rows = await store.of(number)
      const reports = rows.map((json) => paymentReport.parse(JSON.parse(json)))
      const degradation = findDegradation(source, stored.progress(), nowMs)
      const asOf = instant(lastSuccessMs)
      const fetched = londonDate(lastSuccessMs)
      return {
        reports: newestOfPeriods(reports, fetched),
        setAside: reports
          .filter((report) => isReportOutOfReason(report, fetched))
          .map(
            ({ report_id, period_end, filed }) =>
              `payment report ${report_id} of a period to ${period_end}, filed on ${filed}`,
          ),
        asOf,
        sources: [{ name: source.name, fetched: asOf, url }],
        degradations: degradation === null ? [] : [degradation],
      }
    },
  }
}

export interface PaymentsReport {
  /** Rows of the file, unreadable ones included. */
  rows: number
  layout: ReportColumns['layout']
  columns: number
  date_order: string
  /** Unreadable rows by reason. */
  quarantined: Record<string, number>
  seconds: number
}

export interface PaymentsRefreshOptions
  extends Pick<ServiceContext, 'clock' | 'log' | 'store' | 'runs' | 'dataDir' | 'userAgent'> {
  url: string
  /** Reads this file instead of the network. */
  fromFile: string | null
  /** An operator's word that the file really became this small. */
  acceptShrink: boolean
  signal: AbortSignal
}

/**
 * Returns `null` while another process refreshes.
 * @throws Error if the file is refused; the reason is recorded with the source, and the stored
 * reports stay
 */
export function refreshPaymentPractices(
  options: PaymentsRefreshOptions,
): Promise<PaymentsReport | null> {
  return refreshStored(options, PAYMENT_PRACTICES_SOURCE.id, async (lease) => {
    const report = await refresh(options, lease)
    return { report, detail: { ...report } }
  })
}

/** Rows of one statement. */
const BATCH = 500

async function refresh(
  { clock, runs, store, dataDir, userAgent, url, fromFile, acceptShrink }: PaymentsRefreshOptions,
  lease: ActiveLease,
): Promise<PaymentsReport> {
  const { countUnreadable, createPaymentExport, exportRows, surveyExport, tooManyUnreadable } =
    await import('./sources/payment-export.ts')
  const beganMs = clock.nowMs()
  const folder = join(dataDir, 'payment-practices')
  const client = createPaymentExport({ url, userAgent })
  try {
    const path = fromFile ?? join(folder, 'export.csv')
    if (fromFile === null) {
      await mkdir(folder, { recursive: true })
      await client.download(path, lease.signal)
    }
    const survey = await surveyExport(path)
    const before = (await runs.source(PAYMENT_PRACTICES_SOURCE.id))
      .detail as Partial<PaymentsReport>
    const fault = shrunk('the file', before.rows ?? 0, survey.rows)
    if (fault !== null && !acceptShrink) throw new Error(`${fault} rows, which is not believed`)
    const unreadable = await countUnreadable(path, survey)
    const damage = tooManyUnreadable(unreadable, survey.rows)
    if (damage !== null) throw new Error(`${damage}, which is not believed`)

    const reports = createPaymentReportStore(store.main)
    let batch: StoredPaymentReport[] = []
    const save = async () => {
      lease.check()
      await reports.save(batch, beganMs)
      batch = []
    }
    for await (const row of exportRows(path, survey)) {
      if (!row.ok) continue
      const { number, report } = row
      batch.push({ number, reportId: report.report_id, json: JSON.stringify(report) })
      if (batch.length >= BATCH) await save()
    }
    await save()
    await reports.dropUnseen(beganMs)
    return {
      rows: survey.rows,
      layout: survey.columns.layout,
      columns: survey.columns.width,
      date_order: survey.order,
      quarantined: Object.fromEntries(unreadable),
      seconds: (clock.nowMs() - beganMs) / 1000,
    }
  } finally {
    await client.close()
    await rm(folder, { recursive: true, force: true })
  }
}
