/**
 * How many o200k tokens a JSON text has at most, without a tokenizer at run time: its table costs
 * 70 MB and its count more than all the rest of a cached verdict. What we word ourselves is known,
 * and its weights were fitted to answers over the sandbox (2026-11-21): at most 8 per cent above
 * the true count. What a register words may be anything. test/company/tokens.test.ts holds both
 * against the tokenizer.
 */
import { either } from '../../platform/patterns.ts'

const PIECE = /[a-z]+|[A-Z]+|[0-9]+|\s+|[!-~]|[^!-~]/g

/** For JSON of our own words. */
export function estimateTokens(json: string): number {
  let tokens = 0
  let marks = 0
  for (const [piece] of json.matchAll(PIECE)) {
    const code = piece.charCodeAt(0)
    const { length } = piece
    const lower = code >= 97 && code <= 122
    const upper = code >= 65 && code <= 90
    const digit = code >= 48 && code <= 57
    const glue = piece === '_' || code <= 32
    if (!lower && !upper && !digit && !glue && code < 127) {
      marks += 1
      continue
    }
    // Marks in a row such as `":"` and `","` are one token; an underscore or a blank joins the word
    // behind it.
    tokens += Math.ceil(marks / 4)
    marks = 0
    if (lower) tokens += length <= 7 ? 1 : 1 + (length - 7) / 8
    else if (upper) tokens += Math.max(1, length / 3.5)
    else if (digit) tokens += Math.ceil(length / 3)
    else if (!glue) tokens += 2
  }
  return Math.ceil(tokens + marks / 4)
}

const WORDED_PIECE = /[A-Za-z]+|[0-9]+|\s|[!-~]|[^!-~]/gu
/**
 * Runs of consonants or vowels, doubled twice, or rare letters side by side: no word of a name or
 * an address that a tokenizer would know.
 */
const ODD_WORD = new RegExp(
  either(
    /[bcdfghjklmnpqrstvxz]{4}|[aeiouyw]{4}|(.)\1\1|^[^aeiouyw]{3,}$|q(?!u)/,
    /[jqxz][bcdfghjklmnpqrstvwxz]|[bcdfghjklmnpqrstvwxz][jqxz]/,
  ),
  'i',
)
const LONGEST_WORD = 20

/**
 * For a text that a register worded, as a JSON string without its quotes. What reads like words is
 * given more than words were seen to take; everything else counts a token a byte, which no encoding
 * over bytes exceeds.
 */
export function mostTokens(text: string): number {
  let tokens = 0
  let afterSpace = false
  for (const [piece] of text.matchAll(WORDED_PIECE)) {
    const { length } = piece
    if (/^[A-Za-z]/.test(piece)) {
      const known =
        length <= LONGEST_WORD && /^([A-Z]+|[A-Z]?[a-z]+)$/.test(piece) && !ODD_WORD.test(piece)
      tokens += known ? Math.max(1, length * (piece === piece.toUpperCase() ? 0.46 : 0.36)) : length
      afterSpace = false
      continue
    }
    // A blank joins the letter behind it, and nothing else.
    if (afterSpace) tokens += 1
    afterSpace = piece === ' '
    if (afterSpace) continue
    if (/^[0-9]/.test(piece)) tokens += Math.ceil(length / 3)
    else tokens += piece === '"' || piece === '\\' ? 2 : Buffer.byteLength(piece)
  }
  return Math.ceil(tokens)
}
