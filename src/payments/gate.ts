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
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import type { Clock } from '../kernel/clock.ts'
import { ServiceError } from '../kernel/errors.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import type { Log } from '../observe/log.ts'
import type { ClaimRow, Claims, Held, NewClaim, PaymentIdRow } from '../store/ledger/claims.ts'
import type { Chain, ChainFinding } from './chain.ts'
import { DEFAULT_REPLAY_DAYS, isPastExpiry, mismatchOf, replayMsOf, secondsOf, unsettledExpiryMs } from './checks.ts'
import type { Entrance, Visit } from './entrance/entrance.ts'
import { buyerLeft, facilitatorUnavailable, inFlight, madeWithPaymentId, paymentIdReused, reused, settlementUnknown } from './errors.ts'
import type { Facilitator, SettleOutcome } from './facilitator.ts'
import { type Authorization, type Presented, signatureKey, signedByPayer } from './presented.ts'
import type { Terms, Till } from './terms.ts'
import { encodeHeader } from './wire.ts'

/** What the handler made, serialised once. */
export interface Delivery {
  status: number
  body: Buffer
}

export interface Charge {
  terms: Terms
  /** SHA-256 of operation id and canonical input: the same question has the same fingerprint over every transport. */
  fingerprint: string
  /** What an earlier release made of the same question; its claims are still found. */
  formerFingerprint?: () => string
  presented: Presented
  /** Makes the answer. Runs after verification, before settlement; whatever it throws costs the buyer nothing. */
  work: (signal: AbortSignal) => Promise<Delivery>
  /** Aborted when the buyer is gone. */
  signal: AbortSignal
  /** Where it comes from, as limits count it. */
  address: string
}

interface Delivered {
  kind: 'delivered'
  delivery: Delivery
  /** The PAYMENT-RESPONSE header: follows from the claim and its transaction. */
  receipt: string
  replayed: boolean
}

export type Outcome =
  | Delivered
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
  /** System timers unless a test turns the time by hand. */
  timers?: Timers
  /** Recovers the signer: the dearest step of a contested payment. */
  isSignedByPayer?: typeof signedByPayer
  /** What is judged before the facilitator is asked, and what a call that ends unpaid costs; left out: nothing. */
  entrance?: Entrance
  claimLeaseMs?: number
  settleLeaseMs?: number
  /** How long an answer is kept after its settlement. */
  replayMs?: number
  /** How long an unknown outcome is looked for on the chain before the buyer is asked to come back. */
  reconcileWindowMs?: number
  /** Observes each step; crash tests end the process in it. */
  onStep?: (step: GateStep, charge: Charge) => void | Promise<void>
}

export interface Gate {
  /** @throws ServiceError 409, 503 and whatever `work` throws */
  charge(charge: Charge): Promise<Outcome>
  /** Asks the chain about settlements whose process died or whose outcome was unknown. Sends nothing. Returns how many were decided. */
  reconcileExpired(): Promise<number>
}

const RECONCILE_EVERY_MS = 400
const RECONCILE_BATCH = 50

export function createGate(options: GateOptions): Gate {
  const { till, facilitator, chain, claims, clock, log, owner } = options
  const claimLeaseMs = options.claimLeaseMs ?? 30_000
  const settleLeaseMs = options.settleLeaseMs ?? 30_000
  const replayMs = options.replayMs ?? replayMsOf(DEFAULT_REPLAY_DAYS)
  const reconcileWindowMs = options.reconcileWindowMs ?? 3000
  const { timers = systemTimers, isSignedByPayer = signedByPayer } = options
  const domain = { name: till.assetName, chainId: Number(till.network.split(':')[1]), asset: till.asset }
  const step = (name: GateStep, charge: Charge) => options.onStep?.(name, charge)

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
    const { isNew, row } = await claims.claim(newClaim(presented, terms, fingerprint))
    if (!isNew) return await revisit(row, request)
    await step('claimed', request)
    return await run(row, request)
  }

  /** A payment that was seen before. */
  async function revisit(row: ClaimRow, request: Charge): Promise<Outcome> {
    const { presented } = request
    // Nobody works on it and nothing was settled: whoever comes now is verified in its place.
    if (row.state === 'claimed' && leaseIsOver(row)) return await rerun(row, request)
    const sameSignature = signatureKey(row.signature) === signatureKey(presented.signature)
    if (!sameSignature && !(await isSignedByPayer(presented, domain))) {
      // Smart wallets cannot be judged here; theirs waits until the claim, if it is junk, has failed verification.
      if (row.state === 'claimed') throw inFlight()
      return refuse('invalid_exact_evm_signature')
    }
    // The payer's own signature evicts a claim that may be anybody's: junk over a nonce never blocks the real one.
    if (row.state === 'claimed' && !sameSignature) return await rerun(row, request)
    if (!isAsked(row.fingerprint, request)) throw reused()
    if (row.payment_id !== null && presented.paymentId !== row.payment_id) throw madeWithPaymentId()
    if (row.state === 'settled') return await replay(row)
    if (!leaseIsOver(row) && row.state !== 'failed') throw inFlight()
    if (row.state === 'failed' && row.payment_id !== null) return await repeatFailed(row, request)
    return await resume(row, request.terms)
  }

  /**
   * Its identifier may be moving on to another payment in this moment. The claim is taken first: whoever judged it before can no longer rebind,
   * and whoever has rebound before is found by the binding.
   */
  async function repeatFailed(row: ClaimRow, request: Charge): Promise<Outcome> {
    const taken = await claims.takeOver(row, { state: 'failed', owner, lease_until_ms: clock.nowMs() })
    if (!taken) return await foundByOthers(row)
    return (await joinPaymentId(taken, request)) ?? (await resume(taken, request.terms))
  }

  async function rerun(row: ClaimRow, request: Charge): Promise<Outcome> {
    const { fence: _, ...change } = newClaim(request.presented, request.terms, request.fingerprint)
    const held = await claims.takeOver(row, change)
    if (!held) throw inFlight()
    await step('claimed', request)
    // Told only with the claim in hand: its former owner may be asleep just before the settlement.
    const mismatch = mismatchOf(request.presented, request.terms.requirements, clock.nowMs())
    if (mismatch) return await refuseAndLetGo(held, mismatch)
    return await run(held, request)
  }

  /** Holds the claim. */
  async function run(held: ClaimRow, request: Charge): Promise<Outcome> {
    const visit = options.entrance?.open(request)
    try {
      const outcome = await perform(held, request, visit)
      visit?.end(outcome, request.signal.aborted)
      return outcome
    } catch (error) {
      visit?.end({ kind: 'threw', error }, request.signal.aborted)
      throw error
    }
  }

  /** Verify, answer, settle. */
  async function perform(held: ClaimRow, request: Charge, visit: Visit | undefined): Promise<Outcome> {
    let delivery: Delivery
    try {
      const refused = await verify(request, visit)
      if (refused) return await refuseAndLetGo(held, refused)
      await step('verified', request)
      const joined = await joinPaymentId(held, request)
      if (joined) return joined
      delivery = await request.work(request.signal)
      await step('answered', request)
      if (request.signal.aborted) throw buyerLeft()
    } catch (error) {
      if ((await letGo(held)) === 'lost') return await foundByOthers(held)
      throw request.signal.aborted ? buyerLeft(error) : error
    }
    const nowMs = clock.nowMs()
    const ours = await claims.beginSettling(held, { ...delivery, leaseUntilMs: nowMs + settleLeaseMs, expiresMs: nowMs + replayMs })
    if (!ours) return await foundByOthers(held)
    const settling: ClaimRow = { ...held, state: 'settling' }
    return await neverSilent(settling, async () => {
      await step('settling', request)
      const outcome = await facilitator.settle(request.presented.payload, request.terms.requirements)
      await step('settled', request)
      if (outcome.kind === 'not_sent') return await unsent(settling, outcome.reason)
      const concluded = await conclude(settling, outcome, { undecidedBefore: false, delivery })
      await step('recorded', request)
      return concluded
    })
  }

  /** No connection was made for the settlement. Where there is a chain it must say so too: what was connected is for the network to know. */
  async function unsent(settling: ClaimRow, reason: string): Promise<Outcome> {
    if (chain) {
      const finding = await lookUp(settling)
      if (finding.kind !== 'unused') return await decide(settling, finding)
    }
    // Whoever took the claim over meanwhile may have had more luck.
    if (!(await claims.withdraw(settling))) return await foundByOthers(settling)
    throw facilitatorUnavailable(reason)
  }

  /** Who refuses without the claim in hand may be telling "not charged" beside somebody who charges. */
  async function refuseAndLetGo(held: ClaimRow, reason: string): Promise<Outcome> {
    const end = await letGo(held)
    if (end === 'lost') return await foundByOthers(held)
    // A 402 makes the buyer sign again, so it takes certainty.
    if (end === 'unknown') throw inFlight()
    return refuse(reason)
  }

  /**
   * Whether the claim was still ours and is gone now. Never throws: what the buyer is to be told may be that money has moved under his
   * identifier, and the claim's lease ends by itself.
   */
  async function letGo(held: ClaimRow): Promise<'released' | 'lost' | 'unknown'> {
    try {
      return (await claims.release(held)) ? 'released' : 'lost'
    } catch (error) {
      log.error({ err: error }, 'a claim could not be released')
      return 'unknown'
    }
  }

  /** A reason to refuse, or null. @throws ServiceError when the facilitator gives no answer */
  async function verify({ presented, terms }: Charge, visit: Visit | undefined): Promise<string | null> {
    if (facilitator.capability() === 'unsupported') throw facilitatorUnavailable('it does not serve our network')
    const known = await visit?.enter()
    if (known) return known
    const verified = await facilitator.verify(presented.payload, terms.requirements)
    if (verified.kind === 'unavailable') throw facilitatorUnavailable(verified.reason)
    const refusal = verified.kind === 'invalid' ? verified.reason : null
    await visit?.verified(refusal)
    return refusal
  }

  /** The buyer's idempotency key: the same key and question replay without a charge, even under a new nonce. */
  async function joinPaymentId(held: ClaimRow, request: Charge): Promise<Outcome | null> {
    const { presented, fingerprint } = request
    const { paymentId, key } = presented
    if (paymentId === null) return null
    const expiresMs = unsettledExpiryMs(held.valid_before, clock.nowMs())
    const bound = await claims.bindPaymentId({ ...key, payment_id: paymentId, fingerprint }, expiresMs)
    if (bound.nonce === key.nonce && bound.fingerprint === fingerprint) return null
    const former = bound.nonce === key.nonce ? { kind: 'nothing' as const, judged: held } : await formerOf(bound, request)
    if (former.kind !== 'nothing') {
      await letGo(held)
      return former
    }
    if (!(await claims.rebindPaymentId(bound, former.judged, { nonce: key.nonce, fingerprint, expiresMs }))) throw inFlight()
    return null
  }

  /** What became of the payment that a key is bound to; `nothing` when, as long as its claim is as judged, nothing will. @throws ServiceError */
  async function formerOf(bound: PaymentIdRow, request: Charge): Promise<Outcome | { kind: 'nothing'; judged: Held | null }> {
    let former = await claims.find(bound)
    // A released payment may have bought something else since.
    if (!former || former.fingerprint !== bound.fingerprint || former.payment_id !== bound.payment_id) {
      return { kind: 'nothing', judged: former }
    }
    const isDead = former.state === 'failed' || (former.state === 'claimed' && leaseIsOver(former))
    if (!isDead && !isAsked(bound.fingerprint, request)) throw paymentIdReused()
    if (former.state === 'settled') return await replay(former)
    if (!isDead && !leaseIsOver(former)) throw inFlight()
    if (former.state === 'settling') {
      const outcome = await resume(former, request.terms)
      if (outcome.kind === 'delivered') return { ...outcome, replayed: true }
      former = await claims.find(bound)
      if (former?.state !== 'failed') throw inFlight()
    }
    // Its token is spent here, so that a repetition already under way cannot go on beside the new payment.
    const stopped = await claims.takeOver(former, { state: former.state, owner, lease_until_ms: clock.nowMs() })
    if (!stopped) throw inFlight()
    return { kind: 'nothing', judged: stopped }
  }

  /** A settlement that was begun and whose end nobody wrote down, or that was refused. Holds nothing yet. */
  async function resume(row: ClaimRow, { requirements }: Terms): Promise<Outcome> {
    const settling = await neverSilent(row, () =>
      claims.takeOver(row, { state: 'settling', owner, lease_until_ms: clock.nowMs() + settleLeaseMs }),
    )
    if (!settling) return await foundByOthers(row)
    return await neverSilent(settling, async () => {
      const finding = await lookUp(settling)
      if (isDecisive(settling, finding)) return await decide(settling, finding)
      // A nonce is spent once: settling the same authorization again cannot charge twice, whatever became of the first attempt.
      const accepted = { ...requirements, amount: row.amount_atomic, payTo: row.pay_to }
      const outcome = await facilitator.settle(payloadOf(row, accepted), accepted)
      if (outcome.kind !== 'not_sent') return await conclude(settling, outcome, { undecidedBefore: row.state === 'settling' })
      const isUndecided = row.state === 'settling' || (chain !== null && finding.kind !== 'unused')
      if (isUndecided) return await leaveUnknown(settling, outcome.reason)
      if (!(await markFailed(settling, row.failure ?? outcome.reason))) return await foundByOthers(settling)
      throw facilitatorUnavailable(outcome.reason)
    })
  }

  /** Money of this claim may have moved: whatever breaks, nobody is told that it did not. */
  async function neverSilent<T>(row: ClaimRow, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ServiceError) throw error
      log.error({ err: error, operation: row.operation, payer: row.payer, nonce: row.nonce }, 'a settlement was interrupted')
      // Best effort: what broke may be the ledger, and then the lease ends by itself.
      await claims.endLease(row, clock.nowMs()).catch(() => {})
      throw settlementUnknown('interrupted')
    }
  }

  /** `undecidedBefore`: an earlier attempt at this settlement may have been broadcast. `delivery`: the kept answer, where it is at hand. */
  async function conclude(
    row: ClaimRow,
    outcome: Exclude<SettleOutcome, { kind: 'not_sent' }>,
    { undecidedBefore, delivery }: { undecidedBefore: boolean; delivery?: Delivery },
  ): Promise<Outcome> {
    if (outcome.kind === 'settled') return await recordSettled(row, outcome.txHash, delivery)
    if (outcome.kind === 'refused') {
      // A facilitator may refuse what was broadcast, by it or before; the chain is asked before the buyer is told.
      const finding = await lookUp(row)
      if (finding.kind === 'settled' || undecidedBefore || (chain && finding.kind === 'unknown')) return await decide(row, finding)
      return await recordFailed(row, outcome.reason)
    }
    log.warn({ operation: row.operation, payer: row.payer, nonce: row.nonce, reason: outcome.reason }, 'settlement outcome unknown')
    for (let waitedMs = 0; chain; waitedMs += RECONCILE_EVERY_MS) {
      const finding = await lookUp(row)
      if (isDecisive(row, finding)) return await decide(row, finding)
      if (waitedMs + RECONCILE_EVERY_MS > reconcileWindowMs) break
      await timers.sleep(RECONCILE_EVERY_MS)
    }
    return await leaveUnknown(row, outcome.reason)
  }

  async function decide(row: ClaimRow, finding: ChainFinding): Promise<Outcome> {
    if (finding.kind === 'settled') return await recordSettled(row, finding.txHash)
    if (finding.kind === 'unpaid') return await recordFailed(row, finding.reason)
    if (isDecisive(row, finding)) return await recordFailed(row, 'the authorization expired unused')
    return await leaveUnknown(row, finding.kind === 'unused' ? 'not on the chain yet' : finding.reason)
  }

  async function recordSettled(row: ClaimRow, txHash: string, delivery?: Delivery): Promise<Outcome> {
    await claims.settle(row, txHash, clock.nowMs())
    log.info({ operation: row.operation, payer: row.payer, amountAtomic: row.amount_atomic, tx: txHash }, 'paid')
    if (!delivery) return { ...(await replay(row)), replayed: false }
    return { kind: 'delivered', delivery, receipt: receiptOf(row, txHash), replayed: false }
  }

  /** @throws ServiceError when it was dropped in this moment: a repetition learns the rest */
  async function replay(row: ClaimRow): Promise<Delivered> {
    const kept = await neverSilent(row, () => claims.keptAnswer(row))
    if (!kept?.tx_hash) throw inFlight()
    const delivery = { status: kept.status, body: Buffer.from(kept.body) }
    return { kind: 'delivered', delivery, receipt: receiptOf(row, kept.tx_hash), replayed: true }
  }

  async function recordFailed(row: ClaimRow, reason: string): Promise<Outcome> {
    if (await markFailed(row, reason)) return refuse(reason, row)
    return await foundByOthers(row)
  }

  const markFailed = (row: ClaimRow, reason: string) => claims.fail(row, reason, unsettledExpiryMs(row.valid_before, clock.nowMs()))

  /** Somebody else took the claim over meanwhile; what they found out counts. @throws ServiceError while they are at it, or for another question */
  async function foundByOthers(row: ClaimRow): Promise<Outcome> {
    const current = await neverSilent(row, () => claims.find(row))
    if (current?.state !== 'settled') throw inFlight()
    // Junk that held the claim before the payer's own signature evicted it gets nothing; whoever signed himself repeats, and is judged.
    if (signatureKey(current.signature) !== signatureKey(row.signature)) throw inFlight()
    if (current.fingerprint !== row.fingerprint) throw reused()
    if (current.payment_id !== row.payment_id) throw madeWithPaymentId()
    return await replay(current)
  }

  async function leaveUnknown(held: Held, reason: string): Promise<never> {
    await claims.endLease(held, clock.nowMs())
    throw settlementUnknown(reason)
  }

  async function lookUp(row: ClaimRow): Promise<ChainFinding> {
    if (!chain) return { kind: 'unknown', reason: 'no chain RPC is configured' }
    return await chain.lookUp({ key: row, payTo: row.pay_to, amountAtomic: row.amount_atomic, createdMs: row.created_ms }, clock.nowMs())
  }

  function newClaim(presented: Presented, { operationId, requirements }: Terms, fingerprint: string): NewClaim {
    const nowMs = clock.nowMs()
    const { validAfter, validBefore } = presented.authorization
    return {
      ...presented.key,
      fingerprint,
      operation: operationId,
      state: 'claimed',
      owner,
      lease_until_ms: nowMs + claimLeaseMs,
      fence: 1,
      payment_id: presented.paymentId,
      signature: presented.signature,
      amount_atomic: requirements.amount,
      pay_to: requirements.payTo.toLowerCase(),
      valid_after: validAfter,
      valid_before: validBefore,
      failure: null,
      created_ms: nowMs,
      expires_ms: unsettledExpiryMs(validBefore, nowMs),
    }
  }

  function leaseIsOver(row: ClaimRow): boolean {
    return row.lease_until_ms <= clock.nowMs() || (row.owner !== owner && options.ownerIsGone(row.owner))
  }

  function receiptOf({ payer, amount_atomic }: ClaimRow, txHash: string): string {
    return encodeHeader({ success: true, transaction: txHash, network: till.network, payer, amount: amount_atomic })
  }

  function refuse(reason: string, failed?: ClaimRow): Outcome {
    if (!failed) return { kind: 'refused', reason }
    const receipt = encodeHeader({ success: false, errorReason: reason, transaction: '', network: till.network, payer: failed.payer })
    return { kind: 'refused', reason, receipt }
  }

  return {
    charge,
    async reconcileExpired() {
      if (!chain) return 0
      let decided = 0
      for (const row of await claims.expiredSettling(till, clock.nowMs(), RECONCILE_BATCH)) {
        try {
          // Sending an authorization is for the buyer's own repetition: who never comes back is never charged after the fact. Nor is
          // the claim taken over: whoever does so meanwhile makes the token of this row worthless, and what is written here void.
          await decide(row, await lookUp(row))
          decided += 1
        } catch (error) {
          if (!(error instanceof ServiceError)) log.error({ err: error, operation: row.operation }, 'a settlement could not be reconciled')
        }
      }
      return decided
    },
  }
}

/** Whether a kept fingerprint is of the question that this request asks. */
function isAsked(kept: string, { fingerprint, formerFingerprint }: Charge): boolean {
  return kept === fingerprint || kept === formerFingerprint?.()
}

/** Whether this finding ends the matter. */
function isDecisive(row: ClaimRow, finding: ChainFinding): boolean {
  if (finding.kind === 'unused') return isPastExpiry(secondsOf(row.valid_before), finding.chainTimeS)
  return finding.kind === 'settled' || finding.kind === 'unpaid'
}

/** The payment as it was presented, in our own spelling: what was signed are bytes. */
function payloadOf(row: ClaimRow, accepted: PaymentRequirements): PaymentPayload {
  const authorization: Authorization = {
    from: row.payer,
    to: row.pay_to,
    value: row.amount_atomic,
    validAfter: row.valid_after,
    validBefore: row.valid_before,
    nonce: row.nonce,
  }
  return { x402Version: 2, accepted, payload: { signature: row.signature, authorization } }
}
