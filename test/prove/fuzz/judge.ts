/** Judges answers by the rules that hold for every request. */
import type { RawReply } from '../raw-client.ts'
import type { Shot } from './requests.ts'

interface ProblemFields {
  code?: unknown
  status?: unknown
  errors?: { field?: unknown; in?: unknown; message?: unknown }[]
  detail?: unknown
}

/** A request that has no fields yet. */
const NOT_HTTP = 'The request is not valid HTTP.'

/** Returns what is wrong with this answer; `null` if nothing is. */
export function faultOf(shot: Shot, reply: RawReply): string | null {
  const { status, body } = reply
  if (status >= 500 && status !== 503) return `status ${status}`
  const parsed = parse(body)
  if (parsed === undefined && body !== '' && isJson(reply))
    return 'the body is not the JSON that it claims to be'
  if (isPage(shot, reply)) return null
  const problem = problemIn(parsed)
  if (problem !== null) return problemFault(problem)
  const hasFailed = (status >= 400 && status !== 402) || hasRpcError(parsed)
  return hasFailed ? protocolFault(shot, parsed) : null
}

const hasRpcError = (parsed: unknown) =>
  parsed !== null && typeof parsed === 'object' && 'jsonrpc' in parsed && 'error' in parsed

/** A person's browser gets a page about its refusal. */
const isPage = ({ bytes }: Shot, { headers, body }: RawReply) =>
  /^accept: .*text\/html/im.test(bytes.toString('latin1')) &&
  /^text\/html\b/.test(headers['content-type'] ?? '') &&
  /<h1\b/.test(body)

const isJson = ({ headers }: RawReply) => /\bjson\b/.test(headers['content-type'] ?? '')

function problemFault({ code, errors = [], detail }: ProblemFields): string | null {
  if (typeof code !== 'string' || !/^[A-Z_]{3,40}$/.test(code))
    return `a problem without a code: ${JSON.stringify(code)}`
  if (code === 'INTERNAL') return 'INTERNAL'
  if (detail === NOT_HTTP) return null
  if (
    [
      'VALIDATION',
      'CRITERIA_REQUIRED',
      'COMPANY_NUMBER_INVALID',
      'PAYMENT_MALFORMED',
      'CURSOR_INVALID',
    ].includes(code)
  ) {
    if (errors.length === 0) return `${code} names no field`
    const isNamed = errors.every(
      ({ field, in: place, message }) =>
        typeof field === 'string' && typeof place === 'string' && message !== '',
    )
    if (!isNamed) return `${code} names a field without its place or message`
  }
  return null
}

/** The problem document, wherever the protocol puts it; `null` if there is none. */
function problemIn(value: unknown, depth = 0): ProblemFields | null {
  if (value === null || typeof value !== 'object' || depth > 6) return null
  if ('request_id' in value && 'charged' in value && 'code' in value) return value
  const {
    result,
    error,
    structuredContent,
    data,
    details,
    value: inner,
    status,
    message,
    parts,
  } = value as Record<string, unknown>
  for (const each of [
    result,
    error,
    structuredContent,
    data,
    inner,
    status,
    message,
    ...[details, parts, data].flatMap(listOf),
  ]) {
    const found = problemIn(each, depth + 1)
    if (found) return found
  }
  return null
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** An error of MCP or A2A itself has a number or a name, and says what to send. */
function protocolFault({ protocol }: Shot, parsed: unknown): string | null {
  const { error = parsed } = (parsed ?? {}) as { error?: unknown }
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (protocol === 'http' && !hasRpcError(parsed)) return 'no problem document'
  if (code === undefined || typeof message !== 'string' || message === '')
    return 'an error of the protocol without a code or a message'
  // The protocol's own package gives malformed parameters of methods that it handles itself this
  // code (@modelcontextprotocol/server 2.4.0).
  const namesField = protocol === 'mcp' && message.includes('"path": [')
  return code === -32603 && !namesField ? 'an internal error of the protocol' : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
