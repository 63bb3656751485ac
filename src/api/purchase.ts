/** A call with a payment: the gate charges for the answer, and its outcome becomes the reply. */
import { type PaidDescription, UnitsChanged } from '../contract/operation.ts'
import { priceFor } from '../contract/price.ts'
import type { Presented } from '../payments/evm/presented.ts'
import type { Delivery, Gate } from '../payments/gate.ts'
import { toListing } from '../payments/listing-guard.ts'
import type { Proof } from '../payments/offer-receipt.ts'
import type {
  ChargeOutcome,
  RefusedOutcome,
  RequoteOutcome,
  UnsoldOutcome,
} from '../payments/outcome.ts'
import { buildRefusal, REFUSALS } from '../payments/refusal.ts'
import { type Terms, toQuotedUrl } from '../payments/terms.ts'
import { type Buyer, type Caller, forfeitCalls, giveBackCalls, runFor } from '../platform/caller.ts'
import { CHARGED, ERROR_CATALOGUE, ServiceError, toServiceError } from '../platform/errors.ts'
import { answerDigest } from '../platform/provenance.ts'
import type { Answered, Answering } from './answering.ts'
import { computeFingerprint, computeFormerFingerprint } from './fingerprint.ts'
import type { FindFreeAnswer } from './free-answer.ts'
import type { PaidCall, TermsOf, UnavailableReason, ValidInput } from './paid-call.ts'
import type { Reply } from './problem.ts'
import type { Proofs } from './proofs.ts'
import { findCurrentTerms } from './quote.ts'
import { addTerms } from './refused-payment.ts'
import type { BoundPaid } from './registry.ts'
import { buildDeliveredReply, freeReply, quoteReply } from './replies.ts'

/** How a call with a payment ended, for the log and the metrics. */
export interface PurchaseEnd {
  requestId: string
  operation: string
  payer: string
  priceUsdc: string
  kind: 'paid' | 'repeated' | 'refused'
  /** The transaction that paid for the answer. */
  transaction?: string
  /** Code of the refusal, without the facilitator's free text. */
  code?: string
  /** Reason of the refusal, with that text. */
  detail?: string
}

export interface PurchaseOptions {
  onEnd: (end: PurchaseEnd) => void
  termsOf: TermsOf
  gate: Pick<Gate, 'charge' | 'findState'>
  unavailableReason: UnavailableReason
  /** Returns what the payer paid in the last 30 days, in atomic units; 0 without a purchase. */
  paidRecently: (payer: string) => number | Promise<number>
  findFreeAnswer: FindFreeAnswer
  answering: Answering
  proofs: Proofs
}

/** Answers a call that came with this payment. @throws ServiceError */
export type Purchase = (bound: BoundPaid, call: PaidCall, presented: Presented) => Promise<Reply>

/**
 * A caller may cause this many source calls for one debit of its limits: a batch of fifty rows that
 * fails costs more than one row.
 */
const UNITS_PER_DEBIT = 3
const MAX_ANSWER_BYTES = 1024 * 1024

/** One call with a payment, and what is known of it before the gate. */
interface Attempt {
  bound: BoundPaid
  call: PaidCall
  presented: Presented
  validated: ValidInput
  /** Terms that the payment is compared with. */
  terms: Terms
  /**
   * Number of units that it pays for; 1 if the operation is not sold by units, null if the amount
   * fits no number.
   */
  units: number | null
  payer: PayerContext
}

export function createPurchase(options: PurchaseOptions): Purchase {
  const { termsOf, gate, unavailableReason, paidRecently, onEnd } = options
  const { findFreeAnswer, answering, proofs } = options

  /**
   * Returns what ends the call before the payment is verified, or null. @throws ServiceError if no
   * caller can get the answer now
   */
  async function findUnsold(attempt: Attempt): Promise<UnsoldOutcome | null> {
    const { bound, call, validated, units, payer } = attempt
    const trouble = unavailableReason(bound.operation.id, validated.input)
    if (trouble) throw trouble
    const free = await findFreeAnswer(bound, validated, call)
    if (free) return free
    const { quote } = bound
    if (!quote) return null
    return await payer.run(async () =>
      (await quote(validated.input)) === units ? null : requote(attempt),
    )
  }

  async function buildDelivery(
    attempt: Attempt,
    signal: AbortSignal,
  ): Promise<Delivery | RequoteOutcome> {
    const { bound, call, validated, units } = attempt
    const { operation } = bound
    const price = (count: number) => priceFor(operation, count)
    const answered = await answering(bound, validated, price, signal).catch((error: unknown) => {
      if (error instanceof UnitsChanged) return null
      throw error
    })
    if (answered === null || answered.units !== units) return await requote(attempt)
    return toDelivery(operation, answered, toQuotedUrl(call.resourceUrl), proofs)
  }

  /**
   * @throws ServiceError if the same number of units can be answered: then one of them could not be
   * read
   */
  async function requote({ bound, validated, terms }: Attempt): Promise<RequoteOutcome> {
    const current = await findCurrentTerms(termsOf, bound, validated.input)
    if (current.requirements.amount === terms.requirements.amount) throw createRowsUnreadableError()
    return { kind: 'requote', terms: current }
  }

  function charge(attempt: Attempt): Promise<ChargeOutcome> {
    const { bound, call, presented, validated, terms, units, payer } = attempt
    const { id } = bound.operation
    return gate.charge({
      terms,
      fingerprint: computeFingerprint(id, validated.nonDefault()),
      narrowed: validated.narrowed,
      formerFingerprint: () => computeFormerFingerprint(id, validated.echo),
      presented,
      listing: () =>
        toListing((call.asTool ? terms.tool : terms).paymentRequired(call.resourceUrl)),
      signal: call.signal,
      address: call.address,
      ...(call.requestId && { requestId: call.requestId }),
      debits: Math.ceil((units ?? 1) / UNITS_PER_DEBIT),
      findUnsold: () => findUnsold(attempt),
      work: (signal) => payer.run(() => buildDelivery(attempt, signal)),
    })
  }

  function report(
    attempt: Attempt,
    end: Pick<PurchaseEnd, 'kind' | 'transaction' | 'code' | 'detail'>,
  ): void {
    const { bound, call, presented, terms } = attempt
    onEnd({
      requestId: call.requestId ?? '',
      operation: bound.operation.id,
      payer: presented.key.payer,
      priceUsdc: terms.priceUsdc,
      ...end,
    })
  }

  /**
   * A free answer needs no payment, so the caller gets it even if the payment was refused. It ends
   * the payment, which may not have moved.
   */
  async function findFreeReply(
    { bound, call, validated }: Attempt,
    { receipt, payment }: Pick<RefusedOutcome, 'receipt' | 'payment'>,
  ): Promise<Reply | null> {
    if (CHARGED[payment] !== false) return null
    const free = await findFreeAnswer(bound, validated, call).catch((error: unknown) => {
      // The buyer of a failed settlement gets its receipt, whatever the request would be told now.
      if (receipt !== undefined) return null
      throw toServiceError(error).with({ payment })
    })
    return free && freeReply(bound.operation, validated, free, call)
  }

  async function replyToRefused(attempt: Attempt, outcome: RefusedOutcome): Promise<Reply> {
    const { reason, receipt, payment } = outcome
    const { bound, call, presented, validated, terms } = attempt
    const free = await findFreeReply(attempt, outcome)
    if (free) return free

    report(attempt, { kind: 'refused', code: codeOfReason(reason), detail: reason })
    const current = await findCurrentTerms(termsOf, bound, validated.input).catch(() => terms)
    const refusal = buildRefusal(reason, { presented, state: payment }, current.requirements)
    return quoteReply(current, call, { refused: { error: reason, refusal } }, receipt)
  }

  return async (bound, call, presented) => {
    const validated = await readInput(gate, bound, call, presented)
    const payer = createPayerContext(async () => ({
      payer: presented.key.payer,
      paidAtomic: await paidRecently(presented.key.payer),
    }))
    const paid = await findPaidTerms(termsOf, bound, validated.input, presented)
    const attempt: Attempt = { bound, call, presented, validated, ...paid, payer }

    const outcome = await payer.whileCharging(charge(attempt)).catch(async (error: unknown) => {
      if (!(error instanceof ServiceError) || !('terms' in ERROR_CATALOGUE[error.code])) throw error
      const current = await findCurrentTerms(termsOf, bound, validated.input).catch(
        () => attempt.terms,
      )
      throw addTerms(error, current, call)
    })
    switch (outcome.kind) {
      case 'free':
        return freeReply(bound.operation, validated, outcome, call)
      case 'requote':
        throw addTerms(
          createRowsChangedError(attempt.terms, outcome.terms, call),
          outcome.terms,
          call,
        )
      case 'refused':
        return await replyToRefused(attempt, outcome)
      case 'delivered':
        report(attempt, {
          kind: outcome.replayed ? 'repeated' : 'paid',
          transaction: outcome.transaction,
        })
        return buildDeliveredReply(outcome)
    }
  }
}

/**
 * Reads the form as the last release read it: it gives the fingerprint by which a known payment
 * finds its answer. @throws ServiceError
 */
async function readInput(
  gate: Pick<Gate, 'findState'>,
  bound: BoundPaid,
  { raw }: PaidCall,
  presented: Presented,
): Promise<ValidInput> {
  let failure: unknown
  try {
    const validated = bound.read(raw)
    if (validated.ok) return validated
    failure = validated.error
  } catch (error) {
    failure = error
  }
  const payment = await gate.findState(presented)
  throw toServiceError(failure).with({ payment })
}

/**
 * Returns the terms that the payment is compared with. If the operation is sold by units, they are
 * the terms of as many units as the amount pays for, whatever can be answered now: so a settled
 * payment finds its answer, and any other claim has the signed amount.
 */
async function findPaidTerms(
  termsOf: TermsOf,
  bound: BoundPaid,
  input: Record<string, unknown>,
  { authorization }: Presented,
): Promise<Pick<Attempt, 'terms' | 'units'>> {
  const terms = termsOf(bound.operation.id)
  if (terms.byUnits === null) return { terms, units: 1 }
  const units = terms.byUnits.countPaidUnits(authorization.value)
  if (units !== null) return { terms: terms.byUnits.of(units), units }
  return { terms: await findCurrentTerms(termsOf, bound, input).catch(() => terms), units: null }
}

type PayerContext = ReturnType<typeof createPayerContext>

/**
 * Runs the steps of one call on behalf of its payer, so that they count against the payer's share
 * of a source.
 */
function createPayerContext(findBuyer: () => Promise<Buyer>) {
  const callers: Caller[] = []
  return {
    async run<T>(step: () => Promise<T>): Promise<T> {
      const buyer = await findBuyer()
      const hasRecentPurchase = buyer.paidAtomic > 0
      const caller: Caller = { hasRecentPurchase, ...(hasRecentPurchase && { buyer }) }
      callers.push(caller)
      return await runFor(caller, step)
    },

    /**
     * Waits for the charge and then returns the source calls that the steps reserved but did not
     * use.
     */
    async whileCharging(charging: Promise<ChargeOutcome>): Promise<ChargeOutcome> {
      let isUndecided = false
      try {
        const outcome = await charging
        if (outcome.kind !== 'delivered') callers.forEach(forfeitCalls)
        return outcome
      } catch (error) {
        if (error instanceof ServiceError && error.status < 500) callers.forEach(forfeitCalls)
        // The reservation then ends after its own time.
        isUndecided = error instanceof ServiceError && error.code === 'SETTLEMENT_UNKNOWN'
        throw error
      } finally {
        if (!isUndecided) callers.forEach(giveBackCalls)
      }
    },
  }
}

/** Returns a label with few values: the facilitator's free text is not one. */
function codeOfReason(reason: string): string {
  const code = reason.split(':', 1)[0]!
  return Object.hasOwn(REFUSALS, code) ? code : 'other'
}

function toDelivery(
  { id, method: verb }: PaidDescription,
  { envelope, judgedBy }: Answered,
  resourceUrl: string,
  proofs: Proofs,
): Delivery {
  const body = Buffer.from(JSON.stringify(envelope))
  if (body.length > MAX_ANSWER_BYTES) throw new Error(`${id}: an answer of ${body.length} bytes`)
  const subject = { endpoint: id, method: judgedBy }
  const proof: Proof = {
    ...subject,
    resourceUrl,
    dataVintage: envelope.as_of,
    answerDigest: answerDigest(body),
    ...proofs(envelope, subject, verb === 'GET'),
  }
  return { status: 200, body, proof }
}

function createRowsUnreadableError(): ServiceError {
  return new ServiceError(
    'UPSTREAM_UNAVAILABLE',
    'The rows could not be read this time; nothing was charged.',
    {
      retryAfterSeconds: 5,
      hint: 'Repeat the request with the same PAYMENT-SIGNATURE after the time in Retry-After.',
    },
  )
}

/** @param paid terms of the payment @param current terms of the rows that can be answered now */
function createRowsChangedError(
  paid: Terms,
  current: Terms,
  { resourceUrl, asTool }: PaidCall,
): ServiceError {
  const [rows, before] = [current, paid].map(
    ({ requirements, byUnits }) => byUnits!.countPaidUnits(requirements.amount)!,
  )
  const detail = `${rows} of these rows can be answered now, for ${current.priceUsdc} USDC; the payment is for ${before}, ${paid.priceUsdc} USDC. Nothing was charged.`
  const { body } = (asTool ? current.tool : current).challenge(resourceUrl)
  return new ServiceError('ROWS_CHANGED', detail, {
    hint: 'Sign a new payment for the terms in quote and repeat the request with it; the payment that was sent is unspent.',
    payment: 'unspent',
    quote: { rows, amount: current.priceUsdc, terms: JSON.parse(body.toString()) as object },
  })
}
