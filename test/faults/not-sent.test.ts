/** Conclusions from a settlement that seems not sent, and from a refused one. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { Chain, ChainFinding } from '../../src/payments/evm/chain.ts'
import {
  createFacilitator,
  httpFacilitatorClients,
  type SettleOutcome,
} from '../../src/payments/facilitator.ts'
import {
  bareLedger,
  chargeOf,
  NOW_S,
  nonce,
  requirements,
  scriptedFacilitator,
  TX,
} from '../support/bare-gate.ts'
import { expectCode } from '../support/expect-code.ts'

const ledger = await bareLedger()
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serving(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const over = (url: string) =>
  createFacilitator(httpFacilitatorClients({ url, token: 'secret' }), requirements.network)
const settling = () => chargeOf({ nonce: nonce('ff') }).presented.payload
const closedPort = async () => {
  const url = await serving(() => {})
  await new Promise((resolve) => servers.pop()!.close(resolve))
  return url
}

it('a facilitator that settles and then redirects to a closed port has been sent the payment', async () => {
  const closed = await closedPort()
  const url = await serving((_, response) =>
    response.writeHead(307, { location: `${closed}/settle` }).end('{"success":false}'),
  )
  expect(await over(url).settle(settling(), requirements)).toMatchObject({ kind: 'unknown' })
})

it('a redirect is not followed: neither payment nor key goes to its target', async () => {
  let reached = 0
  const other = await serving((_, response) => {
    reached += 1
    response.end('{"isValid":true}')
  })
  const url = await serving((request, response) =>
    response.writeHead(308, { location: `${other}${request.url}` }).end(),
  )
  const facilitator = over(url)
  expect(await facilitator.verify(settling(), requirements)).toMatchObject({ kind: 'unavailable' })
  expect(await facilitator.settle(settling(), requirements)).toMatchObject({ kind: 'unknown' })
  expect(await facilitator.probe()).toBe('unknown')
  expect(reached).toBe(0)
})

const REFUSAL = {
  success: false,
  errorReason: 'insufficient_funds',
  transaction: '',
  network: requirements.network,
  payer: '',
}

it.each([
  [400, REFUSAL, 'refused'],
  [402, REFUSAL, 'refused'],
  // It was sent, whatever came of it.
  [400, { ...REFUSAL, transaction: TX }, 'unknown'],
  // A reason that may mean anything.
  [400, { ...REFUSAL, errorReason: 'transaction_failed' }, 'unknown'],
  // A redirect is no statement.
  [307, REFUSAL, 'unknown'],
])('a settlement that is answered with %i and %o is %s', async (status, answer, kind) => {
  const url = await serving((_, response) => response.writeHead(status).end(JSON.stringify(answer)))
  expect(await over(url).settle(settling(), requirements)).toMatchObject({ kind })
})

it.each([
  [400, 'invalid'],
  [412, 'invalid'],
  [500, 'unavailable'],
  [307, 'unavailable'],
])('a verification that is answered with %i and a reason is %s', async (status, kind) => {
  const url = await serving((_, response) =>
    response.writeHead(status).end('{"isValid":false,"invalidReason":"bad"}'),
  )
  expect(await over(url).verify(settling(), requirements)).toMatchObject({ kind })
})

const API_ERROR = { errorMessage: 'no', correlationId: '1', errorLink: 'https://docs.example' }

it.each([
  [400, { ...API_ERROR, errorType: 'invalid_request' }, 'not_sent'],
  [401, { ...API_ERROR, errorType: 'unauthorized' }, 'not_sent'],
  [402, { ...API_ERROR, errorType: 'payment_method_required' }, 'not_sent'],
  [429, { ...API_ERROR, errorType: 'rate_limit_exceeded' }, 'not_sent'],
  // Any other is nowhere documented to mean it.
  [400, { ...API_ERROR, errorType: 'already_exists' }, 'unknown'],
  [402, { ...API_ERROR, errorType: 'forbidden' }, 'unknown'],
  [403, { ...API_ERROR, errorType: 'forbidden' }, 'unknown'],
  [408, { ...API_ERROR, errorType: 'timed_out' }, 'unknown'],
  [409, { ...API_ERROR, errorType: 'invalid_request' }, 'unknown'],
  [500, { ...API_ERROR, errorType: 'invalid_request' }, 'unknown'],
  // Another shape, such as a proxy's.
  [401, { error: 'unauthorized' }, 'unknown'],
  [429, { errorType: 'rate_limit_exceeded' }, 'unknown'],
  // It was sent, whatever the status says.
  [429, { ...API_ERROR, errorType: 'rate_limit_exceeded', transaction: 'pending' }, 'unknown'],
  [429, { ...API_ERROR, errorType: 'rate_limit_exceeded', details: { hash: TX } }, 'unknown'],
  [429, { ...API_ERROR, errorType: 'rate_limit_exceeded', transaction: '' }, 'not_sent'],
  [400, { ...API_ERROR, errorType: 'invalid_request', success: true }, 'unknown'],
])('a settlement that is answered with %i and %o is %s', async (status, answer, kind) => {
  const url = await serving((_, response) => response.writeHead(status).end(JSON.stringify(answer)))
  expect(await over(url).settle(settling(), requirements)).toMatchObject({ kind })
})

it.each([
  [
    'https://www.other.example/facilitator/settle',
    'set X402_FACILITATOR_URL=https://www.other.example/facilitator;',
  ],
  ['//www.other.example/settle?key=1', 'set X402_FACILITATOR_URL=http://www.other.example;'],
  ['javascript:alert(1)', 'set X402_FACILITATOR_URL to the address that answers;'],
])(
  'a redirect to %s is not followed, and the operator reads what to do',
  async (location, step) => {
    const url = await serving((_, response) => response.writeHead(308, { location }).end())
    const facilitator = over(url)
    expect(await facilitator.settle(settling(), requirements)).toMatchObject({ kind: 'unknown' })
    expect(facilitator.advice()).toContain(
      `/settle answered 308: it redirects, which is not followed; ${step}`,
    )
  },
)

it('a refused connection and a name that does not resolve are not sent', async () => {
  expect(await over(await closedPort()).settle(settling(), requirements)).toMatchObject({
    kind: 'not_sent',
  })
  expect(await over('http://facilitator.invalid').settle(settling(), requirements)).toMatchObject({
    kind: 'not_sent',
  })
})

it.each([
  [
    'a route lost while we waited for the answer',
    { code: 'EHOSTUNREACH', syscall: 'read' },
    'unknown',
  ],
  ['a connection reset', { code: 'ECONNRESET', syscall: 'read' }, 'unknown'],
  ['a connection that took too long', { code: 'UND_ERR_CONNECT_TIMEOUT' }, 'not_sent'],
])('%s (%o) is %s', async (_, members, kind) => {
  const fails = async () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('network'), members) })
  }
  const client = { verify: fails, settle: fails, getSupported: fails }
  expect(
    await createFacilitator({ verifier: client, settler: client }, requirements.network).settle(
      settling(),
      requirements,
    ),
  ).toMatchObject({
    kind,
  })
})

const saying = (finding: ChainFinding): Chain => ({ lookUp: async () => finding })
const NOT_SENT: SettleOutcome = { kind: 'not_sent', reason: 'refused' }
const charged = (pair: string, outcome: SettleOutcome, chain: Chain | null) =>
  ledger
    .gate({ chain, facilitator: scriptedFacilitator({ settle: async () => outcome }).facilitator })
    .charge(chargeOf({ nonce: nonce(pair) }))
const stateOf = async (pair: string) =>
  (await ledger.claims.find(chargeOf({ nonce: nonce(pair) }).presented.key))?.state ?? null

it('a settlement that was not sent is forgotten only when the chain says that the nonce is unused', async () => {
  const unused = saying({ kind: 'unused', chainTimeS: NOW_S })
  await expectCode(charged('b1', NOT_SENT, unused), 'FACILITATOR_UNAVAILABLE')
  await expectCode(charged('b2', NOT_SENT, null), 'FACILITATOR_UNAVAILABLE')
  expect([await stateOf('b1'), await stateOf('b2')]).toEqual([null, null])
})

it('and is unknown, or paid, when the chain says nothing, or that', async () => {
  await expectCode(
    charged('b3', NOT_SENT, saying({ kind: 'unknown', reason: 'away' })),
    'SETTLEMENT_UNKNOWN',
  )
  expect(await stateOf('b3')).toBe('settling')
  expect(await charged('b4', NOT_SENT, saying({ kind: 'settled', txHash: TX }))).toMatchObject({
    kind: 'delivered',
  })
})

it('a settlement that was not sent stays unknown after an undecided attempt, whatever the chain says but that it is paid', async () => {
  await expectCode(
    charged('b7', { kind: 'unknown', reason: 'timeout' }, null),
    'SETTLEMENT_UNKNOWN',
  )
  await expectCode(
    charged('b7', NOT_SENT, saying({ kind: 'unused', chainTimeS: NOW_S })),
    'SETTLEMENT_UNKNOWN',
  )
  expect(await stateOf('b7')).toBe('settling')
})

it('a refusal is final when the chain says "unused", and unknown without an answer of the chain', async () => {
  const refused: SettleOutcome = { kind: 'refused', reason: 'insufficient_funds' }
  expect(await charged('b5', refused, saying({ kind: 'unused', chainTimeS: NOW_S }))).toMatchObject(
    { kind: 'refused' },
  )
  await expectCode(
    charged('b6', refused, saying({ kind: 'unknown', reason: 'away' })),
    'SETTLEMENT_UNKNOWN',
  )
  expect(await stateOf('b6')).toBe('settling')
})
