/**
 * Payments by the scheme `exact` on an EVM chain: an EIP-3009 authorization over exactly the quoted
 * terms, which its seller can use once.
 */
import { at, decodeHeader, encodeHeader, type Fields, hex } from './codec.ts'
import type { PaymentTerms } from './generated/operations.ts'
import { parseQuote } from './terms.ts'

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

/** Payment that was, or may have been, sent. */
export interface SentPayment {
  nonce: string
  /** Name of the call that it is for. Equal calls share a payment. */
  request: string
  /** The header PAYMENT-SIGNATURE, for `CallOptions.payment`. */
  paymentSignature: string
  network: string
  payTo: string
  amountAtomic: string
  signedMs: number
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
 * Signs a payment for terms that were accepted: nothing here limits the price. @throws
 * UnpayableError for terms of another kind, and whatever the signer throws
 */
export async function signPayment(
  given: PaymentTerms,
  signer: Signer,
  { request = '', paymentId }: { request?: string; paymentId?: string | undefined } = {},
): Promise<SentPayment> {
  const { terms, validForSeconds } = parseQuote(given)
  const accepted = terms.accepts[0]!
  const { network, payTo, amount } = accepted
  const signedMs = Date.now()
  const validBefore = Math.floor(signedMs / 1000) + validForSeconds
  const authorization: Authorization = {
    from: signer.address,
    to: payTo as Hex,
    value: amount,
    validAfter: '0',
    validBefore: String(validBefore),
    nonce: hex(crypto.getRandomValues(new Uint8Array(32))),
  }
  const signature = await signer.signTypedData({
    domain: {
      name: String(accepted.extra.name),
      version: String(accepted.extra.version),
      chainId: Number(network.split(':')[1]),
      verifyingContract: accepted.asset as Hex,
    },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  })
  return {
    nonce: authorization.nonce,
    request,
    paymentSignature: encodePayment(terms, { signature, authorization }, paymentId),
    network,
    payTo,
    amountAtomic: amount,
    signedMs,
    validBeforeMs: validBefore * 1000,
  }
}

/** Returns the header that presents the authorization of an earlier one for equal terms. */
export const presentAgain = (
  payment: string,
  terms: PaymentTerms,
  paymentId?: string | undefined,
) => encodePayment(terms, at(decodeHeader(payment), 'payload') as Fields, paymentId)

/** The terms are echoed as they came: a seller compares them with its own. */
function encodePayment(
  { x402Version, resource, accepts: [accepted], extensions }: PaymentTerms,
  payload: object,
  paymentId: string | undefined,
): string {
  const declared = extensions?.[IDENTIFIER]
  if (paymentId === undefined || declared === undefined)
    return encodeHeader({ x402Version, resource, accepted, payload })
  const identifier = { ...declared, info: { ...(at(declared, 'info') as Fields), id: paymentId } }
  return encodeHeader({
    x402Version,
    resource,
    accepted,
    payload,
    extensions: { [IDENTIFIER]: identifier },
  })
}

const IDENTIFIER = 'payment-identifier'

/**
 * Signs by a wallet of the browser (EIP-1193). @throws Error for what cannot be a signature, and
 * whatever the wallet throws
 */
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
