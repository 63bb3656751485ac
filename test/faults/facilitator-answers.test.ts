/**
 * Which answers of a facilitator are believed, what buyers and health show of them, and what the
 * facilitator receives.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createFacilitator, httpFacilitatorClients } from '../../src/payments/facilitator.ts'
import { httpFacilitatorClient } from '../../src/payments/facilitator-client.ts'
import { chargeOf, nonce, requirements, TX } from '../support/bare-gate.ts'

const { payload, key } = chargeOf({ nonce: nonce('fa') }).presented
const OTHER = `0x${'7'.repeat(40)}`
const SETTLED = { success: true, transaction: TX, network: requirements.network, payer: key.payer }
const KIND = { x402Version: 2, scheme: 'exact', network: requirements.network }

/** A facilitator with settable answers; an Error is thrown. */
function answering(answers: { verify?: unknown; settle?: unknown; supported?: unknown }) {
  const said = (name: keyof typeof answers) => async () => {
    if (answers[name] instanceof Error) throw answers[name]
    return answers[name] as never
  }
  const client = { verify: said('verify'), settle: said('settle'), getSupported: said('supported') }
  return createFacilitator({ verifier: client, settler: client }, requirements.network)
}
const settled = (answer: object) => answering({ settle: answer }).settle(payload, requirements)
const verified = (answer: object) => answering({ verify: answer }).verify(payload, requirements)

it.each([
  ['insufficient_funds', '', 'refused'],
  // It was sent, whatever came of it.
  ['insufficient_funds', TX, 'unknown'],
  // A reason that may mean anything.
  ['transaction_failed', '', 'unknown'],
  [undefined, '', 'unknown'],
])(
  'an unsuccessful settlement for %s with transaction "%s" is %s',
  async (errorReason, transaction, kind) => {
    expect(await settled({ ...SETTLED, success: false, errorReason, transaction })).toMatchObject({
      kind,
    })
  },
)

it.each([
  [{}, { kind: 'settled', txHash: TX }],
  [{ amount: requirements.amount }, { kind: 'settled', txHash: TX }],
  [{ amount: '1' }, { kind: 'unknown', reason: 'settled another amount' }],
  [{ payer: OTHER }, { kind: 'unknown', reason: 'settled for another payer' }],
  [{ payer: undefined }, { kind: 'settled', txHash: TX }],
  [
    { payer: '', network: '', amount: '' },
    { kind: 'settled', txHash: TX },
  ],
  [{ network: undefined }, { kind: 'settled', txHash: TX }],
  [{ network: '84532' }, { kind: 'settled', txHash: TX }],
  [{ network: 'EIP155:84532' }, { kind: 'settled', txHash: TX }],
  [{ transaction: TX.slice(2).toUpperCase() }, { kind: 'settled', txHash: TX }],
  [{ transaction: '' }, { kind: 'settled', txHash: null }],
  [{ network: 'eip155:1' }, { kind: 'unknown', reason: 'settled on eip155:1, not on our network' }],
  [{ transaction: '0x12' }, { kind: 'unknown', reason: 'settled without a transaction hash' }],
])('a successful settlement with %o is %o', async (difference, outcome) => {
  expect(await settled({ ...SETTLED, ...difference })).toEqual(outcome)
})

it.each([
  [{ payer: undefined }, { kind: 'valid' }],
  [{ payer: `0x${'1'.repeat(40)}`.toUpperCase().replace('X', 'x') }, { kind: 'valid' }],
  [
    { payer: OTHER },
    { kind: 'unavailable', reason: 'verified another payer than the one who signed' },
  ],
  [
    { isValid: false, invalidReason: 'insufficient_funds' },
    { kind: 'invalid', reason: 'insufficient_funds' },
  ],
  [{ isValid: false }, { kind: 'invalid', reason: 'unspecified' }],
  // Buyers read this text.
  [
    { isValid: false, invalidReason: '<b>pay here</b>' },
    { kind: 'invalid', reason: 'unspecified' },
  ],
])('a verification with %o is %o', async (difference, outcome) => {
  expect(await verified({ isValid: true, ...difference })).toEqual(outcome)
})

const failedAt = (syscall: string) => Object.assign(new Error('network'), { syscall })

it.each([
  [
    'each of two addresses refused',
    new AggregateError([failedAt('connect'), failedAt('connect')]),
    'not_sent',
  ],
  ['the only address refused', new AggregateError([failedAt('connect')]), 'not_sent'],
  [
    'one refused, and one broke off while we waited',
    new AggregateError([failedAt('connect'), failedAt('read')]),
    'unknown',
  ],
  ['several failures that are not named', new AggregateError([]), 'unknown'],
])('a settlement of which %s is %s', async (_, cause, kind) => {
  expect(await settled(new TypeError('fetch failed', { cause }))).toMatchObject({ kind })
})

it('a failure that is its own cause is looked at a few times, and unknown', async () => {
  let looks = 0
  const own = Object.defineProperty(new Error('round and round'), 'cause', {
    get() {
      looks += 1
      return looks < 1000 ? own : undefined
    },
  })
  const client = {
    verify: () => Promise.reject(own),
    settle: () => Promise.reject(own),
    getSupported: () => Promise.reject(own),
  }
  const facilitator = createFacilitator({ verifier: client, settler: client }, requirements.network)
  expect(await facilitator.settle(payload, requirements)).toMatchObject({ kind: 'unknown' })
  expect(looks).toBeLessThan(50)
})

it('its last trouble is shown with its result, and ends with its next good answer', async () => {
  const answers: Parameters<typeof answering>[0] = {
    verify: new Error('verify is away'),
    settle: new Error('settle is away'),
  }
  const facilitator = answering(answers)
  const verify = () => facilitator.verify(payload, requirements)
  const settle = () => facilitator.settle(payload, requirements)
  expect([await verify(), facilitator.lastProblem()]).toEqual([
    { kind: 'unavailable', reason: 'verify is away' },
    'verify is away',
  ])
  expect([await settle(), facilitator.lastProblem()]).toEqual([
    { kind: 'unknown', reason: 'settle is away' },
    'settle is away',
  ])
  answers.verify = { isValid: true }
  await verify()
  expect(facilitator.lastProblem()).toBeNull()
  await settle()
  answers.settle = SETTLED
  await settle()
  expect(facilitator.lastProblem()).toBeNull()
  answers.verify = { isValid: true, payer: OTHER }
  await verify()
  expect(facilitator.lastProblem()).toBe('verified another payer than the one who signed')
})

it.each([
  [[KIND], 'supported', null],
  [[{ ...KIND, network: 'eip155:1' }, KIND], 'supported', null],
  [[{ ...KIND, x402Version: 1 }], 'unsupported', 'does not serve exact on eip155:84532'],
  [[{ ...KIND, scheme: 'upto' }], 'unsupported', 'does not serve exact on eip155:84532'],
  [[{ ...KIND, network: 'eip155:1' }], 'unsupported', 'does not serve exact on eip155:84532'],
])('one that serves %o is %s', async (kinds, capability, problem) => {
  const facilitator = answering({ supported: { kinds } })
  expect(facilitator.capability()).toBe('unknown')
  expect(await facilitator.probe()).toBe(capability)
  expect([facilitator.capability(), facilitator.lastProblem()]).toEqual([capability, problem])
})

it('a listing is checked by POST …/validate, and what is no answer of it is no verdict', async () => {
  const asked: unknown[] = []
  const rejected = {
    valid: false,
    preflight: [
      { check: 'reachable', passed: true, detail: 'answered' },
      { check: 'parse', passed: false, detail: 'no\nschema' },
    ],
    simulation: { outcome: 'rejected', rejectionReason: 'a check failed' },
  }
  const answers = [
    '{"valid":true,"simulation":{"outcome":"accepted"}}',
    '{"valid":false}',
    JSON.stringify(rejected),
    '{"ok":1}',
  ]
  const server = createServer(async (request, response) => {
    asked.push([request.method, request.url, await json(request)])
    response.end(answers.shift())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = httpFacilitatorClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs: 5000,
  })
  const listing = { resource: 'https://intel.example/v1/x', method: 'GET' }
  const validate = () => client.validateListing(listing, new AbortController().signal)
  expect(await validate()).toEqual({ isValid: true, outcome: 'accepted', reason: null })
  expect(await validate()).toEqual({ isValid: false, outcome: null, reason: null })
  expect(await validate()).toEqual({
    isValid: false,
    outcome: 'rejected',
    reason: 'a check failed; parse: no schema',
  })
  await expect(validate()).rejects.toThrow('validate answered what is not of the protocol')
  expect(asked[0]).toEqual(['POST', '/validate', listing])
  server.closeAllConnections()
  server.close()
})

it('what it serves is remembered while it does not say', async () => {
  const answers: Parameters<typeof answering>[0] = { supported: { kinds: [] } }
  const facilitator = answering(answers)
  await facilitator.probe()
  answers.supported = new Error('away')
  expect([await facilitator.probe(), facilitator.lastProblem()]).toEqual(['unsupported', 'away'])
})

it.each([
  ['its token', { token: 'secret' }, 'Bearer secret'],
  ['no token', { token: null }, undefined],
  ['headers of its own making', { token: 'secret', own: 'Own' }, 'Own'],
])(
  'with %s it is asked so at each of its addresses',
  async (_, { token, own }: { token: string | null; own?: string }, expected) => {
    const told: Record<string, unknown> = {}
    const server = createServer((request, response) => {
      told[request.url!] = request.headers.authorization
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const header = { authorization: own ?? '' }
      const facilitator = createFacilitator(
        httpFacilitatorClients({
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          token,
          ...(own
            ? {
                createAuthHeaders: async () => ({
                  verify: header,
                  settle: header,
                  supported: header,
                }),
              }
            : {}),
        }),
        requirements.network,
      )
      await facilitator.verify(payload, requirements)
      await facilitator.settle(payload, requirements)
      await facilitator.probe()
    } finally {
      server.closeAllConnections()
      server.close()
    }
    expect(told).toEqual({ '/verify': expected, '/settle': expected, '/supported': expected })
  },
)
