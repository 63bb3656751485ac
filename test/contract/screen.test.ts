/** A price that follows its rows over every transport, and every client's limit held against it. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createClient,
  PaymentRequiredError,
  ProblemError,
} from '../../packages/client/src/index.ts'
import { createPayments } from '../../packages/client/src/payments.ts'
import { connectMcpBridge } from '../../packages/mcp/src/bridge.ts'
import {
  type SandboxCompaniesHouse,
  startCompaniesHouse,
} from '../../sandbox/companies-house/server.ts'
import { companyScreen } from '../../src/company/operations/screen.ts'
import { priceFor } from '../../src/contract/price.ts'
import { usdcToAtomic } from '../../src/platform/money.ts'
import { type Service, startService } from '../support/service.ts'

const SOUND = '99000001'
const LATE = '99000003'
const NOBODY = '99999999'
const NUMBERS = [SOUND, NOBODY, LATE]

let register: SandboxCompaniesHouse
let service: Service
beforeAll(async () => {
  register = await startCompaniesHouse()
})
afterAll(() => register.close())
beforeEach(async () => {
  service = await startService({
    domains: 'real',
    environment: { COMPANIES_HOUSE_URL: register.url, COMPANIES_HOUSE_API_KEY: register.apiKey },
  })
})
afterEach(() => service.stop())

/** Price of so many rows. */
const cost = (rows: number) => priceFor(companyScreen, rows)

it('through our own bridge: the limit is held against the amount quoted, and a call after a change is paid at the new quote', async () => {
  const notes: string[] = []
  const maxUsd = String(Number(cost(1)) * 2.5)
  const bridge = await connectMcpBridge({
    url: service.url,
    version: '1',
    wallet: {
      signer: service.buyer.account,
      payments: createPayments({ totalUsd: '5' }),
      maxUsd,
      sleep: async () => {},
    },
    onNote: (line) => notes.push(line),
  })
  const client = new Client({ name: 'test', version: '1' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([bridge.createServer().connect(far), client.connect(near)])
  const call = (numbers: readonly string[]) =>
    client.callTool({ name: 'uk_company_screen', arguments: { numbers } })

  const dear = await call(NUMBERS)
  expect([dear.isError, (dear.content as { text: string }[])[0]!.text]).toEqual([
    true,
    `the call costs ${cost(3)} USD, the limit is ${maxUsd} USD; nothing was paid`,
  ])
  const changed = await call([SOUND, NOBODY])
  expect(changed.structuredContent).toMatchObject({
    code: 'ROWS_CHANGED',
    charged: false,
    quote: { rows: 1, amount: cost(1) },
  })
  const answer = await call([SOUND, NOBODY])
  expect(answer.structuredContent).toMatchObject({
    result: { judged: 1, not_found: 1 },
    cost: { amount: cost(1) },
  })
  expect(service.ledger.transferCount).toBe(1)
  expect(await service.ledger.balance(service.buyer.address)).toBe(
    10_000_000n - BigInt(usdcToAtomic(cost(1))),
  )
  await client.close()
  await bridge.close()
})

it('through the typed client: types, price, problem with the new quote', async () => {
  const unpaying = createClient({ baseUrl: service.url })
  const refused = await unpaying
    .companyScreen({ numbers: NUMBERS })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PaymentRequiredError)
  expect((refused as PaymentRequiredError).price).toBe(cost(3))

  const schemes = [
    { network: 'eip155:84532' as const, client: new ExactEvmScheme(service.buyer.account) },
  ]
  const client = createClient({
    baseUrl: service.url,
    fetch: wrapFetchWithPaymentFromConfig(fetch, { schemes }),
  })
  const changed = await client.companyScreen({ numbers: NUMBERS }).catch((error: unknown) => error)
  expect(changed).toBeInstanceOf(ProblemError)
  const { problem } = changed as ProblemError
  expect([problem.code, problem.quote?.rows, problem.quote?.amount]).toEqual([
    'ROWS_CHANGED',
    2,
    cost(2),
  ])
  const { answer, receipt } = await client.companyScreen({ numbers: NUMBERS })
  expect([answer.result.judged, answer.cost.amount, receipt?.amount]).toEqual([
    2,
    cost(2),
    usdcToAtomic(cost(2)),
  ])
})

it('through an agent’s conversation: quoted and paid by its rows', async () => {
  const message = (metadata: object) => ({
    message: {
      messageId: 'm',
      role: 'user',
      parts: [
        { kind: 'data', data: { skill: 'company_screen', input: { numbers: [SOUND, LATE] } } },
      ],
      metadata,
    },
  })
  const send = async (metadata: object) => {
    const response = await fetch(`${service.url}/v1/message:send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message(metadata)),
    })
    return JSON.stringify(await response.json())
  }
  const told = await send({})
  expect(told).toContain(`"price":{"amount":"${cost(2)}","currency":"USDC"}`)
  expect(told).toContain(`"amount":"${usdcToAtomic(cost(2))}"`)
})
