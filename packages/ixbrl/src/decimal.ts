/**
 * Exact decimal numbers as text: `-1234.5`, without exponent, leading or trailing zeros. Money is
 * never a float here.
 */

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/

interface Parts {
  /** The number times 10 to the power of `places`. */
  units: bigint
  places: number
}

/** @throws RangeError if the text is no plain decimal */
function parse(text: string): Parts {
  const match = DECIMAL.exec(text)
  if (!match) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`)
  const [, sign, whole = '0', fraction = ''] = match
  const units = BigInt(`${whole}${fraction}`)
  return { units: sign === '-' ? -units : units, places: fraction.length }
}

function format({ units, places }: Parts): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const cut = digits.length - places
  const fraction = digits.slice(cut).replace(/(?<!0)0+$/, '')
  const text = fraction === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${fraction}`
  return units < 0n ? `-${text}` : text
}

/** Brings two numbers to the same number of places. */
function align(a: Parts, b: Parts): { a: bigint; b: bigint; places: number } {
  const places = Math.max(a.places, b.places)
  const toUnits = (part: Parts) => part.units * 10n ** BigInt(places - part.places)
  return { a: toUnits(a), b: toUnits(b), places }
}

export function addDecimals(a: string, b: string): string {
  const aligned = align(parse(a), parse(b))
  return format({ units: aligned.a + aligned.b, places: aligned.places })
}

export function negateDecimal(text: string): string {
  const { units, places } = parse(text)
  return format({ units: -units, places })
}

export function subtractDecimals(a: string, b: string): string {
  return addDecimals(a, negateDecimal(b))
}

/** Returns a number below, at or above 0 as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: string, b: string): number {
  const aligned = align(parse(a), parse(b))
  return aligned.a < aligned.b ? -1 : aligned.a > aligned.b ? 1 : 0
}

/** Multiplies by a power of ten, also a negative one, and normalises. */
export function shiftDecimal(text: string, power: number): string {
  const { units, places } = parse(text)
  const shifted = places - power
  return shifted >= 0
    ? format({ units, places: shifted })
    : format({ units: units * 10n ** BigInt(-shifted), places: 0 })
}

/** Divides and rounds half away from zero. @throws RangeError when the divisor is zero */
export function divideDecimals(a: string, b: string, places: number): string {
  const aligned = align(parse(a), parse(b))
  const doubled = 2n * aligned.a * 10n ** BigInt(places)
  const isNegative = doubled < 0n !== aligned.b < 0n
  const size = (value: bigint) => (value < 0n ? -value : value)
  const rounded = (size(doubled) / size(aligned.b) + 1n) / 2n
  return format({ units: isNegative ? -rounded : rounded, places })
}

export function isWholeDecimal(text: string): boolean {
  return !text.includes('.')
}

/** Number with the digits that it is accurate to; an infinite number of them if it is exact. */
interface Accurate {
  value: string
  decimals: number
}

/** Whether two values are the same number within the coarser accuracy of both. */
export function isSameWithinRounding(a: Accurate, b: Accurate): boolean {
  const order = compareDecimals(a.value, b.value)
  if (order === 0) return true
  const decimals = Math.min(a.decimals, b.decimals)
  if (!Number.isFinite(decimals)) return false
  const gap = order > 0 ? subtractDecimals(a.value, b.value) : subtractDecimals(b.value, a.value)
  return compareDecimals(addDecimals(gap, gap), shiftDecimal('1', -decimals)) <= 0
}
