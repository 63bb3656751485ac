/** Reads the portals' JSON as it really comes: wrong encodings, numbers that JSON forbids. */

/**
 * UTF-8, or Windows-1252 where the bytes are not UTF-8 (Contracts Finder). A byte-order mark is
 * dropped.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Parses, repairing first what `JSON.parse` refuses: leading zeros (`000`, seen on Find a Tender on
 * 2026-04-25), `NaN`, `Infinity`, raw control characters in strings. `1e9999` parses as Infinity;
 * readers of numbers take finite ones only.
 * @throws SyntaxError when it is not JSON even so.
 */
export function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(repairJson(text))
  }
}

/**
 * String literals are matched first, so that nothing inside one is touched but control characters.
 * The last may lack its end.
 */
const LITERALS = /"(?:[^"\\]|\\[\s\S])*"?|-?\b(?:NaN|Infinity)\b|-?\d[\d.eE+-]*/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is escaped
const RAW_CONTROL = /[\u0000-\u001f]/g

function repairJson(text: string): string {
  return text.replace(LITERALS, (literal) => {
    if (literal.startsWith('"')) {
      return literal.replace(
        RAW_CONTROL,
        (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
    if (/NaN|Infinity/.test(literal)) return 'null'
    return literal.replace(/^(-?)0+(?=\d)/, '$1')
  })
}

export type JsonObject = { readonly [key: string]: unknown }

export function asObject(value: unknown): JsonObject | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as JsonObject)
    : null
}

/**
 * Objects of an array; anything else in it is passed over. A list also comes as an object of
 * numbered members, `{"1": {…}}` (delivery addresses of Contracts Finder, notices of 2021).
 */
export function asObjects(value: unknown): JsonObject[] {
  const numbered = asObject(value)
  const isList = numbered !== null && Object.keys(numbered).every((key) => /^\d+$/.test(key))
  const items: readonly unknown[] = Array.isArray(value)
    ? value
    : isList
      ? Object.values(numbered)
      : []
  return items.map(asObject).filter((each) => each !== null)
}

/** Finite numbers, and numbers written as strings. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value)
  return null
}

/** Text without control characters (PostgreSQL refuses NUL in a key); null when nothing is left. */
export function asText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replace(RAW_CONTROL, '') : ''
  return text.trim() === '' ? null : text
}

/** Identifiers of a party in registers. */
export function listIdentifiers(party: JsonObject | null | undefined): JsonObject[] {
  const first = asObject(party?.identifier)
  return [...(first === null ? [] : [first]), ...asObjects(party?.additionalIdentifiers)]
}
