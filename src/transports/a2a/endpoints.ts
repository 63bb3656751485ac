/**
 * The part of the agent-to-agent protocol that the agent card promises: 0.3.0 over HTTP+JSON under
 * `/v1`, 1.0 over HTTP+JSON at the root, both over JSON-RPC at `/a2a`. Every message is answered
 * immediately, so there are no stored tasks and no streams.
 */

import type { Endpoint, EndpointRequest } from '../../api/endpoint.ts'
import { jsonReply, type Reply } from '../../api/problem.ts'
import { X402_EXTENSION } from '../../contract/payment-terms.ts'
import { isObject, parseJson } from '../../platform/json.ts'
import { markUnread } from '../http/unreadable.ts'
import type { TransportDeps } from '../transport.ts'
import { type A2aAnswer, createConversation, NO_TASK } from './conversation.ts'
import { type Incoming, readMessage, writeAnswer } from './dialects.ts'
import { type Fault, httpFault, legacyFault, rpcFault, toFault } from './faults.ts'

const A2A_TYPE = 'application/a2a+json; charset=utf-8'
const NO_STORE = { 'cache-control': 'no-store' }

const EXPECTED = {
  '0.3':
    'Send { "message": { "messageId", "role", "parts": [ { "kind": "data", "data": { "skill", "input" } } ] } }',
  '1.0':
    'Send { "message": { "messageId", "role": "ROLE_USER", "parts": [ { "data": { "skill", "input" } } ] } }',
} as const

const noTask: Fault = { reason: 'TASK_NOT_FOUND', message: NO_TASK }
const noStream: Fault = {
  reason: 'UNSUPPORTED_OPERATION',
  message: 'Streaming is not supported; send the message without it.',
}
const noPush: Fault = {
  reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  message: 'Every message is answered immediately.',
}
const noOtherCard: Fault = {
  reason: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  message: 'The public agent card is the whole one.',
}

export function a2aEndpoints(deps: TransportDeps): Endpoint[] {
  const converse = createConversation(deps)

  async function handleMessage(
    message: unknown,
    version: '1.0' | '0.3',
    request: EndpointRequest,
  ): Promise<A2aAnswer & { incoming?: Incoming }> {
    const incoming = readMessage(message, version)
    if (incoming === null)
      return { kind: 'fault', fault: { reason: 'INVALID_PARAMS', message: EXPECTED[version] } }
    const { path, address, requestId, traceparent, signal } = request
    try {
      return {
        incoming,
        ...(await converse(incoming, {
          path,
          address,
          requestId,
          traceparent,
          signal,
          activated: isActivated(request),
        })),
      }
    } catch (error) {
      return {
        kind: 'fault',
        // A payment may be in the message.
        fault: toFault(deps.problems.reply(markUnread(error), { instance: path, requestId })),
      }
    }
  }

  /** HTTP+JSON of either version. */
  const send = (version: '1.0' | '0.3') => async (request: EndpointRequest) => {
    const fault = version === '1.0' ? httpFault : legacyFault
    const wrongVersion = version === '1.0' ? versionFault(request) : null
    if (wrongVersion) return fault(wrongVersion)
    const answered = await handleMessage(parseJson(request.body), version, request)
    if (answered.kind === 'fault') return fault(answered.fault)
    const type = version === '1.0' ? { 'content-type': A2A_TYPE } : {}
    return jsonReply(200, writeAnswer(answered.incoming!, answered.message), {
      ...NO_STORE,
      ...type,
      ...activation(request, version),
    })
  }

  async function rpc(request: EndpointRequest): Promise<Reply> {
    const call = parseJson(request.body)
    if (call === undefined)
      return rpcFault(null, { reason: 'PARSE_ERROR', message: 'The body is not JSON.' })
    const id = isObject(call) && ['string', 'number'].includes(typeof call.id) ? call.id : null
    if (
      !isObject(call) ||
      call.jsonrpc !== '2.0' ||
      typeof call.method !== 'string' ||
      id === null
    ) {
      return rpcFault(id, {
        reason: 'INVALID_REQUEST',
        message: 'Send one JSON-RPC 2.0 request: { "jsonrpc", "id", "method", "params" }.',
      })
    }
    // The method names of the two versions differ.
    const version = Object.hasOwn(METHODS['0.3'], call.method) ? '0.3' : '1.0'
    const wrongVersion = version === '1.0' ? versionFault(request) : null
    if (wrongVersion) return rpcFault(id, wrongVersion)
    const other = Object.hasOwn(METHODS[version], call.method)
      ? METHODS[version][call.method]
      : unknownMethod(call.method)
    if (other) return rpcFault(id, other)
    const answered = await handleMessage(call.params, version, request)
    if (answered.kind === 'fault') return rpcFault(id, answered.fault)
    const written = writeAnswer(answered.incoming!, answered.message)
    // Version 1.0 names the kind of the result next to it, 0.3.0 inside it.
    const result = version === '1.0' ? written : Object.values(written)[0]
    return jsonReply(
      200,
      { jsonrpc: '2.0', id, result },
      { ...NO_STORE, ...activation(request, version) },
    )
  }

  const always = (reply: Reply) => () => reply
  return [
    { path: '/v1/message:send', methods: ['POST'], answer: send('0.3') },
    { path: '/v1/message:stream', methods: ['POST'], answer: always(legacyFault(noStream)) },
    { path: '/v1/tasks', methods: ['GET'], answer: always(legacyFault(noTask)) },
    {
      path: '/v1/tasks/*',
      methods: ['GET', 'POST', 'DELETE'],
      answer: always(legacyFault(noTask)),
    },
    { path: '/message:send', methods: ['POST'], answer: send('1.0') },
    { path: '/message:stream', methods: ['POST'], answer: always(httpFault(noStream)) },
    { path: '/extendedAgentCard', methods: ['GET'], answer: always(httpFault(noOtherCard)) },
    {
      path: '/tasks',
      methods: ['GET'],
      answer: always(jsonReply(200, NO_TASKS, { ...NO_STORE, 'content-type': A2A_TYPE })),
    },
    { path: '/tasks/*', methods: ['GET', 'POST', 'DELETE'], answer: always(httpFault(noTask)) },
    { path: '/a2a', methods: ['POST'], answer: rpc },
    // The card's own address, where clients that know no binding but JSON-RPC send it whatever the
    // card says.
    { path: '/', methods: ['POST'], answer: rpc },
  ]
}

const NO_TASKS = { tasks: [], nextPageToken: '', pageSize: 0, totalSize: 0 }

/**
 * The methods of JSON-RPC by version: what each is refused with, null for the one that is answered.
 */
const METHODS: Readonly<Record<'0.3' | '1.0', Readonly<Record<string, Fault | null>>>> = {
  '1.0': {
    SendMessage: null,
    SendStreamingMessage: noStream,
    GetTask: noTask,
    CancelTask: noTask,
    SubscribeToTask: noTask,
    ListTasks: {
      reason: 'UNSUPPORTED_OPERATION',
      message: 'No task is kept: there is none to list.',
    },
    GetExtendedAgentCard: noOtherCard,
    CreateTaskPushNotificationConfig: noPush,
    GetTaskPushNotificationConfig: noPush,
    ListTaskPushNotificationConfigs: noPush,
    DeleteTaskPushNotificationConfig: noPush,
  },
  '0.3': {
    'message/send': null,
    'message/stream': noStream,
    'tasks/get': noTask,
    'tasks/cancel': noTask,
    'tasks/resubscribe': noTask,
    'tasks/pushNotificationConfig/set': noPush,
    'tasks/pushNotificationConfig/get': noPush,
    'tasks/pushNotificationConfig/list': noPush,
    'tasks/pushNotificationConfig/delete': noPush,
    'agent/getAuthenticatedExtendedCard': noOtherCard,
  },
}

function unknownMethod(method: string): Fault {
  return {
    reason: 'METHOD_NOT_FOUND',
    message: `There is no method ${method.slice(0, 60)}; SendMessage answers, of protocol 0.3.0 message/send.`,
  }
}

/** Whether the caller speaks the x402 extension: only then are prices tasks. */
function isActivated({ headers }: EndpointRequest): boolean {
  return [headers['a2a-extensions'], headers['x-a2a-extensions']]
    .flat()
    .some((value) => value?.split(',').some(isX402))
}

function isX402(uri: string): boolean {
  return uri.trim().replace(/(?<!\/)\/+$/, '') === X402_EXTENSION
}

/** An activated extension is named in the answer. */
function activation(request: EndpointRequest, version: '1.0' | '0.3'): Record<string, string> {
  return isActivated(request)
    ? { [version === '1.0' ? 'a2a-extensions' : 'x-a2a-extensions']: X402_EXTENSION }
    : {}
}

/** A request without a version has that of its address. */
function versionFault({ headers }: EndpointRequest): Fault | null {
  const requestedVersion = headers['a2a-version']
  if (typeof requestedVersion !== 'string' || /^1\.0(\.\d+)?$/.test(requestedVersion.trim()))
    return null
  const message = `Protocol ${requestedVersion.slice(0, 20)} is not spoken here: 1.0 is, and 0.3.0 at /v1/message:send and /a2a.`
  return { reason: 'VERSION_NOT_SUPPORTED', message }
}
