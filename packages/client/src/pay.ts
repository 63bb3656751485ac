/**
 * Payments by the scheme `exact` on an EVM chain: an EIP-3009 authorization over exactly the quoted
 * terms, which its seller can use once.
 */
import type { PaymentTerms } from './generated/operations.ts'

type Hex = `0x${string}`

/** Typed data by EIP-712; numbers are decimal strings. */
export interface TransferToSign {
  domain: { name: string; version: string; chainId: number; verifyingContract: Hex }
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  primaryType: 'TransferWithAuthorization'
  message: Authorization
}

interface Authorization extends Record<string, unknown> {
  from: Hex
  to: Hex
  value: string
  validAfter: string
  validBefore: string
  nonce: Hex
}

/** An account of viem is one. */
export interface Signer {
  address: Hex
  signTypedData(data: TransferToSign): Promise<Hex>
}

export interface SignedPayment {
  /** For `CallOptions.payment`, or the header PAYMENT-SIGNATURE. */
  payment: string
  /** Milliseconds since the epoch from which nobody can take it any more. */
  validBeforeMs: number
}

const fields = (list: string) =>
  list.split(',').map((field) => {
    const [type, name] = field.split(' ')
    return { name: name!, type: type! }
  })

const TYPES = {
  EIP712Domain: fields('string name,string version,uint256 chainId,address verifyingContract'),
  TransferWithAuthorization: fields(
    'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
  ),
}

/**
 * Signs a payment for terms that were accepted: nothing here limits the price. @throws Error for
 * terms of another kind, and whatever the signer throws
 */
export async function signPayment(
  terms: PaymentTerms,
  signer: Signer,
  nowMs: number = Date.now(),
): Promise<SignedPayment> {
  const [accepted] = terms.accepts
  const [kind, chainId] = accepted?.network.split(':') ?? []
  const { name, version, assetTransferMethod = 'eip3009' } = accepted?.extra ?? {}
  if (accepted?.scheme !== 'exact' || kind !== 'eip155' || assetTransferMethod !== 'eip3009')
    throw new Error('only an exact amount by EIP-3009 on an EVM chain is signed')
  const validBefore = Math.floor(nowMs / 1000) + accepted.maxTimeoutSeconds
  const authorization: Authorization = {
    from: signer.address,
    to: accepted.payTo as Hex,
    value: accepted.amount,
    validAfter: '0',
    validBefore: String(validBefore),
    nonce: hex(crypto.getRandomValues(new Uint8Array(32))),
  }
  const signature = await signer.signTypedData({
    domain: {
      name: String(name),
      version: String(version),
      chainId: Number(chainId),
      verifyingContract: accepted.asset as Hex,
    },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  })
  const { resource, x402Version } = terms
  const payload = { x402Version, resource, accepted, payload: { signature, authorization } }
  return { payment: base64(JSON.stringify(payload)), validBeforeMs: validBefore * 1000 }
}

/** Signs by a wallet of the browser (EIP-1193). @throws Error for what cannot be a signature, and whatever the wallet throws */
export function walletSigner(
  wallet: { request(call: { method: string; params: unknown[] }): Promise<unknown> },
  address: Hex,
): Signer {
  return {
    address,
    async signTypedData(data) {
      const params = [address, JSON.stringify(data)]
      const signature = await wallet.request({ method: 'eth_signTypedData_v4', params })
      if (typeof signature !== 'string' || !/^0x(?:[0-9a-f]{2}){65,}$/i.test(signature))
        throw new Error('the wallet returned what is no signature')
      // Some hardware wallets end with the parity as 0 or 1, where contracts want 27 or 28.
      return (
        signature.length === 132
          ? signature.replace(/0([01])$/, (_, bit) => (bit === '0' ? '1b' : '1c'))
          : signature
      ) as Hex
    },
  }
}

const hex = (bytes: Uint8Array): Hex =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

const base64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
