/**
 * The tools over the Model Context Protocol, paid for by the caller. A model's host would do the same with its own client.
 *
 *   UKINTEL_URL=http://127.0.0.1:4021 BUYER_PRIVATE_KEY=0x… node examples/mcp-client.ts
 */
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

const wallet = privateKeyToAccount(process.env.BUYER_PRIVATE_KEY as `0x${string}`)
const payments = new x402Client().register('eip155:84532', new ExactEvmScheme(wallet))

const client = new Client({ name: 'example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(new StreamableHTTPClientTransport(new URL(`${process.env.UKINTEL_URL ?? 'http://127.0.0.1:4021'}/mcp`)))

const { tools } = await client.listTools()
console.log(`${tools.length} tools: ${tools.map((tool) => tool.name).join(' ')}`)

const question = { name: 'uk_company_profile', arguments: { number: '99000001' } }
const unpaid = (await client.callTool(question)) as CallToolResult
const terms = unpaid.structuredContent as unknown as PaymentRequired
console.log(`asks for ${Number(terms.accepts[0]?.amount) / 1_000_000} USDC on ${terms.accepts[0]?.network}`)

const payment = await payments.createPaymentPayload(terms)
const paid = (await client.callTool({ ...question, _meta: { 'x402/payment': payment } })) as CallToolResult
const { result } = paid.structuredContent as { result: { name: string; status: string } }
console.log(`${result.name} is ${result.status}; receipt ${JSON.stringify(paid._meta?.['x402/payment-response'])}`)

await client.close()
