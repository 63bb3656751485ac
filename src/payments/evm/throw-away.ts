/**
 * A well-formed payment of a new, empty wallet. A facilitator can verify it and cannot settle it.
 */
import { randomBytes } from 'node:crypto'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { authorizationTypes } from '@x402/evm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { parseChainId } from './presented.ts'
import { buildRequirements, type Payee } from './requirements.ts'

const PRICE_USDC = '0.01'

export async function throwAwayPayment(
  payee: Payee,
  nowMs: number,
): Promise<{ payload: PaymentPayload; requirements: PaymentRequirements }> {
  const requirements = await buildRequirements(PRICE_USDC, payee)
  const wallet = privateKeyToAccount(generatePrivateKey())
  const authorization = {
    from: wallet.address,
    to: payee.payTo,
    value: requirements.amount,
    validAfter: '0',
    validBefore: String(Math.floor(nowMs / 1000) + requirements.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}` as const,
  }
  const signature = await wallet.signTypedData({
    domain: {
      name: payee.assetName,
      version: '2',
      chainId: parseChainId(payee.network),
      verifyingContract: payee.asset,
    },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: 0n,
      validBefore: BigInt(authorization.validBefore),
    },
  })
  return {
    requirements,
    payload: { x402Version: 2, accepted: requirements, payload: { signature, authorization } },
  }
}
