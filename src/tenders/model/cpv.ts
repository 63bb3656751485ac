import { asObject, asText } from './json.ts'

/** Eight-digit CPV codes of OCDS classifications, in order, each once. The check digit (`72000000-5`) and other schemes are dropped. */
export function cpvCodes(classifications: readonly unknown[]): string[] {
  const codes = new Set<string>()
  for (const classification of classifications) {
    const source = asObject(classification)
    if (!source || (source.scheme !== undefined && asText(source.scheme)?.toUpperCase() !== 'CPV')) continue
    const code = /^(\d{8})(?:-\d)?$/.exec(String(source.id ?? '').trim())?.[1]
    if (code) codes.add(code)
  }
  return [...codes]
}

/** Digits that carry meaning: trailing zeros are padding, but a division has two digits (`30000000` is `30`). */
export function significantDigits(code: string): string {
  const stripped = code.replace(/(?<!0)0+$/, '')
  return stripped.length >= 2 ? stripped : code.slice(0, 2)
}
