/** One request as text to copy, on the server and in browsers. */

export interface CallSpec {
  operationId: string
  method: string
  /** With `{name}` for path parameters. */
  path: string
  publicUrl: string
  network: string
  /** Most USDC that a program may pay for this call; `null` if it is free. */
  maxUsd: string | null
}

/** A value of a field, with the part of the request that carries it. */
export interface FieldValue {
  name: string
  in: 'path' | 'query' | 'body'
  value: unknown
}

export interface CallRequest {
  method: string
  /** Path and query. */
  target: string
  /** JSON text. */
  body: string | null
}

export function buildRequest(
  { method, path }: Pick<CallSpec, 'method' | 'path'>,
  fields: readonly FieldValue[],
): CallRequest {
  const of = (place: FieldValue['in']) => fields.filter((field) => field.in === place)
  const values = new Map(of('path').map(({ name, value }) => [name, String(value)]))
  const filled = path.replace(/\{(\w+)\}/g, (template, name: string) =>
    values.has(name) ? encodeURIComponent(values.get(name)!) : template,
  )
  const query = new URLSearchParams(of('query').map(({ name, value }) => [name, toText(value)]))
  const members = of('body').map(({ name, value }) => [name, value])
  return {
    method,
    target: query.size > 0 ? `${filled}?${query}` : filled,
    body: method === 'POST' ? JSON.stringify(Object.fromEntries(members)) : null,
  }
}

const toText = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Language, text and name of its highlighting. */
export type Snippet = readonly [title: string, text: string, language: string]

export function buildSnippets(spec: CallSpec, fields: readonly FieldValue[]): Snippet[] {
  const request = buildRequest(spec, fields)
  const url = `${spec.publicUrl}${request.target}`
  return [
    ['curl', curl(url, request), 'sh'],
    ['TypeScript', typescript(spec, url, request), 'ts'],
    ['Python', python(spec, url, request), 'python'],
    ['MCP', mcp(spec, fields), 'json'],
  ]
}

/** Text within single quotes of a shell. */
const quoteShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function curl(url: string, { body }: CallRequest): string {
  const get = `curl -i ${quoteShell(url)}`
  return body === null
    ? get
    : `${get} \\\n  -H 'content-type: application/json' \\\n  -d ${quoteShell(body)}`
}

function typescript({ network, maxUsd }: CallSpec, url: string, { method, body }: CallRequest) {
  const options =
    body === null
      ? ''
      : `, {
  method: '${method}',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${body}),
}`
  const call = (send: string) =>
    `const response = await ${send}(${JSON.stringify(url)}${options})\nconsole.log(await response.json())\n`
  if (maxUsd === null) return call('fetch')
  return `// npm install @x402/evm @x402/fetch viem
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

const wallet = privateKeyToAccount(process.env.BUYER_PRIVATE_KEY)
const payments = new x402Client().register('${network}', new ExactEvmScheme(wallet))
payments.setSpendControls({ maxAmountPerPayment: '$${maxUsd}' })
const pay = wrapFetchWithPayment(fetch, payments)

${call('pay')}`
}

function python({ network, maxUsd }: CallSpec, url: string, { method, body }: CallRequest) {
  const place = JSON.stringify(url)
  const named =
    body === null
      ? place
      : `\n    ${place},\n    data=${JSON.stringify(body)},\n    headers={"content-type": "application/json"},\n`
  const call = (session: string) => `answer = ${session}.${method.toLowerCase()}(${named}).json()`
  if (maxUsd === null)
    return `# pip install requests\nimport requests\n\n${call('requests')}\nprint(answer)\n`
  const atomic = Math.round(Number(maxUsd) * 1_000_000)
  return `# pip install "x402[requests,evm]"
import os

from eth_account import Account
from x402 import max_amount, x402ClientSync
from x402.http.clients import x402_requests
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

client = x402ClientSync()
wallet = Account.from_key(os.environ["BUYER_PRIVATE_KEY"])
register_exact_evm_client(
    client,
    EthAccountSigner(wallet),
    networks="${network}",
    policies=[max_amount(${atomic})],
)
session = x402_requests(client)
${call('session')}
print(answer)
`
}

/** A call of the tool as JSON-RPC, for `POST /mcp`. */
function mcp({ operationId }: CallSpec, fields: readonly FieldValue[]): string {
  const named = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  const params = { name: `uk_${operationId}`, arguments: named }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, null, 2)
}
