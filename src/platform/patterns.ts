/** Returns the source of a pattern that matches what one of the parts matches. */
export function either(...parts: readonly RegExp[]): string {
  return `(?:${parts.map(({ source }) => source).join('|')})`
}
