import { PaymentPayloadV2Schema } from '@x402/core/schemas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeHeader } from '../wire.ts'
import { buildPayload, decodePayment, isUsual, presentPayment } from './presented.ts'

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

  it('has its identifier also where a client put it beside its place', () => {
    const id = 'purchase-number_1'
    for (const declared of [{ id }, { info: {}, id }, { info: id }, id]) {
      const extensions = { 'payment-identifier': declared }
      expect(presentPayment({ ...PAYLOAD, extensions }).paymentId).toBe(id)
    }
    for (const declared of [7, ['purchase-number_1'], { info: [] }, { id: 7 }]) {
      const extensions = { 'payment-identifier': declared }
      expect(() => presentPayment({ ...PAYLOAD, extensions })).toThrow('payment-identifier')
    }
    for (const declared of [null, {}, { info: null }, { info: { required: false }, schema: {} }]) {
      const extensions = { 'payment-identifier': declared }
      expect(presentPayment({ ...PAYLOAD, extensions }).paymentId).toBeNull()
    }
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
