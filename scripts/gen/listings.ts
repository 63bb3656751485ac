/**
 * Refuses an operation whose listing is too long for the header of its payment terms: with the
 * longest address nothing beyond the freshness of a quote may give way.
 */
import type { Catalogue } from '../../src/api/catalogue.ts'
import { createOffers } from '../../src/payments/offer-receipt.ts'
import { buildTerms, MAX_TERMS_BYTES } from '../../src/payments/terms.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { signerAt } from '../../src/signing/key.ts'

/** Address with 60 characters, the longest that a listing must fit. */
const PUBLIC_URL = `https://${'a'.repeat(49)}.uk`
const RESOURCE_CHARS = 140

/** @throws Error naming the operation and the bytes that it has too many */
export async function refuseLongListings({ operations, payment, signer, termsOf }: Catalogue) {
  const offers = createOffers(signerAt(PUBLIC_URL, signer), systemClock)
  for (const { kind, operation } of operations) {
    if (kind !== 'paid') continue
    const note = termsOf(operation.id).description.slice(operation.summary.length).trim()
    const terms = await buildTerms(operation, { ...payment, publicUrl: PUBLIC_URL }, note, {
      offers,
      undelivered: () => null,
    })
    const dearest = terms.byUnits?.of(operation.soldBy!.most) ?? terms
    const url = `${PUBLIC_URL}${operation.path}`
    const longest = operation.method === 'GET' ? url.padEnd(RESOURCE_CHARS, 'x') : url
    for (const quoting of [dearest, dearest.tool]) {
      const { body } = quoting.challenge(longest)
      if (!body.includes('"offer-receipt"'))
        throw new Error(
          `${operation.id}: its listing leaves no room for an offer in ${MAX_TERMS_BYTES} bytes of terms; shorten its description, fields or example`,
        )
    }
  }
}
