/** Refusals before the facilitator, and the cost of calls that end unpaid. */
import type { PaymentPayload } from '@x402/core/types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { sandboxWallet, type Wallet } from '../../sandbox/wallets.ts'
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
})
