/**
 * The books at the command line, over a service that sold and a chain that knows: rows, sums,
 * exits.
 */
import { randomBytes } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import pauses from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sandboxWallet, type Wallet } from '../../sandbox/wallets.ts'
import { createFeedbackStore } from '../../src/store/feedback.ts'
import { openStore } from '../../src/store/open.ts'
import { cli, cliHere } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { TEA } from '../support/service.ts'
import { eachInOneWorld, withoutChain } from '../support/world.ts'

type Rows = Record<string, string | number | null>[]

describe.skipIf(withoutChain)('the books of a service that serves', () => {
  const world = eachInOneWorld()
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  const rowsOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Rows

  /** A service with a separate payee: its books equal the chain's transfers to it. */
  async function sold(count: number) {
    const payee = sandboxWallet(randomBytes(8).toString('hex'))
    const service = await world.serve({ environment: { X402_PAY_TO: payee.address } })
    const buyer = await world.buyerWith(1)
    for (let index = 0; index < count; index += 1) {
      const payment = await signedPayment(buyer, terms(payee.address))
      expect((await service.ask(TEA, { payment })).status).toBe(200)
    }
    const environment = {
      DATA_DIR: service.store.dataDir,
      X402_RPC_URL: world.chain.url,
      X402_PAY_TO: payee.address,
    }
    const run = (...args: string[]) => cliHere(['ledger', ...args], environment)
    /** Runs the program, in another process than the service. */
    const spawned = (...args: string[]) => cli(['ledger', ...args], environment)
    return { service, buyer, payee, run, spawned, environment }
  }

  /** An authorization of the sender moves the money back, as any wallet would; the transaction. */
  async function sentBack(from: Wallet, to: Wallet): Promise<string> {
    const back = terms(to.address)
    const order = {
      x402Version: 2,
      paymentPayload: await signedPayment(from, back),
      paymentRequirements: back,
    }
    const settled = await fetch(`${world.facilitator.url}/settle`, {
      method: 'POST',
      body: JSON.stringify(order),
    })
    return ((await settled.json()) as { transaction: string }).transaction
  }

  it('lists, adds up and exports what was sold', async () => {
    const { buyer, run, spawned } = await sold(2)
    const listed = rowsOf(await spawned('list', '--json'))
    expect(listed).toHaveLength(2)
    expect(listed[0]).toMatchObject({
      payer: buyer.address.toLowerCase(),
      amount_atomic: '100000',
      amount_usdc: '0.1',
    })
    const [day] = rowsOf(await run('sales', '--json'))
    expect(day).toMatchObject({ payments: 2, amount_atomic: '200000', amount_usdc: '0.2' })
    expect(rowsOf(await run('sales', '--by', 'payer', '--json'))).toMatchObject([
      { payer: buyer.address.toLowerCase(), payments: 2 },
    ])
    expect(
      rowsOf(
        await run(
          'sales',
          '--by',
          'operation',
          '--from',
          '2001-01-01',
          '--to',
          '2001-12-31',
          '--json',
        ),
      ),
    ).toEqual([])
    for (const what of ['list', 'sales'])
      expect(await run(what, '--to', '2001-01-01')).toEqual({
        code: 0,
        stdout: '',
        stderr: 'nothing was sold in that time\n',
      })
    const csv = (await spawned('export')).stdout.trimEnd().split('\n')
    expect(csv[0]).toBe(
      'payment,settled,operation,payer,pay_to,network,asset,nonce,transaction,amount_atomic,amount_usdc,refund_transaction,refunded',
    )
    expect(csv).toHaveLength(3)
    expect((await run('sales', '--by', 'week')).code).toBe(1)
    expect(await run('list', '--from', 'yesterday')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--from is a day such as'),
    })
  })

  it('compares them with the chain: 0 equal, 1 for one atomic unit, 2 without an answer', async () => {
    const { service, run, spawned, environment } = await sold(2)
    const equal = await spawned('reconcile', '--json')
    expect(equal).toMatchObject({ code: 0, stdout: '[]\n' })
    expect(equal.stderr).toContain('2 payments of 0.2 USDC recorded')

    const store = await openStore(service.store)
    await store.ledger.write((tx) =>
      tx
        .updateTable('payments')
        .set({ amount_atomic: '100001' })
        .where('claim_id', '=', 1)
        .execute(),
    )
    await store.close()
    // A young difference is looked at again, five times after a second.
    const paused = vi.spyOn(pauses, 'setTimeout').mockResolvedValue(undefined)
    syncBuiltinESMExports()
    const differs = await run('reconcile', '--json')
    expect(paused.mock.calls.map(([ms]) => ms)).toEqual([1000, 1000, 1000, 1000, 1000])
    expect(differs.code).toBe(1)
    expect(rowsOf(differs)).toMatchObject([
      { difference: 'amount differs', amount_atomic: '100001', chain_amount_atomic: '100000' },
    ])

    const dead = await cliHere(['ledger', 'reconcile'], {
      ...environment,
      X402_RPC_URL: 'http://127.0.0.1:9',
    })
    expect(dead).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^the chain could not be queried: /),
    })
    expect(
      (await cliHere(['ledger', 'reconcile'], { ...environment, X402_RPC_URL: '' })).code,
    ).toBe(2)
  })

  it('says what to send back, and records it once it is on the chain', async () => {
    const { buyer, payee, run, spawned } = await sold(1)
    const [payment] = rowsOf(await run('list', '--json'))
    const [due] = rowsOf(await run('refund', String(payment!.transaction), '--json'))
    expect(due).toMatchObject({
      send_to: buyer.address.toLowerCase(),
      amount_atomic: '100000',
      refund_transaction: null,
    })
    const unsent = await run('refund', String(payment!.payment), '--sent', `0x${'9'.repeat(64)}`)
    expect(unsent).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the chain knows no transaction'),
    })
    const sent = await sentBack(payee, buyer)
    expect(await spawned('refund', String(payment!.payment), '--sent', sent)).toMatchObject({
      code: 0,
    })
    expect(rowsOf(await run('list', '--json'))[0]).toMatchObject({ refund_transaction: sent })
    const again = await run('refund', String(payment!.payment), '--sent', `0x${'8'.repeat(64)}`)
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was sent back before'),
    })
  })

  it('records no refund with money of another refund, or of another sender', async () => {
    const { buyer, payee, run } = await sold(2)
    const [one, two] = rowsOf(await run('list', '--json')).map(({ payment }) => String(payment))
    const sent = await sentBack(payee, buyer)
    expect(await run('refund', one!, '--sent', sent)).toMatchObject({ code: 0 })
    const notCovered = { code: 1, stderr: expect.stringContaining('does not cover') }
    expect(await run('refund', two!, '--sent', sent)).toMatchObject(notCovered)
    expect(
      await run('refund', two!, '--sent', await sentBack(await world.buyerWith(1), buyer)),
    ).toMatchObject(notCovered)
    expect(
      rowsOf(await run('list', '--json')).map(({ refund_transaction }) => refund_transaction),
    ).toEqual([sent, null])
    expect(await run('refund', two!, '--sent', await sentBack(payee, buyer))).toMatchObject({
      code: 0,
    })
  })
})

describe('feedback list', () => {
  it('prints what callers wrote, harmless on a terminal', async () => {
    const dataDir = createFolder()
    expect(await cliHere(['feedback', 'list'], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds no ledger'),
    })
    const store = await openStore({ databaseUrl: null, dataDir })
    const feedback = createFeedbackStore(store.main)
    const receivedMs = Date.parse('2026-11-20T10:00:00Z')
    await feedback.add({
      message: 'wrong \u001b[31mdeadline\nof a tender',
      endpoint: '/v1/tenders/search',
      contact: null,
      receivedMs,
    })
    await feedback.add({
      message: 'later',
      endpoint: null,
      contact: 'a@example.org',
      receivedMs: receivedMs + 86_400_000,
    })
    await store.close()
    const run = (...args: string[]) => cliHere(['feedback', 'list', ...args], { DATA_DIR: dataDir })
    expect(await run('--to', '2001-01-01')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'no feedback in that time\n',
    })
    expect(JSON.parse((await run('--json')).stdout)).toEqual([
      {
        id: expect.stringMatching(/^fb_/),
        received: '2026-11-20T10:00:00Z',
        endpoint: '/v1/tenders/search',
        contact: null,
        message: 'wrong \u001b[31mdeadline\nof a tender',
      },
      {
        id: expect.any(String),
        received: '2026-11-21T10:00:00Z',
        endpoint: null,
        contact: 'a@example.org',
        message: 'later',
      },
    ])
    const told = await cli(['feedback', 'list'], { DATA_DIR: dataDir })
    expect(told.stdout).toContain('wrong [31mdeadline of a tender')
    expect(JSON.parse((await run('--json', '--from', '2026-11-21')).stdout)).toHaveLength(1)
    expect((await cliHere(['feedback', 'lst'], { DATA_DIR: dataDir })).code).toBe(2)
  })
})
