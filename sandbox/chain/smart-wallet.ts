/**
 * Buyers whose wallet is a contract: one that is on the chain (EIP-1271), and one that will be
 * there when its first payment is settled (ERC-6492).
 */
import { randomBytes } from 'node:crypto'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { authorizationTypes } from '@x402/evm'
import {
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  hashTypedData,
  keccak256,
  pad,
  parseAbi,
  serializeErc6492Signature,
} from 'viem'
import type { Wallet } from '../wallets.ts'
import contracts from './generated/contracts.json' with { type: 'json' }
import { SANDBOX_CHAIN_ID } from './usdc.ts'

/**
 * Its code is placed there, as the factories of real wallets stand at one address on every chain.
 */
export const SMART_WALLET_FACTORY = '0x5a17000000000000000000000000000000000001'

const factoryAbi = parseAbi(['function create(address owner) returns (address)'])

interface Authorization {
  from: Hex
  to: Hex
  value: string
  validAfter: string
  validBefore: string
  nonce: Hex
}

export interface SmartWallet {
  readonly address: Hex
  /** The call to the factory that puts it on the chain. */
  readonly deployment: { to: Hex; data: Hex }
  /**
   * A payment for the terms. `undeployed`: the signature says how to deploy the wallet first
   * (ERC-6492).
   */
  pay(accepted: PaymentRequirements, options: { undeployed: boolean }): Promise<PaymentPayload>
  /**
   * The same authorization under another signature, which is as good: this kind of wallet signs
   * over a salt.
   */
  signAgain(payment: PaymentPayload): Promise<PaymentPayload>
}

export function smartWallet(owner: Wallet): SmartWallet {
  const bytecode: Hex = `${contracts.bytecode.SmartWallet as Hex}${pad(owner.address).slice(2)}`
  const address = getCreate2Address({ from: SMART_WALLET_FACTORY, salt: pad('0x0'), bytecode })
  const data = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'create',
    args: [owner.address],
  })

  async function sign(
    authorization: Authorization,
    { asset, extra }: PaymentRequirements,
  ): Promise<Hex> {
    const hash = hashTypedData({
      domain: {
        ...(extra as { name: string; version: string }),
        chainId: SANDBOX_CHAIN_ID,
        verifyingContract: asset as Hex,
      },
      types: authorizationTypes,
      primaryType: 'TransferWithAuthorization',
      message: {
        ...authorization,
        value: BigInt(authorization.value),
        validAfter: BigInt(authorization.validAfter),
        validBefore: BigInt(authorization.validBefore),
      },
    })
    const salt: Hex = `0x${randomBytes(32).toString('hex')}`
    const salted = keccak256(
      encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes32' }], [hash, salt]),
    )
    const inner = await owner.account.sign({ hash: salted })
    return encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes' }], [salt, inner])
  }

  return {
    address,
    deployment: { to: SMART_WALLET_FACTORY, data },
    async pay(accepted, { undeployed }) {
      const authorization: Authorization = {
        from: address,
        to: accepted.payTo as Hex,
        value: accepted.amount,
        validAfter: '0',
        validBefore: String(Math.floor(Date.now() / 1000) + accepted.maxTimeoutSeconds),
        nonce: `0x${randomBytes(32).toString('hex')}`,
      }
      const own = await sign(authorization, accepted)
      const signature = undeployed
        ? serializeErc6492Signature({ address: SMART_WALLET_FACTORY, data, signature: own })
        : own
      return {
        x402Version: 2,
        accepted,
        payload: { signature, authorization: { ...authorization } },
      }
    },
    async signAgain(payment) {
      const { authorization } = payment.payload as { authorization: Authorization }
      return {
        ...payment,
        payload: { ...payment.payload, signature: await sign(authorization, payment.accepted) },
      }
    },
  }
}
