/** Terms of a seller, reduced to the payment that is signed here. All of it is untrusted input. */
import { at, type Fields, isSame, toUsdc } from './codec.ts'
import type { PaymentTerms } from './generated/operations.ts'

/** Price of a call according to its 402. */
export interface Quote {
  kind: 'quote'
  amountUsd: string
  network: string
  payTo: string
  description: string
  /** Seconds for which a payment, once signed, can be settled. */
  validForSeconds: number
  /** Terms with the one offer that is signed, as the seller sent it. */
  terms: PaymentTerms
}

/** None of the seller's offers is acceptable. Nothing was signed. */
export class UnpayableError extends Error {
  override name = 'UnpayableError'
}

/** The seller states before payment that it cannot deliver. Nothing was signed. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError'
  readonly code: string
  readonly detail: string

  constructor({ code, detail }: { code: string; detail: string }) {
    super(`this cannot be delivered now (${detail}); nothing was paid`)
    this.code = code
    this.detail = detail
  }
}

/** The price is above a limit of the buyer. Nothing was signed. */
export class SpendLimitError extends Error {
  override name = 'SpendLimitError'
}

/** Payments are made on Base and on its test network, in their own USDC only. */
const USDC: Readonly<Record<string, string>> = {
  'eip155:8453': '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  'eip155:84532': '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
}

/** A signed payment can be taken until it expires. No seller needs longer than this to take it. */
const MAX_VALIDITY_S = 600

/** Whether JSON is what a seller answers instead of an unpaid or wrongly paid call. */
export const isTerms = (body: unknown): body is PaymentTerms =>
  Array.isArray(at(body, 'accepts')) && at(body, 'x402Version') === 2

/** @throws UndeliverableError */
export function refuseUndeliverable(terms: unknown): void {
  const availability = at(terms, 'extensions', 'availability') as Fields | undefined
  if (at(availability, 'deliverable') === false)
    throw new UndeliverableError(availability as { code: string; detail: string } & Fields)
}

/** @throws UndeliverableError, and UnpayableError if no offer is acceptable */
export function parseQuote(given: unknown): Quote {
  refuseUndeliverable(given)
  const terms = given as PaymentTerms
  const offers = Array.isArray(terms?.accepts) ? terms.accepts : []
  const offer = offers.find((each) => findFault(each) === null)
  if (!offer) {
    const faults = offers.slice(0, 3).map(findFault)
    throw new UnpayableError(
      `nothing this buyer can pay: ${faults.join('; ') || 'the seller names no terms'}; nothing was paid`,
    )
  }
  const description = at(terms, 'resource', 'description')
  return {
    kind: 'quote',
    amountUsd: toUsdc(offer.amount),
    network: offer.network,
    payTo: offer.payTo,
    description: typeof description === 'string' ? description : '',
    validForSeconds: Math.min(offer.maxTimeoutSeconds, MAX_VALIDITY_S),
    terms: { ...terms, accepts: [offer] },
  }
}

/** Returns why an offer is not signed; `null` if it is acceptable. */
function findFault(offer: unknown): string | null {
  const { scheme, network, asset, amount, payTo, maxTimeoutSeconds, extra } = (offer ??
    {}) as Fields
  const show = (value: unknown) => String(value).slice(0, 80)
  if (scheme !== 'exact') return `the scheme ${show(scheme)} (only exact, a fixed price, is paid)`
  const usdc = USDC[String(network)]
  if (usdc === undefined)
    return `the network ${show(network)} (only ${Object.keys(USDC).join(' and ')} are paid on)`
  if (!isSame(asset, usdc))
    return `the token ${show(asset)} on ${show(network)} (only its USDC, ${usdc}, is paid with)`
  const method = at(extra, 'assetTransferMethod')
  if (method !== undefined && method !== 'eip3009')
    return `a transfer by ${show(method)} (only single-use EIP-3009 authorizations are signed)`
  if (!/^\d{1,30}$/.test(String(amount))) return `the amount ${show(amount)}, which is none`
  if (!/^0x[0-9a-fA-F]{40}$/.test(String(payTo)))
    return `the payee ${show(payTo)}, which is no address`
  if (!Number.isSafeInteger(maxTimeoutSeconds) || Number(maxTimeoutSeconds) < 1)
    return `a validity of ${show(maxTimeoutSeconds)} seconds`
  return null
}
