/**
 * What a message is answered with, whichever binding it came by: who names a skill and its input
 * gets the terms, who sends a payment with them, by the x402 extension, gets the answer, through
 * the same gate as over HTTP. Nothing is kept between messages.
 */

import type { PaymentRequirements } from '@x402/core/types'
import { paymentMode } from '../../api/catalogue.ts'
import { rawFromFields } from '../../api/fields.ts'
import type { Reply } from '../../api/problem.ts'
import type { Bound } from '../../api/registry.ts'
import { decodeHeader } from '../../payments/wire.ts'
import { isObject } from '../../platform/json.ts'
import { nearest } from '../../platform/text.ts'
import { rewordRefusal } from '../refusal-words.ts'
import type { TransportDeps } from '../transport.ts'
import type { Incoming, Outgoing, TaskState } from './dialects.ts'
import { type Fault, toFault } from './faults.ts'
import { decodeTaskId, encodeTaskId, type Request } from './task-id.ts'

const STATUS = 'x402.payment.status'
const REQUIRED = 'x402.payment.required'
const PAYLOAD = 'x402.payment.payload'
const RECEIPTS = 'x402.payment.receipts'
const ERROR = 'x402.payment.error'

/** Names the place of the payment in a message. */
const PAYMENT_PLACE = `metadata["${PAYLOAD}"]`
const WORDS: readonly [RegExp, string][] = [
  [/Send base64 of the JSON payment payload/g, 'Send the payment payload'],
  [/the PAYMENT-REQUIRED header/g, `the terms in metadata["${REQUIRED}"]`],
  [/PAYMENT-REQUIRED/g, `metadata["${REQUIRED}"]`],
  [/PAYMENT-SIGNATURE( header)?/g, `payment in ${PAYMENT_PLACE}`],
]
const word = (text: string) =>
  WORDS.reduce((worded, [http, message]) => worded.replace(http, message), text)

const reword = (refusal: Record<string, unknown>) => rewordRefusal(refusal, PAYMENT_PLACE, word)

export interface A2aCaller {
  /** Path in problem documents. */
  path: string
  address: string
  requestId: string
  traceparent?: string | null
  signal: AbortSignal
  /**
   * The caller has activated the x402 extension: prices come as tasks, which a payment completes.
   */
  activated: boolean
}

export type A2aAnswer = { kind: 'said'; message: Outgoing } | { kind: 'fault'; fault: Fault }

type Reported = Pick<Outgoing, 'text' | 'data'> & { metadata?: Record<string, unknown> }

export function createConversation({
  catalogue,
  pipeline,
}: TransportDeps): (message: Incoming, caller: A2aCaller) => Promise<A2aAnswer> {
  const { operations, publicUrl, termsOf } = catalogue

  async function answer(message: Incoming, caller: A2aCaller): Promise<A2aAnswer> {
    const named = message.data.find((data) => typeof data.skill === 'string')
    const request: Request | null = named
      ? { skill: named.skill as string, input: isObject(named.input) ? named.input : {} }
      : message.taskId === null
        ? null
        : decodeTaskId(message.taskId)
    if (request === null && message.taskId !== null) {
      return { kind: 'fault', fault: { reason: 'TASK_NOT_FOUND', message: NO_TASK } }
    }
    const bound = operations.find((each) => each.operation.id === request?.skill)
    if (!request || !bound)
      return toMessage(caller, { text: introduction(request?.skill), data: { skills: skills() } })
    const call = whereToCall(bound, request.input)
    const { id, title } = bound.operation
    if (bound.kind === 'free')
      return toMessage(caller, {
        text: `${title} is free: call ${call.method} ${call.url}.`,
        data: { skill: id, call },
      })

    const within = (
      state: TaskState,
      result: Record<string, unknown> | null = null,
    ): Outgoing['task'] => ({
      id: encodeTaskId(request),
      contextId: message.contextId ?? caller.requestId,
      state,
      result,
    })
    if (message.metadata[STATUS] === 'payment-rejected') {
      return toMessage(
        caller,
        { text: 'Nothing was bought.', data: null, metadata: { [STATUS]: 'payment-rejected' } },
        within('failed'),
      )
    }
    const payment = message.metadata[PAYLOAD] ?? undefined
    const reply = await execute(bound, request, payment, call, caller)
    const receipt = reply.headers['payment-response']
    if (reply.status === 200 && receipt === undefined) {
      const reported = {
        text: `${title}: free.${payment === undefined ? '' : UNUSED}`,
        data: payment === undefined ? parse(reply) : null,
      }
      return toMessage(
        caller,
        reported,
        payment === undefined ? null : within('completed', parse(reply)),
      )
    }
    if (payment === undefined) {
      if (reply.status !== 402) return { kind: 'fault', fault: toFault(reply) }
      const hasTask = caller.activated || message.taskId !== null
      return toMessage(
        caller,
        buildQuote(bound, call, reply, hasTask),
        hasTask ? within('input-required') : null,
      )
    }
    if (reply.status === 200) {
      const metadata = { [STATUS]: 'payment-completed', [RECEIPTS]: [decodeHeader(receipt!)] }
      return toMessage(
        caller,
        { text: `${title}: paid for and answered.`, data: null, metadata },
        within('completed', parse(reply)),
      )
    }
    return unpaid(reply, termsOf(id).requirements.network, caller, within('failed'))
  }

  /** Without a payment 402; never throws. */
  async function execute(
    bound: Bound,
    { input }: Request,
    payment: unknown,
    call: Call,
    caller: A2aCaller,
  ): Promise<Reply> {
    const { path: instance, activated: _, ...from } = caller
    const reply = await pipeline.handle({
      bound,
      raw: { ...rawFromFields(bound.operation, input), withPayment: payment !== undefined },
      payment: payment ?? null,
      resourceUrl: call.url,
      hasBody: true,
      instance,
      ...from,
    })
    const isRefusal = reply.status >= 400 && (reply.status !== 402 || payment !== undefined)
    return isRefusal ? { ...reply, body: Buffer.from(JSON.stringify(reword(parse(reply)))) } : reply
  }

  function buildQuote(bound: Bound, call: Call, reply: Reply, asTask: boolean): Reported {
    const { id, title } = bound.operation
    const terms = parse(reply)
    // Of what is sold by units the terms alone know how many.
    const [{ amount: amountAtomic, network }] = terms.accepts as [PaymentRequirements]
    const { requirements, priceUsdc, byUnits } = termsOf(id)
    const price =
      byUnits && amountAtomic !== requirements.amount
        ? byUnits.of(byUnits.countPaidUnits(amountAtomic)!).priceUsdc
        : priceUsdc
    const pay = asTask
      ? `Sign the terms and send them as ${PAYLOAD} with this task's id.`
      : `Call ${call.method} ${call.url}; it answers 402 with these terms, and the answer once paid.`
    return {
      text: `${title}: ${price} USDC on ${network}. ${pay}`,
      data: { skill: id, call, price: { amount: price, currency: 'USDC' } },
      metadata: { [STATUS]: 'payment-required', [REQUIRED]: terms },
    }
  }

  function introduction(unknown: string | undefined): string {
    const near =
      unknown === undefined
        ? null
        : nearest(
            unknown,
            operations.map((bound) => bound.operation.id),
          )
    const why =
      unknown === undefined
        ? 'Name a skill'
        : `There is no skill ${unknown.slice(0, 60)}${near ? `; did you mean ${near}` : ''}. Name one`
    return `${why} in a data part: { "skill": "company_search", "input": { "q": "…" } }. You get its terms; pay in this conversation by the x402 extension, or over HTTP. ${paymentMode(catalogue)}`
  }

  function skills(): object[] {
    return operations.map((bound) => ({
      id: bound.operation.id,
      title: bound.operation.title,
      price: {
        amount: bound.kind === 'paid' ? bound.operation.priceUsdc : '0',
        currency: 'USDC',
        ...(bound.kind === 'paid' && bound.operation.soldBy
          ? { per: bound.operation.soldBy.unit }
          : {}),
      },
    }))
  }

  function whereToCall(bound: Bound, input: Record<string, unknown>): Call {
    const { operation } = bound
    const { params, query, body } = rawFromFields(operation, input)
    const path = operation.path.replace(/\{(\w+)\}/g, (template, name: string) =>
      // A lone surrogate has no place in an address; the reader of the input says what is wrong
      // with it.
      params[name] === undefined ? template : encodeURIComponent(params[name].toWellFormed()),
    )
    const search =
      query.length > 0 ? `?${new URLSearchParams(query.map(([name, value]) => [name, value]))}` : ''
    return {
      method: operation.method,
      url: `${publicUrl}${path}${search}`,
      ...(body === undefined ? {} : { body: body() }),
    }
  }

  return answer
}

const UNUSED = ' The payment was not used.'

export const NO_TASK =
  'Task not found: none is kept. Send the message again; with the same payment it gets the same answer and is never charged twice.'

interface Call extends Record<string, unknown> {
  method: string
  url: string
  body?: unknown
}

function toMessage(
  { requestId }: A2aCaller,
  { metadata = {}, ...content }: Reported,
  task: Outgoing['task'] = null,
): A2aAnswer {
  return { kind: 'said', message: { messageId: requestId, metadata, ...content, task } }
}

/**
 * A payment was sent and bought nothing. What may still become an answer (busy, away, not settled
 * yet) is no failed task but the protocol's error.
 */
function unpaid(
  reply: Reply,
  network: string,
  caller: A2aCaller,
  task: Outgoing['task'],
): A2aAnswer {
  const document = parse(reply)
  const required = reply.headers['payment-required']
  if (required === undefined && (document.retryable === true || document.charged !== false))
    return { kind: 'fault', fault: toFault(reply) }
  const terms =
    reply.status === 402
      ? document
      : required && reword(decodeHeader(required) as object as Record<string, unknown>)
  const reason = String(reply.status === 402 ? document.error : document.code)
  const metadata = {
    [STATUS]: 'payment-failed',
    [ERROR]: commonCode(reason),
    [RECEIPTS]: [{ success: false, errorReason: reason, network, transaction: '' }],
    ...(terms ? { [REQUIRED]: terms } : {}),
  }
  const { hint } =
    (document.extensions as { refusal?: { hint: string } } | undefined)?.refusal ?? {}
  const text =
    reply.status === 402
      ? `The payment was not taken: ${reason}. ${hint ?? ''}`.trim()
      : `${String(document.detail)} ${document.charged === false ? 'Nothing was charged.' : String(document.hint)}`
  return toMessage(caller, { text, data: reply.status === 402 ? null : document, metadata }, task)
}

/** The extension's names for common reasons; ours where it has none. */
const COMMON_CODES: readonly (readonly [RegExp, string])[] = [
  [/insufficient_balance/, 'INSUFFICIENT_FUNDS'],
  [/valid_before|valid_after/, 'EXPIRED_PAYMENT'],
  [/value_mismatch/, 'INVALID_AMOUNT'],
  [/nonce_already_used/, 'DUPLICATE_NONCE'],
  [/network_mismatch/, 'NETWORK_MISMATCH'],
  [/evm_signature/, 'INVALID_SIGNATURE'],
  [/transaction_failed|settle/, 'SETTLEMENT_FAILED'],
]

function commonCode(reason: string): string {
  return COMMON_CODES.find(([pattern]) => pattern.test(reason))?.[1] ?? reason.split(':', 1)[0]!
}

function parse(reply: Reply): Record<string, unknown> {
  return JSON.parse(reply.body.toString()) as Record<string, unknown>
}
