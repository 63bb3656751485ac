/** Reports of companies on how fast they pay suppliers, as the newest file has them. */
import type { Kysely } from 'kysely'
import { upsert } from './rows.ts'
import type { MainTables } from './schema.ts'

export interface StoredPaymentReport {
  number: string
  reportId: string
  json: string
}

export interface PaymentReportStore {
  /** Reads the JSON of all reports of a company, in no particular order. */
  of(number: string): Promise<string[]>
  /** Stores reports of one file and replaces those with the same id. */
  save(reports: readonly StoredPaymentReport[], seenMs: number): Promise<void>
  /** Deletes reports that the file read at this time did not have. */
  dropUnseen(seenMs: number): Promise<void>
}

export function createPaymentReportStore(main: Kysely<MainTables>): PaymentReportStore {
  return {
    async of(number) {
      const rows = await main
        .selectFrom('payment_reports')
        .select('json')
        .where('number', '=', number)
        .execute()
      return rows.map(({ json }) => json)
    },

    save: (reports, seenMs) =>
      upsert(
        main,
        'payment_reports',
        ['number', 'report_id'],
        reports.map((report) => ({ ...report, seenMs })),
      ),

    async dropUnseen(seenMs) {
      await main.deleteFrom('payment_reports').where('seen_ms', '<>', seenMs).execute()
    },
  }
}
