/** The tools behind the pipeline: one call is one operation, paid through the same gate as over HTTP. x402 transport "mcp", version 2. */

import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { rawFromFields } from '../../api/fields.ts'
import type { Reply } from '../../api/problem.ts'
import { paymentMode, SERVICE_SUMMARY } from '../../discovery/catalogue.ts'
import { presentPayment } from '../../payments/evm/presented.ts'
import { SERVICE_NAME } from '../../payments/terms.ts'
import type { TransportDeps } from '../transport.ts'
import { type BoundTool, boundTools } from './tools.ts'
import {
  inToolWords,
  PAYMENT_KEY,
  RECEIPT_KEY,
  RETRY_KEY,
  toolWording,
  type Wording,
} from './wording.ts'

export interface McpCaller {
  address: string
  requestId: string
  signal: AbortSignal
}

/** The list of tools is equal for all callers and changes only with a release. */
const CACHED = { ttlMs: 300_000, cacheScope: 'public' } as const

/** Makes a server per request, for either era of the protocol; everything that does not depend on the caller is made once. */
export function mcpServers(deps: TransportDeps): (caller: McpCaller) => Server {
  const { catalogue, pipeline, problems } = deps
  const bound = boundTools(catalogue)
  const word = toolWording(catalogue)
  const tools = bound.map(({ tool }) => tool)
  const byName = new Map(bound.map((each) => [each.tool.name, each]))
  const information = {
    name: 'ukintel',
    title: SERVICE_NAME,
    version: catalogue.version,
    websiteUrl: catalogue.publicUrl,
  }
  const instructions = [
    SERVICE_SUMMARY,
    'A paid tool called without a payment returns its terms (x402 version 2). Sign them and repeat the call with the payment in _meta["x402/payment"]; the receipt comes in _meta["x402/payment-response"].',
    'Repeating a call with the same payment returns the same answer and never charges twice. uk_preview, uk_health and others that say so are free.',
    `Output schemas here are outlines; ${catalogue.publicUrl}/openapi.json has every member of every answer.`,
    paymentMode(catalogue),
  ].join(' ')

  async function call(
    { bound: operation, tool }: BoundTool,
    fields: Record<string, unknown>,
    payment: unknown,
    caller: McpCaller,
  ): Promise<Reply> {
    const instance = `mcp://tool/${tool.name}`
    try {
      return await pipeline.handle({
        bound: operation,
        raw: rawFromFields(operation.operation, fields),
        payment: payment === undefined ? null : presentPayment(payment),
        resourceUrl: `${catalogue.publicUrl}/mcp`,
        asTool: true,
        hasBody: true,
        instance,
        ...caller,
      })
    } catch (error) {
      return problems.reply(error, { instance, requestId: caller.requestId })
    }
  }

  return (caller) => {
    const server = new Server(information, {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': CACHED, 'server/discover': CACHED },
    })
    server.setRequestHandler('tools/list', () => ({ tools }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = byName.get(params.name)
      if (!tool)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `there is no tool ${params.name}; tools/list names them all`,
        )
      return toolResult(
        await call(tool, params.arguments ?? {}, params._meta?.[PAYMENT_KEY], caller),
        word,
      )
    })
    server.onerror = () => {
      // What a peer sends wrong is answered to it; there is nothing for the operator in it.
    }
    return server
  }
}

/** An HTTP reply as a tool result: the terms of a 402 and every problem are errors with the same object as data, in the words of tools. */
function toolResult({ status, headers, body }: Reply, word: Wording): CallToolResult {
  const text = body.toString()
  const answer = JSON.parse(text) as Record<string, unknown>
  const receipt = headers['payment-response']
  const retryAfter = headers['retry-after']
  const meta = {
    ...(receipt === undefined ? {} : { [RECEIPT_KEY]: decodePaymentResponseHeader(receipt) }),
    ...(retryAfter === undefined ? {} : { [RETRY_KEY]: Number(retryAfter) }),
  }
  const toolMeta = Object.keys(meta).length > 0 ? { _meta: meta } : {}
  // What was paid for stays as it is, byte for byte.
  if (status < 300)
    return { content: [{ type: 'text', text }], structuredContent: answer, ...toolMeta }
  const refusal = inToolWords(answer, word)
  return {
    content: [{ type: 'text', text: JSON.stringify(refusal) }],
    structuredContent: refusal,
    isError: true,
    ...toolMeta,
  }
}
