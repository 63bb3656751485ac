/** Checks of a facilitator, for `ukintel doctor`. */
import type { FacilitatorClient } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements, SupportedResponse } from '@x402/core/types'
import { type Check, isNoAnswer } from '../platform/examination.ts'
import { printableLine } from '../platform/printable.ts'
import { FacilitatorRefusal } from './facilitator-client.ts'
import { nextStep } from './facilitator-state.ts'
import type { Listing } from './listing-guard.ts'

const IS_EMPTY = new Set(['insufficient_funds', 'invalid_exact_evm_insufficient_balance'])

/** Returns the answer with the operator's next step. @throws what is no refusal */
function describeRefusal(error: unknown): string {
  if (!(error instanceof FacilitatorRefusal)) throw error
  const { statusCode, apiError, redirectsTo } = error
  const type = apiError === null ? '' : ` ${apiError.type.slice(0, 40)}`
  return `it answered ${statusCode}${type}: ${nextStep(statusCode, redirectsTo)}`
}

interface Answered {
  /** The protocol's reason; null: it gives none. */
  reason: string | null
  words: string
  /** The facilitator's own words in place of a reason. */
  message?: string | undefined
}

const sayReason = (reason: string): Answered => ({
  reason,
  words: `it says ${printableLine(reason, 120)}`,
})

/**
 * @param payment one of an empty wallet, which can be judged and not settled
 * @param listings what payments carry besides
 */
export function facilitatorChecks(
  client: FacilitatorClient,
  network: string,
  payment: () => Promise<{ payload: PaymentPayload; requirements: PaymentRequirements }>,
  listings: () => Promise<readonly Listing[]>,
): readonly Check[] {
  let kinds: SupportedResponse['kinds'] | undefined
  const offers = (what: string, isOffer: (kind: SupportedResponse['kinds'][number]) => boolean) => {
    if (kinds === undefined) throw new Error('it did not answer what it supports')
    return kinds.some(isOffer) ? null : what
  }
  /** Answer of the facilitator to the payment without a listing. */
  let unlisted: string | undefined

  async function verify(listing: Listing): Promise<Answered> {
    const { payload, requirements } = await payment()
    try {
      const answer = await client.verify({ ...payload, ...listing }, requirements)
      if (answer.isValid)
        return { reason: null, words: 'it accepts the payment of an empty wallet' }
      return sayReason(String(answer.invalidReason))
    } catch (error) {
      const words = describeRefusal(error)
      const { statusCode, invalidReason, apiError } = error as FacilitatorRefusal
      if (statusCode === 429) throw new Error(words)
      if (invalidReason !== null) return sayReason(invalidReason)
      return { reason: null, words, message: apiError?.message }
    }
  }

  return [
    {
      assumption: 'facilitator/supported: `/supported` answers 200 with a list of `kinds`',
      async difference() {
        try {
          ;({ kinds } = await client.getSupported())
          return null
        } catch (error) {
          const refusal = describeRefusal(error)
          if (isNoAnswer((error as FacilitatorRefusal).statusCode)) throw new Error(refusal)
          return refusal
        }
      },
    },
    {
      assumption: 'facilitator/version: it speaks x402 version 2',
      difference: async () => offers('no kind of version 2', (kind) => kind.x402Version === 2),
    },
    {
      assumption: `facilitator/network: it settles scheme exact on ${network}`,
      difference: async () =>
        offers(
          `not on ${network}`,
          (kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network,
        ),
    },
    {
      assumption:
        'facilitator/verification: it reads and verifies our payments: it finds only that a new wallet is empty',
      async difference() {
        const { reason, words } = await verify({})
        unlisted = words
        if (reason === null) return words
        if (IS_EMPTY.has(reason)) return null
        if (reason.endsWith('simulation_failed'))
          throw new Error('it says only that its simulation failed')
        return words
      },
    },
    {
      assumption:
        'facilitator/listing: its answer stays the same when payments carry our resource and extensions, as they do',
      async difference() {
        if (unlisted === undefined) throw new Error('it did not answer to a payment without them')
        for (const listing of await listings()) {
          const { words, message } = await verify(listing)
          if (words !== unlisted)
            return `${message ? `it says ${printableLine(message, 120)}` : words} (${listing.resource?.url})`
        }
        return null
      },
    },
  ]
}
