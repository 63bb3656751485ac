/** Checks of a facilitator, for `ukintel doctor`. */
import type { FacilitatorClient } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements, SupportedResponse } from '@x402/core/types'
import { type Check, isNoAnswer } from '../platform/examination.ts'
import { FacilitatorRefusal } from './facilitator-client.ts'
import { nextStep } from './facilitator-state.ts'

const IS_EMPTY = new Set(['insufficient_funds', 'invalid_exact_evm_insufficient_balance'])

/** Returns the answer with the operator's next step. @throws what is no refusal */
function describeRefusal(error: unknown): string {
  if (!(error instanceof FacilitatorRefusal)) throw error
  const { statusCode, apiError, redirectsTo } = error
  const type = apiError === null ? '' : ` ${apiError.type.slice(0, 40)}`
  return `it answered ${statusCode}${type}: ${nextStep(statusCode, redirectsTo)}`
}

/** @param payment one of an empty wallet, which can be judged and not settled */
export function facilitatorChecks(
  client: FacilitatorClient,
  network: string,
  payment: () => Promise<{ payload: PaymentPayload; requirements: PaymentRequirements }>,
): readonly Check[] {
  let kinds: SupportedResponse['kinds'] | undefined
  const offers = (what: string, isOffer: (kind: SupportedResponse['kinds'][number]) => boolean) => {
    if (kinds === undefined) throw new Error('it did not answer what it supports')
    return kinds.some(isOffer) ? null : what
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
        const { payload, requirements } = await payment()
        let reason: string | null | undefined
        try {
          const { isValid, invalidReason } = await client.verify(payload, requirements)
          if (isValid) return 'it accepts the payment of an empty wallet'
          reason = invalidReason
        } catch (error) {
          const refusal = describeRefusal(error)
          reason = (error as FacilitatorRefusal).invalidReason
          if (reason === null) return refusal
        }
        if (IS_EMPTY.has(String(reason))) return null
        if (reason?.endsWith('simulation_failed'))
          throw new Error('it says only that its simulation failed')
        return `it says ${reason}`
      },
    },
  ]
}
