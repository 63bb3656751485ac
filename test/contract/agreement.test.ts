/** Price, network, payee and asset are the same in every document. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { describe, expect, it } from 'vitest'
import type { BoundPaid } from '../../src/api/registry.ts'
import type { OpenApi } from '../support/openapi.ts'
import { type Service, startService } from '../support/service.ts'

interface Terms {
  price: string
  amount: string
  network: string
  payTo: string
  asset: string
}

const PRICES: Readonly<Record<string, string>> = {
  'GET /v1/company/search': '0.005',
  'GET /v1/company/{number}': '0.02',
  'GET /v1/company/{number}/verdict': '0.10',
  'GET /v1/company/{number}/fca': '0.02',
  'GET /v1/tenders/search': '0.05',
  'POST /v1/tenders/fit-score': '0.20',
  'GET /v1/tenders/{ocid}/brief': '0.10',
  'GET /v1/grants/search': '0.10',
  'POST /v1/grants/match': '0.15',
  'GET /v1/grants/{id}/eligibility': '0.15',
  'GET /v1/funders/{name}': '0.20',
  // Beyond the specification.
  'GET /v1/tenders/{ocid}/buyer': '0.10',
  'POST /v1/grants/{id}/eligibility': '0.15',
  'GET /v1/contracts/search': '0.05',
  // Of one row; a call costs what its own 402 says.
  'POST /v1/company/screen': '0.10',
  'GET /v1/company/{number}/accounts': '0.10',
  'GET /v1/changes': '0.02',
}

const NETWORKS = {
  'eip155:84532': {
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    environment: {},
    test: true,
  },
  'eip155:8453': {
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    environment: {
      X402_FACILITATOR_URL: 'http://127.0.0.1:9/facilitator',
      X402_RPC_URL: 'http://127.0.0.1:9/rpc',
    },
    test: false,
  },
}
const PAY_TO = '0x52908400098527886E0F7030069857D2E4169EE7'

describe.each(Object.entries(NETWORKS))('on %s', (network, { asset, environment, test }) => {
  it('the 402, OpenAPI, the agent card, llms.txt, the x402 manifest and MCP name the same terms for every operation', async () => {
    const service = await startService({
      domains: 'real',
      environment: { ...environment, X402_NETWORK: network, X402_PAY_TO: PAY_TO },
    })
    try {
      const paid = service.app.operations.filter((bound) => bound.kind === 'paid')
      expect(paid.length).toBeGreaterThan(0)
      const documents = await readAll(service)
      for (const bound of paid) {
        const { id, method, path } = bound.operation
        const price = PRICES[`${method} ${path}`]
        const expected: Terms = {
          price: price!,
          amount: String(Math.round(Number(price) * 1_000_000)),
          network,
          payTo: PAY_TO,
          asset,
        }
        const told = await tellAll(service, bound, documents)
        expect([id, told]).toEqual([
          id,
          Object.fromEntries(Object.keys(told).map((name) => [name, expected])),
        ])
      }
      for (const text of [
        documents.llms,
        documents.llmsFull,
        documents.card.description,
        documents.manifest.description,
      ]) {
        expect(text.includes('test mode')).toBe(test)
        expect(text).toContain(network)
      }
      expect((await (await fetch(`${service.url}/v1/health`)).json()) as object).toMatchObject({
        network,
      })
    } finally {
      await service.stop()
    }
  })
})

interface Documents {
  openapi: OpenApi
  card: {
    description: string
    capabilities: { extensions: { params: { terms: Record<string, Terms> } }[] }
  }
  manifest: {
    description: string
    items: { resource: string; method: string; price: string; accepts: Terms[] }[]
  }
  llms: string
  llmsFull: string
  tools: Map<string, Terms>
}

async function readAll({ url }: Service): Promise<Documents> {
  const json = async <T>(path: string) => (await (await fetch(`${url}${path}`)).json()) as T
  const text = async (path: string) => await (await fetch(`${url}${path}`)).text()
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  const { tools } = await client.listTools()
  await client.close()
  return {
    openapi: await json('/openapi.json'),
    card: await json('/.well-known/agent-card.json'),
    manifest: await json('/.well-known/x402.json'),
    llms: await text('/llms.txt'),
    llmsFull: await text('/llms-full.txt'),
    tools: new Map(
      tools.flatMap(({ name, _meta }) => {
        const terms = _meta?.x402 as Omit<Terms, 'price'> | undefined
        return terms ? [[name, { ...terms, price: usd(terms.amount) }] as const] : []
      }),
    ),
  }
}

async function tellAll(
  { url, app }: Service,
  bound: BoundPaid,
  documents: Documents,
): Promise<Record<string, Terms>> {
  const { id, method, path } = bound.operation
  const response = await fetch(`${url}${path.replaceAll('{', '%7B').replaceAll('}', '%7D')}`, {
    method,
  })
  expect(response.status).toBe(402)
  const header = decodePaymentRequiredHeader(response.headers.get('payment-required')!)
  expect(await response.json()).toEqual(header)
  const described = documents.openapi.paths[path]![method.toLowerCase()]!['x-payment-info']!
  const item = documents.manifest.items.find(
    (each) => each.resource === `${app.catalogue.publicUrl}${path}` && each.method === method,
  )!
  const pick = ({ amount, network, payTo, asset }: Omit<Terms, 'price'>) => ({
    amount,
    network,
    payTo,
    asset,
  })
  return {
    '402': { price: usd(header.accepts[0]!.amount), ...pick(header.accepts[0]!) },
    openapi: { price: described.price.amount ?? described.price.min!, ...pick(described) },
    card: {
      price: documents.card.capabilities.extensions[0]!.params.terms[id]!.price,
      ...pick(documents.card.capabilities.extensions[0]!.params.terms[id]!),
    },
    manifest: { price: item.price, ...pick(item.accepts[0]!) },
    mcp: {
      price: documents.tools.get(`uk_${id}`)!.price,
      ...pick(documents.tools.get(`uk_${id}`)!),
    },
    'llms.txt': textTerms(documents.llms, `- [${method} ${path}]`),
    'llms-full.txt': textTerms(documents.llmsFull, `## ${method} ${path}\n`),
  }
}

/** The price on the line of the operation; the rest stands once, in the opening. */
function textTerms(text: string, mark: string): Terms {
  const price = /(\d+\.\d+) USDC/.exec(text.slice(text.indexOf(mark)))![1]!
  const [, asset, network, payTo] = /USDC \((0x\w+)\) on (eip155:\d+), to (0x\w+)/.exec(text)!
  return {
    price,
    amount: String(Math.round(Number(price) * 1_000_000)),
    network: network!,
    payTo: payTo!,
    asset: asset!,
  }
}

/** Formats an amount as the price table does. */
function usd(amountAtomic: string): string {
  return (
    Object.values(PRICES).find(
      (price) => String(Math.round(Number(price) * 1_000_000)) === amountAtomic,
    ) ?? `unknown ${amountAtomic}`
  )
}
