/**
 * Company numbers, by one definition for callers' input, files and registers. Always text: a
 * leading zero counts.
 */

const REST_OF_FORMS = 'R[0-9]{7}|(IP|SP|RS)[0-9][A-Z0-9]{5}|[A-Z]{2}[0-9]{5}[A-Z]'
const NUMBER = new RegExp(`^([0-9]{8}|[A-Z]{2}[0-9]{6}|${REST_OF_FORMS})$`)

/**
 * Pattern of callers' input that documents show: the specification's, and what the register issues
 * besides.
 */
export const COMPANY_NUMBER_PATTERN = `^(([A-Z]{2})?[0-9]{6,8}|${REST_OF_FORMS})$`

export type NumberReading = { ok: true; number: string } | { ok: false; reason: string }

const EXAMPLE = 'SC123456'

/** Reads the number that a caller gives: 6 or 7 digits are padded. */
export function readCompanyNumber(raw: string): NumberReading {
  const number = restoreNumber(raw, { fewestDigits: 6 })
  if (number !== null) return { ok: true, number }
  const text = raw.replace(/\s/g, '')
  return { ok: false, reason: `${explainRefusal(text)}; an example is ${EXAMPLE}` }
}

function explainRefusal(text: string): string {
  if (text === '') return 'is empty'
  if (/[^A-Za-z0-9]/.test(text)) return 'has characters other than letters and digits'
  if (/^\d+$/.test(text))
    return `has ${text.length} ${text.length === 1 ? 'digit' : 'digits'} where 6 to 8 are expected`
  const digits = /^[A-Za-z]{2}(\d+)$/.exec(text)?.[1]
  if (digits !== undefined)
    return `has ${digits.length} ${digits.length === 1 ? 'digit' : 'digits'} after its two letters where six are expected`
  return 'is neither 6 to 8 digits nor two letters followed by six digits, nor another form of the register'
}

/**
 * Reads the number in a file, where leading zeros of a number with five digits are lost, too.
 * Returns `null` if it is none.
 */
export function findFiledNumber(raw: string): string | null {
  const number = restoreNumber(raw, { fewestDigits: 5 })
  return number === null || isPlaceholder(number) ? null : number
}

/** Zeros alone stand in for a number that is not known. */
const isPlaceholder = (number: string) => /^0+$/.test(number)

/**
 * Reads the number that the FCA register gives, which drops leading zeros ("8755483"). Returns
 * `null` if it is none.
 */
export function findComparableNumber(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null
  const number = restoreNumber(String(raw), { fewestDigits: 1 })
  return number === null || isPlaceholder(number) ? null : number
}

/** Returns the number in the register's form, `null` for a text that is none. */
function restoreNumber(raw: string, { fewestDigits }: { fewestDigits: number }): string | null {
  const text = raw.replace(/\s/g, '')
  // Before upper-casing: a long s would become an S of the register.
  if (/[^A-Za-z0-9]/.test(text)) return null
  const upper = text.toUpperCase()
  const [, letters = '', digits = ''] = /^([A-Z]{2}|)([0-9]{1,8})$/.exec(upper) ?? []
  // Of a number with letters, callers never give fewer than its six digits.
  const restored =
    digits.length >= fewestDigits ? letters + digits.padStart(8 - letters.length, '0') : upper
  return NUMBER.test(restored) ? restored : null
}
