import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { sqliteDialect } from '../../src/store/dialect.ts'
import { ledgerMigrations } from '../../src/store/ledger/migrations.ts'
import type { ClaimsTable } from '../../src/store/ledger/schema.ts'
import { groupCommit } from '../../src/store/ledger/writer.ts'
import type { LedgerTables } from '../../src/store/schema.ts'
import { eachEngine } from '../support/engines.ts'
import { payment } from '../support/ledger-rows.ts'

const claim: ClaimsTable = {
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
  signature_key: 's',
  amount_atomic: '100000',
  pay_to: '0x00000000000000000000000000000000000000c1',
  valid_before_s: 1_795_000_060,
  payload_json: '{}',
  requirements_json: '{}',
  answer_status: null,
  answer_body: null,
  receipt: null,
  failure: null,
  created_ms: 1_795_000_000_000,
  expires_ms: 1_795_086_400_000,
}

eachEngine('the ledger', (under) => {
  it('gives back a claim as it was written, bytes and large numbers included', async () => {
    const { ledger } = await under.open()
    const answered = { ...claim, state: 'settling' as const, answer_status: 200, answer_body: new Uint8Array([0, 255, 123, 10, 13]) }
    await ledger.write((tx) => tx.insertInto('claims').values(answered).execute())
    const row = await ledger.read.selectFrom('claims').selectAll().executeTakeFirstOrThrow()
    expect({ ...row, answer_body: [...row.answer_body!] }).toEqual({ ...answered, answer_body: [0, 255, 123, 10, 13] })
  })

  it('admits one claim a key, however many arrive at once', async () => {
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
    const won = (await Promise.all(arrivals)).filter((result) => result.numInsertedOrUpdatedRows === 1n)
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

  it('tells the failure of one unit to its caller alone', async () => {
    const { ledger } = await under.open()
    const insert = (nonce: string) => ledger.write((tx) => tx.insertInto('payments').values(payment(nonce)).execute())
    await insert('taken')
    const outcomes = await Promise.allSettled([insert('a'), insert('taken'), insert('b'), insert('c')])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    const kept = await ledger.read.selectFrom('payments').select('nonce').orderBy('nonce').execute()
    expect(kept.map((row) => row.nonce)).toEqual(['a', 'b', 'c', 'taken'])
  })

  it('keeps serving after a unit that threw without touching the database', async () => {
    const { ledger } = await under.open()
    await expect(ledger.write(() => Promise.reject(new Error('ours')))).rejects.toThrow('ours')
    await ledger.write((tx) => tx.insertInto('payments').values(payment('after')).execute())
    expect(await ledger.read.selectFrom('payments').select('nonce').execute()).toEqual([{ nonce: 'after' }])
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
      const child = spawn(process.execPath, [script, settings.dataDir, settings.databaseUrl ?? ''], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(child, 'exit')
      const acknowledged: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged.push(line)
        // Not after whole groups only: the kill falls at another point of a group in each round.
        if (acknowledged.length === 93 + 10 * round) child.kill('SIGKILL')
      }
      expect((await exited)[1]).toBe('SIGKILL')
      const store = await under.open(settings)
      const kept = new Set((await store.ledger.read.selectFrom('payments').select('nonce').execute()).map((row) => row.nonce))
      expect(acknowledged.length).toBeGreaterThan(100)
      expect(acknowledged.filter((nonce) => !kept.has(nonce))).toEqual([])
      await store.ledger.write((tx) => tx.deleteFrom('payments').execute())
    }
  })
})

it('the SQLite ledger commits concurrent calls together', async () => {
  const database = new DatabaseSync(':memory:')
  let commits = 0
  const counted: DatabaseSync = new Proxy(database, {
    get(target, property) {
      if (property !== 'prepare') return Reflect.get(target, property).bind(target)
      return (text: string) => {
        if (text === 'commit') commits++
        return target.prepare(text)
      }
    },
  })
  const db = new Kysely<LedgerTables>({ dialect: sqliteDialect(counted) })
  await ledgerMigrations['0001_claims']!.up(db)
  const write = groupCommit(db)
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
  expect(commits).toBe(1)
  expect(await db.selectFrom('payments').select('nonce').execute()).toHaveLength(200)
  await db.destroy()
})

it('the SQLite ledger reports a unit only when its group is on disk, and a disk that fails to all of the group', async () => {
  const db = new Kysely<LedgerTables>({ dialect: sqliteDialect(new DatabaseSync(':memory:')) })
  await ledgerMigrations['0001_claims']!.up(db)
  const syncs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  const write = groupCommit(db, {
    sync: () => {
      asked[count]!.resolve()
      return syncs[count++]!.promise
    },
  })
  const insert = (nonce: string) => write((tx) => tx.insertInto('payments').values(payment(nonce)).execute())

  const reported: string[] = []
  const first = insert('first').then(() => reported.push('first'))
  await asked[0]!.promise
  expect(await db.selectFrom('payments').select('nonce').execute()).toEqual([{ nonce: 'first' }])
  expect(reported).toEqual([])
  const others = Promise.allSettled([insert('second'), insert('third')])
  syncs[0]!.resolve()
  await first
  expect(reported).toEqual(['first'])
  await asked[1]!.promise
  syncs[1]!.reject(new Error('the disk is gone'))
  expect((await others).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
  await db.destroy()
})
