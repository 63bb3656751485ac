/**
 * What moves a cursor, colours, rings, renames a window or reorders what is read: C0 and C1
 * controls except newline and tab, DEL, the bidirectional marks and isolates, line and paragraph
 * separators, zero-width characters and byte-order marks.
 */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/**
 * Returns a text for a terminal in which control characters are written as `\u001b`. In JSON that
 * means the same.
 */
export function printable(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The same on one line and no longer than a line should be. */
export function printableLine(text: string, maxChars = 400): string {
  const line = printable(text.replace(/[\r\n\t]+/g, ' '))
  return line.length > maxChars ? `${line.slice(0, maxChars)}…` : line
}
