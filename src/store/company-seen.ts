/** Last seen state of companies, with which a later read is compared. */
import type { Kysely } from 'kysely'
import { holdRecord, type NewChange } from './changes.ts'
import type { MainTables } from './schema.ts'

/**
 * A part of a company as a copy has it that was made at that time. `state`: JSON of what is
 * compared.
 */
export interface SeenState {
  number: string
  part: string
  seenMs: number
  state: string
}

export interface SeenCompanies {
  /** Stores newer states, and records the differences that `changes` reports. */
  see(
    seenState: SeenState,
    nowMs: number,
    changes: (before: string, after: string) => NewChange[],
  ): Promise<void>
  /**
   * Returns for each number its oldest stored part, and whether the register's streams reported a
   * change since.
   */
  of(
    numbers: readonly string[],
  ): Promise<ReadonlyMap<string, { parts: number; seenMs: number; outdated: boolean }>>
  /** Deletes states that were not read since. */
  purge(beforeMs: number): Promise<void>
}

export function createSeenCompanies(main: Kysely<MainTables>): SeenCompanies {
  const findRow = (db: Kysely<MainTables>, { number, part }: SeenState) =>
    db
      .selectFrom('company_seen')
      .select(['seen_ms', 'state'])
      .where('number', '=', number)
      .where('part', '=', part)
      .executeTakeFirst()

  async function keep(
    db: Kysely<MainTables>,
    { number, part, seenMs, state }: SeenState,
  ): Promise<void> {
    const values = { seen_ms: seenMs, state }
    await db
      .insertInto('company_seen')
      .values({ number, part, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['number', 'part'])
          .doUpdateSet(values)
          .where('company_seen.seen_ms', '<', seenMs),
      )
      .execute()
  }

  return {
    async see(seenState, nowMs, changes) {
      const { number, part, seenMs, state } = seenState
      const earlier = await findRow(main, seenState)
      // An older copy, of another process perhaps, says nothing of what came since.
      if (earlier && earlier.seen_ms >= seenMs) return
      if (earlier?.state === state) {
        const update = main
          .updateTable('company_seen')
          .set({ seen_ms: seenMs })
          .where('number', '=', number)
          .where('part', '=', part)
        const { numUpdatedRows } = await update
          .where('state', '=', state)
          .where('seen_ms', '<', seenMs)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) return
      }
      await main.transaction().execute(async (tx) => {
        const record = await holdRecord(tx, 'company')
        const before = await findRow(tx, seenState)
        if (before && before.seen_ms >= seenMs) return
        if (before && before.state !== state)
          await record.append(changes(before.state, state), nowMs)
        await keep(tx, seenState)
      })
    },

    async of(numbers) {
      const seen = await main
        .selectFrom('company_seen')
        .select(['number', 'part', 'seen_ms'])
        .where('number', 'in', numbers)
        .execute()
      const streamed = await main
        .selectFrom('company_changes')
        .select(['number', 'part', 'published_ms'])
        .where('number', 'in', numbers)
        .execute()
      const changed = new Map(
        streamed.map(({ number, part, published_ms }) => [`${number} ${part}`, published_ms]),
      )
      const found = new Map<string, { parts: number; seenMs: number; outdated: boolean }>()
      for (const { number, part, seen_ms: seenMs } of seen) {
        const known = found.get(number) ?? { parts: 0, seenMs, outdated: false }
        const outdated = known.outdated || (changed.get(`${number} ${part}`) ?? 0) > seenMs
        found.set(number, {
          parts: known.parts + 1,
          seenMs: Math.min(known.seenMs, seenMs),
          outdated,
        })
      }
      return found
    },

    async purge(beforeMs) {
      await main.deleteFrom('company_seen').where('seen_ms', '<', beforeMs).execute()
    },
  }
}
