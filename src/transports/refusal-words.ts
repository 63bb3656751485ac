/**
 * Refusals name headers of HTTP. Where a payment travels as data, its place in that protocol is
 * named instead.
 */

export type Wording = (text: string) => string

type Fields = Record<string, unknown>

const HEADER = 'PAYMENT-SIGNATURE'

/**
 * Returns a refusal with the texts that say what to do in these words, and with the place where the
 * protocol has the payment.
 */
export function rewordRefusal(refusal: Fields, place: string, word: Wording): Fields {
  const worded = { ...refusal }
  for (const name of ['detail', 'hint', 'title', 'error'])
    if (typeof worded[name] === 'string') worded[name] = word(worded[name])
  if (Array.isArray(worded.errors))
    worded.errors = worded.errors.map((each: Fields) => rewordField(each, place, word))
  const { refusal: reason, ...others } = (worded.extensions ?? {}) as { refusal?: Fields }
  if (reason) worded.extensions = { ...others, refusal: rewordField(reason, place, word) }
  return worded
}

function rewordField(fields: Fields, place: string, word: Wording): Fields {
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'sent',
  )
  const worded = Object.fromEntries(texts.map(([name, text]) => [name, word(text)]))
  if (fields.field !== HEADER) return { ...fields, ...worded }
  return { ...fields, ...worded, field: place, ...('in' in fields && { in: 'body' }) }
}
