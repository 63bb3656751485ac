/** End of a settlement: the tables of decisions.ts decide from the facilitator's reply and the on-chain status. It is recorded before the buyer gets a reply. */
import type { ClaimRow } from '../store/ledger/claims.ts'
import {
  type Before,
  BY_CHAIN_STATUS,
  BY_SETTLE_REPLY,
  type ChainWord,
  type SettlementAction,
} from './decisions.ts'
import {
  facilitatorUnavailable,
  inFlight,
  madeWithPaymentId,
  reused,
  settlementUnknown,
} from './errors.ts'
import type { ChainFinding } from './evm/chain.ts'
import { isPastExpiry, secondsOf, unsettledExpiryMs } from './evm/checks.ts'
import { payloadOf, signatureKey } from './evm/presented.ts'
import type { SettleOutcome } from './facilitator.ts'
import type { GateContext } from './gate-context.ts'
import type { Proof } from './offer-receipt.ts'
import type { Delivered, Delivery, PaymentOutcome } from './outcome.ts'
import type { Terms } from './terms.ts'
import type { WaitBudget } from './wait-budget.ts'

const QUERY_AGAIN_MS = 400

/** On-chain status of a claim. `reason` is why the money has not moved, or why that is unknown. */
interface ChainStatus {
  status: ChainWord
  txHash: string | null
  reason: string
}

/** Status after a success of the facilitator, for which the chain is not queried. */
const NOT_QUERIED: ChainStatus = { status: 'no_chain', txHash: null, reason: '' }

export type Settlement = ReturnType<typeof createSettlement>

export function createSettlement(shared: GateContext) {
  const {
    facilitator,
    chain,
    claims,
    clock,
    log,
    owner,
    settleLeaseMs,
    reconcileWindowMs,
    reportUnknownOnError,
    receiptOf,
    refuse,
  } = shared

  async function queryChain(row: ClaimRow, budget: WaitBudget): Promise<ChainStatus> {
    if (!chain) return { status: 'no_chain', txHash: null, reason: 'no chain RPC is configured' }
    const finding = await budget.run((signal) =>
      chain.lookUp(expectedTransferOf(row), clock.nowMs(), signal),
    )
    return chainStatusFrom(row, finding ?? { kind: 'unknown', reason: 'the chain took too long' })
  }

  /** Resolves the first settlement of an answer that was just stored. */
  const settleFirst = (
    settling: ClaimRow,
    reply: SettleOutcome,
    budget: WaitBudget,
    delivery: Delivery,
  ) => resolveSettlement(settling, reply, 'nothing_sent', budget, delivery)

  /** Takes over a settlement that was refused, or whose end was never recorded, and resolves it. */
  async function resume(
    row: ClaimRow,
    { requirements }: Terms,
    budget: WaitBudget,
  ): Promise<PaymentOutcome> {
    const settling = await reportUnknownOnError(row, () =>
      claims.takeOver(row, {
        state: 'settling',
        owner,
        lease_until_ms: clock.nowMs() + settleLeaseMs,
      }),
    )
    if (!settling) return await outcomeOfNewOwner(row)
    return await reportUnknownOnError(settling, async () => {
      const onChain = await queryChain(settling, budget)
      const action = BY_CHAIN_STATUS[onChain.status]
      if (action !== 'send') return await applyAction(action, settling, onChain)
      // A nonce is spent once, so the same authorization cannot charge twice, whatever became of the first attempt.
      const accepted = { ...requirements, amount: row.amount_atomic, payTo: row.pay_to }
      const reply = await facilitator.settle(payloadOf(row, accepted), accepted)
      return await resolveSettlement(
        settling,
        reply,
        row.state === 'settling' ? 'undecided' : 'failed',
        budget,
      )
    })
  }

  async function resolveSettlement(
    row: ClaimRow,
    reply: SettleOutcome,
    before: Before,
    budget: WaitBudget,
    delivery?: Delivery,
  ): Promise<PaymentOutcome> {
    if (reply.kind === 'unknown') {
      log.warn(
        { operation: row.operation, payer: row.payer, nonce: row.nonce, reason: reply.reason },
        'settlement outcome unknown',
      )
    }
    for (let waitedMs = 0; ; waitedMs += QUERY_AGAIN_MS) {
      const onChain =
        reply.kind === 'settled'
          ? { ...NOT_QUERIED, txHash: reply.txHash }
          : await queryChain(row, budget)
      const action = BY_SETTLE_REPLY[reply.kind][onChain.status][before]
      const reason = reply.kind === 'settled' ? '' : reply.reason
      const isExplained = onChain.status === 'unpaid' || onChain.status === 'expired'
      if (action !== 'ask_again')
        return await applyAction(
          action,
          row,
          isExplained ? onChain : { ...onChain, reason },
          delivery,
        )
      if (waitedMs + QUERY_AGAIN_MS > reconcileWindowMs || !(await budget.sleep(QUERY_AGAIN_MS)))
        return await throwUnknown(row, reason)
    }
  }

  async function applyAction(
    action: SettlementAction,
    row: ClaimRow,
    { txHash, reason }: Omit<ChainStatus, 'status'>,
    delivery?: Delivery,
  ): Promise<PaymentOutcome> {
    switch (action) {
      case 'record':
        return await record(row, txHash!, delivery)
      case 'fail':
        return (await markFailed(row, reason)) ? refuse(reason, row) : await outcomeOfNewOwner(row)
      case 'fail_unsent':
        if (!(await markFailed(row, row.failure ?? reason))) return await outcomeOfNewOwner(row)
        throw facilitatorUnavailable(reason)
      case 'withdraw':
        // A process that has taken the claim over may have settled it.
        if (!(await claims.withdraw(row))) return await outcomeOfNewOwner(row)
        throw facilitatorUnavailable(reason)
      default:
        return await throwUnknown(row, reason)
    }
  }

  /** Returns false if another process recorded it before. */
  async function recordSettled(
    row: ClaimRow,
    txHash: string,
    settledMs = clock.nowMs(),
    receipt: string | null = null,
  ): Promise<boolean> {
    const isFirst = await claims.settle(row, txHash, settledMs, receipt)
    if (isFirst)
      log.info(
        { operation: row.operation, payer: row.payer, amountAtomic: row.amount_atomic, tx: txHash },
        'paid',
      )
    return isFirst
  }

  async function record(
    row: ClaimRow,
    txHash: string,
    delivery?: Delivery,
  ): Promise<PaymentOutcome> {
    const settledMs = clock.nowMs()
    const signed = signReceipt(shared, row, { txHash, settledMs }, delivery?.proof ?? null)
    // A facilitator may name two transactions for one payment. All callers get the recorded one and its receipt.
    const isFirst = await recordSettled(row, txHash, settledMs, signed?.jws)
    if (!isFirst || !delivery) return { ...(await replay(row)), replayed: false }
    return { kind: 'delivered', delivery, receipt: receiptOf(row, txHash, signed), replayed: false }
  }

  const markFailed = (row: ClaimRow, reason: string) =>
    claims.fail(row, reason, unsettledExpiryMs(row.valid_before, clock.nowMs()))

  async function throwUnknown(row: ClaimRow, reason: string): Promise<never> {
    await claims.endLease(row, clock.nowMs())
    throw settlementUnknown(reason)
  }

  const replay = (row: ClaimRow) => loadReplay(shared, row)

  /** Returns the outcome of the process that has taken the claim over. @throws ServiceError while it is working, or if the claim is of another question */
  async function outcomeOfNewOwner(row: ClaimRow): Promise<PaymentOutcome> {
    const current = await reportUnknownOnError(row, () => claims.find(row))
    if (current?.state !== 'settled') throw inFlight()
    // A forged payment that the payer's own signature evicted gets no answer. The payer retries, and that call decides.
    if (signatureKey(current.signature) !== signatureKey(row.signature)) throw inFlight()
    if (current.fingerprint !== row.fingerprint) throw reused()
    if (current.payment_id !== row.payment_id) throw madeWithPaymentId()
    return await replay(current)
  }

  /** Records the on-chain status of a claim whose lease has ended. Sends nothing. @throws errors of the ledger */
  async function reconcileClaim(row: ClaimRow, budget: WaitBudget): Promise<ChainWord> {
    const { status, txHash, reason } = await queryChain(row, budget)
    const action = BY_CHAIN_STATUS[status]
    // A late withdrawal may have dropped this claim. A claim made after it records the payment.
    const current = action === 'record' ? await claims.find(row) : row
    if (action === 'record' && (current === null || current.id === row.id))
      await recordSettled(row, txHash!)
    if (action === 'fail') await markFailed(row, reason)
    return status
  }

  return { settleFirst, resume, replay, outcomeOfNewOwner, reconcileClaim }
}

/** Returns the receipt of a new settlement, or null if it gets none. A failing key must not prevent the payment from being recorded. */
function signReceipt(
  { receipts, log }: GateContext,
  row: ClaimRow,
  settled: { txHash: string; settledMs: number },
  proof: Proof | null,
) {
  if (!proof || !receipts) return null
  try {
    return { jws: receipts.sign(row, settled, proof), proof }
  } catch (error) {
    log.error({ err: error, operation: row.operation }, 'a receipt could not be signed')
    return null
  }
}

/** @throws ServiceError if the answer was purged in this moment: a retry gets the outcome */
async function loadReplay(shared: GateContext, row: ClaimRow): Promise<Delivered> {
  const { claims, reportUnknownOnError, receiptOf } = shared
  const stored = await reportUnknownOnError(row, () => claims.findStoredAnswer(row))
  if (!stored?.tx_hash) throw inFlight()
  const { tx_hash: txHash, status, settled_ms: settledMs } = stored
  const proof = stored.proof === null ? null : (JSON.parse(stored.proof) as Proof)
  const signed =
    proof &&
    (await findOrSignReceipt(
      shared,
      row,
      { txHash, settledMs: Number(settledMs), receipt: stored.receipt },
      proof,
    ))
  return {
    kind: 'delivered',
    delivery: { status, body: Buffer.from(stored.body), proof },
    receipt: receiptOf(row, txHash, signed),
    replayed: true,
  }
}

/** Returns the stored receipt. If the settlement was only found on the chain, signs and stores it for the first retry. */
async function findOrSignReceipt(
  shared: GateContext,
  row: ClaimRow,
  settled: { txHash: string; settledMs: number; receipt: string | null },
  proof: Proof,
) {
  if (settled.receipt !== null) return { jws: settled.receipt, proof }
  const signed = signReceipt(shared, row, settled, proof)
  if (!signed) return null
  const jws = await shared.reportUnknownOnError(row, () =>
    shared.claims.keepReceipt(row, signed.jws),
  )
  // Purged in this moment. Another retry at the same time could get a receipt with other bytes, so none is sent.
  if (jws === null) throw inFlight()
  return { proof, jws }
}

function expectedTransferOf(row: ClaimRow) {
  const { pay_to: payTo, amount_atomic: amountAtomic, created_ms: createdMs } = row
  return { key: row, payTo, amountAtomic, createdMs, validBeforeS: secondsOf(row.valid_before) }
}

function chainStatusFrom(row: ClaimRow, finding: ChainFinding): ChainStatus {
  switch (finding.kind) {
    case 'settled':
      return { status: 'settled', txHash: finding.txHash, reason: '' }
    case 'unpaid':
      return { status: 'unpaid', txHash: null, reason: finding.reason }
    case 'unused':
      if (!isPastExpiry(secondsOf(row.valid_before), finding.chainTimeS))
        return { status: 'unused', txHash: null, reason: 'not on the chain yet' }
      return { status: 'expired', txHash: null, reason: 'the authorization expired unused' }
    case 'unknown':
      return { status: 'silent', txHash: null, reason: finding.reason }
  }
}
