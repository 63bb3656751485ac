/**
 * Our directory entry in the payments that the facilitator receives. No sale fails because the
 * facilitator dislikes it.
 */
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import type { Log } from '../observe/log.ts'

/** Members of a payment that describe our service to directories. */
export type Listing = Pick<PaymentPayload, 'resource' | 'extensions'>

/** Returns what a directory lists: the URL of the operation, what it does and how it is called. */
export function toListing({ resource, extensions }: PaymentRequired): Listing {
  return { resource, extensions: { bazaar: extensions?.bazaar } }
}

export function hasListing({ resource, extensions }: Listing): boolean {
  return resource !== undefined || extensions !== undefined
}

/** Returns the payment without what describes our service to directories. */
export function withoutListing(payload: PaymentPayload): PaymentPayload {
  const { resource: _, extensions: __, ...payment } = payload
  return payment
}

export function createListingGuard(log: Pick<Log, 'warn'> | null) {
  /** The facilitator's reason for refusing the listing; `null` once it takes one. */
  let words: string | null = null
  let isLeftOut = false
  return {
    apply: (payload: PaymentPayload) => (isLeftOut ? withoutListing(payload) : payload),

    /** The payment failed with the listing and passed without it. */
    noteRefused(reason: string) {
      if (words === null)
        log?.warn({ said: reason }, 'the facilitator refuses the listing; sales go on without it')
      words = reason
      isLeftOut = true
    },

    noteTaken() {
      words = null
    },

    /** The next payment has the listing again. */
    tryAgain() {
      isLeftOut = false
    },

    problem: () =>
      words === null
        ? null
        : `LISTING_REFUSED: it refuses our resource or extensions ("${words}"); sales go on without them, so its directory does not learn of them; run \`ukintel listings\``,
  }
}
