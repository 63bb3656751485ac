/**
 * The official offer-receipt extension of x402: terms signed in the 402, a receipt signed with the 200, as JWS. The package signs with the clock of the machine and anew on
 * every call; here an offer is signed once per address and minute, and a receipt once per payment, of what is on disk.
 */
import type { PaymentRequirements } from '@x402/core/types'
import type { Clock } from '../platform/clock.ts'
import type { Provenance } from '../platform/provenance.ts'
import type { Signer } from '../signing/key.ts'
import type { ClaimRow } from '../store/ledger/claims.ts'

/** The extension's name; its own module would load the libraries of every way to sign. */
export const OFFER_RECEIPT = 'offer-receipt'
const VERSION = 1

/** What is kept with an answer, from which its receipt is signed once its payment is settled. */
export interface Proof extends Provenance {
  resourceUrl: string
  /** Null on operations whose answers are not compared. */
  etag: string | null
}

/** What a 402 says: who holds it can show at which terms the call was offered. */
export interface Offers {
  /** Compact JWS. */
  sign(requirements: PaymentRequirements, resourceUrl: string): string
}

export interface Receipts {
  /** Compact JWS. Signed anew it may be other bytes (ES256): what was given to a buyer is kept. */
  sign(
    claim: Pick<ClaimRow, 'payer' | 'network'>,
    settled: { txHash: string; settledMs: number },
    proof: Proof,
  ): string
}

const WINDOW_S = 60
const VALID_BEYOND_S = 300
const KEPT_OFFERS = 4096

export function createOffers(signer: Pick<Signer, 'jws'>, clock: Clock): Offers {
  let signed = new Map<string, string>()
  let endS = 0
  return {
    sign({ scheme, network, asset, payTo, amount }, resourceUrl) {
      const nowS = clock.nowMs() / 1000
      if (nowS >= endS || nowS < endS - WINDOW_S || signed.size >= KEPT_OFFERS) {
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
