/**
 * Signatures of ordinary wallets in the forms that wallets and key services make, and what a buyer
 * of any other one learns.
 */
import type { PaymentPayload } from '@x402/core/types'
import { describe, expect, it } from 'vitest'
import { formsOf } from '../support/payments.ts'
import {
  eachInOneWorld,
  expectDelivered,
  expectRefused,
  ITEM_PRICE,
  withoutChain,
} from '../support/world.ts'

const withSignature = (payment: PaymentPayload, signature: string): PaymentPayload => ({
  ...payment,
  payload: { ...payment.payload, signature },
})

describe.skipIf(withoutChain)('the signature of an ordinary wallet', () => {
  const world = eachInOneWorld()

  it('buys in every form, and every other form of it gets the same answer, free', async () => {
    const { wallet, buy } = await world.sale()
    const names = Object.keys(formsOf(await world.pays(wallet)))
    for (const name of names) {
      const payment = await world.pays(wallet)
      const forms = formsOf(payment)
      const bought = await buy(withSignature(payment, forms[name]!))
      expect([name, bought.status]).toEqual([name, 200])
      for (const form of Object.values(forms)) {
        const again = await buy(withSignature(payment, form))
        expect([again.status, again.headers.get('payment-replayed'), again.bytes]).toEqual([
          200,
          'true',
          bought.bytes,
        ])
      }
    }
    expect(await world.paidBy(wallet)).toEqual(names.map(() => ITEM_PRICE))
  })

  it('is settled again in the form that the token takes, after an answer that was lost before the broadcast', async () => {
    const { payment, buy, expectPaid } = await world.sale()
    const sent = withSignature(payment, formsOf(payment)['of 64 bytes (EIP-2098)']!)
    world.facilitator.faults.next('settle', { kind: 'reset', when: 'before' })
    const lost = await buy(sent)
    expect([lost.status, lost.json.code]).toEqual([503, 'SETTLEMENT_UNKNOWN'])
    expectDelivered(await buy(sent))
    await expectPaid()
  })

  it.each([
    ['with another v', (usual: string) => `${usual.slice(0, 130)}25`, 'v is 37'],
    ['of another signer', (usual: string) => `0x${'11'.repeat(64)}${usual.slice(130)}`, 'domain'],
    ['of 64 other bytes', () => `0x${'11'.repeat(64)}`, 'domain'],
  ])('%s is refused by its field, with the reason', async (_, bend, why) => {
    const { payment, buy, expectPaid } = await world.sale()
    const { signature } = payment.payload as { signature: string }
    const reply = await buy(withSignature(payment, bend(signature)))
    expectRefused(reply, /^invalid_exact_evm_signature/)
    expect((reply.json.extensions as { refusal: object }).refusal).toMatchObject({
      field: 'payload.signature',
      sent: null,
      hint: expect.stringContaining(why),
    })
    await expectPaid(0)
  })

  it('is accepted with additional members of `accepted`, which the facilitator never sees', async () => {
    const { payment, buy, expectPaid } = await world.sale()
    const accepted = {
      ...payment.accepted,
      network: payment.accepted.network.toUpperCase() as typeof payment.accepted.network,
      x: 'y',
    }
    expectDelivered(await buy({ ...payment, accepted }))
    await expectPaid()
  })
})
