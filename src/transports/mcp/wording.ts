/**
 * The house's texts speak of methods, paths and headers; where a tool answers, the tools' own names
 * and words take their place.
 */

import type { Catalogue } from '../../api/catalogue.ts'
import { toolNameOf } from '../../contract/tool.ts'
import type { Wording } from '../refusal-words.ts'

/** Keys of the x402 transport in `_meta`. */
export const PAYMENT_KEY = 'x402/payment'
export const RECEIPT_KEY = 'x402/payment-response'
/** Terms of a refusal: some clients read them only here. */
export const TERMS_KEY = 'x402/error'
/** Seconds to wait before the call is repeated. */
export const RETRY_KEY = 'ukintel/retry-after-seconds'

/** Names the place of the payment in a call. */
export const PAYMENT_PLACE = `_meta["${PAYMENT_KEY}"]`
const PAYMENT = `payment in ${PAYMENT_PLACE}`

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
