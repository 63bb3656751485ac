/**
 * Coinbase's facilitator, by a double with its own keys and error bodies: what the buyer reads,
 * what the operator reads, and that no buyer pays twice.
 */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CoinbaseFacilitator,
  coinbaseErrors,
  startCoinbaseFacilitator,
} from '../../sandbox/facilitator/coinbase.ts'
import {
  buyer,
  pay,
  type Reply,
  type Service,
  seller,
  startService,
  TEA,
} from '../support/service.ts'
import { expectDelivered, ITEM_PRICE } from '../support/world.ts'

let facilitator: CoinbaseFacilitator
let service: Service

beforeAll(async () => {
  facilitator = await startCoinbaseFacilitator()
  facilitator.ledger.mint(buyer.address, 100_000_000n)
})
beforeEach(async () => {
  service = await sellingBy(facilitator.key)
})
afterEach(async () => {
  facilitator.faults.clear()
  await service.stop()
})
afterAll(() => facilitator?.close())

/** The service with the clients that its configuration makes. */
const sellingBy = ({ id, secret }: CoinbaseFacilitator['key']) =>
  startService({
    facilitatorUrl: facilitator.url,
    environment: { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: secret },
    overrides: { facilitator: undefined as never },
  })
const paid = () => facilitator.ledger.balance(seller.address)
async function warnings(): Promise<string> {
  const { warnings } = (await service.ask('/v1/health')).json as { warnings: string[] }
  return warnings.filter((each) => each.startsWith('facilitator')).join(' ')
}
/** Status, code or reason, and the buyer's next step. */
const read = ({ status, json }: Reply) => {
  const { code, hint } = (json ?? {}) as { code?: string; hint?: string }
  const { refusal } = (json.extensions ?? {}) as { refusal?: { hint: string; repeatable: boolean } }
  return {
    status,
    says: code ?? json.error,
    hint: hint ?? refusal?.hint,
    repeatable: refusal?.repeatable,
  }
}

it('a sale with a SEC1 key whose settlement names the network "base-sepolia" is delivered', async () => {
  const before = paid()
  expectDelivered(await service.ask(TEA, { payment: await pay() }))
  expect(paid()).toBe(before + ITEM_PRICE)
  expect(await warnings()).toBe('')
})

describe('an error of /verify', () => {
  it.each([
    [
      'malformed',
      {
        status: 402,
        says: expect.stringMatching(
          /^invalid_request: 'paymentPayload.*nonce' must match the pattern$/,
        ),
        repeatable: false,
      },
      /^$/,
    ],
    [
      'unauthorized',
      { status: 503, says: 'FACILITATOR_UNAVAILABLE' },
      /answered 401 unauthorized: .*CDP_API_KEY_SECRET/,
    ],
    [
      'limited',
      { status: 503, says: 'FACILITATOR_UNAVAILABLE' },
      /answered 429 rate_limit_exceeded: .*higher limit/,
    ],
    [
      'badSignature',
      // The signer was recovered here, so that is the facilitator's error.
      { status: 503, says: 'FACILITATOR_UNAVAILABLE' },
      /refuses payments that were judged good here .*invalid_exact_evm_payload_signature/,
    ],
    [
      'screenedPayer',
      {
        status: 402,
        says: 'invalid_exact_evm_payload_authorization_from_address_kyt',
        repeatable: false,
      },
      /^$/,
    ],
    [
      'screenedPayee',
      {
        status: 402,
        says: 'invalid_exact_evm_payload_authorization_to_address_kyt',
        repeatable: false,
      },
      /screening refuses the address in X402_PAY_TO/,
    ],
  ] as const)('%s: the buyer reads %o', async (name, expected, warning) => {
    const before = paid()
    const payment = await pay()
    facilitator.faults.next('verify', coinbaseErrors.verify[name])
    // What cannot be read is sent once more, without the listing.
    if (name === 'malformed') facilitator.faults.next('verify', coinbaseErrors.verify[name])
    const reply = await service.ask(TEA, { payment })
    expect(read(reply)).toMatchObject(expected)
    if (name.startsWith('screened')) expect(read(reply).hint).not.toMatch(/again|repeat|sign/i)
    if (reply.status === 402)
      expect(reply.headers.get('payment-required')!.length).toBeLessThanOrEqual(3336)
    expect(await warnings()).toMatch(warning)
    expect(paid()).toBe(before)
    expectDelivered(await service.ask(TEA, { payment }))
    expect(await warnings()).toBe('')
  })
})

it.each(['verify', 'settle'] as const)(
  'a listing that the facilitator dislikes at /%s costs no sale, and health quotes its words',
  async (call) => {
    const before = paid()
    facilitator.faults.next(call, coinbaseErrors[call].malformed)
    for (let sale = 0; sale < 2; sale += 1) {
      expectDelivered(await service.ask(TEA, { payment: await pay() }))
      expect(await warnings()).toMatch(/LISTING_REFUSED: .*"'paymentPayload/)
    }
    expect(paid()).toBe(before + 2n * ITEM_PRICE)
  },
)

const UNCHARGED = { status: 503, says: 'FACILITATOR_UNAVAILABLE' }
const UNKNOWN = { status: 503, says: 'SETTLEMENT_UNKNOWN' }

describe('an error of /settle', () => {
  it.each([
    ['malformed', UNCHARGED, /answered 400 invalid_request: .*doctor/],
    ['unauthorized', UNCHARGED, /answered 401 unauthorized: .*CDP_API_KEY_SECRET/],
    ['unpaid', UNCHARGED, /answered 402 payment_method_required: .*add a payment method/],
    ['limited', UNCHARGED, /answered 429 rate_limit_exceeded: .*higher limit/],
    ['limitedButSent', UNKNOWN, /answered 429/],
    ['conflict', UNKNOWN, /answered 409 already_exists/],
    ['broken', UNKNOWN, /answered 502 bad_gateway/],
    ['rejected', { status: 402, says: 'insufficient_funds', repeatable: true }, /^$/],
  ] as const)('%s: the buyer reads %o', async (name, expected, warning) => {
    const before = paid()
    const payment = await pay()
    facilitator.faults.next('settle', coinbaseErrors.settle[name])
    if (name === 'malformed') facilitator.faults.next('settle', coinbaseErrors.settle[name])
    const reply = await service.ask(TEA, { payment })
    expect(read(reply)).toMatchObject(expected)
    expect(await warnings()).toMatch(warning)
    // The same payment still buys, once.
    expectDelivered(await service.ask(TEA, { payment }))
    expect(paid()).toBe(before + ITEM_PRICE)
    expect(await warnings()).toBe('')
  })

  it('stays in health with its next step and the number of failures, while every verification is good', async () => {
    facilitator.faults.always('settle', coinbaseErrors.settle.unpaid)
    for (let sale = 1; sale <= 3; sale += 1) {
      await service.ask(TEA, { payment: await pay() })
      const noSuchItem = await service.ask('/v1/shop/items/unknown', {
        payment: await pay(),
      })
      expect(noSuchItem.status).toBe(404)
      expect(await warnings()).toMatch(/add a payment method/)
    }
    expect(await warnings()).toMatch(/; 3 settlements in a row failed$/)
    expect((await service.ask('/v1/health')).json.status).toBe('degraded')
    facilitator.faults.clear()
    expectDelivered(await service.ask(TEA, { payment: await pay() }))
    expect(await warnings()).toBe('')
  })

  it('of a wrong key is the operator’s 503, and charges nothing', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      format: 'pem',
      type: 'pkcs8',
    })
    const before = paid()
    await service.stop()
    service = await sellingBy({ id: facilitator.key.id, secret: other.toString() })
    expect(read(await service.ask(TEA, { payment: await pay() }))).toMatchObject(UNCHARGED)
    expect(await warnings()).toMatch(/answered 401 unauthorized/)
    expect(paid()).toBe(before)
  })
})
