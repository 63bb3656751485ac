/**
 * Buys one profile in each era of MCP with withX402Client of Cloudflare's agents and prints the
 * transactions.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { withX402Client } from 'agents/x402'
import { privateKeyToAccount } from 'viem/accounts'

const { url, key, numbers } = JSON.parse(process.argv[2])
for (const [index, mode] of ['legacy', 'auto'].entries()) {
  const client = new Client({ name: 'buyer', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  const account = privateKeyToAccount(key)
  const paying = withX402Client(client, { network: 'eip155:84532', account })
  const call = { name: 'uk_company_profile', arguments: { number: numbers[index] } }
  const { _meta } = await paying.callTool(null, call)
  process.stdout.write(`${_meta['x402/payment-response'].transaction}\n`)
}
process.exit(0)
