/** Decimal places of USDC on every network it is issued on. */
const USDC_DECIMALS = 6

/**
 * `"0.005"` to `"5000"`. Throws on anything but a non-negative decimal with at most six places: a
 * price is never rounded.
 */
export function usdcToAtomic(amount: string): string {
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(amount)
  if (!match) throw new RangeError(`not a USDC amount: ${amount}`)
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(USDC_DECIMALS, '0')}`).toString()
}

/** `"5000"` to `"0.005"`, without trailing zeros. */
export function atomicToUsdc(amountAtomic: string | bigint): string {
  const digits = BigInt(amountAtomic)
    .toString()
    .padStart(USDC_DECIMALS + 1, '0')
  const whole = digits.slice(0, -USDC_DECIMALS)
  const fraction = digits.slice(-USDC_DECIMALS).replace(/(?<!0)0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}
