/** Payment requirements of scheme `exact` on an EVM chain. */
import type { PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { usdcToAtomic } from '../../platform/money.ts'

const MAX_TIMEOUT_SECONDS = 300
/**
 * The terms of release 0.2.0. Clients may have signed for them before the upgrade; goes with the
 * next release.
 */
const FORMER_MAX_TIMEOUT_SECONDS = 60

/** Returns whether a buyer who accepted terms with this time accepted ours. */
export function isAcceptedTimeout(
  seconds: unknown,
  { maxTimeoutSeconds }: Pick<PaymentRequirements, 'maxTimeoutSeconds'>,
): boolean {
  return seconds === maxTimeoutSeconds || seconds === FORMER_MAX_TIMEOUT_SECONDS
}

export interface Payee {
  network: `eip155:${string}`
  asset: `0x${string}`
  assetName: string
  payTo: `0x${string}`
}

/** @param priceUsdc decimal, at most six places */
export async function buildRequirements(
  priceUsdc: string,
  settings: Payee,
): Promise<PaymentRequirements> {
  const scheme = new ExactEvmScheme()
  const price = {
    amount: usdcToAtomic(priceUsdc),
    asset: settings.asset,
    extra: { name: settings.assetName, version: '2' },
  }
  const parsed = await scheme.parsePrice(price, settings.network)
  return {
    scheme: scheme.scheme,
    network: settings.network,
    amount: parsed.amount,
    asset: parsed.asset,
    payTo: settings.payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: { ...parsed.extra },
  }
}
