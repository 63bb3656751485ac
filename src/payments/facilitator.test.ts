/**
 * Listings that a facilitator dislikes, settlements that are pending, and refusals that hit several
 * payers.
 */
import type { FacilitatorClient } from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import { describe, expect, it } from 'vitest'
import { terms } from '../../test/support/payments.ts'
import { createFacilitator } from './facilitator.ts'
import { FacilitatorRefusal } from './facilitator-client.ts'
import { blamesFacilitator, REFUSALS } from './refusal.ts'

const requirements = terms(`0x${'2'.repeat(40)}`)
const TX = `0x${'a'.repeat(64)}`
const GOOD = { isValid: true }
const SETTLED = { success: true, transaction: TX, network: requirements.network }
const PENDING = { ...SETTLED, success: false, errorReason: 'settlement_pending' }
const UNREAD = new FacilitatorRefusal('verify', 400, {
  errorType: 'invalid_request',
  errorMessage: "'resource.url' is not a valid URL",
})

const paymentOf = (from: string) =>
  ({
    x402Version: 2,
    accepted: requirements,
    payload: { signature: '0x', authorization: { from } },
    resource: { url: 'https://shop.example' },
    extensions: { bazaar: {} },
  }) as unknown as PaymentPayload
const payment = paymentOf(`0x${'1'.repeat(40)}`)

/** A facilitator that gives these answers in turn, and then the last one. An Error is thrown. */
function answering(answers: { verify?: unknown[]; settle?: unknown[] }) {
  const sent: PaymentPayload[] = []
  const slept: number[] = []
  const warned: string[] = []
  const said = (name: keyof typeof answers) => async (payload: PaymentPayload) => {
    sent.push(payload)
    const list = answers[name]!
    const answer = list.length > 1 ? list.shift() : list[0]
    if (answer instanceof Error) throw answer
    return answer as never
  }
  const client = {
    verify: said('verify'),
    settle: said('settle'),
    getSupported: async () => ({ kinds: [], extensions: [], signers: {} }),
  } as FacilitatorClient
  let nowMs = 0
  const facilitator = createFacilitator({ verifier: client, settler: client }, 'eip155:84532', {
    log: { warn: (_: unknown, message?: string) => warned.push(String(message)) } as never,
    timers: {
      sleep: async (ms: number) => {
        slept.push(ms)
        nowMs += ms
      },
    } as never,
    elapsedMs: () => nowMs,
  })
  const advance = (ms: number) => {
    nowMs += ms
  }
  const wereListed = () => sent.splice(0).map(({ resource }) => resource !== undefined)
  return { ...facilitator, slept, warned, advance, wereListed }
}

describe('a listing that the facilitator cannot read', () => {
  it('is left out of the sale, and of later ones until the next probe', async () => {
    const facilitator = answering({ verify: [UNREAD, GOOD], settle: [SETTLED] })
    expect(await facilitator.verify(payment, requirements)).toEqual({ kind: 'valid' })
    expect(await facilitator.settle(payment, requirements)).toEqual({ kind: 'settled', txHash: TX })
    expect(await facilitator.verify(payment, requirements)).toEqual({ kind: 'valid' })
    expect(facilitator.wereListed()).toEqual([true, false, false, false])
    expect(facilitator.notes()).toEqual([
      expect.stringMatching(/^LISTING_REFUSED: .*'resource\.url' is not a valid URL/),
    ])
    expect(facilitator.warned).toEqual([
      'the facilitator refuses the listing; sales go on without it',
    ])
    await facilitator.probe()
    await facilitator.verify(payment, requirements)
    expect([facilitator.wereListed(), facilitator.notes()]).toEqual([[true], []])
  })

  it('is left out of a settlement, too', async () => {
    const facilitator = answering({ settle: [UNREAD, SETTLED] })
    expect(await facilitator.settle(payment, requirements)).toEqual({ kind: 'settled', txHash: TX })
    expect(facilitator.wereListed()).toEqual([true, false])
    expect(facilitator.notes()).toHaveLength(1)
  })

  it('is not blamed where the payment is refused without it as well', async () => {
    const facilitator = answering({ verify: [UNREAD] })
    expect(await facilitator.verify(payment, requirements)).toMatchObject({ kind: 'invalid' })
    expect([facilitator.wereListed(), facilitator.notes()]).toEqual([[true, false], []])
  })
})

describe('a pending settlement', () => {
  it('is requested again', async () => {
    const facilitator = answering({ settle: [PENDING, PENDING, SETTLED] })
    expect(await facilitator.settle(payment, requirements)).toEqual({ kind: 'settled', txHash: TX })
    expect(facilitator.slept).toEqual([1000])
  })

  it('is unknown whatever else comes after it, because it was broadcast', async () => {
    const refused = { success: false, errorReason: 'insufficient_funds', transaction: '' }
    const facilitator = answering({ settle: [PENDING, refused] })
    expect(await facilitator.settle(payment, requirements)).toEqual({
      kind: 'unknown',
      reason: 'insufficient_funds',
    })
  })

  it('is given up after three more calls', async () => {
    const facilitator = answering({ settle: [PENDING] })
    expect(await facilitator.settle(payment, requirements)).toEqual({
      kind: 'unknown',
      reason: 'settlement_pending',
    })
    expect([facilitator.wereListed().length, facilitator.slept]).toEqual([4, [1000, 2000]])
  })
})

describe('several payers that are refused for one reason', () => {
  const refuse = async (reason: string, payers: number) => {
    const facilitator = answering({ verify: [{ isValid: false, invalidReason: reason }] })
    for (let payer = 1; payer <= payers; payer += 1)
      await facilitator.verify(paymentOf(`0x${payer}`), requirements)
    return facilitator
  }

  it('are a note for ten minutes and one log line, if the reason is unusual', async () => {
    const facilitator = await refuse('token_is_paused', 4)
    expect(facilitator.notes()).toEqual([
      expect.stringMatching(/^it refused 4 payers within ten minutes for token_is_paused/),
    ])
    expect(facilitator.warned).toHaveLength(1)
    facilitator.advance(600_001)
    expect(facilitator.notes()).toEqual([])
  })

  it.each([
    ['token_is_paused', 2],
    ['insufficient_funds', 9],
    ['invalid_exact_evm_signature', 9],
  ])('are none for %s, %i times', async (reason, payers) => {
    expect((await refuse(reason, payers)).notes()).toEqual([])
  })
})

describe('the table of reasons', () => {
  it.each([
    ['unexpected_verify_error', true, true],
    ['invalid_payment_requirements', true, true],
    ['permit2_allowance_required', true, true],
    ['settlement_pending', true, true],
    ['invalid_exact_evm_recipient_mismatch', true, true],
    ['invalid_exact_evm_payload_authorization_valid_before', true, false],
    ['invalid_exact_evm_payload_authorization_valid_after', true, false],
    ['invalid_exact_evm_signature', 'if own signature', false],
    ['invalid_payload', 'if own signature', false],
    ['insufficient_funds', false, false],
    ['a_reason_of_tomorrow', false, false],
  ])('blames the facilitator for %s: %s, at a settlement %s', (reason, verifying, settling) => {
    expect(blamesFacilitator(reason, 'verification')).toBe(verifying)
    expect(blamesFacilitator(reason, 'settlement')).toBe(settling)
  })

  it('has a next step for each, and a field for each that the buyer can correct', () => {
    for (const [reason, { cause, field, hint }] of Object.entries(REFUSALS)) {
      expect([reason, hint.length > 30]).toEqual([reason, true])
      if (cause === 'buyer' && !['other', 'invalid_request'].includes(reason))
        expect([reason, field]).toEqual([reason, expect.any(String)])
    }
  })
})
