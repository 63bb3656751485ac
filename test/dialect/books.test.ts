/** Reports on both engines: sums, pages without gaps or repetitions, refunds recorded once. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createSettlementAges } from '../../src/payments/settlement-ages.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { createClaims, type NewClaim } from '../../src/store/ledger/claims.ts'
import { createBooks, type ReportPeriod } from '../../src/store/ledger/payment-report.ts'
import {
  listSales,
  readLastSettlements,
  type Sales,
  type SalesKey,
} from '../../src/store/ledger/sales.ts'
import type { PaymentsTable } from '../../src/store/ledger/schema.ts'
import type { Store } from '../../src/store/open.ts'
import { eachEngine } from '../support/engines.ts'
import { payment } from '../support/ledger-rows.ts'

const ALL: ReportPeriod = { fromMs: null, beforeMs: null }
const BASE = 'eip155:84532'

async function keep(store: Store, rows: PaymentsTable[]): Promise<void> {
  for (let next = 0; next < rows.length; next += 1000) {
    await store.ledger.write((tx) =>
      tx
        .insertInto('payments')
        .values(rows.slice(next, next + 1000))
        .execute(),
    )
  }
}

const paid = (claim_id: number, change: Partial<PaymentsTable> = {}): PaymentsTable => ({
  ...payment(`n${claim_id}`),
  claim_id,
  ...change,
})

function claim(nonce: string): NewClaim {
  const { claim_id: _id, tx_hash: _tx, settled_ms, ...shared } = payment(nonce)
  return {
    ...shared,
    ...{ state: 'claimed', owner: 'one', fence: 1, lease_until_ms: settled_ms + 30_000 },
    ...{ payment_id: null, signature: '0x00', valid_after: '0', valid_before: '1795000060' },
    ...{ failure: null, created_ms: settled_ms, expires_ms: settled_ms + 86_400_000 },
  }
}

async function sums(
  store: Store,
  by: SalesKey,
  span = ALL,
): Promise<Pick<Sales, 'key' | 'payments' | 'amountAtomic'>[]> {
  const rows = (await Array.fromAsync(listSales(store, by, span))).flat()
  return rows.map(({ key, payments, amountAtomic }) => ({ key, payments, amountAtomic }))
}

eachEngine('the books', (under) => {
  it('are added up by operation, payer, network and London day', async () => {
    const store = await under.open()
    // British summer time: an hour before midnight in UTC is the next day in London.
    const summer = Date.parse('2026-06-30T23:30:00Z')
    const winter = Date.parse('2026-12-31T23:30:00Z')
    await keep(store, [
      paid(1, { settled_ms: summer, amount_atomic: '5000', operation: 'tenders_search' }),
      paid(2, { settled_ms: summer, amount_atomic: '100000' }),
      paid(3, {
        settled_ms: winter,
        amount_atomic: '99999999999999999',
        payer: `0x${'b'.repeat(40)}`,
      }),
      paid(4, { settled_ms: winter, amount_atomic: '1', network: 'eip155:8453' }),
    ])
    expect(await sums(store, 'day')).toEqual([
      { key: '2026-07-01', payments: 2, amountAtomic: 105_000n },
      { key: '2026-12-31', payments: 1, amountAtomic: 1n },
      { key: '2026-12-31', payments: 1, amountAtomic: 99_999_999_999_999_999n },
    ])
    expect(await sums(store, 'operation')).toEqual([
      { key: 'company_verdict', payments: 1, amountAtomic: 1n },
      { key: 'company_verdict', payments: 2, amountAtomic: 100_000_000_000_099_999n },
      { key: 'tenders_search', payments: 1, amountAtomic: 5000n },
    ])
    expect(await sums(store, 'network')).toEqual([
      { key: 'eip155:8453', payments: 1, amountAtomic: 1n },
      { key: BASE, payments: 3, amountAtomic: 100_000_000_000_104_999n },
    ])
    expect((await sums(store, 'payer')).map(({ payments }) => payments)).toEqual([1, 2, 1])
    expect(await sums(store, 'day', { fromMs: summer, beforeMs: winter })).toHaveLength(1)
    expect(await sums(store, 'day', { fromMs: summer + 1, beforeMs: winter })).toEqual([])
  })

  it('name the last settlement of each operation, however long ago, and none of another currency', async () => {
    const store = await under.open()
    const now = Date.parse('2026-11-25T09:00:00Z')
    const [currency, dayMs] = [{ network: BASE, asset: payment('').asset }, 86_400_000]
    await keep(store, [
      paid(1, { settled_ms: now - 400 * dayMs, operation: 'changes' }),
      paid(2, { settled_ms: now - 26 * dayMs }),
      paid(3, { settled_ms: now - 27 * dayMs }),
      paid(4, { settled_ms: now - 3 * dayMs + 1, operation: 'tenders_search' }),
      paid(5, { settled_ms: now - 3 * dayMs, operation: 'tenders_search' }),
      paid(6, { settled_ms: now, network: 'eip155:8453' }),
      paid(7, { settled_ms: now, asset: `0x${'9'.repeat(40)}` }),
    ])
    const sold = ['company_verdict', 'tenders_search', 'changes', 'never_sold']
    const fromMs = (await createBooks(store).oldestSettledMs(currency))!
    const last = await readLastSettlements(
      store,
      { ...currency, asset: currency.asset.toUpperCase() },
      sold,
      { fromMs, untilMs: now },
    )
    expect(Object.fromEntries(last)).toEqual({
      company_verdict: now - 26 * dayMs,
      tenders_search: now - 3 * dayMs + 1,
      changes: now - 400 * dayMs,
    })
    expect(
      (await readLastSettlements(store, currency, sold, { fromMs: now - 5 * dayMs, untilMs: now }))
        .size,
    ).toBe(1)
  })

  it('are read of one period and one currency', async () => {
    const store = await under.open()
    const books = createBooks(store)
    const currency = { network: BASE, asset: payment('').asset }
    await keep(store, [
      paid(1, { settled_ms: 1000, network: 'eip155:8453', pay_to: `0x${'9'.repeat(40)}` }),
      paid(2, { settled_ms: 2000, pay_to: `0x${'A'.repeat(40)}` }),
      paid(3, { settled_ms: 3000, pay_to: `0x${'a'.repeat(40)}` }),
      paid(4, { settled_ms: 4000, asset: `0x${'9'.repeat(40)}` }),
    ])
    const idsOf = async (span: ReportPeriod, of?: typeof currency) =>
      (await Array.fromAsync(books.payments(span, of))).map((page) =>
        page.map(({ claim_id }) => claim_id),
      )
    expect(await idsOf(ALL)).toEqual([[1, 2, 3, 4]])
    expect(await idsOf(ALL, currency)).toEqual([[2, 3]])
    expect(await idsOf({ fromMs: 2000, beforeMs: 4000 })).toEqual([[2, 3]])
    expect(await idsOf({ fromMs: 3000, beforeMs: null }, currency)).toEqual([[3]])
    // An empty period has no page at all.
    expect(await idsOf({ fromMs: 5000, beforeMs: null })).toEqual([])
    expect(await books.payees(currency)).toEqual([`0x${'a'.repeat(40)}`])
    expect(await books.oldestSettledMs(currency)).toBe(2000)
    expect(await books.oldestSettledMs({ ...currency, network: 'eip155:1' })).toBeNull()
  })

  it('name the claims whose settlement is unknown, of one currency', async () => {
    const store = await under.open()
    const claims = createClaims(store)
    const begin = async (nonce: string, network = BASE) => {
      const { row } = await claims.claim({ ...claim(nonce), network })
      return await claims.beginSettling(row, {
        ...{ status: 200, body: Buffer.from('{}'), proof: null },
        ...{ leaseUntilMs: 30_000, expiresMs: 60_000 },
      })
    }
    await begin(`0x${'1'.repeat(64)}`)
    await begin(`0x${'2'.repeat(64)}`, 'eip155:8453')
    await claims.claim(claim(`0x${'3'.repeat(64)}`))
    const { network, asset, payer, pay_to, amount_atomic } = claim('')
    expect(await createBooks(store).listUndecided({ network, asset })).toEqual([
      { payer, pay_to, amount_atomic },
    ])
  })

  it('have the time of the last settlement of each operation, and read only what is new', async () => {
    const store = await under.open()
    const clock = manualClock('2026-11-25T09:00:00Z')
    const start = clock.nowMs()
    const minuteMs = 60_000
    const ages = createSettlementAges({
      store,
      currency: { network: BASE, asset: payment('').asset.toUpperCase() },
      operations: ['changes', 'company_verdict', 'tenders_search'],
      clock,
    })
    await ages.refresh()
    expect(ages.last().size).toBe(0)

    await keep(store, [paid(1, { settled_ms: start - 9 * minuteMs, operation: 'changes' })])
    clock.advance(60 * minuteMs)
    await ages.refresh()
    expect([...ages.last()]).toEqual([['changes', start - 9 * minuteMs]])

    // Another replica commits late: ten minutes are read again, and no more.
    await keep(store, [
      paid(2, { settled_ms: clock.nowMs() - 9 * minuteMs }),
      paid(3, { settled_ms: clock.nowMs() - 11 * minuteMs, operation: 'tenders_search' }),
    ])
    const before = clock.nowMs()
    clock.advance(60 * minuteMs)
    await ages.refresh()
    expect([...ages.last()]).toEqual([
      ['changes', start - 9 * minuteMs],
      ['company_verdict', before - 9 * minuteMs],
    ])

    const restarted = createSettlementAges({
      ...{ store, clock, operations: ['changes', 'tenders_search'] },
      currency: { network: BASE, asset: payment('').asset },
    })
    await restarted.refresh()
    expect(restarted.last().get('tenders_search')).toBe(before - 11 * minuteMs)
  })

  it('record a refund once', async () => {
    const store = await under.open()
    const books = createBooks(store)
    const another = `0x${'b'.repeat(64)}`
    await keep(store, [paid(1), paid(2), paid(3, { tx_hash: another })])
    const found = async (name: Parameters<typeof books.find>[0]) =>
      (await books.find(name)).map(({ claim_id }) => claim_id)
    const shouted = payment('').tx_hash.toUpperCase().replace('X', 'x')
    expect(await found({ txHash: shouted })).toEqual([1, 2])
    expect([await found({ claimId: 3 }), await found({ txHash: another })]).toEqual([[3], [3]])
    expect(await books.recordRefund(1, `0x${'C'.repeat(64)}`, null, 7)).toBe('recorded')
    expect(await books.recordRefund(1, `0x${'d'.repeat(64)}`, null, 8)).toBe('known')
    const [one, two] = (await Array.fromAsync(books.payments(ALL))).flat()
    expect(one).toMatchObject({ refund_tx: `0x${'c'.repeat(64)}`, refunded_ms: 7 })
    expect(two).toMatchObject({ refund_tx: null, refunded_ms: null })
  })

  it('record no more refunds of a transaction to a payer than it moved, also if two are recorded concurrently', async () => {
    const settings = await under.freshSettings()
    const [here, there] = [await under.open(settings), await under.open(settings)]
    const other = `0x${'e'.repeat(40)}`
    await keep(here, [
      paid(1),
      paid(2),
      paid(3),
      paid(4, { payer: other }),
      paid(5, { network: 'eip155:8453' }),
    ])
    const sent = `0x${'c'.repeat(64)}`
    const record = (store: Store, claimId: number, moved = 299_999n) =>
      createBooks(store).recordRefund(claimId, sent, moved, 7)
    expect(await record(here, 1)).toBe('recorded')
    const [two, three] = await Promise.all([record(here, 2), record(there, 3)])
    expect([two, three].sort()).toEqual(['not_covered', 'recorded'])
    // Another payer's money, and another token's, is other money.
    expect([await record(here, 4, 100_000n), await record(there, 5, 100_000n)]).toEqual([
      'recorded',
      'recorded',
    ])
    // Another transaction pays by its own money, whatever was sent to this payer before.
    const left = two === 'recorded' ? 3 : 2
    const another = (moved: bigint) =>
      createBooks(here).recordRefund(left, `0x${'d'.repeat(64)}`, moved, 8)
    expect([await another(99_999n), await another(100_000n)]).toEqual(['not_covered', 'recorded'])
    // What is written for the lock changes no payment.
    const payers = (await Array.fromAsync(createBooks(here).payments(ALL))).flat()
    expect(payers.map(({ payer }) => payer)).toEqual(
      [1, 2, 3, 4, 5].map((id) => (id === 4 ? other : payment('').payer)),
    )
  })

  // SQLite has one writer at a time.
  it.skipIf(under.engine === 'sqlite')(
    'wait for the refund that another replica is recording before they compare the sum',
    async () => {
      const settings = await under.freshSettings()
      const [here, there] = [await under.open(settings), await under.open(settings)]
      await keep(here, [paid(1), paid(2)])
      const sent = `0x${'c'.repeat(64)}`
      let second: Promise<unknown> = Promise.resolve()
      await here.ledger.write(async (tx) => {
        const { payer } = payment('')
        await tx.updateTable('payments').set({ payer }).where('claim_id', '=', 1).execute()
        await tx
          .insertInto('refunds')
          .values({ claim_id: 1, tx_hash: sent, recorded_ms: 7 })
          .execute()
        let hasEnded = false
        second = createBooks(there)
          .recordRefund(2, sent, 100_000n, 8)
          .finally(() => {
            hasEnded = true
          })
        const isWaiting = async () =>
          (await sql`select 1 from pg_locks where not granted`.execute(tx)).rows.length > 0
        while (!hasEnded && !(await isWaiting()));
      })
      expect(await second).toBe('not_covered')
    },
  )

  it('are read in pages, each payment once, also where many were settled in one millisecond', async () => {
    const store = await under.open()
    const rows = Array.from({ length: 20_500 }, (_, index) =>
      paid(index + 1, {
        settled_ms: 1_795_000_000_000 + Math.floor(index / 9000),
        payer: `0x${index.toString(16).padStart(40, '0')}`,
      }),
    )
    await keep(store, rows)
    const books = createBooks(store)
    const read: number[] = []
    for await (const page of books.payments(ALL)) {
      read.push(...page.map(({ claim_id }) => claim_id))
      // Ends endless repetitions.
      if (read.length > rows.length) break
    }
    expect(read).toEqual(rows.map(({ claim_id }) => claim_id))
    const payers = (await Array.fromAsync(listSales(store, 'payer', ALL))).flat()
    expect(payers).toHaveLength(rows.length)
    expect(new Set(payers.map(({ key }) => key)).size).toBe(rows.length)
  })
})
