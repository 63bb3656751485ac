import { withoutContacts } from '../../platform/contacts.ts'
import { cleanLine, cleanText } from '../../platform/text.ts'

const MAX_TEXT = 60_000

/** One line without contact data; null when nothing is left. */
export function safeLine(value: unknown): string | null {
  const line = cleanLine(value)
  return line === null ? null : withoutContacts(line).slice(0, MAX_TEXT)
}

/** Running text without contact data; null when nothing is left. */
export function longText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = withoutContacts(cleanText(value)).slice(0, MAX_TEXT)
  return text === '' ? null : text
}
