/**
 * The facilitator as the gate needs it: every answer and every failure reduced to what may be concluded from it.
 * The protocol is the official client's. This module decides when nothing was broadcast (`docs/contributors/payments.md`).
 */
import type { FacilitatorClient } from '@x402/core/http'
import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types'
import { errorMessage } from '../platform/errors.ts'
import type { Authorization } from './evm/presented.ts'
import { REFUSED_BEFORE_BROADCAST } from './evm/refusals.ts'
import {
  type ExtensionResponse,
  FacilitatorRefusal,
  httpFacilitatorClient,
} from './facilitator-client.ts'
import { createFacilitatorState, isNotSent } from './facilitator-state.ts'

export type VerifyOutcome =
  | { kind: 'valid' }
  | { kind: 'invalid'; reason: string }
  /** No usable answer. Verifying never moves money. */
  | { kind: 'unavailable'; reason: string }

export type SettleOutcome =
  | { kind: 'settled'; txHash: string }
  /** A definite reason before anything was broadcast. */
  | { kind: 'refused'; reason: string }
  /** The request never reached the facilitator. */
  | { kind: 'not_sent'; reason: string }
  /** Anything else: the money may have moved. */
  | { kind: 'unknown'; reason: string }

export type Capability = 'unknown' | 'supported' | 'unsupported'

export interface Facilitator {
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyOutcome>
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleOutcome>
  /** Requests `/supported`. Remembers and returns whether our scheme and network are served. */
  probe(): Promise<Capability>
  capability(): Capability
  /** Last problem in its own words, for the log. */
  lastProblem(): string | null
  /** Problem and the operator's next step, in words of ours that health may publish. */
  advice(): string | null
  /** Settlements since the last good one that were not sent or whose outcome is unknown. */
  countFailedSettlements(): number
}

/** Two clients, because verify and settle have separate time limits. */
export interface FacilitatorClients {
  verifier: FacilitatorClient
  settler: FacilitatorClient
}

const VERIFY_TIMEOUT_MS = 5000
const SETTLE_TIMEOUT_MS = 15_000

export function httpFacilitatorClients(options: {
  url: string
  token: string | null
  /** Coinbase's keyed headers, made by its own package. */
  createAuthHeaders?: () => Promise<Record<string, Record<string, string>>>
  verifyTimeoutMs?: number
  settleTimeoutMs?: number
  /** At a settlement. */
  onExtension?: (response: ExtensionResponse) => void
}): FacilitatorClients {
  const {
    url,
    token,
    verifyTimeoutMs = VERIFY_TIMEOUT_MS,
    settleTimeoutMs = SETTLE_TIMEOUT_MS,
  } = options
  const bearer = token === null ? undefined : { authorization: `Bearer ${token}` }
  const createAuthHeaders =
    options.createAuthHeaders ??
    (bearer ? async () => ({ verify: bearer, settle: bearer, supported: bearer }) : undefined)
  const client = (timeoutMs: number) => ({ url, timeoutMs, createAuthHeaders })
  return {
    verifier: httpFacilitatorClient(client(verifyTimeoutMs)),
    settler: httpFacilitatorClient({
      ...client(settleTimeoutMs),
      onExtension: options.onExtension,
    }),
  }
}

const toReason = (reason: string | undefined) =>
  reason && /^[\w .:-]{1,80}$/.test(reason) ? reason : 'unspecified'

/** Coinbase's words for a payment that it could not read. They are shown to the buyer who sent it: plain characters, and no more than a header has room for. */
const toMessage = (text: string) =>
  text
    .replace(/[^\w .,:;'()/[\]-]+/g, ' ')
    .trim()
    .slice(0, 120)

export function createFacilitator(
  clients: FacilitatorClients,
  network: string,
  scheme = 'exact',
): Facilitator {
  let capability: Capability = 'unknown'
  const state = createFacilitatorState()

  return {
    async verify(payload, requirements) {
      let answer: VerifyResponse
      try {
        answer = await clients.verifier.verify(payload, requirements)
      } catch (error) {
        const reason = error instanceof FacilitatorRefusal ? findVerdict(error) : null
        if (reason !== null) {
          state.noteRefusal(reason)
          return { kind: 'invalid', reason }
        }
        state.noteFailure('verify', error)
        return { kind: 'unavailable', reason: errorMessage(error) }
      }
      if (!answer.isValid) {
        const reason = toReason(answer.invalidReason)
        state.noteRefusal(reason)
        return { kind: 'invalid', reason }
      }
      const { from } = (payload.payload as { authorization: Authorization }).authorization
      if (answer.payer !== undefined && answer.payer.toLowerCase() !== from.toLowerCase()) {
        const reason = 'verified another payer than the one who signed'
        state.noteFailure('verify', new Error(reason))
        return { kind: 'unavailable', reason }
      }
      state.noteAnswer('verify')
      return { kind: 'valid' }
    },

    async settle(payload, requirements) {
      const outcome = await settlePayment(payload, requirements)
      state.settlementEnded(outcome.kind)
      return outcome
    },

    async probe() {
      try {
        const { kinds } = await clients.verifier.getSupported()
        const ours = kinds.some(
          (kind) =>
            kind.x402Version === 2 && kind.scheme === scheme && toNetwork(kind.network) === network,
        )
        capability = ours ? 'supported' : 'unsupported'
        state.noteAnswer('supported')
        if (!ours) state.noteUnsupported(`does not serve ${scheme} on ${network}`)
      } catch (error) {
        state.noteFailure('supported', error)
      }
      return capability
    },
    capability: () => capability,
    lastProblem: state.problem,
    advice: state.advice,
    countFailedSettlements: state.countFailedSettlements,
  }

  async function settlePayment(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<SettleOutcome> {
    let answer: SettleResponse
    try {
      answer = await clients.settler.settle(payload, requirements)
    } catch (error) {
      if (error instanceof FacilitatorRefusal && isRefusedBeforeBroadcast(error)) {
        state.noteAnswer('settle')
        return { kind: 'refused', reason: error.errorReason! }
      }
      state.noteFailure('settle', error)
      return { kind: isNotSent(error) ? 'not_sent' : 'unknown', reason: errorMessage(error) }
    }
    state.noteAnswer('settle')
    return concludeSettlement(answer, payload, requirements)
  }
}

const isRefusedBeforeBroadcast = ({ errorReason, transaction }: FacilitatorRefusal) =>
  errorReason !== null && REFUSED_BEFORE_BROADCAST.has(errorReason) && !transaction

/**
 * Why the payment is bad, by an answer with an error status; null if the answer says nothing about the payment. A verdict comes with 200 or 4xx; 5xx is the
 * facilitator's own trouble. Coinbase's facilitator answers 400 `invalid_request` to a payment that it cannot read.
 */
function findVerdict({ statusCode, invalidReason, apiError }: FacilitatorRefusal): string | null {
  if (invalidReason !== null && statusCode < 500) return toReason(invalidReason)
  if (statusCode === 400 && apiError?.type === 'invalid_request')
    return `invalid_request: ${toMessage(apiError.message) || 'unspecified'}`
  return null
}

/** Coinbase's documentation calls the networks so in the example of a settlement. */
const NETWORK_ALIASES: Readonly<Record<string, string>> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
}
const toNetwork = (name: string) => NETWORK_ALIASES[name] ?? name

/** A success must name our network, the payer who signed and, if it names an amount, the amount of our terms. */
function concludeSettlement(
  answer: SettleResponse,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): SettleOutcome {
  if (!answer.success) {
    const reason = toReason(answer.errorReason)
    if (REFUSED_BEFORE_BROADCAST.has(reason) && !answer.transaction)
      return { kind: 'refused', reason }
    return { kind: 'unknown', reason }
  }
  const { from } = (payload.payload as { authorization: Authorization }).authorization
  if (toNetwork(answer.network) !== requirements.network)
    return { kind: 'unknown', reason: `settled on ${toReason(answer.network)}, not on our network` }
  if (answer.payer?.toLowerCase() !== from.toLowerCase())
    return { kind: 'unknown', reason: 'settled for another payer' }
  // Scheme `exact` fixes the amount in the signature; the official facilitator leaves it out.
  if (answer.amount !== undefined && answer.amount !== requirements.amount)
    return { kind: 'unknown', reason: 'settled another amount' }
  if (!/^0x[0-9a-fA-F]{64}$/.test(answer.transaction))
    return { kind: 'unknown', reason: 'settled without a transaction hash' }
  return { kind: 'settled', txHash: answer.transaction.toLowerCase() }
}
