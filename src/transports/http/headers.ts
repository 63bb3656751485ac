/** Headers of every answer, and CORS for browsers. */
import type { Reply } from '../../api/problem.ts'
import { ServiceError } from '../../platform/errors.ts'

const CORS = {
  'access-control-allow-origin': '*',
  // No answer is for a caller with credentials, so the asterisk exposes all.
  'access-control-expose-headers': '*',
}

/**
 * By name what our clients send: the official x402 clients put `Access-Control-Expose-Headers` on
 * their requests (@x402/fetch 2.27.0). The asterisk covers the rest, such as MCP's parameters in
 * headers, but by its definition never Authorization.
 */
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-headers':
    'Content-Type, Accept, Authorization, PAYMENT-SIGNATURE, X-PAYMENT, Access-Control-Expose-Headers, Idempotency-Key, If-None-Match, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID, A2A-Version, A2A-Extensions, X-A2A-Extensions, X-Request-Id, *',
  'access-control-max-age': '86400',
}

const COMMON = { ...CORS, 'x-content-type-options': 'nosniff' }
const LINKED = {
  ...COMMON,
  link: '</openapi.json>; rel="service-desc"; type="application/json", </llms.txt>; rel="service-doc"; type="text/plain", </v1/health>; rel="status"',
}

/** Headers of an answer with this status. The terms of a 402 leave no room for links. */
export const commonHeaders = (status: number) => (status === 402 ? COMMON : LINKED)

export function preflight(allow: string): Reply {
  return {
    status: 204,
    headers: { ...PREFLIGHT, allow, 'access-control-allow-methods': allow },
    body: Buffer.alloc(0),
  }
}

export function notAllowed(allow: string): never {
  throw new ServiceError('METHOD_NOT_ALLOWED', `Use ${allow.replace(', OPTIONS', '')} here.`, {
    headers: { allow },
  })
}

/**
 * Whether the request would rather have a page than JSON: a type that is named beats one that `*`
 * covers, and a tie of two that are named is for JSON.
 */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/html')) return false
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return { type, q: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
  })
  const q = (...types: string[]) =>
    types
      .map((type) => ranges.find((range) => range.type === type)?.q)
      .find((found) => found !== undefined) ?? 0
  const html = q('text/html')
  const named = ranges.some(({ type }) => type === 'application/json')
  const json = q('application/json', 'application/*', '*/*')
  return html > 0 && (named ? html > json : html >= json)
}
