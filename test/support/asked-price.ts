import { priceText } from '../../src/contract/price.ts'
import { atomicToUsdc } from '../../src/platform/money.ts'

/** Returns the current price of a call from its 402; `text` as answers and pages write it. */
export async function askedPrice(
  url: string,
  init: RequestInit = {},
): Promise<{ atomic: bigint; usdc: number; text: string }> {
  const { accepts } = (await (await fetch(url, init)).json()) as { accepts: { amount: string }[] }
  const atomic = BigInt(accepts[0]!.amount)
  return { atomic, usdc: Number(atomicToUsdc(atomic)), text: priceText(atomic) }
}
