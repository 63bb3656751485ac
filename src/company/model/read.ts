/**
 * Careful readers for JSON of unknown shape: the register adds, omits and mistypes members without
 * notice.
 */
import { type CivilDate, isCivilDate } from '../../platform/london.ts'
import { registerLine } from '../../platform/text.ts'

export type Json = Readonly<Record<string, unknown>>

/** The value as an object; an empty one for anything else. */
export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function date(value: unknown): CivilDate | null {
  return isCivilDate(value) ? value : null
}

export function boolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** A whole number of at least 0, also where it came as text. */
export function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/**
 * A lower-case enumeration key such as `private-limited-guarant-nsc`, known or not; the string
 * "null" is none (recorded in `last_accounts`).
 */
export function key(value: unknown): string | null {
  const text = registerLine(value)
  return text === null || text === 'null' ? null : text.slice(0, 80)
}

/** An enumeration key and nothing else: free text, which may name a person, is refused. */
export function strictKey(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z0-9-]{1,80}$/.test(value) && value !== 'null'
    ? value
    : null
}
