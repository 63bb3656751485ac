import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, deliverableOnly } from '../../packages/client/src/index.ts'
import { createPayments } from '../../packages/client/src/payments.ts'
import { connectMcpBridge } from '../../packages/mcp/src/bridge.ts'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { ServiceError } from '../../src/platform/errors.ts'
import { createBuyer } from '../support/buyer.ts'
import { cli } from '../support/cli.ts'
import { buyer, pay, type Service, startService, TEA } from '../support/service.ts'
import { createShop } from '../support/shop.ts'

describe('a wing that cannot deliver', () => {
  let facilitator: MemoryFacilitator
  let service: Service
  const shop = createShop()
  let trouble: ServiceError | null = null

  beforeAll(async () => {
    shop.wing = { ...shop.wing, unavailableReason: () => trouble }
    facilitator = await startMemoryFacilitator()
    facilitator.ledger.mint(buyer.address, 10_000_000n)
    service = await startService({ facilitatorUrl: facilitator.url, shop })
  })
  afterAll(async () => {
    await service?.stop()
    await facilitator?.close()
  })
  const broken = () =>
    new ServiceError('UPSTREAM_UNAVAILABLE', 'the shelf is being filled for the first time', {
      retryAfterSeconds: 60,
    })

  it('quotes with the plain word, in header, body and description', async () => {
    trouble = broken()
    const { status, terms: quoted, json } = await service.ask(TEA)
    expect(status).toBe(402)
    const availability = {
      deliverable: false,
      code: 'UPSTREAM_UNAVAILABLE',
      detail: 'Cannot be delivered now: the shelf is being filled for the first time.',
    }
    expect(quoted!.extensions!.availability).toEqual(availability)
    expect(json.extensions).toMatchObject({ availability })
    expect(quoted!.resource!.description!.startsWith(availability.detail)).toBe(true)
    trouble = null
    const sound = await service.ask(TEA)
    expect(sound.terms!.extensions).not.toHaveProperty('availability')
    expect(sound.terms!.resource!.description).not.toContain('Cannot be delivered')
  })

  it('takes no payment and calls no facilitator, but repeats paid answers', async () => {
    trouble = null
    const paid = await pay()
    const first = await service.ask(TEA, { payment: paid })
    expect(first.status).toBe(200)
    trouble = broken()
    const { verify, settle } = facilitator.calls
    const refused = await service.ask(TEA, {
      payment: await pay(),
    })
    expect({
      status: refused.status,
      code: refused.json.code,
      charged: refused.json.charged,
    }).toEqual({
      status: 503,
      code: 'UPSTREAM_UNAVAILABLE',
      charged: false,
    })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect([facilitator.calls.verify, facilitator.calls.settle]).toEqual([verify, settle])
    const again = await service.ask(TEA, { payment: paid })
    expect(again.bytes).toBe(first.bytes)
    // The same payment is good once it can be delivered: nothing was kept of the refusal.
    trouble = null
    expect((await service.ask(TEA, { payment: await pay() })).status).toBe(200)
  })

  it('is shown in health, which is then degraded', async () => {
    trouble = broken()
    const { json } = await service.ask('/v1/health')
    expect(json.status).toBe('degraded')
    expect((json.warnings as string[]).join('\n')).toMatch(
      /cannot be delivered now: .*shelf.*UPSTREAM_UNAVAILABLE/,
    )
  })
})

describe('a service without a register key and with empty indexes', () => {
  let real: Service
  let signed = 0
  const verdict = () => `${real.url}/v1/company/00000006/verdict`

  beforeAll(async () => {
    real = await startService({ domains: 'real' })
  })
  afterAll(async () => {
    await real?.stop()
  })

  it('says of each operation what it lacks', async () => {
    const codeOf = async (path: string, body?: object) => {
      const asked = body
        ? {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
        : {}
      const response = await fetch(`${real.url}${path}`, asked)
      const { extensions } = decodePaymentRequiredHeader(response.headers.get('payment-required')!)
      return [response.status, (extensions?.availability as { code?: string } | undefined)?.code]
    }
    expect(await codeOf('/v1/company/search?q=tea')).toEqual([402, 'UPSTREAM_NOT_CONFIGURED'])
    expect(await codeOf('/v1/company/00000006')).toEqual([402, 'UPSTREAM_NOT_CONFIGURED'])
    expect(await codeOf('/v1/company/00000006/verdict')).toEqual([402, 'UPSTREAM_NOT_CONFIGURED'])
    // The regulator's fallback mode is a policy: it can be delivered.
    expect(await codeOf('/v1/company/00000006/fca')).toEqual([402, undefined])
    expect(await codeOf('/v1/tenders/search?q=tea')).toEqual([402, 'UPSTREAM_UNAVAILABLE'])
    expect(
      await codeOf('/v1/tenders/fit-score', { description: 'we brew tea for offices' }),
    ).toEqual([402, 'UPSTREAM_UNAVAILABLE'])
    expect(await codeOf('/v1/grants/search?q=tea')).toEqual([402, 'UPSTREAM_UNAVAILABLE'])
    expect(await codeOf('/v1/funders/tea')).toEqual([402, 'UPSTREAM_UNAVAILABLE'])
  })

  it('is signed for by none of our clients', async () => {
    const own = createBuyer({ privateKey: buyer.privateKey })
    const counted = <Args extends unknown[], Signed>(sign: (...given: Args) => Signed) => {
      return (...given: Args) => {
        signed += 1
        return sign(...given)
      }
    }
    await expect(own.call({ method: 'GET', url: verdict() }, { maxUsd: '1' })).rejects.toThrow(
      /cannot be delivered now .*nothing was paid/,
    )

    const called = await cli(['call', 'GET', verdict(), '--max-usd', '1'], {
      BUYER_PRIVATE_KEY: buyer.privateKey,
    })
    expect(called).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('cannot be delivered now'),
    })

    const watched = {
      ...buyer.account,
      signTypedData: counted(buyer.account.signTypedData as (...given: unknown[]) => unknown),
    }
    const signer = watched as typeof buyer.account
    const payments = createPayments({ totalUsd: '5' })
    const bridge = await connectMcpBridge({
      url: real.url,
      version: '0',
      wallet: { signer, payments, maxUsd: '1' },
      onNote() {},
    })
    const client = new Client({ name: 'test', version: '1' })
    const [near, far] = InMemoryTransport.createLinkedPair()
    await Promise.all([bridge.createServer().connect(far), client.connect(near)])
    const tool = await client.callTool({
      name: 'uk_company_verdict',
      arguments: { number: '00000006' },
    })
    expect(JSON.stringify(tool)).toContain('cannot be delivered now')
    expect(tool.isError).toBe(true)
    await client.close()
    await bridge.close()

    const schemes = [
      { network: 'eip155:84532' as const, client: new ExactEvmScheme(watched as never) },
    ]
    const typed = createClient({
      baseUrl: real.url,
      fetch: wrapFetchWithPaymentFromConfig(deliverableOnly(), { schemes }),
    })
    await expect(typed.companyVerdict({ number: '00000006' })).rejects.toMatchObject({
      name: 'UndeliverableError',
      code: 'UPSTREAM_NOT_CONFIGURED',
    })
    const unpaying = createClient({ baseUrl: real.url })
    await expect(unpaying.companyVerdict({ number: '00000006' })).rejects.toMatchObject({
      name: 'UndeliverableError',
    })
    expect(signed).toBe(0)
  })

  it('lets status exit with 1 and name it', async () => {
    const { code, stdout } = await cli(['status', '--url', real.url])
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /cannot be delivered now: company_search, company_profile, company_verdict.*UPSTREAM_NOT_CONFIGURED/,
    )
  })
})
