/** A text to read. */

/** A part of the text. */
export interface Section {
  /**
   * Name of the part. `grantEligibilityTab` states who may apply. Any other part describes, and its
   * sentences count only where they name a limit.
   */
  field: string
  start: number
  /** After the last character. */
  end: number
}

export interface SourceText {
  text: string
  sections: readonly Section[]
}

/** Returns a text without parts as one part that states who may apply. */
export function toSourceText(text: string): SourceText {
  return { text, sections: [{ field: 'grantEligibilityTab', start: 0, end: text.length }] }
}
