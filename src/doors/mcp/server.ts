/** The tools behind the pipeline: one call is one operation, paid through the same gate as over HTTP. x402 transport "mcp", version 2. */

import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { rawFromFields } from '../../api/fields.ts'
import { problemReply, type Reply } from '../../api/problem.ts'
import { presentPayment } from '../../payments/evm/presented.ts'
import { SERVICE_NAME } from '../../payments/terms.ts'
import { paymentMode, SERVICE_SUMMARY } from '../documents/catalogue.ts'
import type { TransportDeps } from '../transport.ts'
import { type BoundTool, boundTools } from './tools.ts'

/** Keys of the x402 transport in `_meta`. */
const PAYMENT_KEY = 'x402/payment'
const RECEIPT_KEY = 'x402/payment-response'

export interface Caller {
  address: string
  requestId: string
  signal: AbortSignal
}

/** The list of tools changes with a new release alone, and is the same for everybody. */
const KEPT = { ttlMs: 300_000, cacheScope: 'public' } as const

/** Makes a server per request, for either era of the protocol; everything that does not depend on the caller is made once. */
export function mcpServers(deps: TransportDeps): (caller: Caller) => Server {
  const { catalogue, pipeline } = deps
  const bound = boundTools(catalogue)
  const tools = bound.map(({ tool }) => tool)
  const byName = new Map(bound.map((each) => [each.tool.name, each]))
  const information = { name: 'ukintel', title: SERVICE_NAME, version: catalogue.version, websiteUrl: catalogue.publicUrl }
  const instructions = [
    SERVICE_SUMMARY,
    'A paid tool called without a payment returns its terms (x402 version 2). Sign them and repeat the call with the payment in _meta["x402/payment"]; the receipt comes in _meta["x402/payment-response"].',
    'Repeating a call with the same payment returns the same answer and never charges twice. uk_preview and uk_health are free.',
    paymentMode(catalogue),
  ].join(' ')

  async function call(
    { bound: operation, tool }: BoundTool,
    fields: Record<string, unknown>,
    payment: unknown,
    caller: Caller,
  ): Promise<Reply> {
    const instance = `mcp://tool/${tool.name}`
    try {
      return await pipeline.handle({
        bound: operation,
        raw: rawFromFields(operation.operation, fields),
        payment: payment === undefined ? null : presentPayment(payment),
        resourceUrl: `${catalogue.publicUrl}/mcp`,
        asTool: true,
        instance,
        ...caller,
      })
    } catch (error) {
      return problemReply(error, { publicUrl: catalogue.publicUrl, instance, requestId: caller.requestId })
    }
  }

  return (caller) => {
    const server = new Server(information, {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': KEPT, 'server/discover': KEPT },
    })
    server.setRequestHandler('tools/list', () => ({ tools }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = byName.get(params.name)
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}; tools/list names them all`)
      return toolResult(await call(tool, params.arguments ?? {}, params._meta?.[PAYMENT_KEY], caller))
    })
    server.onerror = () => {
      // What a peer sends wrong is answered to it; there is nothing for the operator in it.
    }
    return server
  }
}

/** An HTTP reply as a tool result: the terms of a 402 and every problem are errors with the same object as data. */
function toolResult({ status, headers, body }: Reply): CallToolResult {
  const text = body.toString()
  const receipt = headers['payment-response']
  return {
    content: [{ type: 'text', text }],
    structuredContent: JSON.parse(text) as Record<string, unknown>,
    ...(status >= 300 ? { isError: true } : {}),
    ...(receipt === undefined ? {} : { _meta: { [RECEIPT_KEY]: decodePaymentResponseHeader(receipt) } }),
  }
}
