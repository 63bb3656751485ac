/**
 * Every operation bought in the sandbox's world, over HTTP and as a tool, and every answer held
 * against the published description.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../sandbox/world.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { type Buyer, createBuyer } from '../support/buyer.ts'
import { type AnswerCheck, answerCheck, type OpenApi } from '../support/openapi.ts'

let world: World
let app: App
let buyer: Buyer
let check: AnswerCheck
let document: OpenApi

beforeAll(async () => {
  world = await startWorld({ port: await freePort(), logLevel: 'silent' })
  const environment = {
    ...world.environment,
    RATE_LIMITS: 'address:60000/60000,free:6000/6000,payer:6000/6000',
  }
  app = await createApp(loadConfig(environment), { previewNumbers: world.previewNumbers })
  await app.start()
  buyer = createBuyer({ privateKey: world.buyer.privateKey })
  document = (await (await fetch(`${app.url}/openapi.json`)).json()) as OpenApi
  check = answerCheck(document)
  for (let tries = 0; tries < 200; tries += 1) {
    const { upstreams } = (await (await fetch(`${app.url}/v1/health`)).json()) as {
      upstreams: Record<string, { status: string }>
    }
    const idle = ['companies_house', 'companies_house_documents', 'fca_register', 'language_model']
    if (
      Object.entries(upstreams).every(
        ([name, { status }]) =>
          idle.includes(name) || status === 'ok' || status === 'not_consulted',
      )
    )
      break
    await sleep(100)
  }
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
})

interface Bought {
  status: number
  body: { result: Record<string, never>; code?: string }
}

/** Calls an operation, pays if required, and checks the answer against the description. */
async function buy(
  method: string,
  template: string,
  target: string,
  body?: object,
): Promise<Bought> {
  const request = {
    method,
    url: `${app.url}${target}`,
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
  const answer = await buyer.call(request, { maxUsd: '1' })
  expect(check(method, template, answer)).toEqual([])
  return { status: answer.status, body: JSON.parse(answer.text) as Bought['body'] }
}

describe('every operation', () => {
  const bought = new Set<string>()
  const expectStatus = async (
    status: number,
    method: string,
    template: string,
    target: string,
    body?: object,
  ) => {
    const answer = await buy(method, template, target, body)
    expect([target, answer.status, answer.body.code]).toEqual([target, status, answer.body.code])
    if (status === 200) bought.add(`${method} ${template}`)
    return answer.body
  }

  it('of the companies answers as described: found, in full, not found, malformed', async () => {
    const found = await expectStatus(
      200,
      'GET',
      '/v1/company/search',
      '/v1/company/search?q=limited',
    )
    const { company_number: number } = (
      found.result.results as unknown as { company_number: string }[]
    )[0]!
    for (const rest of ['', '/verdict']) {
      await expectStatus(200, 'GET', `/v1/company/{number}${rest}`, `/v1/company/${number}${rest}`)
      await expectStatus(
        200,
        'GET',
        `/v1/company/{number}${rest}`,
        `/v1/company/${number}${rest}?detail=full`,
      )
      await expectStatus(404, 'GET', `/v1/company/{number}${rest}`, `/v1/company/00000404${rest}`)
      await expectStatus(400, 'GET', `/v1/company/{number}${rest}`, `/v1/company/12${rest}`)
    }
    await expectStatus(200, 'GET', '/v1/company/{number}/fca', `/v1/company/${number}/fca`)
    await expectStatus(200, 'GET', '/v1/company/{number}/accounts', '/v1/company/99000001/accounts')
    const screen = ['POST', '/v1/company/screen', '/v1/company/screen'] as const
    await expectStatus(200, ...screen, { numbers: [number] })
    await expectStatus(409, ...screen, { numbers: [number, '00000405'] })
    await expectStatus(200, ...screen, { numbers: [number, '00000405'] })
    await expectStatus(404, ...screen, { numbers: ['00000405'] })
    await expectStatus(400, ...screen, { numbers: [number, '12'] })
  })

  it('of the tenders answers as described', async () => {
    const found = await expectStatus(
      200,
      'GET',
      '/v1/tenders/search',
      '/v1/tenders/search?region=england',
    )
    const [first] = found.result.notices as unknown as { ocid: string; title: string }[]
    await expectStatus(200, 'GET', '/v1/tenders/{ocid}/brief', `/v1/tenders/${first!.ocid}/brief`)
    await expectStatus(404, 'GET', '/v1/tenders/{ocid}/brief', '/v1/tenders/ocds-b5fd17-none/brief')
    await expectStatus(200, 'GET', '/v1/tenders/{ocid}/buyer', `/v1/tenders/${first!.ocid}/buyer`)
    await expectStatus(404, 'GET', '/v1/tenders/{ocid}/buyer', '/v1/tenders/ocds-b5fd17-none/buyer')
    const contracts = ['GET', '/v1/contracts/search', '/v1/contracts/search?q=cleaning'] as const
    await expectStatus(200, ...contracts)
    await expectStatus(200, 'POST', '/v1/tenders/fit-score', '/v1/tenders/fit-score', {
      description: first!.title.padEnd(10),
      regions: ['england'],
    })
    await expectStatus(400, 'POST', '/v1/tenders/fit-score', '/v1/tenders/fit-score', {
      description: 'short',
    })
    await expectStatus(
      400,
      'GET',
      '/v1/tenders/search',
      '/v1/tenders/search?value_min=2&value_max=1',
    )
    const now = await expectStatus(
      200,
      'GET',
      '/v1/changes',
      '/v1/changes?subject=tenders&region=england',
    )
    expect(now.result).toMatchObject({ changes: [], more: false })
    await expectStatus(
      400,
      'GET',
      '/v1/changes',
      '/v1/changes?subject=tenders&region=england&cursor=none',
    )
  })

  it('of the grants and funders answers as described', async () => {
    const found = await expectStatus(
      200,
      'GET',
      '/v1/grants/search',
      '/v1/grants/search?q=community&open_now=false',
    )
    const [first] = found.result.grants as unknown as { id: string; name: string }[]
    await expectStatus(
      200,
      'GET',
      '/v1/grants/{id}/eligibility',
      `/v1/grants/${first!.id}/eligibility?org_type=charity&region=england`,
    )
    await expectStatus(
      404,
      'GET',
      '/v1/grants/{id}/eligibility',
      '/v1/grants/no-such-grant/eligibility',
    )
    const judged = ['/v1/grants/{id}/eligibility', `/v1/grants/${first!.id}/eligibility`] as const
    const reading = { code: 'OTHER', operator: 'is', value: true, quote: ' ' }
    await expectStatus(200, 'POST', ...judged, { readings: [reading] })
    await expectStatus(400, 'POST', ...judged, { readings: [{ ...reading, quote: 'zzyzx' }] })
    await expectStatus(200, 'GET', '/v1/grants/{id}/text', `/v1/grants/${first!.id}/text`)
    await expectStatus(200, 'POST', '/v1/grants/match', '/v1/grants/match', {
      description: first!.name.padEnd(10),
      org_type: 'charity',
    })
    await expectStatus(400, 'POST', '/v1/grants/match', '/v1/grants/match', { description: 'x' })
    await expectStatus(
      200,
      'GET',
      '/v1/funders/{name}',
      `/v1/funders/${encodeURIComponent('Brambledown Community Foundation')}`,
    )
    await expectStatus(404, 'GET', '/v1/funders/{name}', '/v1/funders/zzzz%20nobody')
    await expectStatus(
      404,
      'GET',
      '/v1/funders/{name}',
      `/v1/funders/${encodeURIComponent('Hillside Foundation')}`,
    )
  })

  it('of the free family answers as described', async () => {
    await expectStatus(200, 'GET', '/v1/health', '/v1/health')
    for (const wing of ['company', 'tenders', 'grants'])
      await expectStatus(200, 'GET', '/v1/preview', `/v1/preview?wing=${wing}`)
    await expectStatus(400, 'GET', '/v1/preview', '/v1/preview?wing=boats')
    const { subject, ...judged } = app.operations.find(
      ({ operation }) => operation.id === 'rules_replay',
    )!.operation.example.input
    await expectStatus(
      200,
      'POST',
      '/v1/rules/{subject}/replay',
      `/v1/rules/${subject}/replay`,
      judged,
    )
    await expectStatus(200, 'POST', '/v1/feedback', '/v1/feedback', { message: 'fine' })
  })

  it('was bought', () => {
    expect([...bought].sort()).toEqual(
      app.operations.map(({ operation }) => `${operation.method} ${operation.path}`).sort(),
    )
  })
})
