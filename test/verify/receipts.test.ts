/**
 * Offers and receipts, judged by the official package, and their statements about the answer, with
 * hashes computed again from the response.
 */
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  extractReceiptPayload,
  findAcceptsObjectFromSignedOffer,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonicalJson, sha256Hex } from '../../src/platform/hash.ts'
import { headerOf, signedPayment } from '../support/payments.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => await service.stop())

async function quoted(path: string): Promise<PaymentRequired> {
  const reply = await fetch(`${service.url}${path}`)
  expect(reply.status).toBe(402)
  const terms = decodePaymentRequiredHeader(reply.headers.get('payment-required')!)
  expect(terms).toEqual(await reply.json())
  return terms
}

async function bought(path: string) {
  const terms = await quoted(path)
  const header = headerOf(await signedPayment(service.buyer, terms.accepts[0]!))
  const send = () => fetch(`${service.url}${path}`, { headers: { 'PAYMENT-SIGNATURE': header } })
  return { terms, first: await send(), again: await send() }
}

const PATH = '/v1/shop/items/tea?detail=full'

test('the official package finds and accepts offer and receipt, and that they belong together', async () => {
  const { terms, first } = await bought(PATH)
  const offers = extractOffersFromPaymentRequired(terms)
  expect(offers).toHaveLength(1)
  const [offer] = decodeSignedOffers(offers)
  expect(await verifyOfferSignatureJWS(offers[0] as never)).toMatchObject({
    resourceUrl: `${service.url}${PATH}`,
  })
  expect(findAcceptsObjectFromSignedOffer(offer!, terms.accepts)).toEqual(terms.accepts[0])
  expect(offer!.validUntil).toBeGreaterThan(Date.now() / 1000 + 60)

  const receipt = extractReceiptFromResponse(first)!
  expect(await verifyReceiptSignatureJWS(receipt as never)).toEqual(extractReceiptPayload(receipt))
  expect(verifyReceiptMatchesOffer(receipt, offer!, [service.buyer.address])).toBe(true)
})

test('the receipt names the settlement and carries the hash of the header, which can be computed again', async () => {
  const { first } = await bought(PATH)
  const settled = decodePaymentResponseHeader(first.headers.get('payment-response')!)
  const body = await first.text()
  const { query: inputs, result, verdict, as_of: dataVintage } = JSON.parse(body)
  const { narrative: _, ...judged } = verdict
  const hash = sha256Hex(
    canonicalJson({
      endpoint: 'shop_item',
      inputs,
      result: { result, verdict: judged },
      method: null,
      dataVintage,
    }),
  )
  expect(first.headers.get('response-provenance')).toBe(
    `v=1; alg=sha-256; hash=${hash}; vintage=${dataVintage}`,
  )
  const extension = settled.extensions!['offer-receipt'] as { info: { responseHash: string } }
  expect(extension.info.responseHash).toBe(hash)
  expect(extractReceiptPayload(extractReceiptFromResponse(first)!)).toMatchObject({
    transaction: settled.transaction,
    payer: service.buyer.address.toLowerCase(),
    network: settled.network,
    resourceUrl: `${service.url}${PATH}`,
    provenance: {
      endpoint: 'shop_item',
      method: null,
      dataVintage,
      responseHash: hash,
      answerDigest: sha256Hex(body),
    },
  })
})

test('a repetition carries the very same headers', async () => {
  const { first, again } = await bought(PATH)
  expect(again.headers.get('payment-replayed')).toBe('true')
  for (const name of ['payment-response', 'response-provenance', 'etag']) {
    expect(first.headers.get(name)).toBeTruthy()
    expect(again.headers.get(name)).toBe(first.headers.get(name))
  }
})
