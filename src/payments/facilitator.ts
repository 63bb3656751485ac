/**
 * The facilitator as the gate needs it: every answer and every failure reduced to what may be
 * concluded from it. The protocol is the official client's. This module decides when nothing was
 * broadcast (`docs/contributors/payments.md`).
 */
import type { FacilitatorClient } from '@x402/core/http'
import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types'
import type { Log } from '../observe/log.ts'
import { errorMessage } from '../platform/errors.ts'
import { printableLine } from '../platform/printable.ts'
import { systemTimers, type Timers } from '../platform/timers.ts'
import type { Authorization } from './evm/presented.ts'
import { REFUSED_BEFORE_BROADCAST } from './evm/refusals.ts'
import {
  type ExtensionResponse,
  FacilitatorRefusal,
  httpFacilitatorClient,
} from './facilitator-client.ts'
import { createFacilitatorState, isNotSent } from './facilitator-state.ts'
import { createListingGuard, hasListing, withoutListing } from './listing-guard.ts'
import { createUnusualRefusals } from './unusual-refusals.ts'

export type VerifyOutcome =
  | { kind: 'valid' }
  | { kind: 'invalid'; reason: string }
  /** No usable answer. Verifying never moves money. */
  | { kind: 'unavailable'; reason: string }

export type SettleOutcome =
  /** `txHash` is null if the success names no transaction. */
  | { kind: 'settled'; txHash: string | null }
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
  /** Notes for the operator while every sale succeeds or is refused for a reason. */
  notes(): string[]
  /** Notes that it refused a payment for a reason that contradicts what was judged here. */
  noteContradiction(reason: string): void
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

const UNREAD = 'invalid_request'

const toReason = (reason: string | undefined) =>
  reason && /^[\w .:-]{1,80}$/.test(reason) ? reason : 'unspecified'

/**
 * Coinbase's words for a payment that it could not read. They are shown to the buyer who sent it:
 * plain characters, and no more than a header has room for.
 */
const toMessage = (text: string) =>
  text
    .replace(/[^\w .,:;'()/[\]-]+/g, ' ')
    .trim()
    .slice(0, 120)

export interface FacilitatorOptions {
  scheme?: string
  log?: Pick<Log, 'warn'>
  timers?: Timers
  /** Monotonic time in ms. */
  elapsedMs?: () => number
}

/**
 * Waits before the calls that request a pending settlement again. Waits and calls together stay
 * within the time of a paid call.
 */
const PENDING_WAITS_MS = [0, 1000, 2000]
/**
 * Time after which a pending settlement is not requested again. The last call may still take the
 * full time limit of a call.
 */
const PENDING_BUDGET_MS = 8000
const PENDING = 'settlement_pending'

export function createFacilitator(
  clients: FacilitatorClients,
  network: string,
  options: FacilitatorOptions = {},
): Facilitator {
  const { scheme = 'exact', log = null, timers = systemTimers } = options
  const { elapsedMs = () => performance.now() } = options
  let capability: Capability = 'unknown'
  const state = createFacilitatorState()
  const listing = createListingGuard(log)
  const unusual = createUnusualRefusals(log, elapsedMs)

  return {
    async verify(payload, requirements) {
      const outcome = await verifyWithListing(listing.apply(payload), requirements)
      if (outcome.kind === 'invalid') unusual.note(outcome.reason, payerOf(payload))
      return outcome
    },

    async settle(payload, requirements) {
      const outcome = await settleUntilDecided(listing.apply(payload), requirements)
      state.settlementEnded(outcome.kind)
      return outcome
    },

    async probe() {
      listing.tryAgain()
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
    notes: () => [listing.problem(), unusual.problem()].filter((note) => note !== null),
    noteContradiction: state.noteContradiction,
    countFailedSettlements: state.countFailedSettlements,
  }

  /**
   * Verifies a payment once more without the listing if the facilitator cannot read the request:
   * our members may be the cause.
   */
  async function verifyWithListing(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<VerifyOutcome> {
    const outcome = await verifyOnce(payload, requirements)
    if (!hasListing(payload)) return outcome
    const words = findUnread(outcome)
    if (words === null) {
      if (outcome.kind === 'valid') listing.noteTaken()
      return outcome
    }
    const again = await verifyOnce(withoutListing(payload), requirements)
    if (again.kind !== 'unavailable' && findUnread(again) === null) listing.noteRefused(words)
    return again
  }

  async function verifyOnce(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<VerifyOutcome> {
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
    if (isOther(answer.payer, payerOf(payload))) {
      const reason = 'verified another payer than the one who signed'
      state.noteFailure('verify', new Error(reason))
      return { kind: 'unavailable', reason }
    }
    state.noteAnswer('verify')
    return { kind: 'valid' }
  }

  /**
   * Sends the same settlement again while it is pending. After such an answer nothing but a success
   * decides, because it was broadcast.
   */
  async function settleUntilDecided(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<SettleOutcome> {
    const beganMs = elapsedMs()
    let outcome = await settleWithListing(payload, requirements)
    for (const waitMs of PENDING_WAITS_MS) {
      if (outcome.kind === 'settled' || outcome.reason !== PENDING) return outcome
      if (elapsedMs() - beganMs > PENDING_BUDGET_MS) return outcome
      if (waitMs > 0) await timers.sleep(waitMs)
      const again = await settleWithListing(listing.apply(payload), requirements)
      if (again.kind === 'settled') return again
      outcome = { kind: 'unknown', reason: again.reason }
    }
    return outcome
  }

  async function settleWithListing(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<SettleOutcome> {
    const { unread, ...outcome } = await settleOnce(payload, requirements)
    if (unread === null || !hasListing(payload)) return outcome
    const again = await settleOnce(withoutListing(payload), requirements)
    if (again.kind === 'settled') listing.noteRefused(unread)
    const { unread: _, ...second } = again
    return second
  }

  /**
   * `unread` has the facilitator's words if it could not read the request, so that nothing was
   * sent.
   */
  async function settleOnce(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<SettleOutcome & { unread: string | null }> {
    let answer: SettleResponse
    try {
      answer = await clients.settler.settle(payload, requirements)
    } catch (error) {
      if (error instanceof FacilitatorRefusal && isRefusedBeforeBroadcast(error)) {
        state.noteAnswer('settle')
        return { kind: 'refused', reason: error.errorReason!, unread: null }
      }
      state.noteFailure('settle', error)
      if (error instanceof FacilitatorRefusal && error.errorReason === PENDING)
        return { kind: 'unknown', reason: PENDING, unread: null }
      const isUnsent = isNotSent(error)
      const isUnread = isUnsent && error instanceof FacilitatorRefusal && error.statusCode === 400
      return {
        kind: isUnsent ? 'not_sent' : 'unknown',
        reason: errorMessage(error),
        unread: isUnread ? toMessage(error.apiError!.message) : null,
      }
    }
    state.noteAnswer('settle')
    return { ...concludeSettlement(answer, payload, requirements), unread: null }
  }
}

const payerOf = (payload: PaymentPayload) =>
  (payload.payload as { authorization: Authorization }).authorization.from

/**
 * Whether an optional member of an answer names something else. Absent, null or empty it names
 * nothing.
 */
const isOther = (named: string | undefined, expected: string) =>
  Boolean(named) && named!.toLowerCase() !== expected.toLowerCase()

/** Returns the facilitator's words if it could not read the request; `null` for another verdict. */
function findUnread(outcome: VerifyOutcome): string | null {
  if (outcome.kind !== 'invalid' || !outcome.reason.startsWith(UNREAD)) return null
  return printableLine(outcome.reason.slice(UNREAD.length + 2) || 'no words', 120)
}

const isRefusedBeforeBroadcast = ({ errorReason, transaction }: FacilitatorRefusal) =>
  errorReason !== null && REFUSED_BEFORE_BROADCAST.has(errorReason) && !transaction

/**
 * Why the payment is bad, by an answer with an error status; null if the answer says nothing about
 * the payment. A verdict comes with 200 or 4xx; 5xx is the facilitator's own trouble. Coinbase's
 * facilitator answers 400 `invalid_request` to a payment that it cannot read.
 */
function findVerdict({ statusCode, invalidReason, apiError }: FacilitatorRefusal): string | null {
  if (invalidReason !== null && statusCode < 500) return toReason(invalidReason)
  if (statusCode === 400 && apiError?.type === 'invalid_request')
    return `${UNREAD}: ${toMessage(apiError.message) || 'unspecified'}`
  return null
}

/** Coinbase's documentation calls the networks so in the example of a settlement. */
const NETWORK_ALIASES: Readonly<Record<string, string>> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
}
const toNetwork = (name: string) => {
  const lower = name.toLowerCase()
  return NETWORK_ALIASES[lower] ?? (/^\d+$/.test(lower) ? `eip155:${lower}` : lower)
}

/**
 * A success must name our network, the payer who signed and the amount of our terms, where it names
 * them.
 */
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
  if (answer.network && toNetwork(answer.network) !== requirements.network)
    return { kind: 'unknown', reason: `settled on ${toReason(answer.network)}, not on our network` }
  if (isOther(answer.payer, payerOf(payload)))
    return { kind: 'unknown', reason: 'settled for another payer' }
  // Scheme `exact` fixes the amount in the signature; the official facilitator leaves it out.
  if (isOther(answer.amount, requirements.amount))
    return { kind: 'unknown', reason: 'settled another amount' }
  if (!answer.transaction) return { kind: 'settled', txHash: null }
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(answer.transaction)?.[1]
  return digits === undefined
    ? { kind: 'unknown', reason: 'settled without a transaction hash' }
    : { kind: 'settled', txHash: `0x${digits.toLowerCase()}` }
}
