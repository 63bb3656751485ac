import { PaymentPayloadV2Schema } from '@x402/core/schemas'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { signedPayment, terms } from '../../../test/support/payments.ts'
import { encodeHeader } from '../wire.ts'
import {
  buildPayload,
  buildTokenDomain,
  decodePayment,
  hasPayersSignature,
  isUsual,
  presentPayment,
  signatureKey,
} from './presented.ts'

const hexOf = (bytes: number) => `0x${'aB'.repeat(bytes)}`
const PAYLOAD = {
  x402Version: 2,
  resource: {
    url: 'https://api.example.org/v1',
    description: 'd',
    mimeType: 'm',
    serviceName: 's',
    tags: ['uk'],
    iconUrl: '/i',
  },
  accepted: {
    scheme: 'exact',
    network: 'eip155:84532',
    amount: '100000',
    asset: hexOf(20),
    payTo: hexOf(20),
    maxTimeoutSeconds: 60,
    extra: { name: 'USDC', version: '2' },
  },
  payload: {
    signature: hexOf(65),
    authorization: {
      from: hexOf(20),
      to: hexOf(20),
      value: '100000',
      validAfter: '0',
      validBefore: '1795000000',
      nonce: hexOf(32),
    },
  },
  extensions: { bazaar: {} },
}

/** The payload with one member, at any depth, replaced by something or left out. */
const mutated = fc.tuple(fc.constantFrom(...pathsOf(PAYLOAD)), member()).map(([path, value]) => {
  const copy = structuredClone(PAYLOAD) as Record<string, unknown>
  const holder = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((at, name) => at[name] as Record<string, unknown>, copy)
  holder[path.at(-1)!] = value
  return JSON.parse(JSON.stringify(copy)) as unknown
})

describe('a payload', () => {
  it.each([
    ['of 16 to 128 usual characters', 'purchase-number_1', 'purchase-number_1'],
    ['absent', undefined, null],
    ['null', null, null],
    ['too short', 'purchase-number', 'refused'],
    ['too long', 'p'.repeat(129), 'refused'],
    ['of other characters', 'purchase number 1', 'refused'],
    ['a number', 1234567890123456, 'refused'],
  ])('has an identifier that is %s, or is refused: never is it read as none', (_, id, expected) => {
    const payload = {
      ...PAYLOAD,
      extensions: { 'payment-identifier': { info: { required: false, id } } },
    }
    const read = () => presentPayment(payload).paymentId
    if (expected === 'refused') expect(read).toThrow('payment-identifier')
    else expect(read()).toBe(expected)
  })

  it('of a stock client is recognised without the schemas, with and without echoed terms', () => {
    expect(isUsual(PAYLOAD)).toBe(true)
    const { resource: _, extensions: __, ...lean } = PAYLOAD
    expect(isUsual(lean)).toBe(true)
  })

  it('that counts as usual is one to the official schema as well, and presented without a fault', () => {
    let usual = 0
    fc.assert(
      fc.property(mutated, (value) => {
        if (!isUsual(value)) return
        usual += 1
        expect(PaymentPayloadV2Schema.safeParse(value).error?.issues).toBeUndefined()
        const { authorization } = presentPayment(value)
        for (const amount of [
          authorization.value,
          authorization.validAfter,
          authorization.validBefore,
        ]) {
          expect(BigInt(amount) < 2n ** 256n).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
    expect(usual).toBeGreaterThan(100)
  })

  it.each([
    ['"maxTimeoutSeconds":60', '"maxTimeoutSeconds":1e999'],
    ['"maxTimeoutSeconds":60', '"maxTimeoutSeconds":5e-324'],
    ['"x402Version":2', '"x402Version":1,"x402Version":2.0'],
    ['"x402Version":2', '"__proto__":{"x402Version":1},"x402Version":2'],
    ['"extensions":{', '"extensions":{"__proto__":{"payment-identifier":{"info":{"id":7}}},'],
    ['"url":"', '"url":"\\ud800\\u0000'],
  ])('whose text says %s as %s is to the official schema what it is here', (usual, said) => {
    const value = JSON.parse(JSON.stringify(PAYLOAD).replace(usual, said)) as unknown
    expect([isUsual(value), PaymentPayloadV2Schema.safeParse(value).success]).toEqual([true, true])
    expect(presentPayment(value)).toMatchObject({
      paymentId: null,
      key: { nonce: hexOf(32).toLowerCase() },
    })
  })

  it('that is unusual but right is presented all the same', () => {
    const unusual = { ...PAYLOAD, resource: null, accepted: { ...PAYLOAD.accepted, extra: null } }
    expect(isUsual(unusual)).toBe(false)
    expect(presentPayment(unusual).key.nonce).toBe(hexOf(32).toLowerCase())
  })
})

describe('a header', () => {
  /** Returns a header of this many characters, a multiple of four. */
  const headerOf = (length: number) => {
    const room = (length / 4) * 3 - JSON.stringify({ ...PAYLOAD, more: '' }).length
    return encodeHeader({ ...PAYLOAD, more: 'x'.repeat(room) })
  }

  it('of 24,000 characters is read, a longer one is not', () => {
    const longest = headerOf(24_000)
    expect(longest).toHaveLength(24_000)
    expect(decodePayment(longest).key).toEqual({
      network: 'eip155:84532',
      asset: hexOf(20).toLowerCase(),
      payer: hexOf(20).toLowerCase(),
      nonce: hexOf(32).toLowerCase(),
    })
    expect(() => decodePayment(headerOf(24_004))).toThrow('it is too long')
  })

  it.each([
    ['%%%', 'it is not base64-encoded JSON'],
    [Buffer.from('{').toString('base64'), 'it is not base64-encoded JSON'],
    [encodeHeader([]), 'it is not an x402 version 2 payment payload (the whole: '],
    [
      encodeHeader({ ...PAYLOAD, accepted: { ...PAYLOAD.accepted, network: 'base' } }),
      'it is not an x402 version 2 payment payload (accepted.network: ',
    ],
    [
      encodeHeader({ ...PAYLOAD, payload: { transaction: 'AQ==' } }),
      'its payload is not an EIP-3009 authorization (signature: ',
    ],
    [
      encodeHeader({
        ...PAYLOAD,
        payload: {
          ...PAYLOAD.payload,
          authorization: { ...PAYLOAD.payload.authorization, value: '-1' },
        },
      }),
      'its payload is not an EIP-3009 authorization (authorization.value: expected decimal digits',
    ],
  ])('that is no payment (%s) is refused with its fault', (header, fault) => {
    expect(() => decodePayment(header)).toThrow(fault)
  })

  it.each([
    ['as it usually is', PAYLOAD],
    ['in an unusual shape', { ...PAYLOAD, resource: null }],
  ])('goes on with what was checked of its payment alone: %s', (_, usual) => {
    const { authorization } = PAYLOAD.payload
    const spoilt = {
      ...usual,
      payload: {
        ...PAYLOAD.payload,
        permit2Authorization: {},
        authorization: { ...authorization, more: 1 },
      },
    }
    expect(decodePayment(encodeHeader(spoilt)).payload.payload).toEqual(PAYLOAD.payload)
  })

  it.each([
    [2n ** 256n - 1n, true],
    [2n ** 256n, false],
    [10n ** 78n - 1n, false],
    [10n ** 77n - 1n, true],
  ])('may name an amount of %d: %s', (value, isTaken) => {
    for (const name of ['value', 'validAfter', 'validBefore']) {
      const authorization = { ...PAYLOAD.payload.authorization, [name]: String(value) }
      const header = encodeHeader({ ...PAYLOAD, payload: { ...PAYLOAD.payload, authorization } })
      if (isTaken) expect(decodePayment(header).authorization).toEqual(authorization)
      else expect(() => decodePayment(header)).toThrow(`authorization.${name}`)
    }
  })
})

it('a stored claim is presented again as it was signed', () => {
  const presented = presentPayment(PAYLOAD)
  const { from, to, value, validAfter, validBefore, nonce } = presented.authorization
  const claim = {
    ...presented.key,
    payer: from,
    nonce,
    pay_to: to,
    amount_atomic: value,
    valid_after: validAfter,
    valid_before: validBefore,
    signature: presented.signature,
  }
  const { payload, accepted } = PAYLOAD
  expect(buildPayload(claim, accepted as never)).toEqual({ x402Version: 2, accepted, payload })
})

describe('the key of a signature', () => {
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const wordOf = (value: bigint) => value.toString(16).padStart(64, '0')
  const keyOf = (r: bigint, s: bigint, v = '1b') => signatureKey(`0x${wordOf(r)}${wordOf(s)}${v}`)

  it.each([1n, 2n, ORDER / 2n - 1n, ORDER / 2n])(
    'with s of %d is that of its twin as well, and holds r and the lower s',
    (s) => {
      expect(keyOf(5n, s)).toBe(`${wordOf(5n)}${wordOf(s)}`)
      expect(keyOf(5n, ORDER - s, '1c')).toBe(keyOf(5n, s))
    },
  )

  it('is another one for another r or s', () => {
    expect(new Set([keyOf(5n, 7n), keyOf(6n, 7n), keyOf(5n, 8n)]).size).toBe(3)
  })

  it('is the same in either case, whatever its length', () => {
    for (const bytes of [64, 65, 66]) {
      const [lower, upper] = ['ab', 'AB'].map((digits) => signatureKey(`0x${digits.repeat(bytes)}`))
      expect(lower).toBe(upper)
    }
    expect(signatureKey(`0x${'ab'.repeat(96)}`)).toMatch(/^[0-9a-f]{64}$/)
  })
})

const accepted = terms(`0x${'2'.repeat(40)}`)
const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const privateKey = `0x${'1'.repeat(64)}` as const
const payment = await signedPayment({ privateKey, account, address: account.address }, accepted)
const presented = presentPayment(payment)
const domain = buildTokenDomain({
  network: accepted.network,
  asset: accepted.asset as `0x${string}`,
  assetName: 'USDC',
})

describe('a signature', () => {
  it('of the payer is distinguished from others', async () => {
    expect(domain).toEqual({ name: 'USDC', chainId: 84_532, asset: accepted.asset })
    expect(await hasPayersSignature(presented, domain)).toBe(true)
    expect(await hasPayersSignature(presented, { ...domain, chainId: 8453 })).toBe(false)
    expect(await hasPayersSignature(presented, { ...domain, name: 'USD Coin' })).toBe(false)
  })

  it.each([
    ['longer, as of smart wallets', { signature: `${presented.signature}00` }],
    ['no point of the curve', { signature: `0x${'0'.repeat(130)}` }],
    ['over another amount', { authorization: { ...presented.authorization, value: '1' } }],
    ['over another time', { authorization: { ...presented.authorization, validAfter: '1' } }],
    ['over another end', { authorization: { ...presented.authorization, validBefore: '1' } }],
    ['over another nonce', { authorization: { ...presented.authorization, nonce: hexOf(32) } }],
    ['over another payee', { authorization: { ...presented.authorization, to: hexOf(20) } }],
    ['of another payer', { authorization: { ...presented.authorization, from: hexOf(20) } }],
  ])('that is %s is none of the payer', async (_, other) => {
    expect(await hasPayersSignature({ ...presented, ...other } as typeof presented, domain)).toBe(
      false,
    )
  })
})

function member(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      undefined,
      null,
      '',
      0,
      2,
      -1,
      [],
      {},
      ['a', 'b', 'c', 'd', 'e', 'f'],
      ['é'],
      ['x'.repeat(33)],
      'x'.repeat(33),
      'é',
      'eip155',
    ),
    fc.constantFrom(
      ':',
      'a:',
      ':a',
      'a:b',
      'a\n:b',
      hexOf(20),
      hexOf(32),
      hexOf(65),
      '0x',
      `${hexOf(20)}\n`,
      'x\n',
    ),
    fc.bigInt({ min: 0n, max: 2n ** 260n }).map(String),
    fc.constantFrom(String(2n ** 256n), String(2n ** 256n - 1n), `0${2n ** 255n}`),
    fc.string(),
  )
}

function pathsOf(value: object, before: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([name, member]) => [
    [...before, name],
    ...(typeof member === 'object' && member !== null && !Array.isArray(member)
      ? pathsOf(member, [...before, name])
      : []),
  ])
}
