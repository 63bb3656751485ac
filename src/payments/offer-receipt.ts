/**
 * The official offer-receipt extension of x402: a 402 has signed terms and a 200 a signed receipt,
 * as JWS. The official package signs on every call, with the clock of the machine. This module
 * signs an offer once for each URL and minute, and a receipt once for each payment, from stored
 * data.
 */
import type { PaymentRequirements } from '@x402/core/types'
import type { Clock } from '../platform/clock.ts'
import type { Provenance } from '../platform/provenance.ts'
import type { Signer } from '../signing/key.ts'
import type { ClaimRow } from '../store/ledger/claims.ts'

/** The extension's name; its own module would load the libraries of every way to sign. */
export const OFFER_RECEIPT = 'offer-receipt'
const VERSION = 1

/** Data stored with an answer, from which its receipt is signed once its payment is settled. */
export interface Proof extends Provenance {
  resourceUrl: string
  /** Null on operations whose answers are not compared. */
  etag: string | null
}

/** Signed offer of a 402. Its owner can prove the terms on which the call was offered. */
export interface Offers {
  /** Compact JWS. */
  sign(requirements: PaymentRequirements, resourceUrl: string): string
}

export interface Receipts {
  /**
   * Compact JWS. Another signature may have other bytes (ES256), so the one that a buyer got is
   * stored.
   */
  sign(
    claim: Pick<ClaimRow, 'payer' | 'network'>,
    settled: { txHash: string; settledMs: number },
    proof: Proof,
  ): string
}

const WINDOW_S = 60
const VALID_BEYOND_S = 300
const MAX_OFFERS = 4096

export function createOffers(signer: Pick<Signer, 'jws'>, clock: Clock): Offers {
  let signed = new Map<string, string>()
  let endS = 0
  return {
    sign({ scheme, network, asset, payTo, amount }, resourceUrl) {
      const nowS = clock.nowMs() / 1000
      if (nowS >= endS || nowS < endS - WINDOW_S || signed.size >= MAX_OFFERS) {
        signed = new Map()
        endS = (Math.floor(nowS / WINDOW_S) + 1) * WINDOW_S
      }
      const key = `${amount} ${resourceUrl}`
      const known = signed.get(key)
      if (known !== undefined) return known
      const jws = signer.jws({
        version: VERSION,
        resourceUrl,
        scheme,
        network,
        asset,
        payTo,
        amount,
        validUntil: endS + VALID_BEYOND_S,
      })
      signed.set(key, jws)
      return jws
    },
  }
}

export function createReceipts(signer: Pick<Signer, 'jws'>): Receipts {
  return {
    sign(
      { payer, network },
      { txHash, settledMs },
      { resourceUrl, endpoint, method, dataVintage, responseHash, answerDigest },
    ) {
      // In the order in which it is signed, which spares the sorting.
      return signer.jws({
        issuedAt: Math.floor(settledMs / 1000),
        network,
        payer,
        provenance: { answerDigest, dataVintage, endpoint, method, responseHash },
        resourceUrl,
        transaction: txHash,
        version: VERSION,
      })
    },
  }
}

export function offerExtension(jws: string) {
  return { info: { offers: [{ format: 'jws', acceptIndex: 0, signature: jws }] }, schema: {} }
}

export function receiptExtension(jws: string, { responseHash }: Proof) {
  return { info: { receipt: { format: 'jws', signature: jws }, responseHash }, schema: {} }
}
