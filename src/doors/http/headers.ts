/** What every answer carries, and what browsers are allowed: contract section 8. */
import type { Reply } from '../../api/problem.ts'
import { ServiceError } from '../../kernel/errors.ts'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, PAYMENT-REPLAYED, Response-Provenance, Retry-After, RateLimit, RateLimit-Policy, Link, ETag, X-Request-Id, MCP-Protocol-Version',
}

/**
 * By name what our clients send: the official x402 clients put `Access-Control-Expose-Headers` on their requests (@x402/fetch 2.27.0). The asterisk covers the
 * rest, such as MCP's parameters in headers, but by its definition never Authorization.
 */
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-headers':
    'Content-Type, Accept, Authorization, PAYMENT-SIGNATURE, X-PAYMENT, Access-Control-Expose-Headers, Idempotency-Key, If-None-Match, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID, A2A-Version, A2A-Extensions, X-A2A-Extensions, X-Request-Id, *',
  'access-control-max-age': '86400',
}

export const COMMON = {
  ...CORS,
  link: '</openapi.json>; rel="service-desc"; type="application/json", </llms.txt>; rel="service-doc"; type="text/plain", </v1/health>; rel="status"',
  'x-content-type-options': 'nosniff',
}

export function preflight(allow: string): Reply {
  return { status: 204, headers: { ...PREFLIGHT, allow, 'access-control-allow-methods': allow }, body: Buffer.alloc(0) }
}

export function notAllowed(allow: string): never {
  throw new ServiceError('METHOD_NOT_ALLOWED', `Use ${allow.replace(', OPTIONS', '')} here.`, { headers: { allow } })
}
