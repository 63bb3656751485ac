import { cleanLine } from '../../platform/text.ts'
import { asObject, asText } from './json.ts'

const MAX_LABEL = 200

/**
 * Eight-digit CPV codes of OCDS classifications, in order, each once. The check digit
 * (`72000000-5`) and other schemes are dropped.
 */
export function cpvCodes(classifications: readonly unknown[]): string[] {
  return [...cpvLabels(classifications).keys()]
}

/** Labels of the same by code; empty where the notice gives none. */
export function cpvLabels(classifications: readonly unknown[]): Map<string, string> {
  const codes = new Map<string, string>()
  for (const classification of classifications) {
    const source = asObject(classification)
    if (!source || (source.scheme !== undefined && asText(source.scheme)?.toUpperCase() !== 'CPV'))
      continue
    const code = /^(\d{8})(?:-\d)?$/.exec(String(source.id ?? '').trim())?.[1]
    if (code && !codes.get(code))
      codes.set(code, cleanLine(source.description)?.slice(0, MAX_LABEL) ?? '')
  }
  return codes
}

/**
 * Digits that carry meaning: trailing zeros are padding, but a division has two digits (`30000000`
 * is `30`).
 */
export function significantDigits(code: string): string {
  const stripped = code.replace(/(?<!0)0+$/, '')
  return stripped.length >= 2 ? stripped : code.slice(0, 2)
}
