/** JSON, base64 and amounts, as the headers of x402 carry them. */

export type Fields = Record<string, unknown>

/** Returns a nested member; undefined if there is none. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce(
    (found: unknown, name) =>
      typeof found === 'object' && found !== null ? (found as Fields)[name] : undefined,
    value,
  )
}

/** Returns parsed JSON; undefined for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isSame = (a: unknown, b: unknown) =>
  String(a).toLowerCase() === String(b).toLowerCase()

export const hex = (bytes: Uint8Array): `0x${string}` =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

export const base64 = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** @throws Error for text that is not base64 */
export const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

export const encodeHeader = (value: object) =>
  base64(new TextEncoder().encode(JSON.stringify(value)))

/** Returns the JSON of a header; undefined if it has none. */
export function decodeHeader(header: string | null): unknown {
  try {
    return parseJson(new TextDecoder().decode(fromBase64(header ?? '')))
  } catch {
    return undefined
  }
}

/** Decimal places of USDC. */
const DECIMALS = 6

/** `"0.10"` to 100000 atomic units. @throws RangeError for text that is no amount */
export function toAtomic(usdc: string): bigint {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(usdc) ?? []
  if (whole === undefined) throw new RangeError(`not a USDC amount: ${usdc}`)
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'))
}

/** 100000 atomic units to `"0.10"`: at least two digits after the point. */
export function toUsdc(atomic: string | bigint): string {
  const digits = String(atomic).padStart(DECIMALS + 1, '0')
  const fraction = digits.slice(-DECIMALS).replace(/(?<!0)0+$/, '')
  return `${digits.slice(0, -DECIMALS)}.${fraction.padEnd(2, '0')}`
}
