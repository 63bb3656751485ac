/**
 * Executes an operation for every transport: admit -> validate -> challenge, or claim and verify -> handle -> envelope -> record ->
 * settle -> record -> answer. The steps from claim on are the gate's.
 */
import { type Answer, type Envelope, envelope } from '../contract/envelope.ts'
import { answeringFor } from '../kernel/caller.ts'
import { type Clock, instant } from '../kernel/clock.ts'
import { ServiceError } from '../kernel/errors.ts'
import { londonDate } from '../kernel/london.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import type { Log } from '../observe/log.ts'
import { decodePayment, type Presented } from '../payments/evm/presented.ts'
import type { Delivery, Gate } from '../payments/gate.ts'
import { refusalOf, VERSION_1_REASON } from '../payments/refusal.ts'
import type { Refused, Terms } from '../payments/terms.ts'
import { fingerprintOf, formerFingerprintOf } from './fingerprint.ts'
import type { RawInput } from './input.ts'
import { jsonReply, problemReply, type Reply } from './problem.ts'
import type { Limiter } from './rate-limit.ts'
import type { Bound, BoundFree, BoundPaid } from './registry.ts'

export interface Call {
  bound: Bound
  raw: RawInput
  /** The PAYMENT-SIGNATURE header, an already decoded payload, or null. */
  payment: string | Presented | null
  /** A payment of x402 version 1 came instead, which is not served. */
  version1?: boolean
  /** Absolute URL that the terms are quoted for. */
  resourceUrl: string
  /** What problem documents name as the instance. */
  instance: string
  requestId: string
  /** Limits count per address. */
  address: string
  signal: AbortSignal
}

export interface PipelineOptions {
  termsOf: (operationId: string) => Terms
  gate: Gate
  /** Whether the payer has bought something lately. */
  isProven: (payer: string) => Promise<boolean>
  limits: { free: Limiter; feedback: Limiter }
  clock: Clock
  log: Log
  publicUrl: string
  onReply?: (operationId: string, status: number, durationMs: number) => void
  handlerBudgetMs?: number
  timers?: Timers
}

export interface Pipeline {
  /** Never throws: failures are problem documents. Unpaid quotes are answered without a promise. */
  handle(call: Call): Reply | Promise<Reply>
  /** Runs a paid operation for nothing, for `preview`. @throws ServiceError */
  sample(bound: BoundPaid, raw: RawInput, signal: AbortSignal): Promise<Envelope>
}

const MAX_ANSWER_BYTES = 1024 * 1024
/** A handler that takes longer is given up; the payment stays unspent. */
const HANDLER_BUDGET_MS = 12_000

export function createPipeline(options: PipelineOptions): Pipeline {
  const { termsOf, gate, limits, clock, log, publicUrl } = options
  const { handlerBudgetMs = HANDLER_BUDGET_MS, timers = systemTimers } = options
  /** Paid deliveries of answers that come again. */
  const serialised = new WeakMap<Answer, Delivery>()

  function handle(call: Call): Reply | Promise<Reply> {
    const started = performance.now()
    const { bound } = call
    try {
      const reply = bound.kind === 'free' ? free(bound, call) : call.payment === null ? quote(bound, call) : paid(bound, call)
      if (reply instanceof Promise) {
        return reply.catch((error: unknown) => failed(error, call)).then((settled) => observed(settled, bound, started))
      }
      return observed(reply, bound, started)
    } catch (error) {
      return observed(failed(error, call), bound, started)
    }
  }

  /** 402 with the terms, or the reason why no payment would help. */
  function quote(bound: BoundPaid, call: Call): Reply {
    const validated = bound.read(call.raw)
    if (!validated.ok && !validated.absent) throw validated.error
    const terms = termsOf(bound.operation.id)
    if (!call.version1) return challenge(terms, call.resourceUrl)
    return challenge(terms, call.resourceUrl, { error: VERSION_1_REASON, refusal: refusalOf(VERSION_1_REASON, null, terms.requirements) })
  }

  async function paid(bound: BoundPaid, call: Call): Promise<Reply> {
    const presented = typeof call.payment === 'string' ? decodePayment(call.payment) : call.payment!
    const validated = bound.read(call.raw)
    if (!validated.ok) throw validated.error
    const terms = termsOf(bound.operation.id)
    const outcome = await gate.charge({
      terms,
      fingerprint: fingerprintOf(bound.operation.id, validated.said()),
      formerFingerprint: () => formerFingerprintOf(bound.operation.id, validated.echo),
      presented,
      signal: call.signal,
      address: call.address,
      work: async (signal) => {
        const proven = await options.isProven(presented.key.payer)
        return await answeringFor({ proven, begun: false }, () =>
          deliver(bound, validated.input, validated.echo, bound.operation.priceUsdc, signal),
        )
      },
    })
    if (outcome.kind === 'refused') {
      const refusal = refusalOf(outcome.reason, presented, terms.requirements)
      return challenge(terms, call.resourceUrl, { error: outcome.reason, refusal }, outcome.receipt)
    }
    return {
      status: outcome.delivery.status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'private, no-store',
        'payment-response': outcome.receipt,
        ...(outcome.replayed ? { 'payment-replayed': 'true' } : {}),
      },
      body: outcome.delivery.body,
    }
  }

  async function deliver(
    bound: BoundPaid,
    input: Record<string, unknown>,
    echo: Record<string, unknown>,
    priceUsdc: string,
    signal: AbortSignal,
  ): Promise<Delivery> {
    const nowMs = clock.nowMs()
    const made = await answer(bound, input, nowMs, signal)
    const known = made.shared ? serialised.get(made) : undefined
    if (known) return known
    const body = Buffer.from(JSON.stringify(envelope(echo, made, bound.operation.attribution, priceUsdc, instant(nowMs))))
    if (body.length > MAX_ANSWER_BYTES) throw new Error(`${bound.operation.id}: an answer of ${body.length} bytes`)
    const delivery = { status: 200, body }
    if (made.shared) serialised.set(made, delivery)
    return delivery
  }

  function answer(bound: BoundPaid, input: Record<string, unknown>, nowMs: number, signal: AbortSignal): Promise<Answer> {
    return withinBudget({ caller: signal, budgetMs: handlerBudgetMs, timers }, (limited) =>
      bound.answer(input, { today: londonDate(nowMs), nowMs, signal: limited }),
    )
  }

  async function free(bound: BoundFree, call: Call): Promise<Reply> {
    limits[bound.operation.limit].admit(call.address)
    const validated = bound.read(call.raw)
    if (!validated.ok) throw validated.error
    const nowMs = clock.nowMs()
    const body = await bound.respond(validated.input, { today: londonDate(nowMs), nowMs, signal: call.signal })
    return jsonReply(200, body, { 'cache-control': 'no-store' })
  }

  function challenge(terms: Terms, resourceUrl: string, refused?: Refused, receipt?: string): Reply {
    const { body, header } = terms.challenge(resourceUrl, refused)
    return {
      status: 402,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'payment-required': header,
        ...(receipt === undefined ? {} : { 'payment-response': receipt }),
      },
      body,
    }
  }

  function failed(error: unknown, call: Call): Reply {
    const reply = problemReply(error, { publicUrl, instance: call.instance, requestId: call.requestId })
    if (reply.status >= 500) {
      const cause = error instanceof ServiceError ? error.cause : error
      const level = reply.status === 500 ? 'error' : 'warn'
      log[level]({ requestId: call.requestId, operation: call.bound.operation.id, status: reply.status, err: cause }, 'request failed')
    }
    return reply
  }

  function observed(reply: Reply, bound: Bound, started: number): Reply {
    options.onReply?.(bound.operation.id, reply.status, performance.now() - started)
    return reply
  }

  return {
    handle,
    async sample(bound, raw, signal) {
      const validated = bound.read(raw)
      if (!validated.ok) throw validated.error
      const nowMs = clock.nowMs()
      const made = await answer(bound, validated.input, nowMs, signal)
      return envelope(validated.echo, made, bound.operation.attribution, '0', instant(nowMs))
    },
  }
}

/** Gives up when the caller leaves or time runs out, whether the work heeds its signal or not. @throws ServiceError UPSTREAM_UNAVAILABLE */
async function withinBudget<T>(
  { caller, budgetMs, timers }: { caller: AbortSignal; budgetMs: number; timers: Timers },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const leave = () => controller.abort(caller.reason)
  if (caller.aborted) leave()
  caller.addEventListener('abort', leave, { once: true })
  const disarm = timers.after(budgetMs, () => {
    controller.abort(
      new ServiceError('UPSTREAM_UNAVAILABLE', 'The source of this answer took too long; nothing was charged.', { retryAfterSeconds: 10 }),
    )
  })
  const { signal } = controller
  const givenUp = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  try {
    return await Promise.race([work(signal), givenUp])
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    disarm()
    caller.removeEventListener('abort', leave)
  }
}
