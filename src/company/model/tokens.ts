/**
 * How many o200k tokens a JSON text has at most, without a tokenizer at run time: its table costs 70 MB and its count more than all the
 * rest of a cached verdict. The weights were fitted to answers over the sandbox and recorded companies (2026-11-21): 3 to 11 per cent
 * above the true count. test/company/tokens.test.ts holds them against the tokenizer.
 */

const PIECE = /[a-z]+|[A-Z]+|[0-9]+|\s+|[!-~]|[^!-~]/g

/** Below this no realistic answer reaches 800 tokens (at least 3.3 bytes a token were seen); it spares the count in the common case. */
export const SURELY_SMALL_BYTES = 2_000

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
    // Marks in a row such as `":"` and `","` are one token; an underscore or a blank joins the word behind it.
    tokens += Math.ceil(marks / 3)
    marks = 0
    if (lower) tokens += length <= 7 ? 1 : 1 + (length - 7) / 12
    else if (upper) tokens += Math.max(1, length / 2.1)
    else if (digit) tokens += Math.ceil(length / 3)
    else if (!glue) tokens += 2
  }
  return Math.ceil(tokens + marks / 3)
}
