/**
 * The comparison of the books with the chain, on invented chains: each way in which the two can
 * differ, and what is no difference.
 */
import { expect, it } from 'vitest'
import { compareWithChain } from '../../src/payments/comparison.ts'
import type { ChainTransfer, TransferReader } from '../../src/payments/evm/transfers.ts'
import { createClaims } from '../../src/store/ledger/claims.ts'
import { createBooks, type ReportPeriod } from '../../src/store/ledger/payment-report.ts'
import type { PaymentsTable } from '../../src/store/ledger/schema.ts'
import { eachEngine } from '../support/engines.ts'
import { payment } from '../support/ledger-rows.ts'

const { network, asset, payer, pay_to: payTo } = payment('')
const NOW = 1_795_000_000_000
const HOUR = 3_600_000
const tx = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
/** A block every two seconds, the thousandth now. */
const blockOf = (ms: number) => BigInt(Math.ceil(1000 - (NOW - ms) / 2000))
const timeOf = (block: bigint) => NOW - (1000 - Number(block)) * 2000
const recorded = (n: number, change: Partial<PaymentsTable> = {}): PaymentsTable => ({
  ...payment(`n${n}`),
  claim_id: n,
  tx_hash: tx(n),
  settled_ms: NOW - 20 * 60_000 + n * 1000,
  ...change,
})
const transfer = (n: number, change: Partial<ChainTransfer> = {}): ChainTransfer => ({
  txHash: tx(n),
  from: payer,
  to: payTo,
  amountAtomic: '100000',
  block: blockOf(NOW - 20 * 60_000 + n * 1000 - 3000),
  ...change,
})

function chainOf(transfers: ChainTransfer[], perPage = 100n): TransferReader {
  return {
    newest: async () => ({ block: 1000n, timeMs: NOW }),
    blockAt: async (ms) => (blockOf(ms) < 0n ? 0n : blockOf(ms)),
    async *pages(payees, from, to) {
      for (let first = from; first <= to; first += perPage) {
        const last = first + perPage - 1n < to ? first + perPage - 1n : to
        const inside = transfers.filter(
          ({ block, to: payee }) => block >= first && block <= last && payees.includes(payee),
        )
        yield { transfers: inside, toBlock: last, untilMs: timeOf(last) }
      }
    },
    listTransfersTo: async () => null,
  }
}

eachEngine('the comparison', (under) => {
  async function compare(
    payments: PaymentsTable[],
    transfers: ChainTransfer[],
    span: ReportPeriod = { fromMs: null, beforeMs: null },
  ) {
    const store = await under.open()
    if (payments.length > 0)
      await store.ledger.write((work) => work.insertInto('payments').values(payments).execute())
    let slept = 0
    const whileAsleep: (() => void)[] = []
    const books = createBooks(store)
    const run = () =>
      compareWithChain({
        books,
        chain: chainOf(transfers),
        currency: { network, asset },
        payTo,
        span,
        nowMs: () => NOW,
        sleep: async () => {
          slept += 1
          for (const act of whileAsleep.splice(0)) await act()
        },
      })
    return { store, run, whileAsleep, slept: () => slept }
  }
  const kinds = async (
    payments: PaymentsTable[],
    transfers: ChainTransfer[],
    span?: ReportPeriod,
  ) => {
    const { run } = await compare(payments, transfers, span)
    return (await run()).differences.map(
      ({ kind, transaction }) => `${kind} ${Number(transaction)}`,
    )
  }

  it('is equal where every payment has its transfer, a batch in one transaction too', async () => {
    const { run } = await compare(
      [recorded(1), recorded(2), recorded(3, { tx_hash: tx(2) })],
      [transfer(1), transfer(2), transfer(2), transfer(9, { to: `0x${'e'.repeat(40)}` })],
    )
    expect(await run()).toEqual({
      payments: 3,
      amountAtomic: 300_000n,
      transfers: 3,
      undecided: 0,
      differences: [],
    })
  })

  it('finds a difference of one atomic unit', async () => {
    expect(
      await kinds(
        [recorded(1), recorded(2, { amount_atomic: '100001' })],
        [transfer(1), transfer(2)],
      ),
    ).toEqual(['amount differs 2'])
  })

  it('finds what is in one of them alone, another payee, and a wrong transaction', async () => {
    expect(await kinds([recorded(1)], [])).toEqual(['not on the chain 1'])
    expect(await kinds([], [transfer(1)])).toEqual(['not in the ledger 1'])
    expect(
      await kinds(
        [recorded(1), recorded(2, { pay_to: `0x${'d'.repeat(40)}` })],
        [transfer(1), transfer(2)],
      ),
    ).toEqual(['payee differs 2'])
    expect(await kinds([recorded(1, { tx_hash: tx(77) })], [transfer(1)])).toEqual([
      'transaction differs 77',
    ])
    expect(await kinds([recorded(1), recorded(2, { tx_hash: tx(1) })], [transfer(1)])).toEqual([
      'not on the chain 1',
    ])
  })

  it('compares earlier payees, and no other currencies', async () => {
    const former = `0x${'f'.repeat(40)}`
    const elsewhere = recorded(5, { network: 'eip155:8453' })
    expect(
      await kinds([recorded(1, { pay_to: former }), elsewhere], [transfer(1, { to: former })]),
    ).toEqual([])
  })

  it('finds counterparts beyond the ends of a span, and reports differences within it only', async () => {
    const span = { fromMs: NOW - 2 * HOUR, beforeMs: NOW - HOUR }
    const late = recorded(1, { settled_ms: NOW - 1000 })
    const transferred = transfer(1, { block: blockOf(NOW - HOUR - 60_000) })
    const outside = [recorded(2, { settled_ms: NOW - 30_000 })]
    expect(
      await kinds(
        [late, ...outside],
        [transferred, transfer(3, { block: 999n })].toSorted((a, b) => Number(a.block - b.block)),
        span,
      ),
    ).toEqual([])
    expect(await kinds([recorded(4, { settled_ms: NOW - HOUR - 1 })], [], span)).toEqual([
      'not on the chain 4',
    ])
  })

  it('looks again for what is young, and leaves what the service has yet to decide', async () => {
    const { store, run, whileAsleep, slept } = await compare([], [transfer(1, { block: 999n })])
    whileAsleep.push(
      () =>
        store.ledger.write((work) =>
          work
            .insertInto('payments')
            .values(recorded(1, { settled_ms: NOW - 1000 }))
            .execute(),
        ) as never,
    )
    expect((await run()).differences).toEqual([])
    expect(slept()).toBe(1)

    const waiting = await compare([], [transfer(2)])
    const { claim_id: _, tx_hash: __, settled_ms: ___, ...named } = recorded(2)
    const claims = createClaims(waiting.store)
    const { row } = await claims.claim({
      ...named,
      ...{
        state: 'claimed',
        owner: 'one',
        lease_until_ms: NOW,
        fence: 1,
        payment_id: null,
        signature: '0x00',
        failure: null,
      },
      ...{ valid_after: '0', valid_before: '1795000060', created_ms: NOW, expires_ms: NOW + HOUR },
    })
    await claims.beginSettling(row, {
      status: 200,
      body: Buffer.from('{}'),
      leaseUntilMs: NOW,
      expiresMs: NOW + HOUR,
    })
    expect(await waiting.run()).toMatchObject({ undecided: 1, differences: [] })
  })
})
