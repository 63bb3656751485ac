/**
 * Patterns of grant texts: regular expressions of several lines, with a comment above each wording.
 */

/**
 * Returns a pattern without its line breaks, its indentation and the lines that begin with `# `.
 */
export const pattern = (text: TemplateStringsArray, ...parts: readonly string[]): string =>
  String.raw(text, ...parts)
    .replace(/\n *# [^\n]*/g, '')
    .replace(/\n */g, '')

/** Returns a tag for patterns with these flags. */
export const wordsWith =
  (flags: string) =>
  (text: TemplateStringsArray, ...parts: readonly string[]): RegExp =>
    new RegExp(pattern(text, ...parts), flags)

/** A pattern in upper or lower case. */
export const words = wordsWith('i')

/** A pattern in the case in which it is written. */
export const cased = wordsWith('')
