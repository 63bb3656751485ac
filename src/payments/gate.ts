/**
 * The payment gate: contract section 7. Order, claim, settlement and replay; every step is durable before the next depends on it.
 *
 *   claimed ──handler failed──▶ (released)          the payment may still buy something
 *      │ answer written
 *      ▼
 *   settling ──definite refusal──▶ failed           the buyer paid nothing
 *      │ money moved (facilitator or chain says so)
 *      ▼
 *   settled                                          the stored answer is replayed, byte for byte
 */
import { encodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import type { Clock } from '../kernel/clock.ts'
import { ServiceError } from '../kernel/errors.ts'
import { canonicalJson } from '../kernel/hash.ts'
import type { Log } from '../observe/log.ts'
import type { ClaimRow, Claims, Held } from '../store/ledger/claims.ts'
import type { Chain, ChainFinding } from './chain.ts'
import type { Facilitator, SettleOutcome } from './facilitator.ts'
import { type Presented, signedByPayer } from './presented.ts'
import type { Terms, Till } from './terms.ts'

/** What the handler made, serialised once. */
export interface Delivery {
  status: number
  body: Buffer
}

export interface Charge {
  terms: Terms
  /** SHA-256 of operation id and canonical input: the same question has the same fingerprint over every transport. */
  fingerprint: string
  presented: Presented
  /** Makes the answer. Runs after verification, before settlement; whatever it throws costs the buyer nothing. */
  work: (signal: AbortSignal) => Promise<Delivery>
  /** Aborted when the buyer is gone. */
  signal: AbortSignal
}

export type Outcome =
  | { kind: 'delivered'; delivery: Delivery; receipt: string; replayed: boolean }
  /** 402: the payment does not pay for this. `receipt` tells of a failed settlement. */
  | { kind: 'refused'; reason: string; receipt?: string }

/** The points between which a crash may happen, in order. */
export type GateStep = 'claimed' | 'verified' | 'answered' | 'settling' | 'settled' | 'recorded'

export interface GateOptions {
  till: Till
  facilitator: Facilitator
  /** Null: no RPC is configured, unknown outcomes stay unknown until the facilitator tells. */
  chain: Chain | null
  claims: Claims
  clock: Clock
  log: Log
  /** Names this process; another process may ask whether it is gone. */
  owner: string
  ownerIsGone: (owner: string) => boolean
  /** Counts a verified payment against its payer's limit. @throws ServiceError RATE_LIMITED */
  admitPayer: (payer: string) => void
  claimLeaseMs?: number
  settleLeaseMs?: number
  /** How long an unknown outcome is looked for on the chain before the buyer is asked to come back. */
  reconcileWindowMs?: number
  /** Observes each step; crash tests end the process in it. */
  onStep?: (step: GateStep, charge: Charge) => void | Promise<void>
}

export interface Gate {
  /** @throws ServiceError 409, 503 and whatever `work` throws */
  charge(charge: Charge): Promise<Outcome>
  /** Finishes settlements whose process died or whose outcome was unknown. Returns how many were decided. */
  reconcileExpired(): Promise<number>
}

const MIN_VALIDITY_S = 20
/** After this long past `validBefore` an unused nonce can no longer be spent by a transaction still under way. */
const EXPIRY_MARGIN_S = 60
const REPLAY_MS = 24 * 3_600_000
const AFTER_EXPIRY_MS = 3_600_000
const RECONCILE_EVERY_MS = 400

export function createGate(options: GateOptions): Gate {
  const { till, facilitator, chain, claims, clock, log, owner } = options
  const claimLeaseMs = options.claimLeaseMs ?? 30_000
  const settleLeaseMs = options.settleLeaseMs ?? 30_000
  const reconcileWindowMs = options.reconcileWindowMs ?? 3000
  const chainId = Number(till.network.split(':')[1])
  const step = async (name: GateStep, charge: Charge) => options.onStep?.(name, charge)

  async function charge(request: Charge): Promise<Outcome> {
    const { presented, terms, fingerprint } = request
    // Another network's money is no claim here, whatever the ledger remembers of an earlier configuration.
    if (presented.key.network !== till.network || presented.key.asset !== till.asset.toLowerCase())
      return refuse('no_matching_payment_requirements')
    const mismatch = mismatchOf(presented, terms.requirements, clock.nowMs())
    if (mismatch) {
      // Prices change; what was paid at the old price is still delivered.
      const known = await claims.find(presented.key)
      return known ? await revisit(known, request) : refuse(mismatch)
    }
    const row = newClaim(presented, terms, fingerprint)
    const known = await claims.claim(row)
    if (known) return await revisit(known, request)
    await step('claimed', request)
    return await run({ ...presented.key, fence: row.fence }, row, request)
  }

  /** A payment that was seen before. */
  async function revisit(row: ClaimRow, request: Charge): Promise<Outcome> {
    const { presented, fingerprint } = request
    if (!(await isSameBuyer(row, presented))) return await contested(row, request)
    if (row.fingerprint !== fingerprint) {
      if (row.state === 'claimed' && leaseIsOver(row)) return await rerun(row, request)
      throw new ServiceError('PAYMENT_REUSED', 'This payment belongs to another request.', {
        hint: 'Sign a new payment for this request, or repeat the first request exactly to get its answer.',
      })
    }
    if (row.payment_id !== null && presented.paymentId !== row.payment_id) {
      throw new ServiceError('PAYMENT_REUSED', 'This payment was made with a payment-identifier, which its repetition must carry.', {
        hint: 'Repeat the request with the same PAYMENT-SIGNATURE header, unchanged.',
      })
    }
    if (row.state === 'settled') return replay(row)
    if (!leaseIsOver(row) && row.state !== 'failed') throw inFlight()
    if (row.state === 'claimed') return await rerun(row, request)
    if (row.state === 'failed') {
      const joined = await joinPaymentId(row, request)
      if (joined) return joined
    }
    return await resume(row, request)
  }

  /** The same nonce under a signature that is not the claim's: a forgery, or the payer signing twice. */
  async function contested(row: ClaimRow, request: Charge): Promise<Outcome> {
    if (row.state !== 'claimed' || !(await signedByPayer(request.presented, { name: till.assetName, chainId, asset: till.asset }))) {
      return refuse('invalid_exact_evm_signature')
    }
    // The payer's own signature evicts a claim that nobody has verified yet: junk over a nonce never blocks the real one.
    return await rerun(row, request)
  }

  async function isSameBuyer(row: ClaimRow, presented: Presented): Promise<boolean> {
    if (row.signature_key === presented.signatureKey) return true
    if (row.state === 'claimed') return false
    return await signedByPayer(presented, { name: till.assetName, chainId, asset: till.asset })
  }

  async function rerun(row: ClaimRow, request: Charge): Promise<Outcome> {
    const mismatch = mismatchOf(request.presented, request.terms.requirements, clock.nowMs())
    if (mismatch) return refuse(mismatch)
    const fresh = newClaim(request.presented, request.terms, request.fingerprint)
    const { fence: _, ...change } = fresh
    const held = await claims.takeOver(row, change)
    if (!held) throw inFlight()
    await step('claimed', request)
    return await run(held, { ...fresh, fence: held.fence }, request)
  }

  /** Verify, answer, settle. Holds the claim. */
  async function run(held: Held, row: ClaimRow, request: Charge): Promise<Outcome> {
    let delivery: Delivery
    try {
      const refused = await verify(request)
      if (refused) {
        await claims.release(held)
        return refuse(refused)
      }
      await step('verified', request)
      const joined = await joinPaymentId(held, request)
      if (joined) return joined
      delivery = await request.work(request.signal)
      if (request.signal.aborted) throw new ServiceError('SHUTTING_DOWN', 'The buyer left before the payment was settled.')
      await step('answered', request)
    } catch (error) {
      await claims.release(held)
      throw error
    }
    const ours = await claims.beginSettling(held, { ...delivery, leaseUntilMs: clock.nowMs() + settleLeaseMs })
    if (!ours) throw inFlight()
    const settling: ClaimRow = { ...row, fence: held.fence, state: 'settling', answer_status: delivery.status, answer_body: delivery.body }
    await step('settling', request)
    const outcome = await facilitator.settle(request.presented.payload, request.terms.requirements)
    await step('settled', request)
    if (outcome.kind === 'not_sent') {
      await claims.release(held)
      throw facilitatorUnavailable(outcome.reason)
    }
    return await conclude(settling, held, outcome, false, request)
  }

  /** A reason to refuse, or null. @throws ServiceError when the facilitator gives no answer */
  async function verify({ presented, terms }: Charge): Promise<string | null> {
    if (facilitator.capability() === 'unsupported') throw facilitatorUnavailable('it does not serve our network')
    const verified = await facilitator.verify(presented.payload, terms.requirements)
    if (verified.kind === 'unavailable') throw facilitatorUnavailable(verified.reason)
    if (verified.kind === 'invalid') return verified.reason
    options.admitPayer(presented.key.payer)
    return null
  }

  /** The buyer's idempotency key: the same key and question replay without a charge, even under a new nonce. */
  async function joinPaymentId(held: Held, { presented, fingerprint }: Charge): Promise<Outcome | null> {
    const { paymentId, key } = presented
    if (paymentId === null) return null
    const ours = { ...key, payment_id: paymentId, fingerprint }
    const bound = await claims.bindPaymentId(ours, expiryOf(presented))
    if (bound.nonce === key.nonce && bound.fingerprint === fingerprint) return null
    const former = await claims.find(bound)
    const cameToNothing = !former || former.state === 'failed' || (former.state === 'claimed' && leaseIsOver(former))
    if (cameToNothing || bound.nonce === key.nonce) {
      if (await claims.rebindPaymentId(bound, key.nonce, fingerprint)) return null
      throw inFlight()
    }
    if (bound.fingerprint !== fingerprint) {
      throw new ServiceError('PAYMENT_REUSED', 'This payment-identifier was used for another request.', {
        hint: 'Use a new payment-identifier for a new request.',
      })
    }
    if (former.state !== 'settled') throw inFlight()
    await claims.release(held)
    return replay(former)
  }

  /** A settlement that was begun and whose end nobody wrote down. Holds nothing yet. */
  async function resume(row: ClaimRow, request: Charge | null): Promise<Outcome> {
    const held = await claims.takeOver(row, { state: 'settling', owner, lease_until_ms: clock.nowMs() + settleLeaseMs })
    if (!held) throw inFlight()
    const settling: ClaimRow = { ...row, state: 'settling', fence: held.fence }
    const finding = await lookUp(settling)
    const decisive = finding.kind === 'settled' || finding.kind === 'unpaid'
    if (decisive || (finding.kind === 'unused' && isPastExpiry(settling, finding.chainTimeS))) return await decide(settling, held, finding)
    // A nonce is spent once: settling the same authorization again cannot charge twice, whatever became of the first attempt.
    const outcome = await facilitator.settle(
      JSON.parse(settling.payload_json) as PaymentPayload,
      JSON.parse(settling.requirements_json) as PaymentRequirements,
    )
    if (outcome.kind === 'not_sent') return await leaveUnknown(held, outcome.reason)
    return await conclude(settling, held, outcome, row.state === 'settling', request)
  }

  /** `undecidedBefore`: an earlier attempt at this settlement may have been broadcast. */
  async function conclude(
    row: ClaimRow,
    held: Held,
    outcome: Exclude<SettleOutcome, { kind: 'not_sent' }>,
    undecidedBefore: boolean,
    request: Charge | null,
  ): Promise<Outcome> {
    if (outcome.kind === 'settled') return await recordSettled(row, outcome.txHash, request)
    if (outcome.kind === 'refused') {
      // A facilitator may refuse what was broadcast, by it or before; the chain is asked before the buyer is told.
      const finding = await lookUp(row)
      if (finding.kind === 'settled' || undecidedBefore) return await decide(row, held, finding)
      return await recordFailed(held, outcome.reason)
    }
    log.warn({ operation: row.operation, payer: row.payer, nonce: row.nonce, reason: outcome.reason }, 'settlement outcome unknown')
    const deadline = clock.nowMs() + reconcileWindowMs
    while (chain) {
      const finding = await lookUp(row)
      if (finding.kind === 'settled' || finding.kind === 'unpaid') return await decide(row, held, finding)
      if (clock.nowMs() + RECONCILE_EVERY_MS > deadline) break
      await new Promise((resolve) => setTimeout(resolve, RECONCILE_EVERY_MS))
    }
    return await leaveUnknown(held, outcome.reason)
  }

  async function decide(row: ClaimRow, held: Held, finding: ChainFinding): Promise<Outcome> {
    switch (finding.kind) {
      case 'settled':
        return await recordSettled(row, finding.txHash, null)
      case 'unpaid':
        return await recordFailed(held, finding.reason)
      case 'unused':
        return isPastExpiry(row, finding.chainTimeS)
          ? await recordFailed(held, 'the authorization expired unused')
          : await leaveUnknown(held, 'not on the chain yet')
      case 'unknown':
        return await leaveUnknown(held, finding.reason)
    }
  }

  async function recordSettled(row: ClaimRow, txHash: string, request: Charge | null): Promise<Outcome> {
    const receipt = encodePaymentResponseHeader({
      success: true,
      transaction: txHash,
      network: till.network,
      payer: row.payer,
      amount: row.amount_atomic,
    })
    await claims.settle(row, receipt, txHash, clock.nowMs())
    log.info({ operation: row.operation, payer: row.payer, amountAtomic: row.amount_atomic, tx: txHash }, 'paid')
    if (request) await step('recorded', request)
    return { kind: 'delivered', delivery: deliveryOf(row), receipt, replayed: false }
  }

  async function recordFailed(held: Held, reason: string): Promise<Outcome> {
    await claims.fail(held, reason)
    return refuse(reason, held)
  }

  async function leaveUnknown(held: Held, reason: string): Promise<never> {
    await claims.endLease(held, clock.nowMs())
    throw new ServiceError('SETTLEMENT_UNKNOWN', 'The payment was sent for settlement and its outcome is not known yet.', {
      hint: 'Repeat with the same PAYMENT-SIGNATURE, do not sign again: you will get the answer if you paid, and pay once at most.',
      retryAfterSeconds: 5,
      cause: reason,
    })
  }

  async function lookUp(row: ClaimRow): Promise<ChainFinding> {
    if (!chain) return { kind: 'unknown', reason: 'no chain RPC is configured' }
    return await chain.lookUp({ key: row, payTo: row.pay_to, amountAtomic: row.amount_atomic, createdMs: row.created_ms }, clock.nowMs())
  }

  function newClaim(presented: Presented, { operationId, requirements }: Terms, fingerprint: string): ClaimRow {
    const nowMs = clock.nowMs()
    return {
      ...presented.key,
      fingerprint,
      operation: operationId,
      state: 'claimed',
      owner,
      lease_until_ms: nowMs + claimLeaseMs,
      fence: 1,
      payment_id: presented.paymentId,
      signature_key: presented.signatureKey,
      amount_atomic: requirements.amount,
      pay_to: requirements.payTo.toLowerCase(),
      valid_before_s: Number(presented.authorization.validBefore),
      payload_json: JSON.stringify(presented.payload),
      requirements_json: JSON.stringify(requirements),
      answer_status: null,
      answer_body: null,
      receipt: null,
      failure: null,
      created_ms: nowMs,
      expires_ms: expiryOf(presented),
    }
  }

  function expiryOf(presented: Presented): number {
    return Math.max(clock.nowMs() + REPLAY_MS, Number(presented.authorization.validBefore) * 1000 + AFTER_EXPIRY_MS)
  }

  function leaseIsOver(row: ClaimRow): boolean {
    return row.lease_until_ms <= clock.nowMs() || (row.owner !== owner && options.ownerIsGone(row.owner))
  }

  function refuse(reason: string, failed?: Held): Outcome {
    if (!failed) return { kind: 'refused', reason }
    const receipt = encodePaymentResponseHeader({
      success: false,
      errorReason: reason,
      transaction: '',
      network: till.network,
      payer: failed.payer,
    })
    return { kind: 'refused', reason, receipt }
  }

  return {
    charge,
    async reconcileExpired() {
      let decided = 0
      for (const row of await claims.expiredSettling(clock.nowMs(), 50)) {
        // Without a chain to ask, nothing new can be learnt of an authorization that has expired.
        if (!chain && row.valid_before_s * 1000 < clock.nowMs()) continue
        try {
          await resume(row, null)
          decided += 1
        } catch (error) {
          if (!(error instanceof ServiceError)) log.error({ error, operation: row.operation }, 'a settlement could not be reconciled')
        }
      }
      return decided
    },
  }
}

/** Cheap checks before anything is written or asked: the terms echoed and signed are ours, with time left to settle. */
function mismatchOf(presented: Presented, requirements: PaymentRequirements, nowMs: number): string | null {
  const { accepted } = presented.payload
  const { authorization } = presented
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const extra = (accepted.extra ?? {}) as Record<string, unknown>
  if (
    accepted.scheme !== requirements.scheme ||
    accepted.amount !== requirements.amount ||
    !same(accepted.payTo, requirements.payTo) ||
    accepted.maxTimeoutSeconds !== requirements.maxTimeoutSeconds ||
    !Object.entries(requirements.extra).every(([key, value]) => canonicalJson(extra[key]) === canonicalJson(value))
  ) {
    return 'no_matching_payment_requirements'
  }
  if (!same(authorization.to, requirements.payTo)) return 'invalid_exact_evm_recipient_mismatch'
  if (BigInt(authorization.value) !== BigInt(requirements.amount)) return 'invalid_exact_evm_payload_authorization_value_mismatch'
  const nowS = Math.floor(nowMs / 1000)
  if (Number(authorization.validBefore) < nowS + MIN_VALIDITY_S) return 'invalid_exact_evm_payload_authorization_valid_before'
  if (Number(authorization.validAfter) > nowS) return 'invalid_exact_evm_payload_authorization_valid_after'
  return null
}

function isPastExpiry(row: ClaimRow, chainTimeS: number): boolean {
  return chainTimeS > row.valid_before_s + EXPIRY_MARGIN_S
}

function deliveryOf(row: ClaimRow): Delivery {
  return { status: row.answer_status ?? 200, body: Buffer.from(row.answer_body ?? new Uint8Array()) }
}

function replay(row: ClaimRow): Outcome {
  return { kind: 'delivered', delivery: deliveryOf(row), receipt: row.receipt ?? '', replayed: true }
}

function inFlight(): ServiceError {
  return new ServiceError('PAYMENT_IN_FLIGHT', 'A request with this payment is still running.', {
    hint: 'Repeat the same request with the same PAYMENT-SIGNATURE after the time in Retry-After.',
    retryAfterSeconds: 2,
  })
}

function facilitatorUnavailable(reason: string): ServiceError {
  return new ServiceError('FACILITATOR_UNAVAILABLE', 'The payment could not be checked or settled; nothing was charged.', {
    hint: 'Repeat with the same PAYMENT-SIGNATURE while it is valid, or sign again later.',
    retryAfterSeconds: 5,
    cause: reason,
  })
}
