/**
 * Purchases by the official client, in every way that a caller has, at any address of the service.
 */
import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import {
  appendPaymentIdentifierToExtensions,
  generatePaymentId,
} from '@x402/extensions/payment-identifier'
import type { Wallet } from '../../sandbox/wallets.ts'
import { rawFromFields } from '../../src/api/fields.ts'
import type { PaidDescription } from '../../src/contract/operation.ts'

export const WAYS = ['program', 'browser', 'mcp', 'a2a'] as const
export type Way = (typeof WAYS)[number]

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const A2A_EXTENSION = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

/** A page is read, not posted. */
export const isPossible = (way: Way, { method }: PaidDescription) =>
  way !== 'browser' || method === 'GET'

/**
 * Buys the example of an operation. Returns the status of the paid answer, 200 for a tool or an
 * agent that answers.
 */
export async function buyBy(
  way: Way,
  url: string,
  operation: PaidDescription,
  wallet: Wallet,
): Promise<number> {
  const sign = signerOf(wallet)
  if (way === 'mcp') return await buyAsTool(url, operation, sign)
  if (way === 'a2a') return await buyAsAgent(url, operation, sign)
  const request = requestOf(url, operation)
  const headers = { ...request.headers, ...(way === 'browser' ? { accept: BROWSER } : {}) }
  const quote = await fetch(request.target, { ...request, headers })
  if (quote.status !== 402) return quote.status
  const isPage = quote.headers.get('content-type')!.startsWith('text/html')
  if (isPage !== (way === 'browser')) throw new Error('a page for a program, or none for a browser')
  const terms = JSON.parse(Buffer.from(quote.headers.get('payment-required')!, 'base64').toString())
  await quote.arrayBuffer()
  const encoded = new x402HTTPClient(new x402Client()).encodePaymentSignatureHeader(
    await sign(terms),
  )
  const paid = await fetch(request.target, {
    ...request,
    headers: { ...request.headers, ...encoded },
  })
  await paid.arrayBuffer()
  return paid.headers.has('payment-response') ? paid.status : 0
}

type Sign = (terms: PaymentRequired) => Promise<PaymentPayload>

/**
 * Signs as the official client does, which repeats all that it was quoted, and names the payment.
 */
function signerOf({ account }: Wallet): Sign {
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  return async (terms) => {
    const payload = await client.createPaymentPayload(terms)
    appendPaymentIdentifierToExtensions(payload.extensions!, generatePaymentId())
    return payload
  }
}

function requestOf(url: string, operation: PaidDescription) {
  const { params, query, body } = rawFromFields(operation, operation.example.input)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name]!),
  )
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString()
  return {
    target: `${url}${path}${search && `?${search}`}`,
    method: operation.method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body()) }),
  }
}

async function post(url: string, headers: object, message: object): Promise<Json> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(message),
  })
  const text = await reply.text()
  if (!text.startsWith('{') && !text.includes('data: '))
    throw new Error(`${url}: ${reply.status} ${text.slice(0, 200)}`)
  return JSON.parse(text.startsWith('{') ? text : text.replace(/^[\s\S]*?data: /, ''))
}

async function buyAsTool(url: string, { id, example }: PaidDescription, sign: Sign) {
  const call = async (payment?: PaymentPayload) => {
    const { result } = await post(
      `${url}/mcp`,
      {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: `uk_${id}`,
          arguments: example.input,
          ...(payment ? { _meta: { 'x402/payment': payment } } : {}),
        },
      },
    )
    return result
  }
  const quoted = await call()
  const { isError, _meta } = await call(await sign(quoted.structuredContent))
  return !isError && _meta['x402/payment-response'].success ? 200 : 0
}

async function buyAsAgent(url: string, { id, example }: PaidDescription, sign: Sign) {
  const send = async (members: object) => {
    const message = { kind: 'message', messageId: 'm', role: 'user', ...members }
    const { task } = await post(
      `${url}/v1/message:send`,
      { 'x-a2a-extensions': A2A_EXTENSION },
      { message },
    )
    return task
  }
  const quoted = await send({
    parts: [{ kind: 'data', data: { skill: id, input: example.input } }],
  })
  const payment = await sign(quoted.status.message.metadata['x402.payment.required'])
  const paid = await send({
    taskId: quoted.id,
    parts: [{ kind: 'text', text: 'Here it is.' }],
    metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payment },
  })
  return paid.artifacts?.length > 0 ? 200 : 0
}
