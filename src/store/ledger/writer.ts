import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { LedgerTables } from '../schema.ts'
import type { Done, Statement } from './statements.ts'

/**
 * Units of ledger work. Each is done whole or not at all, and when its promise resolves it is on
 * disk.
 */
export interface LedgerWriter {
  /**
   * Runs work that decides while it reads. It may run again from its start if another unit of its
   * group failed.
   */
  write<T>(work: Work<T>): Promise<T>
  /**
   * One statement after the other, up to the first that changes nothing; what the first of all did.
   */
  apply(...statements: readonly [Statement, ...Statement[]]): Promise<Done>
  /**
   * Like `apply`, but resolves as soon as all processes can see the change. It is on disk no later
   * than the next write, so use it only if nothing outside depends on it before a later unit has
   * resolved.
   */
  announce(...statements: readonly [Statement, ...Statement[]]): Promise<Done>
}

type Work<T> = (tx: Transaction<LedgerTables>) => Promise<T>

/** The one connection of a SQLite ledger, past Kysely. */
export interface DirectConnection {
  execute(statement: Statement): Done
  /** All of the work or nothing of it. */
  transaction<T>(work: () => T): T
}

interface Unit {
  work: Work<unknown> | readonly [Statement, ...Statement[]]
  /** Resolves when it is committed, without waiting for the disk. */
  early: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown }

/**
 * How many turns of the event loop announcements wait for others to be committed with, while the
 * disk is busy. Turns are short where there is little to do; where there is much, a sale takes a
 * tenth less CPU than with one turn (`npm run bench -- paid`, 22 November 2026), as with three to
 * eight.
 */
const ANNOUNCEMENT_TURNS = 4

interface GroupCommitOptions {
  /** Kysely over the same connection: what else uses it waits for its transactions. */
  db: Kysely<LedgerTables>
  connection: DirectConnection
  /** Puts what is committed on disk. */
  sync: () => Promise<void>
  /** Yields to the callbacks that are due in this turn of the event loop. */
  turn?: () => Promise<void>
}

/**
 * Group commit for SQLite: waiting for the disk costs a third of a millisecond and more, so units
 * that come while one group is on its way share the next. A unit that throws rejects only its own
 * promise. All others except announcements resolve after their group is on disk
 * (docs/contributors/ledger.md).
 */
export function groupCommit({
  db,
  connection,
  sync,
  turn = nextTurn,
}: GroupCommitOptions): LedgerWriter {
  let waiting: Unit[] = []
  let running = false
  let isSyncing = false
  let announced: Promise<void> | null = null
  let diskFailure: { error: unknown } | null = null

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await runGroup(batch)
      // A process that was just answered may have the next unit of the same payment ready: it then
      // shares the next group.
      if (waiting.length > 0) await turn()
    }
    running = false
  }

  async function runGroup(batch: readonly Unit[]): Promise<void> {
    try {
      if (diskFailure) throw diskFailure.error
      const outcomes = await commit(batch)
      settleUnits(batch, outcomes, true)
      if (batch.every(({ early }) => early)) return
      await toDisk()
      settleUnits(batch, outcomes, false)
    } catch (error) {
      for (const unit of batch) unit.reject(error)
    }
  }

  function settleUnits(batch: readonly Unit[], outcomes: readonly Outcome[], early: boolean): void {
    batch.forEach((unit, index) => {
      if (unit.early !== early) return
      const outcome = outcomes[index]!
      if (outcome.ok) unit.resolve(outcome.value)
      else unit.reject(outcome.error)
    })
  }

  /** Announcements need not wait for a sync that is under way, only for each other. */
  async function announceMeanwhile(): Promise<void> {
    for (let turns = 0; turns < ANNOUNCEMENT_TURNS && isSyncing; turns += 1) await turn()
    const batch = isSyncing ? waiting.filter(({ early }) => early) : []
    if (batch.length === 0) return
    waiting = waiting.filter(({ early }) => !early)
    await runGroup(batch)
  }

  async function toDisk(): Promise<void> {
    isSyncing = true
    try {
      await sync()
    } catch (error) {
      // The system may have dropped what it could not write; a sync that succeeds later says
      // nothing of it, and all later commits rest on it.
      diskFailure = { error }
      throw error
    } finally {
      isSyncing = false
      // One connection: the next group begins when no other unit uses it.
      await announced
    }
  }

  /** Together; or, when one of them fails, each by itself: what it broke is undone for all. */
  async function commit(batch: readonly Unit[]): Promise<Outcome[]> {
    try {
      const values = await together(batch)
      return values.map((value) => ({ ok: true, value }))
    } catch (error) {
      // A database that is locked or full fails them all, and would again.
      if (!(error instanceof UnitFailed)) throw error
      if (batch.length === 1) return [{ ok: false, error: error.cause }]
      const outcomes: Outcome[] = []
      for (const unit of batch) outcomes.push(...(await commit([unit])))
      return outcomes
    }
  }

  async function together(batch: readonly Unit[]): Promise<unknown[]> {
    // Statements alone need no turn of the event loop, so nothing can come between them and the
    // commit.
    if (batch.every(({ work }) => typeof work !== 'function')) {
      return connection.transaction(() =>
        batch.map(({ work }) => applyStatements(connection, work as readonly Statement[])),
      )
    }
    return await db.transaction().execute(async (tx) => {
      const values: unknown[] = []
      for (const { work } of batch)
        values.push(
          typeof work === 'function' ? await runWork(work, tx) : applyStatements(connection, work),
        )
      return values
    })
  }

  function enqueue<T>(work: Unit['work'], early = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ work, early, resolve: resolve as (value: unknown) => void, reject })
      if (running) {
        if (early && isSyncing) announced ??= announceMeanwhile().finally(() => (announced = null))
        return
      }
      running = true
      // After the callbacks of this turn, so that calls that arrive together commit together.
      void turn().then(drain)
    })
  }

  return {
    write: (work) => enqueue(work),
    apply: (...statements) => enqueue(statements),
    announce: (...statements) => enqueue(statements, true),
  }
}

async function runWork(work: Work<unknown>, tx: Transaction<LedgerTables>): Promise<unknown> {
  try {
    return await work(tx)
  } catch (error) {
    throw new UnitFailed(error)
  }
}

function applyStatements(connection: DirectConnection, statements: readonly Statement[]): Done {
  try {
    const first = connection.execute(statements[0]!)
    let last = first
    for (let next = 1; next < statements.length && last.changes > 0; next += 1)
      last = connection.execute(statements[next]!)
    return first
  } catch (error) {
    throw new UnitFailed(error)
  }
}

class UnitFailed extends Error {
  constructor(cause: unknown) {
    super('a unit of ledger work failed', { cause })
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** PostgreSQL commits concurrent transactions together by itself. */
export function ownTransactions(db: Kysely<LedgerTables>): LedgerWriter {
  const execute = async (on: Kysely<LedgerTables>, { sql, values }: Statement): Promise<Done> => {
    const { rows, numAffectedRows } = await on.executeQuery(CompiledQuery.raw(sql, [...values]))
    return { rows, changes: Number(numAffectedRows ?? 0n) }
  }
  const apply: LedgerWriter['apply'] = (first, ...others) => {
    if (others.length === 0) return execute(db, first)
    return db.transaction().execute(async (tx) => {
      const done = await execute(tx, first)
      let last = done
      for (let next = 0; next < others.length && last.changes > 0; next += 1)
        last = await execute(tx, others[next]!)
      return done
    })
  }
  return { write: (work) => db.transaction().execute(work), apply, announce: apply }
}
