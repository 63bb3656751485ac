/**
 * The tools over the Model Context Protocol, paid for by the caller. A model's host would do the same with its own client.
 *
 *   UKINTEL_URL=http://127.0.0.1:4021 BUYER_PRIVATE_KEY=0x… node examples/mcp-client.mjs
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { payments, service } from './wallet.mjs'

const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL(`${service}/mcp`)))

const { tools } = await client.listTools()
console.log(`${tools.length} tools: ${tools.map((tool) => tool.name).join(' ')}`)

const question = { name: 'uk_company_profile', arguments: { number: '99000001' } }
const { structuredContent: terms } = await client.callTool(question)
console.log(
  `costs ${Number(terms.accepts[0].amount) / 1_000_000} USDC on ${terms.accepts[0].network}`,
)

const payment = await payments.createPaymentPayload(terms)
const paid = await client.callTool({ ...question, _meta: { 'x402/payment': payment } })
const { name, status } = paid.structuredContent.result
console.log(
  `${name} is ${status}; receipt ${JSON.stringify(paid._meta?.['x402/payment-response'])}`,
)

await client.close()
