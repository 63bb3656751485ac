/**
 * Agent-to-agent protocol 0.3.0 over HTTP+JSON, as far as the agent card promises it: a message naming a skill and its input is answered
 * with where to call and what it costs. Nothing is kept, so there are no tasks.
 */

import { rawFromFields } from '../../api/fields.ts'
import { jsonReply, problemReply, type Reply } from '../../api/problem.ts'
import type { Bound } from '../../api/registry.ts'
import { nearest } from '../../kernel/text.ts'
import { paymentMode } from '../documents/catalogue.ts'
import type { Endpoint, EndpointRequest } from '../http/server.ts'
import type { TransportDeps } from '../transport.ts'
import { type Incoming, readMessage, writeMessage } from './message.ts'

/** Error codes of the protocol. */
const TASK_NOT_FOUND = -32001
const UNSUPPORTED_OPERATION = -32004
const INVALID_PARAMS = -32602
const INTERNAL = -32603

const JSON_HEADERS = { 'cache-control': 'no-store' }

export function a2aEndpoints({ catalogue, pipeline }: TransportDeps): Endpoint[] {
  const { operations, publicUrl, termsOf } = catalogue

  async function send(request: EndpointRequest): Promise<Reply> {
    const message = readMessage(parseJson(request.body))
    if (!message) {
      return refusal(
        400,
        INVALID_PARAMS,
        'Send { "message": { "messageId", "role", "parts": [ { "kind": "data", "data": { "skill", "input" } } ] } }',
      )
    }
    const asked = message.data.find((data) => typeof data.skill === 'string')
    const bound = operations.find((each) => each.operation.id === asked?.skill)
    if (!asked || !bound) {
      return answer(message, request, { text: introduction(asked?.skill as string | undefined), data: { skills: skills() } })
    }
    const input = isObject(asked.input) ? asked.input : {}
    const call = whereToCall(bound, input)
    if (bound.kind === 'free') {
      return answer(message, request, {
        text: `${bound.operation.title} is free: call ${call.method} ${call.url}.`,
        data: { skill: bound.operation.id, call },
      })
    }
    return quote(bound, message, request, input, call)
  }

  async function quote(
    bound: Bound,
    message: Incoming,
    request: EndpointRequest,
    input: Record<string, unknown>,
    call: Call,
  ): Promise<Reply> {
    const { id } = bound.operation
    const reply = await pipeline.handle({
      bound,
      raw: rawFromFields(bound.operation, input),
      payment: null,
      resourceUrl: call.url,
      instance: request.path,
      requestId: request.requestId,
      address: request.address,
      signal: request.signal,
    })
    if (reply.status !== 402) return problemAsError(reply)
    const { priceUsdc, requirements } = termsOf(id)
    return answer(message, request, {
      text: `${bound.operation.title}: ${priceUsdc} USDC on ${requirements.network}. Call ${call.method} ${call.url}; it answers 402 with these terms, and the answer once paid.`,
      data: { skill: id, call, price: { amount: priceUsdc, currency: 'USDC' } },
      metadata: { 'x402.payment.status': 'payment-required', 'x402.payment.required': JSON.parse(reply.body.toString()) },
    })
  }

  function answer(
    message: Incoming,
    request: EndpointRequest,
    content: { text: string; data: Record<string, unknown>; metadata?: Record<string, unknown> },
  ): Reply {
    return jsonReply(200, writeMessage(message, { messageId: request.requestId, metadata: {}, ...content }), JSON_HEADERS)
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
      unknown === undefined ? 'Name a skill' : `There is no skill ${unknown.slice(0, 60)}${near ? `; did you mean ${near}` : ''}. Name one`
    return `${why} in a data part: { "skill": "company_search", "input": { "q": "…" } }. You get its terms; you pay and are answered over HTTP. ${paymentMode(catalogue)}`
  }

  function skills(): object[] {
    return operations.map((bound) => ({
      id: bound.operation.id,
      title: bound.operation.title,
      price: { amount: bound.kind === 'paid' ? bound.operation.priceUsdc : '0', currency: 'USDC' },
    }))
  }

  function whereToCall(bound: Bound, input: Record<string, unknown>): Call {
    const { operation } = bound
    const { params, query, body } = rawFromFields(operation, input)
    const path = operation.path.replace(/\{(\w+)\}/g, (template, name: string) =>
      params[name] === undefined ? template : encodeURIComponent(params[name]),
    )
    const search = query.length > 0 ? `?${new URLSearchParams(query.map(([name, value]) => [name, value]))}` : ''
    return { method: operation.method, url: `${publicUrl}${path}${search}`, ...(body === undefined ? {} : { body }) }
  }

  const guarded = (respond: (request: EndpointRequest) => Promise<Reply> | Reply) => async (request: EndpointRequest) => {
    try {
      return await respond(request)
    } catch (error) {
      return problemAsError(problemReply(error, { publicUrl, instance: request.path, requestId: request.requestId }))
    }
  }
  const noTask = guarded(() => {
    return refusal(404, TASK_NOT_FOUND, 'Task not found: every message is answered at once, no task is kept.')
  })
  const noStream = guarded(() => {
    return refusal(400, UNSUPPORTED_OPERATION, 'Streaming is not supported; use message:send.')
  })

  return [
    { path: '/v1/message:send', methods: ['POST'], answer: guarded(send) },
    { path: '/v1/message:stream', methods: ['POST'], answer: noStream },
    { path: '/v1/tasks', methods: ['GET'], answer: noTask },
    { path: '/v1/tasks/*', methods: ['GET', 'POST', 'DELETE'], answer: noTask },
  ]
}

interface Call {
  method: string
  url: string
  body?: unknown
}

function refusal(status: number, code: number, message: string): Reply {
  return jsonReply(status, { code, message }, JSON_HEADERS)
}

/** A problem document inside the protocol's own error object. */
function problemAsError({ status, headers, body }: Reply): Reply {
  const problem = JSON.parse(body.toString()) as { detail: string }
  const { 'content-type': _, ...others } = headers
  return jsonReply(status, { code: status >= 500 ? INTERNAL : INVALID_PARAMS, message: problem.detail, data: problem }, others)
}

/** Undefined when it is none: that is no message then. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
