import type { Kysely } from 'kysely'
import { ulid } from 'ulid'
import type { FeedbackTable, MainTables } from './schema.ts'

export interface FeedbackStore {
  /** Resolves with the id once the message is kept. */
  add(feedback: {
    message: string
    endpoint: string | null
    contact: string | null
    receivedMs: number
  }): Promise<string>
  /** Oldest first, in pages. Received at or after `fromMs` and before `beforeMs`, where given. */
  list(span: { fromMs: number | null; beforeMs: number | null }): AsyncGenerator<FeedbackTable[]>
}

const PAGE = 1000

export function createFeedbackStore(main: Kysely<MainTables>): FeedbackStore {
  return {
    async add({ message, endpoint, contact, receivedMs }) {
      const id = `fb_${ulid(receivedMs)}`
      await main
        .insertInto('feedback')
        .values({ id, received_ms: receivedMs, message, endpoint, contact })
        .execute()
      return id
    },

    async *list({ fromMs, beforeMs }) {
      for (let after = ''; ; ) {
        let query = main.selectFrom('feedback').selectAll().where('id', '>', after)
        if (fromMs !== null) query = query.where('received_ms', '>=', fromMs)
        if (beforeMs !== null) query = query.where('received_ms', '<', beforeMs)
        // Ids begin with their time.
        const page = await query.orderBy('id').limit(PAGE).execute()
        if (page.length > 0) yield page
        if (page.length < PAGE) return
        after = page.at(-1)!.id
      }
    },
  }
}
