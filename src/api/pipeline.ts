/**
 * Executes an operation for every transport: admit -> validate -> challenge, or claim and verify ->
 * handle -> envelope -> record ->
 * settle -> record -> answer. The steps from claim on are the gate's.
 */
import type { Envelope } from '../contract/envelope.ts'
import type { Log } from '../observe/log.ts'
import { activeSpan, runInSpan, type Span, type Tracer } from '../observe/spans.ts'
import type { Clock } from '../platform/clock.ts'
import { type PaymentState, ServiceError, toServiceError } from '../platform/errors.ts'
import { createLoadGauge } from '../platform/load.ts'
import { londonDate } from '../platform/london.ts'
import { systemTimers, type Timers } from '../platform/timers.ts'
import { limitStoreWait } from '../store/wait-limit.ts'
import { createAnswering } from './answering.ts'
import { answerInTime } from './call-time.ts'
import { createFindFreeAnswer } from './free-answer.ts'
import { createQuoteFreshness } from './freshness.ts'
import type { RawInput } from './input.ts'
import { createFindNotModified } from './not-modified.ts'
import type { PaidCall } from './paid-call.ts'
import { jsonReply, type Reply } from './problem.ts'
import type { Problems } from './problem-log.ts'
import { createProofs } from './proofs.ts'
import { createPurchase, type PurchaseEnd, type PurchaseOptions } from './purchase.ts'
import { createQuote } from './quote.ts'
import type { Limiter } from './rate-limit.ts'
import { createPaymentReader } from './refused-payment.ts'
import type { Bound, BoundFree, BoundPaid } from './registry.ts'
import { freeReply } from './replies.ts'

export interface OperationCall extends PaidCall {
  bound: Bound
  /** The PAYMENT-SIGNATURE header, the payload as data, or null. */
  payment: unknown
  /** Instance of problem documents. */
  instance: string
  requestId: string
  /** The caller's traceparent header. */
  traceparent?: string | null
}

export interface PipelineOptions
  extends Omit<PurchaseOptions, 'findFreeAnswer' | 'answering' | 'proofs' | 'onEnd'> {
  onEnd?: (end: PurchaseEnd) => void
  /**
   * Whether quotes leave out what costs a search; default: whether the event loop is nearly always
   * busy.
   */
  underLoad?: () => boolean
  limits: { free: Limiter; feedback: Limiter }
  clock: Clock
  log: Log
  problems: Problems
  /** `null` if calls are not traced. */
  tracer?: Tracer | null
  onReply?: (operationId: string, status: number, durationMs: number) => void
  /** Limit of concurrent calls; none if left out. */
  maxRunning?: number
  /** Called for each call that is refused because the limit is reached. */
  onOverload?: (operationId: string) => void
  handlerBudgetMs?: number
  timers?: Timers
}

const OVERLOAD_RETRY_SECONDS = 5
/** Time that one call waits for the store, over all its statements. */
const STORE_WAIT_MS = 10_000

export interface Pipeline {
  /** Never throws: failures are problem documents. Unpaid quotes are answered without a promise. */
  handle(call: OperationCall): Reply | Promise<Reply>
  /** Runs a paid operation free of charge, for `preview`. @throws ServiceError */
  sample(bound: BoundPaid, raw: RawInput, signal: AbortSignal): Promise<Envelope>
}

export function createPipeline(options: PipelineOptions): Pipeline {
  const { limits, clock, log, problems, gate, maxRunning = Number.POSITIVE_INFINITY } = options
  const { termsOf, unavailableReason, timers = systemTimers } = options
  const answering = createAnswering(options)
  const proofs = createProofs()
  const { underLoad = createLoadGauge() } = options
  const freshness = createQuoteFreshness({ limit: limits.free, underLoad, clock, log })

  const quote = createQuote({ termsOf, unavailableReason, freshness })
  const findFreeAnswer = createFindFreeAnswer(clock, unavailableReason)
  const findNotModified = createFindNotModified(answering, proofs)
  const readPayment = createPaymentReader(options)
  const purchase = createPurchase({
    ...options,
    findFreeAnswer,
    answering,
    proofs,
    onEnd(end) {
      traceEnd(options.tracer, end)
      log.info(end, end.kind === 'refused' ? 'payment refused' : 'paid call answered')
      options.onEnd?.(end)
    },
  })

  const calls = createCallLimit(maxRunning)

  function execute(call: OperationCall): Reply | Promise<Reply> {
    const { bound, payment } = call
    if (bound.kind === 'paid') {
      if (payment !== null) return answerPayment(bound, call, payment)
      if (!bound.freeAnswer && !bound.quote && !isConditional(bound, call))
        return quote(bound, call)
    }
    calls.assertAvailable()
    return calls.run(async () => {
      if (bound.kind === 'free') return await replyFree(bound, call, options)
      return (await answerFree(bound, call)) ?? (await notModifiedOrQuote(bound, call))
    })
  }

  /**
   * Payments that the ledger knows are never refused for load: their settlement may be in flight,
   * or their answer is stored.
   */
  async function answerPayment(
    bound: BoundPaid,
    call: OperationCall,
    payment: unknown,
  ): Promise<Reply> {
    const presented = await readPayment(bound, call, payment)
    if (calls.isFull()) {
      const state = await gate.findState(presented)
      if (state === 'unspent' || state === 'unread') calls.assertAvailable(state)
    }
    return await calls.run(() =>
      answerInTime(call, (limited) => purchase(bound, { ...call, ...limited }, presented), timers),
    )
  }

  function isConditional(bound: BoundPaid, { ifNoneMatch }: OperationCall): boolean {
    return Boolean(ifNoneMatch) && bound.operation.method === 'GET'
  }

  async function answerFree(bound: BoundPaid, call: OperationCall): Promise<Reply | null> {
    const validated = bound.freeAnswer ? bound.read(call.raw) : null
    if (!validated?.ok) return null
    const free = await findFreeAnswer(bound, validated, call)
    return free && freeReply(bound.operation, validated, free, call)
  }

  /**
   * The comparison of entity tags runs the whole handler, so it counts as a free request. A caller
   * without any left is quoted the price.
   */
  async function notModifiedOrQuote(bound: BoundPaid, call: OperationCall): Promise<Reply> {
    if (!isConditional(bound, call)) return await quote(bound, call)
    const isAdmitted = await Promise.try(() => limits.free.debit(call.address)).then(
      () => true,
      () => false,
    )
    const notModified = isAdmitted ? await findNotModified(bound, call) : null
    return notModified ?? (await quote(bound, call))
  }

  function replyToFailure(error: unknown, call: OperationCall): Reply {
    const { instance, requestId, payment } = call
    const operation = call.bound.operation.id
    if (error instanceof ServiceError && error.code === 'OVERLOADED') {
      options.onOverload?.(operation)
      const { code, detail } = error
      log.warn({ requestId, operation, code, detail, limit: maxRunning }, 'call refused')
    }
    activeSpan()?.set({ 'ukintel.outcome': 'error', 'ukintel.code': toServiceError(error).code })
    return problems.reply(error, { instance, requestId, operation, withPayment: payment !== null })
  }

  function handle(call: OperationCall, span?: Span): Reply | Promise<Reply> {
    const started = performance.now()
    const observe = (reply: Reply): Reply => {
      options.onReply?.(call.bound.operation.id, reply.status, performance.now() - started)
      if (span) traceReply(span, call, reply)
      return reply
    }
    try {
      const reply = limitStoreWait(STORE_WAIT_MS, () => execute(call))
      return reply instanceof Promise
        ? reply.catch((error: unknown) => replyToFailure(error, call)).then(observe)
        : observe(reply)
    } catch (error) {
      return observe(replyToFailure(error, call))
    }
  }

  return {
    handle(call) {
      const span = options.tracer?.begin(call.bound.operation.id, call.traceparent ?? null)
      return span ? runInSpan(span, () => handle(call, span)) : handle(call)
    },

    async sample(bound, raw, signal) {
      const validated = bound.read(raw)
      if (!validated.ok) throw validated.error
      return (await answering(bound, validated, () => '0', signal)).envelope
    },
  }
}

function traceReply(
  span: Span,
  { payment, requestId, bound }: OperationCall,
  { status }: Reply,
): void {
  span.set({
    'http.response.status_code': status,
    'ukintel.operation': bound.operation.id,
    'ukintel.request_id': requestId,
    ...(status === 402 && payment === null && { 'ukintel.outcome': 'quoted' }),
  })
}

function traceEnd(
  tracer: Tracer | null | undefined,
  { kind, payer, code, transaction }: PurchaseEnd,
): void {
  activeSpan()?.set({
    'ukintel.outcome': kind,
    'ukintel.payer': tracer!.hashPayer(payer),
    ...(code !== undefined && { 'ukintel.code': code }),
    ...(transaction !== undefined && { 'ukintel.transaction': transaction }),
  })
}

/** Limits concurrent calls. Quotes that need no source do not count. */
function createCallLimit(maxRunning: number) {
  let running = 0
  const isFull = () => running >= maxRunning
  return {
    isFull,

    /** @param payment state of the payment, if the call has one @throws ServiceError OVERLOADED */
    assertAvailable(payment: PaymentState = 'none'): void {
      if (!isFull()) return
      const detail = 'The service is running as many calls as it can and did not begin this one.'
      throw new ServiceError('OVERLOADED', detail, {
        retryAfterSeconds: OVERLOAD_RETRY_SECONDS,
        payment,
      })
    },

    async run(work: () => Promise<Reply>): Promise<Reply> {
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
      }
    },
  }
}

async function replyFree(
  bound: BoundFree,
  call: OperationCall,
  { limits, clock }: Pick<PipelineOptions, 'limits' | 'clock'>,
): Promise<Reply> {
  await limits[bound.operation.limit].debit(call.address)
  const validated = bound.read(call.raw)
  if (!validated.ok) throw validated.error
  const nowMs = clock.nowMs()
  const body = await bound.respond(validated.input, {
    today: londonDate(nowMs),
    nowMs,
    signal: call.signal,
  })
  return jsonReply(200, body, { 'cache-control': 'no-store' })
}
