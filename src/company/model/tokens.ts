/** How many o200k tokens a JSON text has at most. An estimate from above, calibrated against the tokenizer itself in the tests. */

const PIECE = /[a-z]+|[A-Z]+|\d+|\s+|[\u0021-\u007e]|[^\u0021-\u007e]/g
const PUNCTUATION = /[^a-zA-Z0-9\s\u0080-\uffff]/

/** Bytes below which no realistic answer reaches 800 tokens; spares the count in the common case. */
export const SURELY_SMALL_BYTES = 1_800

export function estimateTokens(json: string): number {
  let tokens = 0
  let run = 0
  for (const [piece] of json.matchAll(PIECE)) {
    const first = piece.charCodeAt(0)
    if (piece.length === 1 && PUNCTUATION.test(piece)) {
      // `","` and `":` are one token each: two marks a token, rounded up per run.
      run += 1
      continue
    }
    tokens += Math.ceil(run / 3)
    run = 0
    if (first >= 97 && first <= 122) tokens += Math.ceil(piece.length / 6)
    else if (first >= 65 && first <= 90) tokens += Math.ceil(piece.length / 3.5)
    else if (first >= 48 && first <= 57) tokens += Math.ceil(piece.length / 3)
    else if (first > 126) tokens += 2
  }
  return tokens + Math.ceil(run / 3)
}
