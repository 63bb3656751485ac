import type { Kysely, Transaction } from 'kysely'
import type { LedgerTables } from '../schema.ts'
import { type RunStatement, runBy } from './statements.ts'

/**
 * Runs one unit of ledger work. When the promise resolves the work is on disk. The work must be a single statement or safe to keep
 * when a later statement of it throws: on SQLite units of concurrent calls share one commit.
 */
export type LedgerWriter = <T>(work: Work<T>) => Promise<T>

/** `run` is for statements compiled once, `tx` for everything else; both are the same transaction. */
type Work<T> = (tx: Transaction<LedgerTables>, run: RunStatement) => Promise<T>

interface Unit {
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown }

interface GroupCommitOptions {
  /** Runs statements on the connection that `db` has, without Kysely between. */
  run?: RunStatement
  /** Puts what is committed on disk. Omitted: a commit is on disk when it returns. */
  sync?: () => Promise<void>
}

/**
 * Group commit for SQLite: waiting for the disk costs a third of a millisecond and more, so units that come while one group is on its way
 * share the next. A unit that throws is reported to its caller alone; no caller hears of success before its group is on disk (ADR 0080).
 */
export function groupCommit(db: Kysely<LedgerTables>, { run: direct, sync }: GroupCommitOptions = {}): LedgerWriter {
  let waiting: Unit[] = []
  let running = false

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const outcomes: Outcome[] = []
      try {
        await db.transaction().execute(async (tx) => {
          const run = direct ?? runBy(tx)
          for (const unit of batch) {
            outcomes.push(
              await unit.work(tx, run).then(
                (value): Outcome => ({ ok: true, value }),
                (error: unknown): Outcome => ({ ok: false, error }),
              ),
            )
          }
        })
        await sync?.()
      } catch (error) {
        for (const unit of batch) unit.reject(error)
        continue
      }
      batch.forEach((unit, index) => {
        const outcome = outcomes[index]!
        if (outcome.ok) unit.resolve(outcome.value)
        else unit.reject(outcome.error)
      })
      // Whoever was just answered may have the next unit of the same payment at once: it shares the next group.
      if (waiting.length > 0) await turn()
    }
    running = false
  }

  return <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      if (running) return
      running = true
      // After the callbacks of this turn, so that calls that arrive together commit together.
      setImmediate(() => void drain())
    })
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** PostgreSQL commits concurrent transactions together by itself. */
export function ownTransactions(db: Kysely<LedgerTables>): LedgerWriter {
  return (work) => db.transaction().execute((tx) => work(tx, runBy(tx)))
}
