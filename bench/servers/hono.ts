/**
 * The official Hono middleware in front of bytes that were handed in: no claims, no ledger, nothing
 * survives a crash.
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import { serve } from '@hono/node-server'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { bazaarResourceServerExtension } from '@x402/extensions/bazaar'
import {
  createJWSOfferReceiptIssuer,
  createOfferReceiptExtension,
} from '@x402/extensions/offer-receipt'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { instantFacilitator } from '../support/instant-facilitator.ts'
import { serveBench } from '../support/server.ts'

interface Input {
  body: string
  /** Price of the service for the same. */
  terms: PaymentRequired
  /** Whether offers and receipts are signed, as the service does, or only declared. */
  receipts: boolean
}

/** Key of the kind that the service generates. */
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const SIGNER = {
  kid: 'did:web:api.example.org#bench',
  format: 'jws' as const,
  algorithm: 'ES256',
  sign: async (data: Uint8Array) =>
    sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
}

await serveBench(async ({ body, terms, receipts }: Input) => {
  const { network, payTo, amount, asset, extra, maxTimeoutSeconds } = terms.accepts[0]!
  const { url: _, ...listing } = terms.resource
  const resources = new x402ResourceServer(instantFacilitator(network)).register(
    network,
    new ExactEvmScheme(),
  )
  resources.registerExtension(bazaarResourceServerExtension)
  if (receipts) {
    resources.registerExtension(
      createOfferReceiptExtension(createJWSOfferReceiptIssuer(SIGNER.kid, SIGNER)),
    )
  }
  const app = new Hono()
  const price = { amount, asset, extra }
  app.use(
    paymentMiddleware(
      {
        'GET /v1/company/:number/verdict': {
          accepts: { scheme: 'exact', network, payTo, price, maxTimeoutSeconds },
          ...listing,
          extensions: terms.extensions ?? {},
        },
      },
      resources,
    ),
  )
  app.get('/v1/company/:number/verdict', (context) =>
    context.body(body, 200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
    }),
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
