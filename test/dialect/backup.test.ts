/**
 * A store as a backup, and back: everything of it, as of one moment, on the same engine and on the
 * other.
 */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { DumpError, dump, load } from '../../src/store/dump.ts'
import { createFeedbackStore } from '../../src/store/feedback.ts'
import { createClaims, type NewClaim } from '../../src/store/ledger/claims.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { cliHere } from '../support/cli.ts'
import { eachEngine, type StoreSettings } from '../support/engines.ts'
import { createFolder } from '../support/folder.ts'
import { payment } from '../support/ledger-rows.ts'

const NOW = 1_795_000_000_000

function claimed(nonce: string): NewClaim {
  const { network, asset, payer, pay_to, amount_atomic, operation, fingerprint } = payment(nonce)
  return {
    ...{ network, asset, payer, nonce, pay_to, amount_atomic, operation, fingerprint },
    ...{
      state: 'claimed',
      owner: 'one',
      lease_until_ms: NOW,
      fence: 1,
      payment_id: null,
      signature: '0x00',
      failure: null,
    },
    ...{
      valid_after: '0',
      valid_before: String(NOW / 1000 + 60),
      created_ms: NOW,
      expires_ms: NOW + 86_400_000,
    },
  }
}

async function sell(store: Store, nonce: string): Promise<number> {
  const claims = createClaims(store)
  const { row } = await claims.claim(claimed(nonce))
  await claims.beginSettling(row, {
    status: 200,
    body: Buffer.from([0, 255, 10]),
    leaseUntilMs: NOW,
    expiresMs: NOW + 86_400_000,
  })
  await claims.settle(row, `0x${'7'.repeat(64)}`, NOW)
  return row.id
}

async function contentOf(store: Store) {
  const ledger = store.ledger.read
  return {
    claims: await ledger.selectFrom('claims').selectAll().orderBy('id').execute(),
    answers: (await ledger.selectFrom('answers').selectAll().orderBy('claim_id').execute()).map(
      (row) => ({ ...row, body: [...row.body] }),
    ),
    payments: await ledger.selectFrom('payments').selectAll().orderBy('claim_id').execute(),
    feedback: await store.main.selectFrom('feedback').selectAll().orderBy('id').execute(),
  }
}

async function* lines(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts
}

eachEngine('a backup', (under) => {
  /** Writes more rows than a dump reads at a time. */
  async function fill(into: StoreSettings): Promise<void> {
    const store = await openStore(into)
    await Promise.all(Array.from({ length: 1100 }, (_, index) => sell(store, `n${index}`)))
    await createFeedbackStore(store.main).add({
      message: 'mind the "gap"\n',
      endpoint: null,
      contact: null,
      receivedMs: NOW,
    })
    await store.close()
  }

  it('is brought back whole, and numbers go on where they were', async () => {
    const store = await under.open(await under.filledSettings(fill))
    const highest = await sell(store, 'released')
    await store.ledger.write((tx) => tx.deleteFrom('claims').where('id', '=', highest).execute())
    const texts = await Array.fromAsync(dump(store, '2026-11-22T00:00:00Z'))
    const other = await under.open()
    const told = await load(other, lines(texts))
    expect(told).toMatchObject({ engine: under.engine, rows: expect.any(Number) })
    expect(await contentOf(other)).toEqual(await contentOf(store))
    expect(await sell(other, 'next')).toBeGreaterThan(highest)
  })

  it('is of one moment, despite concurrent sales', async () => {
    const settings = await under.filledSettings(fill)
    const store = await under.open(settings)
    const seller = await under.open(settings)
    const texts: string[] = []
    let sold = 0
    for await (const line of dump(store, '2026-11-22T00:00:00Z')) {
      texts.push(line)
      // Over a separate connection, as the service: the backup does not block it.
      await sell(seller, `meanwhile ${texts.length}`)
      sold += 1
    }
    expect(sold).toBeGreaterThan(2)
    const other = await under.open()
    await load(other, lines(texts))
    const { claims, answers, payments } = await contentOf(other)
    expect(payments.map((row) => row.claim_id)).toEqual(
      claims.filter(({ state }) => state === 'settled').map(({ id }) => id),
    )
    expect(answers.map((row) => row.claim_id)).toEqual(claims.map(({ id }) => id))
  })

  it('is refused where it is cut off, damaged, of another layout, or no backup, and where payments are', async () => {
    const store = await under.open(await under.filledSettings(fill))
    const texts = await Array.fromAsync(dump(store, '2026-11-22T00:00:00Z'))
    const other = await under.open()
    const refused = (given: readonly string[]) => expect(load(other, lines(given))).rejects
    await refused(texts.slice(0, -1)).toThrow(/cut off/)
    await refused([...texts.slice(0, 2), ...texts.slice(3)]).toThrow(DumpError)
    await refused([...texts.slice(0, -1), texts.at(-1)!.slice(0, -3)]).toThrow(/damaged or cut off/)
    await refused([texts[0]!.replace(/\d{4}_\w+/, '0099_later'), ...texts.slice(1)]).toThrow(
      /restore it with the release that wrote it/,
    )
    await refused(['{"hello":1}']).toThrow(/no backup of ours/)
    expect((await contentOf(other)).payments).toEqual([])
    await load(other, lines(texts))
    await refused(texts).toThrow(/holds payments already/)
  })

  it('--to names it by the time, restores it on trial, keeps the newest, and the newest is restored', async () => {
    const { databaseUrl, dataDir } = await under.filledSettings(fill)
    const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
    const folder = createFolder()
    const old = ['2026-11-20T010000Z', '2026-11-21T010000Z'].map((at) => `ukintel-${at}.backup`)
    for (const name of [...old, 'mine.backup']) writeFileSync(join(folder, name), '')
    const leftOver = join(folder, `${old[0]}.partial`)
    writeFileSync(leftOver, '')
    utimesSync(leftOver, 0, 0)

    const written = await cliHere(['backup', '--to', folder, '--keep', '2'], environment)
    expect(written).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/temporary database: \d+ rows\n.*SHA-256.*\n.*removed: 1\n$/),
    })
    expect(readdirSync(folder).sort()).toEqual([
      'mine.backup',
      old[1],
      expect.stringMatching(/^ukintel-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/),
    ])

    const other = await under.freshSettings()
    expect(
      await cliHere(['restore', folder], {
        DATA_DIR: other.dataDir,
        DATABASE_URL: other.databaseUrl ?? '',
      }),
    ).toMatchObject({ code: 0 })
    expect(await contentOf(await under.open(other))).toEqual(
      await contentOf(await under.open({ databaseUrl, dataDir })),
    )
  })

  it('--to keeps the earlier ones where nothing could be written, and wants a folder', async () => {
    const { databaseUrl, dataDir } = await under.filledSettings(fill)
    const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
    const folder = createFolder()
    const earlier = 'ukintel-2026-11-20T010000Z.backup'
    writeFileSync(join(folder, earlier), '')
    const store = await under.open({ databaseUrl, dataDir })
    // It can be read and not be restored: the trial finds out.
    await sql`alter table feedback add column later text`.execute(store.main)
    const failed = await cliHere(['backup', '--to', folder, '--keep', '1'], environment)
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^no backup was written/),
    })
    expect(readdirSync(folder)).toEqual([earlier])
    for (const args of [
      [],
      ['a', '--to', folder],
      ['a', '--keep', '2'],
      ['--to', folder, '--keep', '0'],
    ])
      expect((await cliHere(['backup', ...args], environment)).code).toBe(2)
  })
})
