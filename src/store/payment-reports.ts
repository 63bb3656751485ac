/** Reports of companies on how fast they pay suppliers, as the newest file has them. */
import type { Kysely } from 'kysely'
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

    async save(reports, seenMs) {
      if (reports.length === 0) return
      // One statement cannot write a row twice: the last one counts.
      const rows = new Map(
        reports.map(({ number, reportId, json }) => [
          `${number} ${reportId}`,
          { number, report_id: reportId, seen_ms: seenMs, json },
        ]),
      )
      await main
        .insertInto('payment_reports')
        .values([...rows.values()])
        .onConflict((conflict) =>
          conflict.columns(['number', 'report_id']).doUpdateSet((excluded) => ({
            seen_ms: excluded.ref('excluded.seen_ms'),
            json: excluded.ref('excluded.json'),
          })),
        )
        .execute()
    },

    async dropUnseen(seenMs) {
      await main.deleteFrom('payment_reports').where('seen_ms', '<>', seenMs).execute()
    },
  }
}
