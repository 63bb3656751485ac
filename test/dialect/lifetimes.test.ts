/**
 * How long each state of a claim is kept, and what of it is left: docs/callers/contract.md, Paying.
 */
import { expect, it } from 'vitest'
import { StoreUnavailable } from '../../src/platform/errors.ts'
import { type ClaimRow, createClaims, type NewClaim } from '../../src/store/ledger/claims.ts'
import { eachEngine } from '../support/engines.ts'
import { payment } from '../support/ledger-rows.ts'

const NOW = 1_795_000_000_000
const SOON = NOW + 86_460_000
const MONTH = NOW + 30 * 86_400_000

function named(nonce: string, paymentId: string | null): NewClaim {
  const { network, asset, payer, pay_to, amount_atomic, operation, fingerprint } = payment(nonce)
  return {
    ...{ network, asset, payer, nonce, pay_to, amount_atomic, operation, fingerprint },
    state: 'claimed',
    owner: 'one',
    lease_until_ms: NOW,
    fence: 1,
    payment_id: paymentId,
    signature: '0x00',
    valid_after: '0',
    valid_before: String(NOW / 1000 + 60),
    failure: null,
    created_ms: NOW,
    expires_ms: SOON,
  }
}

function bindingOf({ network, asset, payer, nonce, fingerprint }: ClaimRow, payment_id: string) {
  return { network, asset, payer, nonce, fingerprint, payment_id }
}

eachEngine('a claim', (under) => {
  async function ledgerWith() {
    const store = await under.open()
    const claims = createClaims(store)
    const bound = async (nonce: string, paymentId: string): Promise<ClaimRow> => {
      const { row } = await claims.claim(named(nonce, paymentId))
      await claims.bindPaymentId(row, bindingOf(row, paymentId), SOON)
      return row
    }
    const settling = async (nonce: string, paymentId: string) => {
      const row = await bound(nonce, paymentId)
      await claims.beginSettling(row, {
        status: 200,
        body: Buffer.from('{}'),
        leaseUntilMs: NOW,
        expiresMs: MONTH,
      })
      return row
    }
    const left = async () => {
      const { read } = store.ledger
      const rows = await read.selectFrom('claims').select('nonce').orderBy('nonce').execute()
      const keys = await read
        .selectFrom('payment_ids')
        .select('payment_id')
        .orderBy('payment_id')
        .execute()
      const answers = await read.selectFrom('answers').select('claim_id').execute()
      return [
        rows.map(({ nonce }) => nonce),
        keys.map(({ payment_id }) => payment_id),
        answers.length,
      ]
    }
    return { store, claims, bound, settling, left }
  }

  it('that is released leaves nothing, nor does its key; that of another payment stays', async () => {
    const { claims, bound, left } = await ledgerWith()
    const [row, other] = [await bound('one', 'key_one'), await bound('two', 'key_two')]
    expect(await claims.release({ ...row, fence: 7 })).toBe(false)
    expect(await left()).toEqual([['one', 'two'], ['key_one', 'key_two'], 0])
    expect(await claims.release(row)).toBe(true)
    expect(await left()).toEqual([['two'], ['key_two'], 0])
    // Moved on to another payment in the meantime: it is that one's now.
    await claims.rebindPaymentId(other, bindingOf(other, 'key_two'), other, {
      nonce: 'three',
      fingerprint: 'f',
      expiresMs: SOON,
    })
    expect(await claims.release(other)).toBe(true)
    expect(await left()).toEqual([[], ['key_two'], 0])
  })

  it('whose settlement is withdrawn leaves nothing either', async () => {
    const { claims, settling, left } = await ledgerWith()
    expect(await claims.withdraw(await settling('one', 'key_one'))).toBe(true)
    expect(await left()).toEqual([[], [], 0])
  })

  it('that is taken over under another key lets the former go', async () => {
    const { claims, bound, left } = await ledgerWith()
    const row = await bound('one', 'key_one')
    await claims.takeOver(row, { state: 'claimed', owner: 'two', lease_until_ms: NOW })
    expect(await left()).toEqual([['one'], ['key_one'], 0])
    await claims.takeOver({ ...row, fence: 2 }, { ...named('one', 'key_two'), owner: 'two' })
    expect(await left()).toEqual([['one'], [], 0])
  })

  it('that failed goes a day after its authorization, with answer and key; one that settled stays for its month', async () => {
    const { claims, settling, left } = await ledgerWith()
    const [failed, late, settled] = [
      await settling('1failed', 'key_1'),
      await settling('2late', 'key_2'),
      await settling('3settled', 'key_3'),
    ]
    for (const row of [failed, late]) await claims.fail(row, 'a reason', SOON)
    await claims.settle(settled, '0x1', NOW)
    // Found on the chain after all.
    await claims.settle(late, '0x2', NOW + 5)
    await claims.purge(SOON, NOW - 1)
    expect(await left()).toEqual([['1failed', '2late', '3settled'], ['key_1', 'key_2', 'key_3'], 3])
    await claims.purge(SOON + 1, NOW - 1)
    expect(await left()).toEqual([['2late', '3settled'], ['key_2', 'key_3'], 2])
    await claims.purge(MONTH + 1, NOW + 1)
    expect(await left()).toEqual([['2late'], ['key_2'], 1])
    await claims.purge(MONTH + 6, NOW + 6)
    expect(await left()).toEqual([[], [], 0])
  })

  it('whose answer was purged while its receipt was being signed keeps no receipt', async () => {
    const { store, claims, settling } = await ledgerWith()
    const [gone, kept] = [await settling('one', 'key_1'), await settling('two', 'key_2')]
    await claims.settle(gone, '0x1', NOW)
    await claims.settle(kept, '0x2', NOW + 5, 'given with its payment')
    await claims.purge(MONTH + 1, NOW + 1)
    expect(await claims.keepReceipt(gone, 'too late')).toBeNull()
    expect(await claims.keepReceipt(kept, 'another')).toBe('given with its payment')
    expect(await store.ledger.read.selectFrom('receipts').selectAll().execute()).toEqual([
      { claim_id: kept.id, jws: 'given with its payment' },
    ])
  })

  it('that a crash left behind goes like one that failed, and a key whose claim went without it too', async () => {
    const { claims, bound, left } = await ledgerWith()
    const row = await bound('one', 'key_one')
    await claims.release({ ...row, payment_id: 'another' })
    expect(await left()).toEqual([[], ['key_one'], 0])
    await bound('two', 'key_two')
    const { row: living } = await claims.claim({
      ...named('three', 'key_three'),
      expires_ms: MONTH,
    })
    await claims.bindPaymentId(living, bindingOf(living, 'key_three'), MONTH)
    await claims.purge(SOON + 1, NOW)
    expect(await left()).toEqual([['three'], ['key_three'], 0])
  })
})

eachEngine('the ledger', (under) => {
  it('waits for the disk at every commit, whatever the server says', async () => {
    if (under.engine === 'sqlite') return
    const settings = await under.freshSettings()
    const first = await under.open(settings)
    const { sql } = await import('kysely')
    await sql`do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`.execute(
      first.ledger.read,
    )
    const second = await under.open(settings)
    const shown = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(
      second.ledger.read,
    )
    expect(shown.rows).toEqual([{ synchronous_commit: 'on' }])
    expect(
      await second.ledger.write(
        async (tx) => (await sql`show synchronous_commit`.execute(tx)).rows,
      ),
    ).toEqual(shown.rows)
  })

  it('commits nothing over a connection of which it is not known that its commits wait for the disk', async () => {
    if (under.engine === 'sqlite') return
    const { sql } = await import('kysely')
    const { ledger } = await under.open()
    const alter = (change: string) =>
      sql`do $$ begin execute format(${sql.lit(`alter database %I ${change}`)}, current_database()); end $$`.execute(
        ledger.read,
      )
    await sql`create schema shadow`.execute(ledger.read)
    await sql`create function shadow.set_config(text, text, boolean) returns text language plpgsql as $$ begin raise 'no'; end $$`.execute(
      ledger.read,
    )
    await alter('set synchronous_commit = off')
    await alter('set search_path = shadow, pg_catalog, public')
    const note = () =>
      ledger.write((tx) =>
        tx
          .insertInto('audit_marks')
          .values({ network: 'n', asset: 'a', round: 1, settled_ms: 1 })
          .execute(),
      )
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // While the one connection from before is busy, another is opened.
    const busy = ledger.write(async (tx) => {
      await tx.selectFrom('audit_marks').selectAll().execute()
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    await expect(note()).rejects.toBeInstanceOf(StoreUnavailable)
    ended.resolve()
    await busy
    expect(await ledger.read.selectFrom('audit_marks').selectAll().execute()).toEqual([])
    await alter('reset search_path')
    await note()
  })
})
