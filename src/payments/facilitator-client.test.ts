import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ExtensionResponse,
  FacilitatorRefusal,
  httpFacilitatorClient,
} from './facilitator-client.ts'

const NETWORK = 'eip155:84532'
const SETTLED = { success: true, transaction: '0x1', network: NETWORK }
let answer: { status: number; headers: Record<string, string>; body: string }
let server: Server
let url: string
const told: ExtensionResponse[] = []

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(answer.status, { connection: 'close', ...answer.headers })
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server?.close())

const answers = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  answer = { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
  return httpFacilitatorClient({ url, timeoutMs: 5000, onExtension: (each) => told.push(each) })
}
const settle = (...given: Parameters<typeof answers>) =>
  answers(...given).settle({ x402Version: 2 } as PaymentPayload, {} as PaymentRequirements)

describe('an answer', () => {
  it('has nothing where the facilitator says null', async () => {
    expect(await settle({ ...SETTLED, errorReason: null, payer: null, amount: null })).toEqual({
      ...SETTLED,
      errorReason: undefined,
      payer: undefined,
      amount: undefined,
    })
  })

  it.each([{ ...SETTLED, success: 'yes' }, { transaction: '0x1' }, 'null', ''])(
    'that is not of the protocol is an error: %j',
    async (body) => {
      await expect(settle(body)).rejects.toThrow('settle answered what is not of the protocol')
    },
  )

  it('of a redirect is a refusal that names the address, and nothing of its body', async () => {
    const body = { errorReason: 'insufficient_funds', errorType: 'moved', errorMessage: 'm' }
    const location = 'https://new.example/x402/settle'
    await expect(settle(body, 308, { location })).rejects.toMatchObject({
      statusCode: 308,
      errorReason: null,
      apiError: null,
      redirectsTo: 'https://new.example/x402',
    })
  })
})

describe('a refusal', () => {
  it.each([null, undefined, 'text', 5])('may have an answer of %s', (body) => {
    expect(new FacilitatorRefusal('settle', 500, body)).toMatchObject({
      message: 'settle answered 500',
      apiError: null,
      invalidReason: null,
      errorReason: null,
      transaction: null,
    })
  })

  it.each([
    [
      { errorType: 'unauthorized', errorMessage: 'a\nb' },
      { type: 'unauthorized', message: 'a\nb' },
    ],
    [{ errorType: 'unauthorized' }, null],
    [{ errorMessage: 'm' }, null],
    // An answer of the protocol, whatever else it has.
    [{ errorType: 'unauthorized', errorMessage: 'm', success: false }, null],
  ])('with an answer of %j has the error of an API: %j', (body, apiError) => {
    const refusal = new FacilitatorRefusal('settle', 400, body)
    if (apiError === null)
      expect([refusal.apiError, refusal.message]).toEqual([null, 'settle answered 400'])
    else {
      expect(refusal.apiError).toMatchObject(apiError)
      expect(refusal.message).toBe('settle answered 400 unauthorized: a b')
    }
    expect(new FacilitatorRefusal('settle', 399, body).apiError).toBeNull()
  })
})

describe('a redirect', () => {
  const long = (length: number) => 'https://new.example/'.padEnd(length, 'x')
  it.each([
    [null, null],
    ['', null],
    ['https://', null],
    ['mailto:a@example.org', null],
    ['/settle', null],
    ['https://new.example/x402/settle', 'https://new.example/x402'],
    ['https://new.example/x402/settle/', 'https://new.example/x402'],
    ['http://new.example/settle?key=1', 'http://new.example'],
    ['/v2/settle', 'own'],
    [`${long(200)}/settle`, long(200)],
    [`${long(201)}/settle`, null],
  ])('to %s names %s', async (location, base) => {
    const headers: Record<string, string> = location === null ? {} : { location }
    await expect(settle('', 307, headers)).rejects.toMatchObject({
      redirectsTo: base === 'own' ? `${url}/v2` : base,
    })
  })
})

describe('what an answer says of extensions', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
  const toldBy = async (header: string) => {
    told.splice(0)
    await settle(SETTLED, 200, { 'extension-responses': header })
    return told.splice(0)
  }

  it.each([
    [
      { bazaar: { status: 'rejected', rejectedReason: 'no schema' } },
      { extension: 'bazaar', status: 'rejected', reason: 'no schema' },
    ],
    [
      { 'payment-identifier': { status: 'success' } },
      { extension: 'payment-identifier', status: 'success', reason: null },
    ],
    [
      { 'offer-receipt': { status: 'processing', reason: 'x'.repeat(300) } },
      {
        extension: 'offer-receipt',
        status: 'processing',
        reason: expect.stringMatching(/^x{200}…$/),
      },
    ],
    [
      { stranger: { status: 'fine', rejectedReason: 'first', reason: 'second' } },
      { extension: 'other', status: 'other', reason: 'first' },
    ],
    [{ bazaar: null }, { extension: 'bazaar', status: 'other', reason: null }],
  ])('is read: %j', async (said, expected) => {
    const [read, ...others] = await toldBy(encoded(said))
    expect([read, others]).toEqual([expected, []])
  })

  it.each([encoded(null), encoded('bazaar'), encoded(5), '%%%', 'e30='])(
    'is nothing where it cannot be read: %s',
    async (header) => {
      expect(await toldBy(header)).toEqual([])
    },
  )

  it('is read of the first eight', async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`e${n}`, {}]))
    expect(await toldBy(encoded({ bazaar: {}, ...many }))).toHaveLength(8)
    expect((await toldBy(encoded({ bazaar: {}, ...many })))[0]).toMatchObject({
      extension: 'bazaar',
    })
  })

  it('is absent if none was requested', async () => {
    answers(SETTLED, 200, { 'extension-responses': encoded({ bazaar: {} }) })
    const client = httpFacilitatorClient({ url, timeoutMs: 5000 })
    expect(
      await client.settle({ x402Version: 2 } as PaymentPayload, {} as PaymentRequirements),
    ).toMatchObject(SETTLED)
  })
})

it('a check of a listing that failed without a word is named', async () => {
  const preflight = [
    { check: 'parse', passed: false },
    { check: 'reach', passed: false, detail: 'no route' },
  ]
  const listing = { resource: 'https://intel.example/v1/x', method: 'GET' }
  const client = answers({ valid: false, preflight })
  expect(await client.validateListing(listing, new AbortController().signal)).toEqual({
    isValid: false,
    outcome: null,
    reason: 'parse: failed; reach: no route',
  })
})
