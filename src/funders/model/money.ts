/** Money in pence, as whole numbers: sums over a corpus stay exact up to 90 trillion pounds. */

/** No single published grant is near this; more is a typing error or a telephone number. */
const MAX_PENCE = 1e15

/**
 * Pence of an amount as published: a number, or text such as `1,234.50`, `£5,000`, `GBP 5000`,
 * `(200.00)`. Half a penny rounds away from zero. Null when it is no amount.
 */
export function toPence(value: unknown): number | null {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return null
  let text = value.trim()
  if (PLAIN.test(text)) return fromNumber(Number(text))
  let negative = false
  if (text.startsWith('(') && text.endsWith(')')) {
    negative = true
    text = text.slice(1, -1)
  }
  text = text.replace(/^(-?)\s*(?:£|GBP)\s*/i, '$1').replace(/(?<!\s)\s*(?:£|GBP)$/i, '')
  if (!AMOUNT.test(text)) return null
  const pence = fromNumber(Number(text.replace(/[, ]/g, '')))
  return pence === null ? null : negative ? -pence : pence
}

const PLAIN = /^-?\d+(?:\.\d+)?$/
const AMOUNT = /^[+-]?(?:\d+|\d{1,3}(?:[, ]\d{3})+)(?:\.\d*)?(?:[eE]\+?\d{1,2})?$/

function fromNumber(pounds: number): number | null {
  if (Number.isSafeInteger(pounds))
    return Math.abs(pounds) * 100 > MAX_PENCE ? null : pounds * 100 + 0
  if (!Number.isFinite(pounds)) return null
  // 1.005 * 100 is 100.49999999999999: the decimal text decides, not the product.
  const pence =
    Math.sign(pounds) * Math.round(Number(`${Math.abs(pounds)}e2`) || Math.abs(pounds) * 100)
  return Math.abs(pence) > MAX_PENCE ? null : pence + 0
}

/**
 * Pounds for people, from pence that may be fractional after an interpolation; half a penny rounds
 * up.
 */
export function toPounds(pence: number): number {
  return Math.round(pence) / 100
}
