/** Errors of messages, in the forms of the three bindings. */
import { jsonReply, type Reply } from '../../api/problem.ts'

/**
 * For each reason of the protocol: JSON-RPC code, HTTP status and status of the HTTP error object.
 */
const FAULTS = {
  TASK_NOT_FOUND: { code: -32001, status: 404, name: 'NOT_FOUND' },
  PUSH_NOTIFICATION_NOT_SUPPORTED: { code: -32003, status: 400, name: 'FAILED_PRECONDITION' },
  UNSUPPORTED_OPERATION: { code: -32004, status: 400, name: 'FAILED_PRECONDITION' },
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: { code: -32007, status: 400, name: 'FAILED_PRECONDITION' },
  VERSION_NOT_SUPPORTED: { code: -32009, status: 400, name: 'FAILED_PRECONDITION' },
  INVALID_PARAMS: { code: -32602, status: 400, name: 'INVALID_ARGUMENT' },
  INTERNAL: { code: -32603, status: 500, name: 'INTERNAL' },
  PARSE_ERROR: { code: -32700, status: 400, name: 'INVALID_ARGUMENT' },
  INVALID_REQUEST: { code: -32600, status: 400, name: 'INVALID_ARGUMENT' },
  METHOD_NOT_FOUND: { code: -32601, status: 400, name: 'UNIMPLEMENTED' },
} as const

export interface Fault {
  reason: keyof typeof FAULTS
  message: string
  /** The problem document that it came from, with its own status and headers. */
  problem?: { status: number; headers: Record<string, string>; document: Record<string, unknown> }
}

const JSON_HEADERS = { 'cache-control': 'no-store' }
const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo'

/** A problem document inside the protocol's own error. */
export function toFault({ status, headers, body }: Reply): Fault {
  const document = JSON.parse(body.toString()) as { detail: string }
  const { 'content-type': _, ...others } = headers
  return {
    reason: status >= 500 ? 'INTERNAL' : 'INVALID_PARAMS',
    message: document.detail,
    problem: { status, headers: others, document },
  }
}

/** HTTP+JSON of protocol 0.3.0. */
export function legacyFault({ reason, message, problem }: Fault): Reply {
  const { code, status } = FAULTS[reason]
  const data = problem ? { data: problem.document } : {}
  return jsonReply(
    problem?.status ?? status,
    { code, message, ...data },
    problem?.headers ?? JSON_HEADERS,
  )
}

/** HTTP+JSON of protocol 1.0: the error object of Google's interfaces. */
export function httpFault({ reason, message, problem }: Fault): Reply {
  const { status, name } = FAULTS[reason]
  const code = problem?.status ?? status
  return jsonReply(
    code,
    { error: { code, status: name, message, details: buildDetails(reason, problem) } },
    problem?.headers ?? JSON_HEADERS,
  )
}

/**
 * JSON-RPC of either version, which answers 200 whatever happened; what the HTTP headers of a
 * problem say goes with it.
 */
export function rpcFault(id: unknown, { reason, message, problem }: Fault): Reply {
  const error = { code: FAULTS[reason].code, message, data: buildDetails(reason, problem) }
  return jsonReply(200, { jsonrpc: '2.0', id, error }, problem?.headers ?? JSON_HEADERS)
}

function buildDetails(reason: Fault['reason'], problem: Fault['problem']): object[] {
  const info = {
    '@type': ERROR_INFO,
    reason: problem ? String(problem.document.code) : reason,
    domain: problem ? 'ukintel' : 'a2a-protocol.org',
  }
  return [
    info,
    ...(problem
      ? [{ '@type': 'type.googleapis.com/google.protobuf.Struct', value: problem.document }]
      : []),
  ]
}
