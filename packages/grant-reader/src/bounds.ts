/**
 * Bounds of what the rules read. Many patterns take quadratic time on one line, and many rules
 * compare a sentence with all others. Bounded lines and a bounded number of sentences keep the time
 * of a reading linear in its text.
 */
import type { SourceText } from './source-text.ts'
import { BULLET, type Group, type List, splitUnits, type Unit } from './units.ts'

/**
 * Above this length, in characters, a line is split. The longest line of the labelled texts has
 * 848.
 */
export const LONGEST_LINE = 1000
/** Above this number of sentences no rule decides. No labelled text has more than 24. */
export const MOST_UNITS = 240

export interface BoundedText {
  /**
   * The text with the same characters at the same places, but line breaks where long lines were
   * split.
   */
  text: string
  units: Unit[]
  lists: List[]
  groups: Group[]
  /**
   * `false` if the text is too long, or a split changed what a sentence, a list item or a table row
   * says.
   */
  decides: boolean
}

/** Splits a text into its units, with long lines split first. */
export function boundUnits(source: SourceText): BoundedText {
  const { text, isBroken } = boundLines(source.text)
  const { units, lists, groups } = splitUnits({ ...source, text })
  return { text, units, lists, groups, decides: !isBroken && units.length <= MOST_UNITS }
}

/** Splits long lines: after a sentence where one ends, else at a blank, else anywhere. */
function boundLines(text: string): { text: string; isBroken: boolean } {
  const lines = text.split('\n')
  if (lines.every(({ length }) => length <= LONGEST_LINE)) return { text, isBroken: false }

  let isBroken = false
  const bounded = lines.map((line) => {
    if (line.length <= LONGEST_LINE) return line
    // A paragraph may be split between its sentences. A list item or a table row is one statement.
    isBroken ||= BULLET.test(line) || line.includes(' | ')
    const parts: string[] = []
    let from = 0
    while (line.length - from > LONGEST_LINE) {
      const part = line.slice(from, from + LONGEST_LINE)
      const sentence = Math.max(
        part.lastIndexOf('. '),
        part.lastIndexOf('? '),
        part.lastIndexOf('! '),
      )
      const blank = part.lastIndexOf(' ')
      isBroken ||= sentence <= 0
      const at = from + (sentence > 0 ? sentence + 1 : blank > 0 ? blank : LONGEST_LINE - 1)
      parts.push(line.slice(from, at))
      from = at + 1
    }
    return [...parts, line.slice(from)].join('\n')
  })
  return { text: bounded.join('\n'), isBroken }
}
