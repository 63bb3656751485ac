import { decode } from 'html-entities'
import { editDistance } from './edits.ts'

const TAG = /<\/?[a-zA-Z!][^<>]*>/g
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is removed
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u2060\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: soft breaks of word processors; without them two lines are one word
const BREAKS = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g

/**
 * Any text made safe to pass on, its characters as they are: control characters removed, NFC, no
 * surrounding white space. Line breaks stay.
 */
function plainText(raw: string): string {
  return raw
    .replace(CONTROL, '')
    .replace(/\u00a0/g, ' ')
    .replace(BREAKS, '\n')
    .normalize('NFC')
    .trim()
}

/**
 * Text of sources that write HTML: entities decoded, twice because portals escape already escaped
 * text, and tags removed.
 */
export function cleanText(raw: string): string {
  let text = raw
  if (text.includes('&')) text = decode(decode(text))
  if (text.includes('<')) text = text.replace(TAG, ' ')
  return plainText(text)
}

/** Clean text on one line, or null when nothing is left. */
export function cleanLine(raw: unknown): string | null {
  return typeof raw === 'string' ? oneLine(cleanText(raw)) : null
}

/**
 * One line of a register that writes no HTML, or null when nothing is left. `&` and `<` are letters
 * of names there (`PRINT&COPY LIMITED`,
 * `<BR> DESIGN LTD` may be registered): only a complete reference with its semicolon is decoded,
 * once (none in the 9,537 rows of the file of
 * 2020-05). No answer may contain HTML, so of what would read as a tag the brackets go and every
 * word stays.
 */
export function registerLine(raw: unknown): string | null {
  if (typeof raw !== 'string') return null
  const text = plainText(raw.includes('&') ? decode(raw, { scope: 'strict' }) : raw)
  return oneLine(text.search(TAG) >= 0 ? text.replace(/[<>]/g, ' ') : text)
}

function oneLine(text: string): string | null {
  return text.replace(/\s+/g, ' ').trim() || null
}

/**
 * At most `limit` characters, cut at a word with an ellipsis, never within a character of two
 * units.
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')
  const space = cut.lastIndexOf(' ')
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** Likewise, counted in bytes of UTF-8, of which the ellipsis takes three. */
export function shortenToBytes(text: string, limitBytes: number): string {
  if (Buffer.byteLength(text) <= limitBytes) return text
  let limit = limitBytes - 2
  while (Buffer.byteLength(shorten(text, limit)) > limitBytes) limit -= 1
  return shorten(text, limit)
}

/**
 * Longer names get no suggestion: the comparison takes time that grows with the square of the
 * length, and no typing error is that long.
 */
const MAX_NAME_CHARS = 64

/**
 * Returns the candidate nearest to `name` by edit distance, or null if none is near enough to be a
 * typing error.
 */
export function nearest(name: string, candidates: readonly string[]): string | null {
  if (name.length > MAX_NAME_CHARS) return null
  const lowerCased = name.toLowerCase()
  let best: string | null = null
  let limit = Math.max(2, Math.floor(name.length / 3))
  for (const candidate of candidates) {
    const distance = editDistance(lowerCased, candidate.toLowerCase(), limit)
    if (distance > limit) continue
    best = candidate
    limit = distance - 1
    if (limit < 0) break
  }
  return best
}
