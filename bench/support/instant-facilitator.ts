/**
 * A facilitator in the process that says yes at once and checks nothing, so that what is measured
 * is the gate around it.
 */
import type { FacilitatorClient } from '@x402/core/server'
import type { Authorization } from '../../src/payments/evm/presented.ts'

export function instantFacilitator(network: `${string}:${string}`): FacilitatorClient {
  return {
    verify: async ({ payload }) => ({
      isValid: true,
      payer: (payload as { authorization: Authorization }).authorization.from,
    }),
    settle: async ({ payload }) => {
      const { from, nonce } = (payload as { authorization: Authorization }).authorization
      return { success: true, transaction: nonce, network, payer: from }
    },
    getSupported: async () => ({
      kinds: [{ x402Version: 2, scheme: 'exact', network }],
      extensions: [],
      signers: {},
    }),
  }
}
