/** Price of an answer, by its operation. */
import { atomicToUsdc, usdcToAtomic } from '../platform/money.ts'
import type { PaidDescription } from './operation.ts'

type Priced = Pick<PaidDescription, 'priceUsdc' | 'soldBy'>

/**
 * Returns the price of this number of units, or of one answer. It has at least two decimal places,
 * as in the price table.
 */
export function priceFor({ priceUsdc, soldBy }: Priced, units: number): string {
  if (!soldBy) return priceUsdc
  return priceText(BigInt(usdcToAtomic(priceUsdc)) * BigInt(units))
}

/** In USDC: `0.10`, `0.005`. */
export function priceText(amountAtomic: bigint): string {
  const [whole, fraction = ''] = atomicToUsdc(amountAtomic).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** `0.10 USDC`, `0.10 USDC a row judged`; without a currency where a table names it. */
export function priceInWords(
  { priceUsdc, soldBy }: Priced,
  currency: string | null = 'USDC',
): string {
  return [priceUsdc, currency, soldBy && `a ${soldBy.unit}`].filter((word) => word).join(' ')
}
