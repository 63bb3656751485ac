/**
 * The official facilitator over any signer: one that speaks to a chain, or one that keeps balances
 * in memory.
 */
import { x402Facilitator } from '@x402/core/facilitator'
import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  SupportedResponse,
  VerifyResponse,
} from '@x402/core/types'
import type { FacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { SMART_WALLET_FACTORY } from '../chain/smart-wallet.ts'
import { SANDBOX_NETWORK } from '../chain/usdc.ts'

export interface FacilitatorCore {
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse>
  /**
   * `onBroadcast` is called as soon as the transaction is out; the promise resolves when it is in a
   * block.
   */
  settle(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
    onBroadcast?: (transaction: string) => void,
  ): Promise<SettleResponse>
  supported(): SupportedResponse
}

export function createFacilitatorCore(signer: FacilitatorEvmSigner): FacilitatorCore {
  // One facilitator for each way of listening would lose the shared store of pending settlements;
  // listeners go by nonce instead.
  const listeners = new Map<string, (transaction: string) => void>()
  const watched: FacilitatorEvmSigner = {
    ...signer,
    async writeContract(call) {
      const transaction = await signer.writeContract(call)
      listeners.get(String(call.args[5]).toLowerCase())?.(transaction)
      return transaction
    },
  }
  const facilitator = new x402Facilitator().register(
    SANDBOX_NETWORK,
    new ExactEvmScheme(watched, { eip6492AllowedFactories: [SMART_WALLET_FACTORY] }),
  )
  return {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    async settle(payload, requirements, onBroadcast) {
      const nonce = nonceOf(payload)
      if (onBroadcast) listeners.set(nonce, onBroadcast)
      try {
        return await facilitator.settle(payload, requirements)
      } finally {
        if (onBroadcast && listeners.get(nonce) === onBroadcast) listeners.delete(nonce)
      }
    },
    supported: () => facilitator.getSupported() as SupportedResponse,
  }
}

function nonceOf(payload: PaymentPayload): string {
  const { authorization } = payload.payload as { authorization?: { nonce?: string } }
  return authorization?.nonce?.toLowerCase() ?? ''
}
