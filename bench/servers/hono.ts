/** The official Hono middleware in front of bytes that were handed in: no claims, no ledger, nothing survives a crash. */
import { serve } from '@hono/node-server'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { bazaarResourceServerExtension } from '@x402/extensions/bazaar'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { instantFacilitator } from '../support/instant-facilitator.ts'
import { serveBench } from '../support/server.ts'

interface Input {
  body: string
  /** What the service asks for the same. */
  terms: PaymentRequired
  /** Whether the discovery and payment-identifier extensions are declared, as the service does. */
  extended: boolean
}

await serveBench(async ({ body, terms, extended }: Input) => {
  const { network, payTo, amount, asset, extra, maxTimeoutSeconds } = terms.accepts[0]!
  const { url: _, ...listing } = terms.resource
  const resources = new x402ResourceServer(instantFacilitator(network)).register(network, new ExactEvmScheme())
  if (extended) resources.registerExtension(bazaarResourceServerExtension)
  const app = new Hono()
  const price = { amount, asset, extra }
  app.use(
    paymentMiddleware(
      {
        'GET /v1/company/:number/verdict': {
          accepts: { scheme: 'exact', network, payTo, price, maxTimeoutSeconds },
          ...(extended ? { ...listing, extensions: terms.extensions ?? {} } : {}),
        },
      },
      resources,
    ),
  )
  app.get('/v1/company/:number/verdict', (context) =>
    context.body(body, 200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-store' }),
  )
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => {
          server.close()
        },
      })
    })
  })
})
