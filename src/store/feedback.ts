import type { Kysely } from 'kysely'
import { ulid } from 'ulid'
import type { MainTables } from './schema.ts'

export interface FeedbackStore {
  /** Resolves with the id once the message is kept. */
  add(feedback: { message: string; endpoint: string | null; contact: string | null; receivedMs: number }): Promise<string>
}

export function createFeedbackStore(main: Kysely<MainTables>): FeedbackStore {
  return {
    async add({ message, endpoint, contact, receivedMs }) {
      const id = `fb_${ulid(receivedMs)}`
      await main.insertInto('feedback').values({ id, received_ms: receivedMs, message, endpoint, contact }).execute()
      return id
    },
  }
}
