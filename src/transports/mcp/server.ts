/**
 * The tools behind the pipeline: one call is one operation, paid through the same gate as over
 * HTTP. x402 transport "mcp", version 2.
 */

import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { checkBody } from '../../api/body-bounds.ts'
import { paymentMode, SERVICE_SUMMARY } from '../../api/catalogue.ts'
import { rawFromFields } from '../../api/fields.ts'
import type { Reply } from '../../api/problem.ts'
import { SERVICE_NAME } from '../../payments/terms.ts'
import type { TransportDeps } from '../transport.ts'
import { parseArguments } from './arguments.ts'
import { getPrompt, PROMPTS } from './prompts.ts'
import { buildResult } from './result.ts'
import { type BoundTool, boundTools } from './tools.ts'
import { PAYMENT_KEY, toolWording } from './wording.ts'

export interface McpCaller {
  address: string
  requestId: string
  traceparent?: string | null
  signal: AbortSignal
}

/** The lists of tools and prompts are equal for all callers and change only with a release. */
const CACHED = { ttlMs: 300_000, cacheScope: 'public' } as const

/**
 * Makes a server per request, for either era of the protocol; everything that does not depend on
 * the caller is made once.
 */
export function mcpServers(deps: TransportDeps): (caller: McpCaller) => Server {
  const { catalogue, pipeline } = deps
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
    return await pipeline.handle({
      bound: operation,
      raw: {
        ...rawFromFields(operation.operation, readArguments({ bound: operation, tool }, fields)),
        withPayment: payment !== undefined,
      },
      payment: payment ?? null,
      resourceUrl: `${catalogue.publicUrl}/mcp`,
      asTool: true,
      hasBody: true,
      instance: `mcp://tool/${tool.name}`,
      ...caller,
    })
  }

  return (caller) => {
    const server = new Server(information, {
      capabilities: { tools: {}, prompts: {} },
      instructions,
      cacheHints: { 'tools/list': CACHED, 'prompts/list': CACHED, 'server/discover': CACHED },
    })
    server.setRequestHandler('prompts/list', () => ({ prompts: [...PROMPTS] }))
    server.setRequestHandler('prompts/get', ({ params }) =>
      getPrompt(params.name, params.arguments ?? {}),
    )
    server.setRequestHandler('tools/list', () => ({ tools }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = byName.get(params.name)
      if (!tool)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `there is no tool ${params.name}; tools/list names them all`,
        )
      const payment = params._meta?.[PAYMENT_KEY] ?? undefined
      const reply = await call(tool, params.arguments ?? {}, payment, caller)
      return buildResult(reply, tool.tool.name, word)
    })
    server.onerror = () => {
      // What a peer sends wrong is answered to it; there is nothing for the operator in it.
    }
    return server
  }
}

function readArguments(
  { bound: { operation }, tool }: BoundTool,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  // Too many values are refused as they are, before any of them is parsed.
  if (checkBody(operation, fields, {}).excess !== null) return fields
  const typed = parseArguments(tool.inputSchema, fields)
  return operation.castTexts?.(typed) ?? typed
}
