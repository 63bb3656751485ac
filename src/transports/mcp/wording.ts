/** The house's texts speak of methods, paths and headers; where a tool answers, the tools' own names and words take their place. */

import type { Catalogue } from '../../api/catalogue.ts'
import { toolNameOf } from '../../contract/tool.ts'

/** Keys of the x402 transport in `_meta`. */
export const PAYMENT_KEY = 'x402/payment'
export const RECEIPT_KEY = 'x402/payment-response'
/** Terms of a refusal: some clients read them only here. */
export const TERMS_KEY = 'x402/error'
/** Seconds to wait before the call is repeated. */
export const RETRY_KEY = 'ukintel/retry-after-seconds'

const PAYMENT = `payment in _meta["${PAYMENT_KEY}"]`

const WORDS: readonly [RegExp, string][] = [
  [/Send base64 of the JSON payment payload/g, 'Send the payment payload'],
  [/the PAYMENT-REQUIRED header/g, 'the terms of an unpaid call'],
  [/PAYMENT-SIGNATURE( header)?/g, PAYMENT],
  [/the time in Retry-After/g, `the seconds in _meta["${RETRY_KEY}"]`],
  [/; \/openapi\.json describes each/g, '; the input schema of the tool describes each'],
  [
    /send the request_id to the operator with POST \/v1\/feedback/g,
    'send the request_id to the operator',
  ],
  [
    /Send declare as URL-encoded JSON, for example .*/g,
    'Send declare as an object, for example {"annual_income":250000}.',
  ],
]

export type Wording = (text: string) => string

export function toolWording({
  operations,
  publicUrl,
}: Pick<Catalogue, 'operations' | 'publicUrl'>): Wording {
  const routes = operations.map(({ operation: { id, method, path } }) => ({
    id,
    // A route may be named with a value in it: POST /v1/rules/fit/replay.
    pattern: new RegExp(`^${method} ${path.replace(/[{]\w+[}]/g, '(?:[{]\\w+[}]|[\\w-]+)')}$`),
  }))
  // Ids of one word, such as health, are words of the language as well.
  const ids = operations.map(({ operation }) => operation.id).filter((id) => id.includes('_'))
  const id = new RegExp(`(?<![\\w/])(?:${ids.join('|')})\\b`, 'g')
  return (text) =>
    WORDS.reduce((worded, [http, tool]) => worded.replace(http, tool), text)
      .replace(/\b(?:GET|POST) \/v1[\w/{}.-]*[\w}]/g, (route) => {
        const named = routes.find(({ pattern }) => pattern.test(route))
        // A route without a tool is a public document of the service.
        return named ? toolNameOf(named.id) : `${publicUrl}${route.slice(route.indexOf('/'))}`
      })
      .replace(id, (named) => toolNameOf(named))
}

/** A refusal's JSON in these words: the texts that say what to do, nothing else of it. */
export function inToolWords(body: Record<string, unknown>, word: Wording): Record<string, unknown> {
  const worded = { ...body }
  for (const name of ['detail', 'hint', 'title', 'error'])
    if (typeof worded[name] === 'string') worded[name] = word(worded[name])
  if (Array.isArray(worded.errors))
    worded.errors = worded.errors.map((each: Record<string, unknown>) => ({
      ...each,
      ...wordFields(each, word),
    }))
  const extensions = worded.extensions as { refusal?: Record<string, unknown> } | undefined
  if (extensions?.refusal)
    worded.extensions = {
      ...extensions,
      refusal: { ...extensions.refusal, ...wordFields(extensions.refusal, word) },
    }
  return worded
}

function wordFields(each: Record<string, unknown>, word: Wording): Record<string, unknown> {
  const texts = Object.entries(each).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'sent',
  )
  return Object.fromEntries(texts.map(([name, text]) => [name, word(text)]))
}
