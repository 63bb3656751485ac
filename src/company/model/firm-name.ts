/** Company names made comparable: the regulator's register can be searched by name only. */
import { registerLine } from '../../platform/text.ts'

const LEGAL_FORM =
  /\b(LIMITED|LTD|PLC|P L C|LLP|L L P|PUBLIC LIMITED COMPANY|LIMITED LIABILITY PARTNERSHIP|CYF|CYFYNGEDIG|CCC)$/

/**
 * Upper case, "and" for "&", letters and digits only, without the legal form at the end. `"! Ltd."`
 * gives an empty text.
 */
export function comparableName(name: string): string {
  let text = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/&/g, ' AND ')
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  while (LEGAL_FORM.test(text)) text = text.replace(LEGAL_FORM, '').trim()
  return text
}

/** Search results carry the postcode in the name: `Example Ltd (Postcode: E14 5HP)`. */
export function splitPostcode(raw: unknown): { name: string | null; postcode: string | null } {
  const text = registerLine(raw)
  if (text === null) return { name: null, postcode: null }
  const match = /^(.*?)\(Postcode:([^()]*)\)$/i.exec(text)
  return match
    ? { name: match[1]!.trim() || null, postcode: comparablePostcode(match[2]!) }
    : { name: text, postcode: null }
}

export function comparablePostcode(postcode: string | null): string | null {
  const text = (postcode ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  return text === '' ? null : text
}
