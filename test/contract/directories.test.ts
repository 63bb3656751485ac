/**
 * Steps of directories when they list a service, with their own library against the running
 * service.
 */
import {
  checkEndpointSchema,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  discoverOriginSchema,
  getL3ForOpenAPI,
  getOpenAPI,
  getWarningsForFavicon,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForLegacyWellKnown,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  probeLegacyWellKnown,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaidDescription } from '../../src/contract/operation.ts'
import { priceFor } from '../../src/contract/price.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let origin: string
beforeAll(async () => {
  service = await startService({
    domains: 'real',
    environment: { CONTACT_EMAIL: 'ops@example.org' },
  })
  origin = service.app.catalogue.publicUrl
})
afterAll(() => service.stop())

const literal = (path: string) => path.replace(/\{(\w+)\}/g, '%7B$1%7D')

describe('a directory', () => {
  it('finds every paid route, priced in USD, and takes nothing free for paid', async () => {
    const found = await discoverOriginSchema({ target: origin })
    if (!found.found) throw new Error(found.cause)
    const told = found.endpoints.map(({ method, path, authMode, price }) => ({
      method,
      path,
      authMode,
      price,
    }))
    const expected = service.app.operations.map((bound) => ({
      method: bound.operation.method,
      path: bound.operation.path,
      authMode: bound.kind === 'paid' ? 'paid' : 'unprotected',
      price: bound.kind === 'paid' ? priceRange(bound.operation) : undefined,
    }))
    const order = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)
    expect(
      told.sort(order).map(({ price, ...rest }) => ({ ...rest, price: priceOf(price) })),
    ).toEqual(expected.sort(order))
  })

  it('has nothing to complain of: documents, routes, guidance, favicon, leftovers of older conventions', async () => {
    const openApi = (await getOpenAPI(origin))._unsafeUnwrap()
    if (openApi === null || isOpenApiParseFailure(openApi))
      throw new Error('openapi.json was not read')
    const warnings = [
      ...getWarningsForOpenAPI(openApi),
      ...getWarningsForL2(checkL2ForOpenAPI(openApi)),
      ...getWarningsForL4(checkL4ForOpenAPI(openApi)),
      ...(await getWarningsForFavicon(origin))._unsafeUnwrap(),
      ...getWarningsForLegacyWellKnown((await probeLegacyWellKnown(origin))._unsafeUnwrap()),
    ]
    expect(warnings).toEqual([])
  })

  it('probes every paid route by its literal template and finds valid terms with input and output schema', async () => {
    const openApi = (await getOpenAPI(origin))._unsafeUnwrap()
    if (openApi === null || isOpenApiParseFailure(openApi))
      throw new Error('openapi.json was not read')
    for (const bound of service.app.operations.filter(({ kind }) => kind === 'paid')) {
      const { method, path } = bound.operation
      const methods = methodsOf(path)
      const checked = await checkEndpointSchema({ url: `${origin}${literal(path)}`, probe: true })
      if (!checked.found) throw new Error(`${path}: ${checked.cause}`)
      expect(checked.advisories.map((advisory) => advisory.method).sort()).toEqual(
        [...methods, 'OPTIONS'].sort(),
      )
      expect(checked.advisories.find((advisory) => advisory.method === method)).toMatchObject({
        authMode: 'paid',
        paymentOptions: [{ protocol: 'x402', network: 'eip155:84532' }],
      })
      expect([path, getWarningsForL3(getL3ForOpenAPI(openApi, path, method))]).toEqual([path, []])
      const terms: unknown = await (await fetch(`${origin}${literal(path)}`, { method })).json()
      const verdict = validatePaymentRequiredDetailed(terms)
      expect([path, verdict.valid, verdict.issues]).toEqual([path, true, []])
    }
  })
})

/** Methods of the operations at a path. */
function methodsOf(path: string): string[] {
  return service.app.operations
    .filter(({ operation }) => operation.path === path)
    .map(({ operation }) => operation.method)
}

function priceOf(price: unknown): unknown {
  if (typeof price === 'object' && price !== null && 'amount' in price) return price.amount
  return typeof price === 'string' ? price.replace(/^\$| USD$/g, '') : price
}

/** Price range from one unit to the maximum of a call. */
function priceRange(operation: PaidDescription): string {
  const { priceUsdc, soldBy } = operation
  return soldBy ? `${priceUsdc}-${priceFor(operation, soldBy.most)}` : priceUsdc
}
