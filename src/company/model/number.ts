/** Company numbers. Always text: a leading zero is part of the number. */

/** The specification's pattern, as documents show it. The result of `normaliseCompanyNumber` always has eight characters. */
export const COMPANY_NUMBER_PATTERN = '^([A-Z]{2})?[0-9]{6,8}$'
const PATTERN = new RegExp(COMPANY_NUMBER_PATTERN)
const EXAMPLE = 'SC123456'

export type NumberReading = { ok: true; number: string } | { ok: false; reason: string }

/**
 * Normalises a company number: trimmed, upper case, six or seven digits padded to eight, or two
 * letters followed by exactly six digits.
 */
export function normaliseCompanyNumber(raw: string): NumberReading {
  const trimmed = raw.trim()
  const text = trimmed.toUpperCase()
  const refuse = (reason: string): NumberReading => ({
    ok: false,
    reason: `${reason}; an example is ${EXAMPLE}`,
  })
  if (text === '') return refuse('is empty')
  // Before upper-casing: a long s would become an S of the register.
  if (/[^A-Za-z0-9]/.test(trimmed)) return refuse('has characters other than letters and digits')
  if (!PATTERN.test(text)) {
    if (/^\d+$/.test(text))
      return refuse(
        `has ${text.length} ${text.length === 1 ? 'digit' : 'digits'} where 6 to 8 are expected`,
      )
    return refuse('is neither 6 to 8 digits nor two letters followed by six digits')
  }
  if (/^\d/.test(text)) return { ok: true, number: text.padStart(8, '0') }
  if (text.length !== 8)
    return refuse(`has ${text.length - 2} digits after its two letters where six are expected`)
  return { ok: true, number: text }
}

/**
 * The number of another register made comparable: upper case, padded. The FCA register drops leading zeros ("8755483").
 * Null when the text is no company number at all.
 */
export function comparableNumber(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null
  const text = String(raw).replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{1,8}$/.test(text)) return text.padStart(8, '0')
  const prefixed = /^([A-Z]{2})(\d{1,6})$/.exec(text)
  if (prefixed) return `${prefixed[1]}${prefixed[2]!.padStart(6, '0')}`
  return /^[A-Z0-9]{8}$/.test(text) ? text : null
}

/** `SC` of `SC123456`, empty for a number of digits. */
export function numberPrefix(number: string): string {
  return /^[A-Z]{2}/.exec(number)?.[0] ?? ''
}
