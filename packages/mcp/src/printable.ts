/**
 * Control characters, which move a cursor or reorder what is read. The service has the same list in
 * `src/platform/printable.ts`.
 */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/**
 * Returns a text on one line, with control characters as `\\u001b`, and no longer than a line
 * should be.
 */
export function printableLine(text: string, maxChars = 400): string {
  const line = text
    .replace(/[\r\n\t]+/g, ' ')
    .replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return line.length > maxChars ? `${line.slice(0, maxChars)}…` : line
}
