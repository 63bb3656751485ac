/** Company numbers as operations of this domain read them. */
export { readCompanyNumber as normaliseCompanyNumber } from '../../platform/company-number.ts'

/** `SC` of `SC123456`, empty for a number of digits. */
export function numberPrefix(number: string): string {
  return /^[A-Z]{2}/.exec(number)?.[0] ?? ''
}
