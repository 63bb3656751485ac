/**
 * Buyers with contract wallets. Their signatures over one message differ, and only the chain can
 * judge them: docs/contributors/payment-decisions.md.
 */
import { randomBytes } from 'node:crypto'
import type { PaymentPayload } from '@x402/core/types'
import { describe, expect, it } from 'vitest'
import { type SmartWallet, smartWallet } from '../../sandbox/chain/smart-wallet.ts'
import { sandboxWallet, type Wallet } from '../../sandbox/wallets.ts'
import { terms } from '../support/payments.ts'
import { seller, TEA } from '../support/service.ts'
import {
  eachInOneWorld,
  expectDelivered,
  expectProblem,
  expectRefused,
  ITEM_PRICE,
  withoutChain,
} from '../support/world.ts'

const own = () => sandboxWallet(randomBytes(8).toString('hex'))

describe.skipIf(withoutChain)('a smart wallet', () => {
  const world = eachInOneWorld()
  const accepted = terms(seller.address)

  async function withMoney(
    options: { undeployed: boolean },
    owner: Wallet = own(),
  ): Promise<SmartWallet> {
    const wallet = smartWallet(owner)
    if (!options.undeployed) await world.chain.call(wallet.deployment.to, wallet.deployment.data)
    await world.chain.mint(wallet.address, 1_000_000n)
    return wallet
  }

  async function paidBy({ address }: SmartWallet): Promise<bigint[]> {
    const transfers = await world.chain.transfers()
    return transfers
      .filter(({ from, to }) => from === address && to === seller.address)
      .map(({ amountAtomic }) => amountAtomic)
  }

  describe.each([
    ['that is on the chain (EIP-1271)', false],
    ['that is not there yet (ERC-6492)', true],
  ])('%s', (_, undeployed) => {
    it('buys, and gets the lost answer again for the very bytes that it sent', async () => {
      const service = await world.serve()
      const wallet = await withMoney({ undeployed })
      expect(await world.chain.hasCode(wallet.address)).toBe(!undeployed)
      const payment = await wallet.pay(accepted, { undeployed })
      const bought = await service.ask(TEA, { payment })
      expectDelivered(bought)
      expect(await world.chain.hasCode(wallet.address)).toBe(true)
      const again = await service.ask(TEA, { payment })
      expect([again.status, again.headers.get('payment-replayed'), again.bytes]).toEqual([
        200,
        'true',
        bought.bytes,
      ])
      expect(await paidBy(wallet)).toEqual([ITEM_PRICE])
    })

    it('gets its answer when the facilitator’s word was lost after the money moved', async () => {
      const service = await world.serve()
      const wallet = await withMoney({ undeployed })
      const payment = await wallet.pay(accepted, { undeployed })
      world.facilitator.faults.next('settle', { kind: 'reset', when: 'after' })
      let reply = await service.ask(TEA, { payment })
      for (let tries = 0; reply.status === 503 && tries < 20; tries += 1)
        reply = await service.ask(TEA, { payment })
      expectDelivered(reply)
      expect(await paidBy(wallet)).toEqual([ITEM_PRICE])
    })

    it('is asked for the first bytes when it signs the same authorization again, and is not charged', async () => {
      const service = await world.serve()
      const wallet = await withMoney({ undeployed })
      const payment = await wallet.pay(accepted, { undeployed })
      const bought = await service.ask(TEA, { payment })
      expectDelivered(bought)
      const refused = await service.ask(TEA, { payment: await wallet.signAgain(payment) })
      expectProblem(refused, 409, 'PAYMENT_KNOWN', true)
      expect(refused.json.hint).toContain('do not sign again')
      expect((await service.ask(TEA, { payment })).bytes).toBe(bought.bytes)
      expect(await paidBy(wallet)).toEqual([ITEM_PRICE])
    })
  })

  it('gets the answer under a new signature and nonce by its payment-identifier, not charged again', async () => {
    const service = await world.serve()
    const wallet = await withMoney({ undeployed: false })
    const named = async (id: string): Promise<PaymentPayload> => ({
      ...(await wallet.pay(accepted, { undeployed: false })),
      extensions: { 'payment-identifier': { info: { required: false, id } } },
    })
    const bought = await service.ask(TEA, { payment: await named('smart_wallet_tea_1') })
    expectDelivered(bought)
    const again = await service.ask(TEA, { payment: await named('smart_wallet_tea_1') })
    expect([again.status, again.bytes]).toEqual([200, bought.bytes])
    expect(await paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('is not paid from by another party’s signature', async () => {
    const service = await world.serve()
    const wallet = await withMoney({ undeployed: false })
    const stranger = smartWallet(own())
    const payment = await wallet.pay(accepted, { undeployed: false })
    const { signature } = (await stranger.signAgain(payment)).payload as { signature: string }
    expectRefused(
      await service.ask(TEA, {
        payment: { ...payment, payload: { ...payment.payload, signature } },
      }),
      'invalid_exact_evm_signature',
    )
    // Junk over its nonce does not block the real one.
    expectDelivered(await service.ask(TEA, { payment }))
    expect(await paidBy(wallet)).toEqual([ITEM_PRICE])
  })
})
