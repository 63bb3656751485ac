/** Money and answer if facilitator, chain or buyer misbehave at the settlement. */
import { createServer } from 'node:http'
import { HTTPFacilitatorClient } from '@x402/core/server'
import {
  createWalletClient,
  encodeFunctionData,
  http,
  parseAbi,
  parseSignature,
  publicActions,
} from 'viem'
import { baseSepolia } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { MULTICALL_ADDRESS, SANDBOX_CHAIN_ID, USDC_ADDRESS } from '../../sandbox/chain/usdc.ts'
import { type Fault, lies, successWithoutBroadcast } from '../../sandbox/facilitator/faults.ts'
import type { Wallet } from '../../sandbox/wallets.ts'
import type { GateStep } from '../../src/payments/gate.ts'
import { authorizationOf, signedPayment, terms } from '../support/payments.ts'
import type { Reply } from '../support/service.ts'
import { TEA } from '../support/service.ts'
import {
  answering,
  eachInOneWorld,
  eventually,
  expectDelivered,
  expectProblem,
  expectRefused,
  ITEM_PRICE,
  ledgerOf,
  withoutChain,
} from '../support/world.ts'

const STRANGER = '0x00000000000000000000000000000000000000aa'

function expectUnknown(reply: Reply): void {
  expectProblem(reply, 503, 'SETTLEMENT_UNKNOWN', null)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(reply.json.hint).toMatch(/same PAYMENT-SIGNATURE, do not sign again/)
}

/** Runs once, when a payment reaches the step. */
function at(wanted: GateStep, act: () => unknown): { onStep: (step: GateStep) => Promise<void> } {
  let done = false
  return {
    async onStep(step) {
      if (step !== wanted || done) return
      done = true
      await act()
    },
  }
}

describe.skipIf(withoutChain)('verification', () => {
  const world = eachInOneWorld()

  it('waits for a facilitator that is down when the house opens: quotes go on, payments are not taken', async () => {
    await world.facilitator.goDown()
    const { service, buy, expectPaid } = await world.sale()
    expect((await service.ask(TEA)).status).toBe(402)
    expectProblem(await buy(), 503, 'FACILITATOR_UNAVAILABLE')
    expect(await service.ask('/v1/health')).toMatchObject({
      status: 200,
      json: { status: 'degraded' },
    })
    expect(service.shop.runs).toBe(0)
    await world.facilitator.comeUp()
    expectDelivered(await buy())
    expect(await service.ask('/v1/health')).toMatchObject({ json: { status: 'ok' } })
    await expectPaid()
  })

  const troubles: [string, Fault][] = [
    ['breaks the connection', { kind: 'reset', when: 'before' }],
    ['never answers', { kind: 'hang', when: 'before' }],
    ['answers late', { kind: 'delay', ms: 1200 }],
    ['fails', answering('{"error":"oops"}', 500)],
    [
      'fails with a verdict',
      answering('{"isValid":false,"invalidReason":"unexpected_verify_error"}', 502),
    ],
    ['refuses us', answering('{"error":"no key"}', 401)],
    ['limits us', answering('', 429)],
    ['answers a web page', answering('<!doctype html>')],
    ['answers nonsense', answering('{"isValid":"yes"}')],
    ['vouches for another payer', answering(`{"isValid":true,"payer":"${STRANGER}"}`)],
  ]
  it.each(troubles)(
    'by a facilitator that %s takes no payment and does no work',
    async (_, fault) => {
      const { service, buy, expectPaid } = await world.sale({
        timeouts: { verifyMs: fault.kind === 'hang' || fault.kind === 'delay' ? 800 : 10_000 },
      })
      world.facilitator.faults.next('verify', fault)
      const reply = await buy()
      expectProblem(reply, 503, 'FACILITATOR_UNAVAILABLE')
      expect(reply.headers.get('retry-after')).not.toBeNull()
      expect(service.shop.runs).toBe(0)
      await expectPaid(0)
      // The payment is not spent: it buys the answer as soon as things work again.
      expectDelivered(await buy())
      await expectPaid()
    },
  )

  it('is not even tried with a facilitator that does not serve our network; quotes go on and health warns', async () => {
    world.facilitator.faults.always(
      'supported',
      answering('{"kinds":[],"extensions":[],"signers":{}}'),
    )
    const service = await world.serve()
    const health = async () => JSON.stringify((await service.ask('/v1/health')).json)
    await eventually(async () => (await health()).includes('does not serve exact on eip155:84532'))
    const calls = world.facilitator.calls.verify
    const wallet = await world.buyerWith(1)
    expect((await service.ask(TEA)).status).toBe(402)
    expectProblem(
      await service.ask(TEA, { payment: await world.pays(wallet) }),
      503,
      'FACILITATOR_UNAVAILABLE',
    )
    expect(world.facilitator.calls.verify).toBe(calls)
    expect(service.shop.runs).toBe(0)
  })
})

describe.skipIf(withoutChain)('settlement', () => {
  const world = eachInOneWorld({ timeouts: { settleMs: 800 } })

  it('by a facilitator that has gone away charges nothing, and the same payment works later', async () => {
    const { buy, expectPaid } = await world.sale({
      overrides: { gate: at('settling', () => world.facilitator.goDown()) },
    })
    expectProblem(await buy(), 503, 'FACILITATOR_UNAVAILABLE')
    await expectPaid(0)
    await world.facilitator.comeUp()
    expectDelivered(await buy())
    await expectPaid()
  })

  const claims = (network: string) =>
    answering(
      JSON.stringify({
        success: true,
        transaction: `0x${'7'.repeat(64)}`,
        network,
        payer: STRANGER,
      }),
    )
  const silent: [string, Fault][] = [
    ['breaks the connection', { kind: 'reset', when: 'before' }],
    ['never answers', { kind: 'hang', when: 'before' }],
    ['fails', answering('oops', 500)],
    ['answers a web page', answering('<!doctype html>')],
    ['answers nonsense', answering('{"success":"yes"}')],
    ['gives a reason that may mean anything', answering(failure('unexpected_settle_error'))],
    [
      'says that the simulation failed',
      answering(failure('invalid_exact_evm_transaction_simulation_failed')),
    ],
    ['says that the nonce is used', answering(failure('invalid_exact_evm_nonce_already_used'))],
    ['claims success on another network', claims('eip155:1')],
    ['claims success for another payer', claims('eip155:84532')],
  ]
  it.each(silent)(
    'by a facilitator that %s before it sent anything is unknown, and the retry pays once',
    async (_, fault) => {
      const { service, wallet, buy, expectPaid } = await world.sale({
        overrides: { gate: { reconcileWindowMs: 0 } },
      })
      world.facilitator.faults.next('settle', fault)
      expectUnknown(await buy())
      await expectPaid(0)
      expectDelivered(await buy())
      expect(service.shop.runs).toBe(1)
      await expectPaid()
      expect(await ledgerOf(service, wallet)).toHaveLength(1)
    },
  )

  it('that is tried again by another process is of the bytes that were signed, however they were spelt', async () => {
    const gate = { reconcileWindowMs: 0 }
    const first = await world.serve({ overrides: { gate } })
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet, {
      validAfter: '007',
      validBefore: String(Math.floor(Date.now() / 1000) + 86_000),
    })
    const { signature, authorization } = payment.payload as {
      signature: string
      authorization: Record<string, string>
    }
    const shout = (text: string) => `0x${text.slice(2).toUpperCase()}`
    const { to, nonce, value } = authorization as { to: string; nonce: string; value: string }
    const spelt = {
      ...payment,
      payload: {
        signature: shout(signature),
        authorization: {
          ...authorization,
          to: to.toLowerCase(),
          nonce: shout(nonce),
          value: `00${value}`,
        },
      },
    }
    world.facilitator.faults.next('settle', { kind: 'reset', when: 'before' })
    expectUnknown(await first.ask(TEA, { payment: spelt }))
    const { shop, store } = first
    const second = await world.serve({ shop, store, overrides: { gate } })
    expectDelivered(await second.ask(TEA, { payment: spelt }))
    expect(shop.runs).toBe(1)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  const moved: [string, Fault][] = [
    ['breaks the connection', { kind: 'reset', when: 'after' }],
    ['never answers', { kind: 'hang', when: 'after' }],
    ['fails', answering('oops', 500, 'after')],
    ['answers a web page', answering('<!doctype html>', 200, 'after')],
    ['names another network', lies.wrongNetwork],
    ['names another payer', lies.wrongPayer],
    ['names another amount', lies.wrongAmount],
    ['says that it is still waiting', lies.pending],
    ['says for certain that it failed', lies.failedAlthoughBroadcast],
  ]
  it.each(moved)(
    'by a facilitator that moved the money and %s is found on the chain, and delivered',
    async (_, fault) => {
      const { service, wallet, buy, expectPaid } = await world.sale()
      world.facilitator.faults.next('settle', fault)
      const reply = await buy()
      expectDelivered(reply)
      const [transfer] = (await world.chain.transfers()).filter(
        (each) => each.from === wallet.address,
      )
      expect(reply.receipt!.transaction).toBe(transfer!.transaction)
      expect((await buy()).bytes).toBe(reply.bytes)
      await expectPaid()
      expect(await ledgerOf(service, wallet)).toHaveLength(1)
    },
  )

  it('that lands after the timeout is found by the retry', async () => {
    const { service, buy, expectPaid } = await world.sale()
    await world.chain.setAutomine(false)
    expectUnknown(await buy())
    await world.chain.mine()
    await world.chain.setAutomine(true)
    const settles = world.facilitator.calls.settle
    expectDelivered(await buy())
    expect(world.facilitator.calls.settle).toBe(settles)
    expect(service.shop.runs).toBe(1)
    await expectPaid()
  })

  it('that was refused for certain and lands all the same is found by the retry', async () => {
    const { buy, expectPaid } = await world.sale()
    await world.chain.setAutomine(false)
    world.facilitator.faults.next('settle', answering(failure('insufficient_funds'), 200, 'after'))
    const refused = await buy()
    expectRefused(refused, 'insufficient_funds')
    expect(refused.receipt).toMatchObject({ success: false, errorReason: 'insufficient_funds' })
    await world.chain.mine()
    await world.chain.setAutomine(true)
    expectDelivered(await buy())
    await expectPaid()
  })

  it('that is refused for certain withholds the answer; with money in the wallet the same payment still works', async () => {
    const wallet = await world.buyerWith(0.1)
    const other = await world.buyerWith(0)
    const gone = answering(failure('invalid_exact_evm_insufficient_balance'))
    const service = await world.serve({
      overrides: {
        gate: at('answered', async () => {
          await spend(wallet, other.address)
          world.facilitator.faults.next('settle', gone)
        }),
      },
    })
    const payment = await world.pays(wallet)
    expectRefused(await service.ask(TEA, { payment }), 'insufficient_balance')
    expectProblem(await service.ask('/v1/shop/items/coffee', { payment }), 409, 'PAYMENT_REUSED')
    await world.chain.mint(wallet.address, ITEM_PRICE)
    expectDelivered(await service.ask(TEA, { payment }))
    expect(service.shop.runs).toBe(1)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('that reverted is not the end: it is unknown until the authorization expires, and may be tried again', async () => {
    const wallet = await world.buyerWith(0.1)
    const service = await world.serve({
      overrides: {
        gate: { ...at('answered', () => spend(wallet, STRANGER)), reconcileWindowMs: 0 },
      },
    })
    const payment = await world.pays(wallet)
    expectUnknown(await service.ask(TEA, { payment }))
    expectUnknown(await service.ask(TEA, { payment }))
    await world.chain.mint(wallet.address, ITEM_PRICE)
    expectDelivered(await service.ask(TEA, { payment }))
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('that a facilitator invents is delivered: the service trusts the facilitator for a success', async () => {
    const { service, wallet, buy, expectPaid } = await world.sale()
    world.facilitator.faults.next('settle', successWithoutBroadcast('eip155:84532', wallet.address))
    expectDelivered(await buy(await world.pays(wallet)))
    // The buyer has not paid, so there is no double charge; the transaction in the ledger shows the
    // operator the lie.
    await expectPaid(0)
    expect(await ledgerOf(service, wallet)).toEqual([
      { tx_hash: `0x${'5'.repeat(64)}`, amount_atomic: '100000' },
    ])
  })

  it('of an authorization cancelled while we worked pays nothing and delivers nothing', async () => {
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    const { nonce } = authorizationOf(payment)
    const service = await world.serve({
      overrides: {
        gate: at('answered', async () =>
          world.chain.cancelAuthorization(wallet.address, nonce, await cancelled(wallet, nonce)),
        ),
      },
    })
    for (let round = 0; round < 2; round += 1) {
      const reply = await service.ask(TEA, { payment })
      expectRefused(reply, 'cancelled on the chain')
      expect(reply.receipt).toMatchObject({ success: false })
    }
    expect(await world.paidBy(wallet)).toEqual([])
  })

  it('of a nonce that was used otherwise in the meantime pays nothing and delivers nothing', async () => {
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    const elsewhere = terms(STRANGER)
    const rival = await signedPayment(wallet, elsewhere, { nonce: authorizationOf(payment).nonce })
    const direct = new HTTPFacilitatorClient({ url: world.facilitator.url })
    const service = await world.serve({
      overrides: { gate: at('answered', () => direct.settle(rival, elsewhere)) },
    })
    expectRefused(await service.ask(TEA, { payment }), 'used for another transfer')
    expect(await world.paidBy(wallet)).toEqual([])
  })

  it('made by a stranger with the buyer’s authorization counts: the money came', async () => {
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    const direct = new HTTPFacilitatorClient({ url: world.facilitator.url })
    const service = await world.serve({
      overrides: { gate: at('answered', () => direct.settle(payment, payment.accepted)) },
    })
    expectDelivered(await service.ask(TEA, { payment }))
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('of two nonces in one transaction is judged by each one’s own transfer', async () => {
    const wallet = await world.buyerWith(1)
    const paying = await world.pays(wallet)
    const free = await world.pays(wallet)
    // The nonce of `free` is spent without effect, next to a real payment of the same amount to the
    // same seller.
    const nothing = await signedPayment(wallet, terms(wallet.address, { amount: '0' }), {
      nonce: authorizationOf(free).nonce,
    })
    const service = await world.serve({
      overrides: { gate: at('answered', () => inOneTransaction([nothing, paying])) },
    })
    expectRefused(await service.ask(TEA, { payment: free }), 'used for another transfer')
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('without an answer of the chain stays unknown, and is found once it answers', async () => {
    const broken = createServer((_, response) => response.writeHead(500).end())
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
    const rpcUrl = `http://127.0.0.1:${(broken.address() as { port: number }).port}`
    const blind = await world.serve({ rpcUrl, overrides: { gate: { reconcileWindowMs: 0 } } })
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    world.facilitator.faults.next('settle', { kind: 'reset', when: 'after' })
    expectUnknown(await blind.ask(TEA, { payment }))
    expectUnknown(await blind.ask(TEA, { payment }))
    await blind.app.stop()
    broken.close()
    const seeing = await world.serve({ store: blind.store })
    expectDelivered(await seeing.ask(TEA, { payment }))
    expect(blind.shop.runs + seeing.shop.runs).toBe(1)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('without any chain to ask stays unknown rather than be called a failure', async () => {
    const { service, buy, expectPaid } = await world.sale({ rpcUrl: '' })
    world.facilitator.faults.next('settle', { kind: 'reset', when: 'after' })
    expectUnknown(await buy())
    expectUnknown(await buy())
    expect(JSON.stringify((await service.ask('/v1/health')).json)).toContain(
      'X402_RPC_URL is empty',
    )
    await expectPaid()
  })

  it('that breaks on our side after the money moved is never called uncharged', async () => {
    const { service, buy, expectPaid } = await world.sale({
      overrides: {
        gate: at('settled', () => {
          throw new Error('the disk is full')
        }),
      },
    })
    expectUnknown(await buy())
    expectDelivered(await buy())
    expect(service.shop.runs).toBe(1)
    await expectPaid()
  })

  it('is decided in the background when the buyer does not come back, without sending anything', async () => {
    const first = await world.serve()
    const [landed, lost] = [await world.buyerWith(1), await world.buyerWith(1)]
    const [landedPayment, lostPayment] = [await world.pays(landed), await world.pays(lost)]
    world.facilitator.faults.next('settle', { kind: 'reset', when: 'before' })
    expectUnknown(await first.ask(TEA, { payment: lostPayment }))
    await world.chain.setAutomine(false)
    expectUnknown(await first.ask(TEA, { payment: landedPayment }))
    await world.chain.mine()
    await world.chain.setAutomine(true)
    await first.app.stop()

    const settles = world.facilitator.calls.settle
    const second = await world.serve({ store: first.store })
    await eventually(async () => (await ledgerOf(second, landed)).length > 0)
    expect(world.facilitator.calls.settle).toBe(settles)
    expect(await world.paidBy(lost)).toEqual([])
    expect(
      (await second.ask(TEA, { payment: landedPayment })).headers.get('payment-replayed'),
    ).toBe('true')
    expectDelivered(await second.ask(TEA, { payment: lostPayment }))
    expect(await Promise.all([landed, lost].map(world.paidBy))).toEqual([
      [ITEM_PRICE],
      [ITEM_PRICE],
    ])
    expect(first.shop.runs + second.shop.runs).toBe(2)
  })

  /** Moves all the money of a wallet out of reach, past every facilitator. */
  async function spend(wallet: Wallet, to: `0x${string}`): Promise<void> {
    const elsewhere = terms(to, { amount: String(await world.chain.balance(wallet.address)) })
    await new HTTPFacilitatorClient({ url: world.facilitator.url }).settle(
      await signedPayment(wallet, elsewhere),
      elsewhere,
    )
  }

  async function inOneTransaction(
    payments: Awaited<ReturnType<typeof signedPayment>>[],
  ): Promise<void> {
    const sender = await world.buyerWith(0)
    await world.chain.fundGas(sender.address)
    const abi = parseAbi([
      'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
      'function tryAggregate(bool, (address target, bytes callData)[] calls) payable',
    ])
    const calls = payments.map((payment) => {
      const { from, to, value, validAfter, validBefore, nonce } = authorizationOf(payment)
      const { r, s, yParity } = parseSignature(
        (payment.payload as { signature: `0x${string}` }).signature,
      )
      const args = [
        from,
        to,
        BigInt(value),
        BigInt(validAfter),
        BigInt(validBefore),
        nonce,
        27 + yParity,
        r,
        s,
      ] as const
      return {
        target: USDC_ADDRESS,
        callData: encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args }),
      }
    })
    const client = createWalletClient({
      account: sender.account,
      chain: baseSepolia,
      transport: http(world.chain.url),
      pollingInterval: 10,
    })
    const hash = await client.writeContract({
      address: MULTICALL_ADDRESS,
      abi,
      functionName: 'tryAggregate',
      args: [true, calls],
    })
    await client.extend(publicActions).waitForTransactionReceipt({ hash })
  }

  function cancelled(wallet: Wallet, nonce: `0x${string}`): Promise<`0x${string}`> {
    return wallet.account.signTypedData({
      domain: {
        name: 'USDC',
        version: '2',
        chainId: SANDBOX_CHAIN_ID,
        verifyingContract: USDC_ADDRESS,
      },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: wallet.address, nonce },
    })
  }
})

function failure(errorReason: string): string {
  return JSON.stringify({ success: false, errorReason, transaction: '', network: 'eip155:84532' })
}
