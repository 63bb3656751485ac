/**
 * Settlement of a payment, from the stored answer to the recorded outcome. The tables of
 * decisions.ts decide from the facilitator's reply and the on-chain status. Every outcome is
 * recorded before the buyer gets a reply.
 */
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { measureSince } from '../platform/lease-clock.ts'
import type { ClaimRow } from '../store/ledger/claims.ts'
import { type ChainStatus, queryChain } from './chain-status.ts'
import {
  type Before,
  BY_CHAIN_STATUS,
  BY_SETTLE_REPLY,
  type ChainWord,
  type SettlementAction,
} from './decisions.ts'
import { createFacilitatorUnavailableError } from './errors.ts'
import { computeUnsettledExpiryMs, parseSeconds } from './evm/checks.ts'
import { buildPayload, buildTokenDomain, presentPayment } from './evm/presented.ts'
import { toForwardedSignature } from './evm/signature.ts'
import type { SettleOutcome } from './facilitator.ts'
import { abandonClaim, type GateContext } from './gate-context.ts'
import type { AdmittedCharge, Delivery, PaymentCall, PaymentOutcome } from './outcome.ts'
import { encodeSettled, refuse, refuseSettlement, signReceipt } from './payment-response.ts'
import { blamesFacilitator } from './refusal.ts'
import { releaseAndEnd } from './release.ts'
import { findOutcomeOfNewOwner, replayAnswer } from './replay.ts'
import { reportUnknownOnError, throwUnknown } from './unknown-outcome.ts'
import type { WaitBudget } from './wait-budget.ts'

const QUERY_AGAIN_MS = 400

/** Status after a success of the facilitator, for which the chain is not queried. */
const NOT_QUERIED: ChainStatus = { status: 'no_chain', txHash: null, reason: '' }

/** A settlement that the facilitator has replied to. */
interface SentSettlement {
  row: ClaimRow
  reply: SettleOutcome
  /** State of the payment before it was sent. */
  before: Before
  budget: WaitBudget
  /** The answer, if this call has built it. */
  delivery?: Delivery
}

/**
 * Stores the answer, sends the settlement and records its outcome. Each step is durable before the
 * next depends on it.
 */
export async function settleAnswer(
  gate: GateContext,
  { claim, request, payload, budget }: AdmittedCharge,
  delivery: Delivery,
): Promise<PaymentOutcome> {
  const { facilitator, claims, clock } = gate
  const nowMs = clock.nowMs()
  // The ledger may have forgotten an expired payment that was settled before. If it was not, it
  // cannot be settled any more.
  if (parseSeconds(claim.valid_before) * 1000 <= nowMs)
    return await releaseAndEnd(
      gate,
      claim,
      refuse('invalid_exact_evm_payload_authorization_valid_before'),
    )

  const leaseUntilMs = gate.leases.nowMs() + gate.settleLeaseMs
  const passedMs = measureSince(clock)
  const answer = {
    ...delivery,
    proof: delivery.proof ? JSON.stringify(delivery.proof) : null,
    leaseUntilMs,
    expiresMs: nowMs + gate.replayMs,
  }
  const stillOwner = await claims.beginSettling(claim, answer).catch((error: unknown) => {
    abandonClaim(gate, claim)
    throw error
  })
  // After our lease another replica may have recorded that this payment was never sent. Sending it
  // now could charge for an answer that is not stored.
  if (!stillOwner || passedMs() >= gate.settleLeaseMs)
    return await findOutcomeOfNewOwner(gate, claim)

  const row: ClaimRow = { ...claim, state: 'settling', lease_until_ms: leaseUntilMs }
  return await reportUnknownOnError(gate, row, async () => {
    await gate.onStep?.('settling', request)
    const reply = await facilitator.settle(payload, request.terms.requirements)
    await gate.onStep?.('settled', request)
    const sent: SentSettlement = { row, reply, before: 'nothing_sent', budget, delivery }
    const outcome = await resolveSettlement(gate, sent)
    await gate.onStep?.('recorded', request)
    return outcome
  })
}

/** Takes over a settlement that was refused, or whose end was never recorded, and resolves it. */
export async function resumeSettlement(
  gate: GateContext,
  former: ClaimRow,
  { request, budget }: PaymentCall,
): Promise<PaymentOutcome> {
  const { facilitator, claims, leases, owner, settleLeaseMs } = gate
  const row = await reportUnknownOnError(gate, former, () =>
    claims.takeOver(former, {
      state: 'settling',
      owner,
      lease_until_ms: leases.nowMs() + settleLeaseMs,
    }),
  )
  if (!row) return await findOutcomeOfNewOwner(gate, former)

  return await reportUnknownOnError(gate, row, async () => {
    const onChain = await queryChain(gate, row, budget)
    const action = BY_CHAIN_STATUS[onChain.status]
    if (action !== 'send') return await applyAction(gate, row, action, onChain)
    // A nonce is spent once, so the same authorization cannot charge twice, whatever became of the
    // first attempt.
    const accepted = {
      ...request.terms.requirements,
      amount: former.amount_atomic,
      payTo: former.pay_to,
    }
    const reply = await facilitator.settle(await toForwarded(gate, former, accepted), accepted)
    const before = former.state === 'settling' ? 'undecided' : 'failed'
    return await resolveSettlement(gate, { row, reply, before, budget })
  })
}

/** Builds the payment of a stored claim in the form that the token takes. */
async function toForwarded(
  { settings, isSignedByPayer }: Pick<GateContext, 'settings' | 'isSignedByPayer'>,
  row: ClaimRow,
  accepted: PaymentRequirements,
): Promise<PaymentPayload> {
  const presented = presentPayment(buildPayload(row, accepted))
  const domain = buildTokenDomain(settings)
  const signature = await toForwardedSignature(presented, domain, isSignedByPayer)
  return buildPayload({ ...row, signature }, accepted)
}

/**
 * Records the on-chain status of a claim whose lease has ended. Sends nothing. @throws errors of
 * the ledger
 */
export async function reconcileClaim(
  gate: GateContext,
  row: ClaimRow,
  budget: WaitBudget,
): Promise<ChainWord> {
  const { status, txHash, reason } = await queryChain(gate, row, budget)
  const action = BY_CHAIN_STATUS[status]
  // A late withdrawal may have dropped this claim. A claim made after it records the payment.
  const current = action === 'record' ? await gate.claims.find(row) : row
  if (action === 'record' && (current === null || current.id === row.id))
    await recordSettled(gate, row, {
      txHash: txHash!,
      settledMs: gate.clock.nowMs(),
      receipt: null,
    })
  if (action === 'fail') await markFailed(gate, row, reason)
  return status
}

/**
 * Decides from the facilitator's reply and, unless that is a success, from the chain. Queries it
 * again while the table says so.
 */
async function resolveSettlement(
  gate: GateContext,
  { row, reply: original, before, budget, delivery }: SentSettlement,
): Promise<PaymentOutcome> {
  const reply = withTransaction(gate, original)
  if (reply.kind === 'unknown') {
    gate.log.warn(
      { operation: row.operation, payer: row.payer, nonce: row.nonce, reason: reply.reason },
      'settlement outcome unknown',
    )
  }
  for (let waitedMs = 0; ; waitedMs += QUERY_AGAIN_MS) {
    const onChain =
      reply.kind === 'settled'
        ? { ...NOT_QUERIED, txHash: reply.txHash }
        : await queryChain(gate, row, budget)
    const action = BY_SETTLE_REPLY[reply.kind][onChain.status][before]
    const reason = reply.kind === 'settled' ? '' : reply.reason
    const isExplained = onChain.status === 'unpaid' || onChain.status === 'expired'
    if (action !== 'ask_again')
      return await applyAction(
        gate,
        row,
        action,
        isExplained ? onChain : { ...onChain, reason },
        delivery,
      )
    if (waitedMs + QUERY_AGAIN_MS > gate.reconcileWindowMs || !(await budget.sleep(QUERY_AGAIN_MS)))
      return await throwUnknown(gate, row, reason)
  }
}

/**
 * Returns a reply whose success names a transaction, or none can be found. Where a chain can be
 * queried, it names the transaction.
 */
function withTransaction(
  { chain }: Pick<GateContext, 'chain'>,
  reply: SettleOutcome,
): Exclude<SettleOutcome, { kind: 'settled' }> | { kind: 'settled'; txHash: string } {
  if (reply.kind !== 'settled') return reply
  if (reply.txHash === null && chain)
    return { kind: 'unknown', reason: 'settled without a transaction hash' }
  return { kind: 'settled', txHash: reply.txHash ?? '' }
}

async function applyAction(
  gate: GateContext,
  row: ClaimRow,
  action: SettlementAction,
  { txHash, reason }: ChainStatus,
  delivery?: Delivery,
): Promise<PaymentOutcome> {
  switch (action) {
    case 'record':
      return await record(gate, row, txHash!, delivery)
    case 'fail':
      if (!(await markFailed(gate, row, reason))) return await findOutcomeOfNewOwner(gate, row)
      if (blamesFacilitator(reason, 'settlement') === true)
        throw createFacilitatorUnavailableError(reason, 'failed')
      return refuseSettlement(gate, row, reason)
    case 'fail_unsent':
      if (!(await markFailed(gate, row, row.failure ?? reason)))
        return await findOutcomeOfNewOwner(gate, row)
      throw createFacilitatorUnavailableError(reason, 'failed')
    case 'withdraw':
      // A process that has taken the claim over may have settled it.
      if (!(await gate.claims.withdraw(row))) return await findOutcomeOfNewOwner(gate, row)
      throw createFacilitatorUnavailableError(reason, 'unspent')
    default:
      return await throwUnknown(gate, row, reason)
  }
}

/** Records a settled payment with its receipt and returns its answer. */
async function record(
  gate: GateContext,
  row: ClaimRow,
  txHash: string,
  delivery?: Delivery,
): Promise<PaymentOutcome> {
  const settledMs = gate.clock.nowMs()
  const signed = signReceipt(gate, row, { txHash, settledMs }, delivery?.proof ?? null)
  const receipt = signed?.jws ?? null
  // A facilitator may name two transactions for one payment. All callers get the recorded one and
  // its receipt.
  const isFirst = await recordSettled(gate, row, { txHash, settledMs, receipt })
  if (!isFirst || !delivery) return { ...(await replayAnswer(gate, row)), replayed: false }
  return {
    kind: 'delivered',
    delivery,
    receipt: encodeSettled(gate, row, txHash, signed),
    transaction: txHash,
    replayed: false,
  }
}

/** Returns false if another process recorded it before. */
async function recordSettled(
  { claims, log, onPaid }: Pick<GateContext, 'claims' | 'log' | 'onPaid'>,
  row: ClaimRow,
  { txHash, settledMs, receipt }: { txHash: string; settledMs: number; receipt: string | null },
): Promise<boolean> {
  const isFirst = await claims.settle(row, txHash, settledMs, receipt)
  if (isFirst) {
    const { operation, payer, nonce, amount_atomic: amountAtomic } = row
    log.info({ operation, payer, nonce, amountAtomic, transaction: txHash }, 'paid')
    onPaid?.({ operation, amountAtomic })
  }
  return isFirst
}

/** Returns false if another process owns the claim. */
function markFailed(
  { claims, clock }: Pick<GateContext, 'claims' | 'clock'>,
  row: ClaimRow,
  reason: string,
): Promise<boolean> {
  return claims.fail(row, reason, computeUnsettledExpiryMs(row.valid_before, clock.nowMs()))
}
