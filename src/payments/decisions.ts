/**
 * Decisions about a payment, as tables without I/O: the code runs them,
 * docs/contributors/payment-decisions.md shows them, and a test holds the two together. A change of
 * a row changes who pays. Within a table the first matching row counts.
 */

/**
 * On-chain status of an authorization. `expired`: unused, and too late for any transaction that is
 * still under way.
 */
export type ChainWord = 'settled' | 'unpaid' | 'expired' | 'unused' | 'silent' | 'no_chain'

/** The facilitator's reply to a settlement. */
export type SettleReply = 'settled' | 'refused' | 'not_sent' | 'unknown'

/** State of the payment before this settlement was sent. */
export type Before =
  /** Nothing was ever sent for it. */
  | 'nothing_sent'
  /** An earlier settlement was refused for certain. */
  | 'failed'
  /** An earlier settlement may have been sent. */
  | 'undecided'

export type SettlementAction =
  /** The money moved: write the payment down, deliver the answer. */
  | 'record'
  /** It did not and will not: 402, the answer stays withheld. */
  | 'fail'
  /** Nothing was ever sent: forget claim and answer, 503 "nothing was charged". */
  | 'withdraw'
  /** Still failed, and nothing was sent now: 503 "nothing was charged". */
  | 'fail_unsent'
  /** 503 SETTLEMENT_UNKNOWN; the claim waits undecided. */
  | 'leave_unknown'
  /** Query the chain again while the wait budget lasts; then as `leave_unknown`. */
  | 'ask_again'
  /** Send the same authorization (again). */
  | 'send'

/**
 * Used before a settlement is sent again, and in the background. There nothing is sent, and `send`
 * leaves the claim as it is.
 */
export const BY_CHAIN_STATUS: Readonly<Record<ChainWord, SettlementAction>> = {
  settled: 'record',
  unpaid: 'fail',
  expired: 'fail',
  unused: 'send',
  silent: 'send',
  no_chain: 'send',
}

const always = (action: SettlementAction): Readonly<Record<Before, SettlementAction>> => ({
  nothing_sent: action,
  failed: action,
  undecided: action,
})

/** Used after the facilitator's reply. Unless that is a success, the chain has been queried too. */
export const BY_SETTLE_REPLY: Readonly<
  Record<SettleReply, Readonly<Record<ChainWord, Readonly<Record<Before, SettlementAction>>>>>
> = {
  settled: {
    settled: always('record'),
    unpaid: always('record'),
    expired: always('record'),
    unused: always('record'),
    silent: always('record'),
    no_chain: always('record'),
  },
  refused: {
    settled: always('record'),
    unpaid: always('fail'),
    expired: always('fail'),
    unused: { nothing_sent: 'fail', failed: 'fail', undecided: 'leave_unknown' },
    silent: always('leave_unknown'),
    no_chain: { nothing_sent: 'fail', failed: 'fail', undecided: 'leave_unknown' },
  },
  not_sent: {
    settled: always('record'),
    unpaid: always('fail'),
    expired: { nothing_sent: 'withdraw', failed: 'fail', undecided: 'fail' },
    unused: { nothing_sent: 'withdraw', failed: 'fail_unsent', undecided: 'leave_unknown' },
    silent: always('leave_unknown'),
    no_chain: { nothing_sent: 'withdraw', failed: 'fail_unsent', undecided: 'leave_unknown' },
  },
  unknown: {
    settled: always('record'),
    unpaid: always('fail'),
    expired: always('fail'),
    unused: always('ask_again'),
    silent: always('ask_again'),
    no_chain: always('leave_unknown'),
  },
}

type State = 'claimed' | 'settling' | 'settled' | 'failed'

/** A presented payment that the ledger knows. */
export interface KnownPayment {
  state: State
  lease: 'running' | 'over'
  /**
   * Compared with the stored one. `own`: another one of the payer's key. `foreign`: of another key,
   * or of a smart wallet.
   */
  signature: 'same' | 'own' | 'foreign'
  question: 'same' | 'other'
  /**
   * Whether it has the payment-identifier of its first presentation. If that had none, none is
   * needed.
   */
  identifier: 'same' | 'other'
}

export type KnownPaymentAction =
  /** Take over the claim and start from the beginning: verify, answer, settle. */
  | 'begin_anew'
  | 'in_flight'
  | 'other_signature'
  | 'reused'
  | 'other_identifier'
  | 'replay'
  /** Take the claim, look at its identifier again, then decide the settlement. */
  | 'resume_failed'
  /** Take the claim and decide the settlement. */
  | 'resume'

export interface DecisionRow<Situation, Action> {
  when: { readonly [Name in keyof Situation]?: readonly Situation[Name][] }
  action: Action
  why: string
}

export const FOR_KNOWN_PAYMENT: readonly DecisionRow<KnownPayment, KnownPaymentAction>[] = [
  {
    when: { state: ['claimed'], lease: ['over'] },
    action: 'begin_anew',
    why: 'its lease has ended and nothing was settled',
  },
  {
    when: { state: ['claimed'], signature: ['own'] },
    action: 'begin_anew',
    why: "only the payer's own signature evicts a claim: junk over a nonce never blocks the real one",
  },
  {
    when: { state: ['claimed'], signature: ['foreign'] },
    action: 'in_flight',
    why: 'a smart wallet waits until the claim, if it is junk, has failed verification',
  },
  {
    when: { signature: ['own', 'foreign'] },
    action: 'other_signature',
    why: 'the first signature names the payment, and nothing is signed again for it',
  },
  { when: { question: ['other'] }, action: 'reused', why: 'one payment buys one answer' },
  {
    when: { identifier: ['other'] },
    action: 'other_identifier',
    why: 'a settled signature is public, its identifier is not',
  },
  { when: { state: ['settled'] }, action: 'replay', why: 'paid for' },
  {
    when: { state: ['failed'] },
    action: 'resume_failed',
    why: 'a balance may have been filled, a transaction may have landed after all',
  },
  { when: { lease: ['running'] }, action: 'in_flight', why: 'another request is working on it' },
  { when: { state: ['settling'] }, action: 'resume', why: 'its end was never written down' },
]

/** The payment that a buyer's identifier is bound to, when another one is presented under it. */
export interface Former {
  /** `gone`: its claim was deleted, or has been used for another question. */
  state: State | 'gone'
  lease: 'running' | 'over'
  question: 'same' | 'other'
}

export type FormerAction =
  | 'rebind'
  /**
   * Take over its claim first, so that a running retry of it cannot settle next to the new payment.
   */
  | 'stop_and_rebind'
  | 'reused'
  | 'replay'
  | 'in_flight'
  | 'resume'

export const FOR_REBOUND_IDENTIFIER: readonly DecisionRow<Former, FormerAction>[] = [
  { when: { state: ['gone'] }, action: 'rebind', why: 'it came to nothing' },
  { when: { state: ['failed'] }, action: 'stop_and_rebind', why: 'it was refused' },
  {
    when: { state: ['claimed'], lease: ['over'] },
    action: 'stop_and_rebind',
    why: 'its lease has ended',
  },
  { when: { question: ['other'] }, action: 'reused', why: 'one identifier names one purchase' },
  { when: { state: ['settled'] }, action: 'replay', why: 'bought already' },
  { when: { lease: ['running'] }, action: 'in_flight', why: 'another request is working on it' },
  {
    when: { state: ['settling'] },
    action: 'resume',
    why: 'decided first, so that the two are never both settled',
  },
]

/** @throws Error for a situation that no row fits: a test tries them all. */
export function firstMatch<Situation extends object, Action>(
  rows: readonly DecisionRow<Situation, Action>[],
  situation: Situation,
): Action {
  const fits = (when: DecisionRow<Situation, Action>['when']) =>
    Object.entries(when).every(([name, values]) =>
      (values as unknown[]).includes(situation[name as keyof Situation]),
    )
  const row = rows.find(({ when }) => fits(when))
  if (!row) throw new Error(`nothing is decided for ${JSON.stringify(situation)}`)
  return row.action
}
