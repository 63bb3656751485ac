/** Terms of a seller, reduced to what this buyer signs. All of it is untrusted input. */
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { atomicToUsdc } from '../platform/money.ts'
import { printableLine } from '../platform/printable.ts'

/** Price of a call according to its 402. */
export interface Quote {
  kind: 'quote'
  amountUsd: string
  network: string
  payTo: string
  description: string
  /** Seconds for which a payment, once signed, can be settled. */
  validForSeconds: number
  terms: PaymentRequired
}

/** None of the seller's offers is acceptable. Nothing was signed. */
export class UnpayableError extends Error {
  override name = 'UnpayableError'
}

/** Payments are made on Base and on its test network, in their own USDC only. */
const USDC: Readonly<Record<string, string>> = {
  'eip155:8453': '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  'eip155:84532': '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
}
export const PAYABLE_NETWORKS = Object.keys(USDC) as (keyof typeof USDC & `${string}:${string}`)[]

/** A signed payment can be taken by its seller until it expires; no seller needs longer than this to take it. */
const MAX_VALIDITY_S = 600

/**
 * Returns the quote of the terms for this buyer. @throws UnpayableError if no offer is acceptable
 */
export function parseQuote(terms: PaymentRequired): Quote {
  const { deliverable, detail } = (terms?.extensions?.availability ?? {}) as {
    deliverable?: unknown
    detail?: unknown
  }
  if (deliverable === false) {
    throw new UnpayableError(
      `the seller says that this cannot be delivered now (${printableLine(String(detail ?? ''), 200)}); nothing was paid`,
    )
  }
  const offers: readonly PaymentRequirements[] = Array.isArray(terms?.accepts) ? terms.accepts : []
  const chosen = offers.find((each) => findFault(each) === null)
  if (!chosen) {
    const faults = offers.slice(0, 3).map((each) => findFault(each)!)
    throw new UnpayableError(
      `nothing this buyer can pay: ${faults.join('; ') || 'the seller names no terms'}; nothing was paid`,
    )
  }
  const { description } = terms.resource ?? {}
  return {
    kind: 'quote',
    amountUsd: atomicToUsdc(chosen.amount),
    network: chosen.network,
    payTo: chosen.payTo,
    description: typeof description === 'string' ? description : '',
    validForSeconds: Math.min(chosen.maxTimeoutSeconds, MAX_VALIDITY_S),
    terms: { ...terms, accepts: [chosen] },
  }
}

/** Returns why an offer is not signed; `null` if it is acceptable. */
function findFault(offer: PaymentRequirements): string | null {
  const { scheme, network, asset, amount, payTo, maxTimeoutSeconds, extra } = (offer ??
    {}) as Partial<PaymentRequirements>
  const showText = (value: unknown) => printableLine(String(value), 80)
  if (scheme !== 'exact')
    return `the scheme ${showText(scheme)} (only exact, a fixed price, is paid)`
  const usdc = USDC[String(network)]
  if (usdc === undefined)
    return `the network ${showText(network)} (only ${PAYABLE_NETWORKS.join(' and ')} are paid on)`
  if (String(asset).toLowerCase() !== usdc)
    return `the token ${showText(asset)} on ${network} (only its USDC, ${usdc}, is paid with)`
  const method = extra?.assetTransferMethod
  if (method !== undefined && method !== 'eip3009')
    return `a transfer by ${showText(method)} (only single-use EIP-3009 authorizations are signed)`
  if (!/^\d{1,30}$/.test(String(amount))) return `the amount ${showText(amount)}, which is none`
  if (!/^0x[0-9a-fA-F]{40}$/.test(String(payTo)))
    return `the payee ${showText(payTo)}, which is no address`
  if (!Number.isSafeInteger(maxTimeoutSeconds) || maxTimeoutSeconds! < 1)
    return `a validity of ${showText(maxTimeoutSeconds)} seconds`
  return null
}
