/** Answer to a refused payment: field, sent value, wanted value, next step. */
import type { PaymentPayload } from '@x402/core/types'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { REFUSALS } from '../../src/payments/refusal.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { buyer, pay, type Service, seller, startService, TEA } from '../support/service.ts'

const OTHER = '0x9999999999999999999999999999999999999999'
let facilitator: MemoryFacilitator
let service: Service
beforeAll(async () => {
  facilitator = await startMemoryFacilitator()
  facilitator.ledger.mint(buyer.address, 10_000_000n)
  service = await startService({ facilitatorUrl: facilitator.url })
})
afterAll(async () => {
  await service.stop()
  await facilitator.close()
})

const nowS = () => Math.floor(Date.now() / 1000)
const accepting = (change: object) => signedPayment(buyer, { ...terms(seller.address), ...change })

const cases: [string, () => Promise<PaymentPayload>, string, object][] = [
  [
    'another network',
    () => accepting({ network: 'eip155:8453' }),
    'no_matching_payment_requirements',
    { field: 'accepted.network', sent: 'eip155:8453', wanted: 'eip155:84532', repeatable: false },
  ],
  [
    'another amount',
    () => accepting({ amount: '1' }),
    'no_matching_payment_requirements',
    { field: 'accepted.amount', sent: '1', wanted: '100000' },
  ],
  [
    'another payee',
    () => accepting({ payTo: OTHER }),
    'no_matching_payment_requirements',
    { field: 'accepted.payTo', sent: OTHER, wanted: seller.address },
  ],
  [
    'another token name',
    () => accepting({ extra: { name: 'USD Coin', version: '2' } }),
    'no_matching_payment_requirements',
    { field: 'accepted.extra.name', sent: 'USD Coin', wanted: 'USDC' },
  ],
  [
    'money for somebody else',
    () => pay({ to: OTHER }),
    'invalid_exact_evm_recipient_mismatch',
    { field: 'payload.authorization.to', sent: OTHER, wanted: seller.address, repeatable: false },
  ],
  [
    'too little',
    () => pay({ value: '99999' }),
    'invalid_exact_evm_payload_authorization_value_mismatch',
    { field: 'payload.authorization.value', sent: '99999', wanted: '100000' },
  ],
  [
    'too late',
    () => pay({ validBefore: '1' }),
    'invalid_exact_evm_payload_authorization_valid_before',
    { field: 'payload.authorization.validBefore', sent: '1', repeatable: false },
  ],
  [
    'too long',
    () => pay({ validBefore: String(nowS() + 200_000) }),
    'invalid_exact_evm_payload_authorization_valid_before',
    { field: 'payload.authorization.validBefore', repeatable: false },
  ],
  [
    'too early',
    () => pay({ validAfter: String(nowS() + 50) }),
    'invalid_exact_evm_payload_authorization_valid_after',
    { field: 'payload.authorization.validAfter', repeatable: true },
  ],
  [
    'too much',
    () => pay({ value: '100001' }),
    'invalid_exact_evm_payload_authorization_value_mismatch',
    { field: 'payload.authorization.value', sent: '100001' },
  ],
  [
    'another token',
    () => accepting({ asset: OTHER }),
    'no_matching_payment_requirements',
    { field: 'accepted.asset', sent: OTHER },
  ],
  [
    'another scheme',
    () => accepting({ scheme: 'upto' }),
    'no_matching_payment_requirements',
    { field: 'accepted.scheme', sent: 'upto' },
  ],
  [
    'a signature for another network',
    () => signedPayment(buyer, terms(seller.address), {}, 8453),
    'invalid_exact_evm_signature',
    { field: 'payload.signature', repeatable: false },
  ],
  [
    'an empty balance',
    () => signedPayment(sandboxWallet('refused'), terms(seller.address)),
    'invalid_exact_evm_insufficient_balance',
    {
      field: 'payload.authorization.from',
      sent: sandboxWallet('refused').address,
      repeatable: true,
    },
  ],
]

it.each(cases)('%s', async (_, sign, reason, refusal) => {
  const reply = await service.ask(TEA, { payment: await sign() })
  expect([reply.status, service.shop.runs]).toEqual([402, 0])
  expect(String(reply.json.error).split(':')[0]).toBe(reason)
  expect((reply.json.extensions as { refusal: object }).refusal).toMatchObject({
    ...refusal,
    hint: REFUSALS[reason]!.hint,
  })
  // The header says the same and stays within what proxies carry.
  expect(reply.terms).toEqual(reply.json)
  expect(reply.headers.get('payment-required')!.length).toBeLessThanOrEqual(3336)
})

it('a signature that the payer did not make is named without being repeated', async () => {
  const payment = await pay()
  const signature = `0x${'1b'.repeat(65)}`
  const reply = await service.ask(TEA, {
    payment: { ...payment, payload: { ...payment.payload, signature } },
  })
  const { refusal } = reply.json.extensions as { refusal: Record<string, unknown> }
  expect(refusal).toMatchObject({ field: 'payload.signature', sent: null, repeatable: false })
  expect(refusal.wanted).toMatch(/TransferWithAuthorization, domain USDC version 2, chain 84532/)
  expect(reply.bytes).not.toContain('1b1b1b')
})

it('a payment of x402 version 1 is named as such', async () => {
  const reply = await service.ask(TEA, { headers: { 'x-payment': 'eyJ4NDAyVmVyc2lvbiI6MX0=' } })
  expect([reply.status, reply.json.error]).toEqual([402, expect.stringContaining('version 1')])
  expect((reply.json.extensions as { refusal: object }).refusal).toMatchObject({
    field: 'X-PAYMENT',
    wanted: expect.stringContaining('PAYMENT-SIGNATURE'),
    repeatable: false,
  })
})

it('who has not paid is quoted the price and no more', async () => {
  const reply = await service.ask(TEA)
  expect(reply.json).not.toHaveProperty('error')
  expect(reply.json.extensions).not.toHaveProperty('refusal')
})
