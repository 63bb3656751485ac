/** The official Hono middleware in front of bytes that were handed in: no claims, no ledger, nothing survives a crash. */
import { serve } from '@hono/node-server'
import type { PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { instantFacilitator } from '../support/instant-facilitator.ts'
import { serveBench } from '../support/server.ts'

interface Input {
  body: string
  /** What the service asks for the same. */
  requirements: PaymentRequirements
}

await serveBench(async ({ body, requirements }: Input) => {
  const { network, payTo, amount, asset, extra, maxTimeoutSeconds } = requirements
  const resources = new x402ResourceServer(instantFacilitator(network)).register(network, new ExactEvmScheme())
  const app = new Hono()
  const price = { amount, asset, extra }
  app.use(
    paymentMiddleware(
      { 'GET /v1/company/:number/verdict': { accepts: { scheme: 'exact', network, payTo, price, maxTimeoutSeconds } } },
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
