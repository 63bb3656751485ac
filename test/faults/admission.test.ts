/** Refusals before the facilitator, and the cost of calls that end unpaid. */
import type { PaymentPayload } from '@x402/core/types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { sandboxWallet, type Wallet } from '../../sandbox/wallets.ts'
import type { Chain } from '../../src/payments/evm/chain.ts'
import { signedPayment, terms } from '../support/payments.ts'
import {
  type Service,
  type ServiceOptions,
  seller,
  shiftedClock,
  startService,
  TEA,
} from '../support/service.ts'
import { expectDelivered, expectProblem, expectRefused } from '../support/world.ts'

const NOWHERE = '/v1/shop/items/unknown'

let facilitator: MemoryFacilitator
let service: Service
const clock = shiftedClock()
beforeEach(async () => {
  clock.shiftMs = 0
  facilitator = await startMemoryFacilitator()
})
afterEach(async () => {
  await service.stop()
  await facilitator.close()
})

async function open(options: Partial<ServiceOptions> = {}): Promise<void> {
  service = await startService({
    facilitatorUrl: facilitator.url,
    ...options,
    overrides: { clock, ...options.overrides },
  })
}
const unlimited = { RATE_LIMITS: 'address:100000/100000,payer:100000,unpaid_address:6/100000' }

function walletWith(name: string, dollars: number): Wallet {
  const wallet = sandboxWallet(`admission ${name}`)
  facilitator.ledger.mint(wallet.address, BigInt(dollars * 1_000_000))
  return wallet
}
/** Signed as of the service's clock. */
const pays = (wallet: Wallet): Promise<PaymentPayload> =>
  signedPayment(wallet, terms(seller.address), {
    validBefore: String(Math.floor(clock.nowMs() / 1000) + 60),
  })
const asks = async (wallet: Wallet, path: string, headers: Record<string, string> = {}) =>
  await service.ask(path, { payment: await pays(wallet), headers })
const bySomebodyElse = async (wallet: Wallet): Promise<PaymentPayload> => {
  const payment = await pays(wallet)
  const other = await signedPayment(walletWith('stranger', 0), terms(seller.address))
  return { ...payment, payload: { ...payment.payload, signature: other.payload.signature } }
}

describe('verified calls that end unpaid', () => {
  it('draw on an allowance of 30 a payer, beyond which 429 comes before verification; three a minute are forgiven', async () => {
    await open()
    const wallet = walletWith('curious', 1)
    for (let call = 0; call < 30; call += 1) expect((await asks(wallet, NOWHERE)).status).toBe(404)
    const verified = facilitator.calls.verify
    const limited = await asks(wallet, NOWHERE)
    expectProblem(limited, 429, 'RATE_LIMITED')
    expect(limited.headers.get('ratelimit-policy')).toBe('"unpaid_payer";q=3;w=60')
    expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(20)
    expect(facilitator.calls.verify).toBe(verified)
    expectDelivered(await asks(walletWith('honest', 1), TEA))
    clock.shiftMs += 20_000
    expect((await asks(wallet, NOWHERE)).status).toBe(404)
    expectProblem(await asks(wallet, NOWHERE), 429, 'RATE_LIMITED')
  })

  it('are ten more for each settled call of the last day', async () => {
    await open({ environment: unlimited })
    const wallet = walletWith('customer', 1)
    expectDelivered(await asks(wallet, TEA))
    for (let call = 0; call < 40; call += 1) expect((await asks(wallet, NOWHERE)).status).toBe(404)
    expectProblem(await asks(wallet, NOWHERE), 429, 'RATE_LIMITED')
    // Written in the ledger, not in this process alone.
    clock.shiftMs += 25 * 3_600_000
    for (let call = 0; call < 30; call += 1) expect((await asks(wallet, NOWHERE)).status).toBe(404)
    expectProblem(await asks(wallet, NOWHERE), 429, 'RATE_LIMITED')
  })

  it('draw on an allowance of 60 an address, for any payer', async () => {
    await open()
    const wallets = [1, 2, 3, 4].map((name) => walletWith(`one of four, ${name}`, 1))
    const statuses: number[] = []
    for (let round = 0; round < 16; round += 1) {
      for (const wallet of wallets) statuses.push((await asks(wallet, NOWHERE)).status)
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429, 429, 429])
    expect((await asks(walletWith('new here', 1), TEA)).headers.get('ratelimit-policy')).toBe(
      '"unpaid_address";q=6;w=60',
    )
  })

  it('are bounded even if they come concurrently', async () => {
    await open()
    const wallets = [1, 2, 3, 4, 5].map((name) => walletWith(`one of five, ${name}`, 1))
    const replies = await Promise.all(
      wallets.flatMap((wallet) => Array.from({ length: 14 }, () => asks(wallet, NOWHERE))),
    )
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(60)
  })

  it('cost nothing for a buyer who pays all calls, a hundred concurrently', async () => {
    await open()
    const wallet = walletWith('busy', 20)
    const replies = await Promise.all(Array.from({ length: 100 }, () => asks(wallet, TEA)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(100)
  })

  it('count a buyer who leaves, and not what fails on our side', async () => {
    await open({ environment: { RATE_LIMITS: 'unpaid_payer:3/1' } })
    const wallet = walletWith('unlucky', 1)
    for (let call = 0; call < 3; call += 1)
      expect((await asks(wallet, '/v1/shop/items/down')).status).toBe(503)
    const started = Promise.withResolvers<void>()
    service.shop.onRun = () => started.resolve()
    const leaving = new AbortController()
    const left = service
      .ask('/v1/shop/items/slow', { payment: await pays(wallet), signal: leaving.signal })
      .catch(() => 'left')
    service.shop.hold = new Promise(() => {})
    await started.promise
    leaving.abort()
    expect(await left).toBe('left')
    await expect.poll(async () => (await asks(wallet, TEA)).status).toBe(429)
  })

  it('count a settlement with an unknown outcome until it is known to be paid; its repetitions query nothing in the meantime', async () => {
    const gate = { reconcileWindowMs: 0 }
    await open({ environment: { RATE_LIMITS: 'unpaid_payer:3/2' }, overrides: { gate } })
    const wallet = walletWith('reverting', 1)
    const payments = [await pays(wallet), await pays(wallet)]
    for (const payment of payments) {
      facilitator.faults.next('settle', { kind: 'reset', when: 'before' })
      expectProblem(await service.ask(TEA, { payment }), 503, 'SETTLEMENT_UNKNOWN', null)
    }
    const { verify, settle } = facilitator.calls
    expectProblem(await asks(wallet, TEA), 429, 'RATE_LIMITED')
    // No answer may say that nothing was charged.
    const waiting = await service.ask(TEA, { payment: payments[0]! })
    expectProblem(waiting, 503, 'SETTLEMENT_UNKNOWN', null)
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(5)
    expect([facilitator.calls.verify, facilitator.calls.settle]).toEqual([verify, settle])
    clock.shiftMs += 20_000
    expectDelivered(await service.ask(TEA, { payment: payments[0]! }))
    expectDelivered(await service.ask(TEA, { payment: payments[1]! }))
    expect(
      (await service.ask(TEA, { payment: payments[0]! })).headers.get('payment-replayed'),
    ).toBe('true')
    expectDelivered(await asks(wallet, TEA))
  })

  it('do not keep a payment from being repeated', async () => {
    await open({ environment: { RATE_LIMITS: 'unpaid_payer:3/1' } })
    const wallet = walletWith('again', 1)
    const payment = await pays(wallet)
    expectDelivered(await service.ask(TEA, { payment }))
    for (let call = 0; call < 12; call += 1) await asks(wallet, NOWHERE)
    expectProblem(await asks(wallet, TEA), 429, 'RATE_LIMITED')
    expect((await service.ask(TEA, { payment })).headers.get('payment-replayed')).toBe('true')
  })
})

describe('junk never reaches the facilitator', () => {
  it('when another party signed it', async () => {
    await open()
    const wallet = walletWith('forged', 1)
    for (const payment of [
      await bySomebodyElse(wallet),
      {
        ...(await pays(wallet)),
        payload: { ...(await pays(wallet)).payload, signature: `0x${'1b'.repeat(65)}` },
      },
    ]) {
      expectRefused(await service.ask(TEA, { payment }), 'invalid_exact_evm_signature')
    }
    expect(facilitator.calls.verify).toBe(0)
    expectDelivered(await asks(wallet, TEA))
    // A payer who has bought is no better protected than before.
    expectRefused(
      await service.ask(TEA, { payment: await bySomebodyElse(wallet) }),
      'invalid_exact_evm_signature',
    )
    expect(facilitator.calls.verify).toBe(1)
  })

  it('when its balance was found short less than thirty seconds ago', async () => {
    await open()
    const wallet = sandboxWallet('admission poor')
    expectRefused(await asks(wallet, TEA), 'invalid_exact_evm_insufficient_balance')
    expectRefused(await asks(wallet, TEA), 'invalid_exact_evm_insufficient_balance')
    expect(facilitator.calls.verify).toBe(1)
    facilitator.ledger.mint(wallet.address, 1_000_000n)
    clock.shiftMs += 30_000
    expectDelivered(await asks(wallet, TEA))
  })

  it('when its balance was found short and the chain does not show more yet', async () => {
    const chain: Chain = {
      lookUp: async () => ({ kind: 'unknown', reason: 'a stub' }),
      readBalance: async (_, address) => facilitator.ledger.balance(address as `0x${string}`),
    }
    await open({ overrides: { chain } })
    const wallet = sandboxWallet('admission filled')
    expectRefused(await asks(wallet, TEA), 'invalid_exact_evm_insufficient_balance')
    clock.shiftMs += 5000
    expectRefused(await asks(wallet, TEA), 'invalid_exact_evm_insufficient_balance')
    expect(facilitator.calls.verify).toBe(1)
    facilitator.ledger.mint(wallet.address, 1_000_000n)
    clock.shiftMs += 5000
    expectDelivered(await asks(wallet, TEA))
  })

  it('when its payer has no calls left in this minute', async () => {
    await open({ environment: { RATE_LIMITS: 'payer:1' } })
    const wallet = walletWith('hasty', 1)
    expectDelivered(await asks(wallet, TEA))
    expectProblem(await asks(wallet, TEA), 429, 'RATE_LIMITED')
    expect(facilitator.calls.verify).toBe(1)
  })
})

describe('the signature of a contract wallet is for the facilitator to judge', () => {
  const chainWith = (isContract: Chain['isContract']): Chain => ({
    lookUp: async () => ({ kind: 'unknown', reason: 'a stub' }),
    ...(isContract ? { isContract } : {}),
  })

  it('when it is longer than an ordinary one', async () => {
    await open()
    const payment = await pays(walletWith('longer', 1))
    await service.ask(TEA, {
      payment: { ...payment, payload: { ...payment.payload, signature: `0x${'ab'.repeat(96)}` } },
    })
    expect(facilitator.calls.verify).toBe(1)
  })

  it.each([
    ['there is code at the address', true, 1],
    ['the chain does not say', null, 1],
    ['there is none', false, 0],
  ])('in 65 bytes of an owner when %s', async (_, code, asked) => {
    await open({ overrides: { chain: chainWith(async () => code) } })
    await service.ask(TEA, { payment: await bySomebodyElse(walletWith('owned', 1)) })
    expect(facilitator.calls.verify).toBe(asked)
  })
})
