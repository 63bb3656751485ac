import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { directConnection, sqliteDialect } from '../../src/store/dialect.ts'
import { createClaims, type NewClaim } from '../../src/store/ledger/claims.ts'
import { ledgerMigrations } from '../../src/store/ledger/migrations/index.ts'
import { groupCommit } from '../../src/store/ledger/writer.ts'
import type { LedgerTables } from '../../src/store/schema.ts'
import { eachEngine } from '../support/engines.ts'
import { createFolder } from '../support/folder.ts'
import { payment } from '../support/ledger-rows.ts'

const claim: NewClaim = {
  network: 'eip155:84532',
  asset: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  payer: '0x00000000000000000000000000000000000000b1',
  nonce: `0x${'1'.repeat(64)}`,
  fingerprint: 'f'.repeat(64),
  operation: 'company_verdict',
  state: 'claimed',
  owner: 'replica-1',
  lease_until_ms: 1_795_000_030_000,
  fence: 1,
  payment_id: null,
  signature: '0x00',
  amount_atomic: '100000',
  pay_to: '0x00000000000000000000000000000000000000c1',
  valid_after: '0',
  valid_before: '1795000060',
  failure: null,
  created_ms: 1_795_000_000_000,
  expires_ms: 1_795_086_400_000,
  units: 50,
  unit_amount_atomic: '123456789012345678901234567890',
}

eachEngine('the ledger', (under) => {
  it('gives back a claim as it was written, large numbers included', async () => {
    const { ledger } = await under.open()
    await ledger.write((tx) => tx.insertInto('claims').values(claim).execute())
    const row = await ledger.read.selectFrom('claims').selectAll().executeTakeFirstOrThrow()
    expect(row).toEqual({ ...claim, id: expect.any(Number) })
  })

  it('admits one claim for each key, however many arrive concurrently', async () => {
    const { ledger } = await under.open()
    const arrivals = Array.from({ length: 16 }, (_, index) =>
      ledger.write((tx) =>
        tx
          .insertInto('claims')
          .values({ ...claim, owner: `call ${index}` })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst(),
      ),
    )
    const won = (await Promise.all(arrivals)).filter(
      (result) => result.numInsertedOrUpdatedRows === 1n,
    )
    expect(won).toHaveLength(1)
    expect(await ledger.read.selectFrom('claims').select('owner').execute()).toHaveLength(1)
  })

  it('lets one of two owners move a claim on by its fence', async () => {
    const settings = await under.freshSettings()
    const one = await under.open(settings)
    const two = await under.open(settings)
    await one.ledger.write((tx) => tx.insertInto('claims').values(claim).execute())
    const take = (store: typeof one, owner: string) =>
      store.ledger.write((tx) =>
        tx
          .updateTable('claims')
          .set({ owner, fence: claim.fence + 1 })
          .where('nonce', '=', claim.nonce)
          .where('fence', '=', claim.fence)
          .executeTakeFirst(),
      )
    const results = await Promise.all([take(one, 'one'), take(two, 'two')])
    expect(results.map((result) => result.numUpdatedRows).sort()).toEqual([0n, 1n])
  })

  it('reports the failure of one unit to its caller alone', async () => {
    const { ledger } = await under.open()
    const insert = (nonce: string) =>
      ledger.write((tx) => tx.insertInto('payments').values(payment(nonce)).execute())
    await insert('taken')
    const outcomes = await Promise.allSettled([
      insert('a'),
      insert('taken'),
      insert('b'),
      insert('c'),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    const kept = await ledger.read.selectFrom('payments').select('nonce').orderBy('nonce').execute()
    expect(kept.map((row) => row.nonce)).toEqual(['a', 'b', 'c', 'taken'])
  })

  it('keeps serving after a unit that threw without touching the database', async () => {
    const { ledger } = await under.open()
    await expect(ledger.write(() => Promise.reject(new Error('ours')))).rejects.toThrow('ours')
    await ledger.write((tx) => tx.insertInto('payments').values(payment('after')).execute())
    expect(await ledger.read.selectFrom('payments').select('nonce').execute()).toEqual([
      { nonce: 'after' },
    ])
  })

  it('reads inside a unit what earlier statements of it wrote', async () => {
    const { ledger } = await under.open()
    const seen = await ledger.write(async (tx) => {
      await tx.insertInto('payments').values(payment('own')).execute()
      return tx.selectFrom('payments').select('nonce').execute()
    })
    expect(seen).toEqual([{ nonce: 'own' }])
  })

  it('loses nothing that it acknowledged when the writer is killed outright', async () => {
    const settings = await under.freshSettings()
    const script = join(import.meta.dirname, '..', 'support', 'ledger-writer-child.ts')
    for (let round = 1; round <= 2; round++) {
      const child = spawn(
        process.execPath,
        [script, settings.dataDir, settings.databaseUrl ?? ''],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const exited = once(child, 'exit')
      const acknowledged: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged.push(line)
        // Not after whole groups only: the kill falls at another point of a group in each round.
        if (acknowledged.length === 93 + 10 * round) child.kill('SIGKILL')
      }
      expect((await exited)[1]).toBe('SIGKILL')
      const store = await under.open(settings)
      const kept = new Set(
        (await store.ledger.read.selectFrom('payments').select('nonce').execute()).map(
          (row) => row.nonce,
        ),
      )
      expect(acknowledged.length).toBeGreaterThan(100)
      expect(acknowledged.filter((nonce) => !kept.has(nonce))).toEqual([])
      await store.ledger.write((tx) => tx.deleteFrom('payments').execute())
    }
  })
})

it('the SQLite ledger commits concurrent calls together', async () => {
  const database = new DatabaseSync(':memory:')
  const db = await migrated(database)
  let groups = 0
  const { write, apply } = groupCommit({
    db,
    connection: directConnection(database),
    sync: async () => {
      groups += 1
    },
  })
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      write((tx) =>
        tx
          .insertInto('payments')
          .values(payment(`${index}`))
          .execute(),
      ),
    ),
  )
  expect(groups).toBe(1)
  expect(await db.selectFrom('payments').select('nonce').execute()).toHaveLength(200)
  // The same without Kysely, and both in one group.
  const drop = (nonce: string) => ({ sql: 'delete from payments where nonce = ?', values: [nonce] })
  await Promise.all(Array.from({ length: 100 }, (_, index) => apply(drop(`${index}`))))
  expect(groups).toBe(2)
  await Promise.all([
    apply(drop('100')),
    write((tx) => tx.deleteFrom('payments').where('nonce', '=', '101').execute()),
  ])
  expect(groups).toBe(3)
  expect(await db.selectFrom('payments').select('nonce').execute()).toHaveLength(98)
  await db.destroy()
})

it('the SQLite ledger reports a unit only when its group is on disk, a disk that fails to all of the group and to all that come later', async () => {
  const database = new DatabaseSync(':memory:')
  const db = await migrated(database)
  const syncs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  const { write } = groupCommit({
    db,
    connection: directConnection(database),
    sync: () => {
      asked[count]!.resolve()
      return syncs[count++]!.promise
    },
  })
  const insert = (nonce: string) =>
    write((tx) => tx.insertInto('payments').values(payment(nonce)).execute())
  const written = () => db.selectFrom('payments').select('nonce').execute()

  const reported: string[] = []
  const first = insert('first').then(() => reported.push('first'))
  await asked[0]!.promise
  expect(await written()).toEqual([{ nonce: 'first' }])
  expect(reported).toEqual([])
  const others = Promise.allSettled([insert('second'), insert('third')])
  await someTurns()
  // They wait for the first: one group is on its way at a time.
  expect([await written(), count]).toEqual([[{ nonce: 'first' }], 1])
  syncs[0]!.resolve()
  await first
  expect(reported).toEqual(['first'])
  await asked[1]!.promise
  syncs[1]!.reject(new Error('the disk is gone'))
  expect((await others).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
  // The disk may have forgotten what it failed to keep: a later sync that succeeds would not bring
  // it back.
  const before = await written()
  await expect(insert('fourth')).rejects.toThrow('the disk is gone')
  expect([await written(), count]).toEqual([before, 2])
  await db.destroy()
})

it('the SQLite ledger resolves an announcement once it is committed, and a group of announcements alone needs no sync', async () => {
  const database = new DatabaseSync(':memory:')
  const db = await migrated(database)
  const disk = Promise.withResolvers<void>()
  let syncs = 0
  const { announce, apply } = groupCommit({
    db,
    connection: directConnection(database),
    sync: () => {
      syncs += 1
      return disk.promise
    },
  })
  const drop = { sql: 'delete from payments where nonce = ?', values: ['none'] } as const
  await announce(drop)
  expect(syncs).toBe(0)
  const reported: string[] = []
  const kept = apply(drop).then(() => reported.push('kept'))
  await announce(drop).then(() => reported.push('announced'))
  // The first group is on its way to the disk.
  await Promise.all([announce(drop), announce(drop)]).then(() => reported.push('two more'))
  expect([syncs, reported]).toEqual([1, ['announced', 'two more']])
  disk.resolve()
  await kept
  expect(reported).toEqual(['announced', 'two more', 'kept'])
  await expect(announce({ sql: 'delete from nowhere', values: [] })).rejects.toThrow()
  await db.destroy()
})

it('the SQLite ledger does an announcement once, whether the disk is busy when its turn comes or has just done', async () => {
  const database = new DatabaseSync(':memory:')
  const db = await migrated(database)
  const syncs: PromiseWithResolvers<void>[] = []
  const done: unknown[] = []
  const connection = directConnection(database)
  const { announce, apply } = groupCommit({
    db,
    connection: {
      ...connection,
      execute: (statement) => {
        done.push(statement.values[0])
        return connection.execute(statement)
      },
    },
    sync: () => {
      const sync = Promise.withResolvers<void>()
      syncs.push(sync)
      return sync.promise
    },
  })
  const drop = (nonce: string) => ({ sql: 'delete from payments where nonce = ?', values: [nonce] })
  const told: string[] = []
  const kept = apply(drop('kept'))
  await someTurns()
  void announce(drop('busy')).then(() => told.push('busy'))
  await someTurns()
  expect([told, syncs.length]).toEqual([['busy'], 1])
  void announce(drop('just done')).then(() => told.push('just done'))
  syncs[0]!.resolve()
  await kept
  await someTurns()
  expect([told, syncs.length]).toEqual([['busy', 'just done'], 1])
  expect(done).toEqual(['kept', 'busy', 'just done'])
  await db.destroy()
})

it('the SQLite ledger lets no announcement into the transaction of a unit that decides as it goes', async () => {
  const database = new DatabaseSync(':memory:')
  const db = await migrated(database)
  const { announce, write } = groupCommit({
    db,
    connection: directConnection(database),
    sync: async () => {},
  })
  for (const nonce of ['before any sync', 'after one']) {
    const [begun, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const unit = write(async (tx) => {
      begun.resolve()
      await rest.promise
      await tx.insertInto('payments').values(payment(nonce)).execute()
    })
    await begun.promise
    const announced = announce({ sql: 'delete from payments where nonce = ?', values: ['none'] })
    await someTurns()
    rest.resolve()
    expect((await Promise.allSettled([unit, announced])).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ])
  }
  expect(await db.selectFrom('payments').select('nonce').execute()).toHaveLength(2)
  await db.destroy()
})

it('the SQLite ledger that another process has locked fails a group once, and takes the next', async () => {
  const dataDir = createFolder()
  const open = () => {
    const database = new DatabaseSync(join(dataDir, 'ledger.db'))
    database.exec('PRAGMA journal_mode=WAL; PRAGMA busy_timeout=0')
    return database
  }
  const [own, other] = [open(), open()]
  try {
    const db = await migrated(own)
    let begins = 0
    const connection = directConnection(own)
    const { apply } = groupCommit({
      db,
      connection: {
        ...connection,
        transaction: (work) => {
          begins += 1
          return connection.transaction(work)
        },
      },
      sync: async () => {},
    })
    const touch = () => apply({ sql: 'delete from payments where nonce = ?', values: ['none'] })
    other.exec('begin immediate')
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, touch))
    expect(new Set(outcomes.map((outcome) => outcome.status))).toEqual(new Set(['rejected']))
    expect(begins).toBe(1)
    other.exec('rollback')
    await touch()
    await db.destroy()
  } finally {
    other.close()
  }
})

it('the SQLite ledger on a full disk refuses what does not fit, keeps what did, and goes on when there is room', async () => {
  const database = new DatabaseSync(':memory:')
  const db = await migrated(database)
  const claims = createClaims({
    ledger: {
      read: db,
      ...groupCommit({ db, connection: directConnection(database), sync: async () => {} }),
    },
  })
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() as {
    page_count: number
  }
  const body = Buffer.alloc(20_000, 'x')
  const pay = async (nonce: string) => {
    const { row } = await claims.claim({ ...claim, nonce })
    await claims.beginSettling(row, { status: 200, body, leaseUntilMs: 0, expiresMs: 0 })
    await claims.settle(row, '0x1', 0)
  }
  const nonces = Array.from({ length: 40 }, (_, index) => `n${index}`)

  database.exec(`PRAGMA max_page_count=${pages + 60}`)
  const outcomes = await Promise.allSettled(nonces.map(pay))
  const settled = nonces.filter((_, index) => outcomes[index]!.status === 'fulfilled')
  expect(settled.length).toBeGreaterThan(0)
  expect(settled.length).toBeLessThan(nonces.length)
  for (const nonce of nonces) {
    const row = await claims.find({ ...claim, nonce })
    const kept = row && (await claims.findStoredAnswer(row))
    // An answer is there whole or not at all, and exactly where the state says so.
    expect(kept?.body.length ?? 0).toBe(row && row.state !== 'claimed' ? body.length : 0)
    expect(kept?.tx_hash ?? null).toBe(settled.includes(nonce) ? '0x1' : null)
  }

  database.exec('PRAGMA max_page_count=100000')
  await pay('afterwards')
  await db.destroy()
})

it('the SQLite ledger on a full disk fails only what does not fit, also for deciding work', async () => {
  const database = new DatabaseSync(':memory:')
  const db = await migrated(database)
  const { write, apply } = groupCommit({
    db,
    connection: directConnection(database),
    sync: async () => {},
  })
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() as {
    page_count: number
  }
  database.exec(`PRAGMA max_page_count=${pages + 3}`)
  const answer = (claim_id: number, bytes: number) => ({
    claim_id,
    status: 200,
    body: Buffer.alloc(bytes),
  })
  const applied = (row: ReturnType<typeof answer>) =>
    apply({
      sql: 'insert into answers (claim_id, status, body) values (?, ?, ?)',
      values: Object.values(row),
    })
  const written = (row: ReturnType<typeof answer>) =>
    write((tx) => tx.insertInto('answers').values(row).execute())
  const outcomes = await Promise.allSettled([
    written(answer(1, 100)),
    applied(answer(2, 100_000)),
    applied(answer(3, 100)),
    written(answer(4, 100_000)),
    applied(answer(5, 100)),
  ])
  const reasons = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as Error).message : null,
  )
  expect(reasons).toEqual([
    null,
    'database or disk is full',
    null,
    'database or disk is full',
    null,
  ])
  expect(await db.selectFrom('answers').select('claim_id').execute()).toEqual([
    { claim_id: 1 },
    { claim_id: 3 },
    { claim_id: 5 },
  ])
  await db.destroy()
})

async function migrated(database: DatabaseSync): Promise<Kysely<LedgerTables>> {
  const db = new Kysely<LedgerTables>({ dialect: sqliteDialect(database) })
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...ledgerMigrations }) },
  }).migrateToLatest()
  if (error) throw error
  return db
}

async function someTurns(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve))
}
