/**
 * The ledger held against the chain, for ever: every recorded payment's transfer is looked for once
 * it is some blocks deep and again after a day, every failed claim once its authorization has
 * ended. Finds a facilitator's lie, a reorganisation, and a transfer that landed late.
 */

import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import { errorMessage } from '../platform/errors.ts'
import type { Audits, Round } from '../store/ledger/audits.ts'
import type { ClaimRow, Claims } from '../store/ledger/claims.ts'
import type { PaymentsTable } from '../store/ledger/schema.ts'
import type { Chain, ChainFinding } from './evm/chain.ts'
import { isPastExpiry, parseSeconds } from './evm/checks.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** 32 blocks of two seconds. */
const DEEP_MS = 64_000
/** Payments are looked for in both rounds when they are this old. */
const ROUNDS: readonly (readonly [Round, number])[] = [
  [1, DEEP_MS],
  [2, DAY_MS],
]
const BATCH = 200
/**
 * Other processes may write payments of this age down only now: their clocks differ, and a commit
 * takes its time.
 */
const SETTLED_DOWN_MS = 10 * MINUTE_MS
/**
 * Time until a payment that differs, or that could not be checked, is looked up again: an endpoint
 * that lags raises no long alarm.
 */
const AGAIN_MS = 10 * MINUTE_MS
/**
 * A payment may have landed this long before it was written down: its authorization was valid for a
 * day.
 */
const LANDED_BEFORE_MS = 2 * DAY_MS
/**
 * A failed claim is kept for a day after its authorization; the chain's clock may be a minute
 * behind.
 */
const FAILED_MS = DAY_MS - 90_000

const FORGET_EVERY_MS = 60 * MINUTE_MS
/** Longer than any window in which something that matched could be due again. */
const RETENTION_MS = 3 * DAY_MS

export interface Audit {
  /** Checks everything that is due. Ends early if the chain cannot be queried. */
  run(signal: AbortSignal): Promise<void>
  /** Recorded payments whose transfer is not on the chain, as of the last run. */
  differences(): number
}

interface Judgement {
  finding: 'matches' | 'differs' | 'unknown'
  detail: string | null
}

interface AuditOptions {
  chain: Chain | null
  audits: Audits
  claims: Pick<Claims, 'settle'>
  clock: Clock
  log: Log
}

export function createAudit(options: AuditOptions): Audit {
  const { chain, audits, clock, log } = options
  let differing = 0
  /** On the monotonic clock. */
  let forgottenMs = Number.NEGATIVE_INFINITY
  const marks = new Map<Round, number>()

  return {
    async run(signal) {
      if (!chain?.confirm) return
      try {
        for (const round of ROUNDS) await lookRound(options, marks, round, signal)
        for (const { round, ...payment } of await audits.open(clock.nowMs() - AGAIN_MS, BATCH)) {
          if (signal.aborted) return
          await look(options, payment, round, signal)
        }
        for (const claim of await audits.listFailedUntil(clock.nowMs() + FAILED_MS, BATCH)) {
          if (signal.aborted) return
          await lookAtFailed(options, claim)
        }
      } catch (error) {
        log.warn(
          { reason: errorMessage(error).split('\n', 1)[0] },
          'the ledger could not be held against the chain',
        )
      }
      if (clock.elapsedMs() > forgottenMs + FORGET_EVERY_MS) {
        forgottenMs = clock.elapsedMs()
        await audits.forget(clock.nowMs() - RETENTION_MS)
      }
      differing = await audits.countDiffering()
    },
    differences: () => differing,
  }
}

/** @param marks times up to which each round has looked */
async function lookRound(
  options: AuditOptions,
  marks: Map<Round, number>,
  [round, ageMs]: readonly [Round, number],
  signal: AbortSignal,
): Promise<void> {
  const { audits, clock } = options
  const untilMs = clock.nowMs() - ageMs
  const due = await audits.due(round, untilMs, BATCH)
  let markMs =
    due.length === BATCH
      ? due.at(-1)!.settled_ms
      : Math.min(untilMs, clock.nowMs() - SETTLED_DOWN_MS)
  for (const payment of due) {
    if (signal.aborted) return
    if (!(await look(options, payment, round, signal)))
      markMs = Math.min(markMs, payment.settled_ms)
  }
  if (due.length === 0 && markMs < (marks.get(round) ?? 0) + MINUTE_MS) return
  await audits.advance(round, markMs)
  marks.set(round, markMs)
}

async function look(
  options: AuditOptions,
  payment: PaymentsTable,
  round: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { audits, clock, log } = options
  const judgement = await judge(options, payment, signal)
  if (!judgement) return false
  await audits.write({
    claim_id: payment.claim_id,
    round,
    ...judgement,
    checked_ms: clock.nowMs(),
  })
  if (judgement.finding === 'differs') {
    const { operation, payer, amount_atomic, tx_hash } = payment
    log.error(
      { operation, payer, amountAtomic: amount_atomic, tx: tx_hash, detail: judgement.detail },
      'a recorded payment is not on the chain',
    )
  }
  return true
}

/** Returns `null` if it is too early to decide. @throws Error if the chain cannot be queried */
async function judge(
  { chain, clock }: AuditOptions,
  payment: PaymentsTable,
  signal: AbortSignal,
): Promise<Judgement | null> {
  const nowMs = clock.nowMs()
  const wanted = { key: payment, payTo: payment.pay_to, amountAtomic: payment.amount_atomic }
  const { kind, blockTimeS } = await chain!.confirm!({ ...wanted, txHash: payment.tx_hash })
  const isFresh = nowMs - payment.settled_ms < SETTLED_DOWN_MS
  if (kind === 'paid' || (kind === 'shallow' && !isFresh))
    return { finding: 'matches', detail: null }
  if (kind === 'shallow' || (isFresh && blockTimeS * 1000 < payment.settled_ms)) return null
  return toJudgement(
    await chain!.lookUp(
      { ...wanted, createdMs: payment.settled_ms - LANDED_BEFORE_MS },
      nowMs,
      signal,
    ),
  )
}

/**
 * Records a payment that landed although it was refused for certain. A retry of its buyer then
 * finds the answer.
 */
async function lookAtFailed(
  { chain, audits, claims, clock, log }: AuditOptions,
  claim: ClaimRow,
): Promise<void> {
  const nowMs = clock.nowMs()
  const wanted = {
    key: claim,
    payTo: claim.pay_to,
    amountAtomic: claim.amount_atomic,
    createdMs: claim.created_ms,
    validBeforeS: parseSeconds(claim.valid_before),
  }
  const finding = await chain!.lookUp(wanted, nowMs)
  if (finding.kind === 'settled') {
    await claims.settle(claim, finding.txHash, nowMs)
    log.warn(
      { operation: claim.operation, payer: claim.payer, tx: finding.txHash },
      'a refused payment landed late',
    )
  } else if (
    finding.kind === 'unpaid' ||
    (finding.kind === 'unused' &&
      isPastExpiry(parseSeconds(claim.valid_before), finding.chainTimeS))
  ) {
    await audits.write({
      claim_id: claim.id,
      round: 0,
      finding: 'matches',
      detail: null,
      checked_ms: nowMs,
    })
  }
}

function toJudgement(finding: ChainFinding): Judgement {
  switch (finding.kind) {
    case 'settled':
      return { finding: 'matches', detail: `in ${finding.txHash}` }
    case 'unpaid':
      return { finding: 'differs', detail: finding.reason }
    case 'unused':
      return { finding: 'differs', detail: 'the authorization is unused' }
    case 'unknown':
      return { finding: 'unknown', detail: finding.reason }
  }
}
