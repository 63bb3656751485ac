/**
 * The facilitator as the gate needs it: every answer and every failure reduced to what may be concluded from it.
 * The protocol is the official client's; what "nothing was broadcast" means is ours (contract section 7, settlement).
 */
import type { FacilitatorClient } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements, SettleResponse, VerifyResponse } from '@x402/core/types'
import { errorMessage } from '../kernel/errors.ts'
import type { Authorization } from './evm/presented.ts'
import { REFUSED_BEFORE_BROADCAST } from './evm/refusals.ts'
import { type ExtensionResponse, FacilitatorRefusal, httpFacilitatorClient } from './facilitator-client.ts'

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
  /** Asks `/supported`; remembers and returns whether our scheme and network are served. */
  probe(): Promise<Capability>
  capability(): Capability
  lastProblem(): string | null
}

/** Verify and settle have budgets of their own, so each has its client. */
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
  onExtension?: (told: ExtensionResponse) => void
}): FacilitatorClients {
  const { url, token, verifyTimeoutMs = VERIFY_TIMEOUT_MS, settleTimeoutMs = SETTLE_TIMEOUT_MS } = options
  const bearer = token === null ? undefined : { authorization: `Bearer ${token}` }
  const createAuthHeaders =
    options.createAuthHeaders ?? (bearer ? async () => ({ verify: bearer, settle: bearer, supported: bearer }) : undefined)
  const client = (timeoutMs: number) => ({ url, timeoutMs, createAuthHeaders })
  return {
    verifier: httpFacilitatorClient(client(verifyTimeoutMs)),
    settler: httpFacilitatorClient({ ...client(settleTimeoutMs), onExtension: options.onExtension }),
  }
}

/** Failures of the two system calls before anything is sent: the connection, and the resolution of the name. */
const BEFORE_SENDING = new Set(['connect', 'getaddrinfo'])
/** And undici's own: its connection took too long. */
const CONNECT_TIMED_OUT = 'UND_ERR_CONNECT_TIMEOUT'

const reasonOf = (reason: string | undefined) => (reason && /^[\w .:-]{1,80}$/.test(reason) ? reason : 'unspecified')

export function createFacilitator(clients: FacilitatorClients, network: string, scheme = 'exact'): Facilitator {
  let capability: Capability = 'unknown'
  let lastProblem: string | null = null

  return {
    async verify(payload, requirements) {
      let answer: VerifyResponse
      try {
        answer = await clients.verifier.verify(payload, requirements)
      } catch (error) {
        // A verdict on the payment comes with 200 or 4xx; with 5xx it is the facilitator's own trouble.
        if (error instanceof FacilitatorRefusal && error.invalidReason !== null && error.statusCode < 500) {
          return { kind: 'invalid', reason: reasonOf(error.invalidReason) }
        }
        lastProblem = errorMessage(error)
        return { kind: 'unavailable', reason: lastProblem }
      }
      lastProblem = null
      if (!answer.isValid) return { kind: 'invalid', reason: reasonOf(answer.invalidReason) }
      const { from } = (payload.payload as { authorization: Authorization }).authorization
      if (answer.payer !== undefined && answer.payer.toLowerCase() !== from.toLowerCase()) {
        lastProblem = 'verified another payer than the one who signed'
        return { kind: 'unavailable', reason: lastProblem }
      }
      return { kind: 'valid' }
    },

    async settle(payload, requirements) {
      let answer: SettleResponse
      try {
        answer = await clients.settler.settle(payload, requirements)
      } catch (error) {
        lastProblem = errorMessage(error)
        if (failedBeforeSending(error)) return { kind: 'not_sent', reason: lastProblem }
        if (error instanceof FacilitatorRefusal && error.errorReason !== null) {
          if (REFUSED_BEFORE_BROADCAST.has(error.errorReason) && !error.transaction) return { kind: 'refused', reason: error.errorReason }
        }
        return { kind: 'unknown', reason: lastProblem }
      }
      lastProblem = null
      return concludeSettlement(answer, payload, requirements)
    },

    async probe() {
      try {
        const { kinds } = await clients.verifier.getSupported()
        const ours = kinds.some((kind) => kind.x402Version === 2 && kind.scheme === scheme && kind.network === network)
        capability = ours ? 'supported' : 'unsupported'
        lastProblem = ours ? null : `does not serve ${scheme} on ${network}`
      } catch (error) {
        lastProblem = errorMessage(error)
      }
      return capability
    },
    capability: () => capability,
    lastProblem: () => lastProblem,
  }
}

/** A success must name our network, the payer who signed and, where it names an amount, the amount we asked for. */
function concludeSettlement(answer: SettleResponse, payload: PaymentPayload, requirements: PaymentRequirements): SettleOutcome {
  if (!answer.success) {
    const reason = reasonOf(answer.errorReason)
    if (REFUSED_BEFORE_BROADCAST.has(reason) && !answer.transaction) return { kind: 'refused', reason }
    return { kind: 'unknown', reason }
  }
  const { from } = (payload.payload as { authorization: Authorization }).authorization
  if (answer.network !== requirements.network)
    return { kind: 'unknown', reason: `settled on ${reasonOf(answer.network)}, not on our network` }
  if (answer.payer?.toLowerCase() !== from.toLowerCase()) return { kind: 'unknown', reason: 'settled for another payer' }
  // Scheme `exact` fixes the amount in the signature; the official facilitator leaves it out.
  if (answer.amount !== undefined && answer.amount !== requirements.amount) return { kind: 'unknown', reason: 'settled another amount' }
  if (!/^0x[0-9a-fA-F]{64}$/.test(answer.transaction)) return { kind: 'unknown', reason: 'settled without a transaction hash' }
  return { kind: 'settled', txHash: answer.transaction.toLowerCase() }
}

function failedBeforeSending(error: unknown): boolean {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    const { code, syscall } = current as { code?: unknown; syscall?: unknown }
    if (code === CONNECT_TIMED_OUT || (typeof syscall === 'string' && BEFORE_SENDING.has(syscall))) return true
    // Several addresses were tried, and each failed so.
    if (current instanceof AggregateError && current.errors.length > 0) return current.errors.every(failedBeforeSending)
  }
  return false
}
