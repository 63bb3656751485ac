/**
 * A double of Coinbase's facilitator: it checks the signed header of each call, names networks as
 * its documentation does, and has its own error bodies.
 */
import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { jwtVerify } from 'jose'
import type { Fault } from './faults.ts'
import { createMemoryFacilitator, type MemoryFacilitator } from './memory-facilitator.ts'
import { serveFacilitator } from './server.ts'

export interface CoinbaseFacilitator extends MemoryFacilitator {
  /** The key that its portal gave out: SEC1, as PEM. */
  readonly key: { id: string; secret: string }
}

export async function startCoinbaseFacilitator(): Promise<CoinbaseFacilitator> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = {
    id: 'organizations/sandbox/apiKeys/1',
    secret: privateKey.export({ format: 'pem', type: 'sec1' }).toString(),
  }
  const { ledger, client, core } = createMemoryFacilitator()

  async function admit(request: IncomingMessage) {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    try {
      const { payload } = await jwtVerify(token, publicKey, { issuer: 'cdp', subject: key.id })
      const [uri] = payload.uris as string[]
      if (uri === `${request.method} ${request.headers.host}${request.url}`) return null
    } catch {
      // Any other token is refused as none is.
    }
    return { status: 401, body: bodyOf('unauthorized', 'The token is missing or not valid.') }
  }

  const served = await serveFacilitator(core, {
    admit,
    settled: (answer) => ({ ...answer, network: 'base-sepolia' }),
  })
  return { ...served, ledger, client, key }
}

const bodyOf = (errorType: string, errorMessage: string, others: object = {}) =>
  JSON.stringify({
    errorType,
    errorMessage,
    correlationId: '41deb8d59a9dc9a7-LHR',
    errorLink: `https://docs.example/errors#${errorType.replaceAll('_', '-')}`,
    ...others,
  })

const answering = (status: number, body: string): Fault => ({
  kind: 'status',
  when: 'before',
  status,
  body,
})
const failing = (status: number, errorType: string, errorMessage: string, others?: object) =>
  answering(status, bodyOf(errorType, errorMessage, others))
const invalid = (invalidReason: string) =>
  answering(400, JSON.stringify({ isValid: false, invalidReason, payer: '' }))
const rejected = (errorReason: string) =>
  answering(
    400,
    JSON.stringify({
      success: false,
      errorReason,
      payer: '',
      transaction: '',
      network: 'base-sepolia',
    }),
  )

const KYT = 'invalid_exact_evm_payload_authorization'

/** Its answers other than 200, by the call that gets them. */
export const coinbaseErrors = {
  verify: {
    malformed: failing(
      400,
      'invalid_request',
      "'paymentPayload.payload.authorization.nonce' must match the pattern",
    ),
    unauthorized: failing(401, 'unauthorized', 'The token is missing or not valid.'),
    limited: failing(429, 'rate_limit_exceeded', 'Too many requests.'),
    badSignature: invalid('invalid_exact_evm_payload_signature'),
    screenedPayer: invalid(`${KYT}_from_address_kyt`),
    screenedPayee: invalid(`${KYT}_to_address_kyt`),
  },
  settle: {
    malformed: failing(400, 'invalid_request', "'paymentPayload' does not match the schema"),
    unauthorized: failing(401, 'unauthorized', 'The token is missing or not valid.'),
    unpaid: failing(
      402,
      'payment_method_required',
      'A valid payment method is required to complete this operation.',
    ),
    limited: failing(429, 'rate_limit_exceeded', 'Too many requests.'),
    limitedButSent: failing(429, 'rate_limit_exceeded', 'Too many requests.', {
      transaction: `0x${'4'.repeat(64)}`,
    }),
    rejected: rejected('insufficient_funds'),
    conflict: failing(409, 'already_exists', 'The resource exists already.'),
    broken: failing(502, 'bad_gateway', 'Bad gateway.'),
  },
} as const satisfies Record<string, Record<string, Fault>>
