/**
 * Replies as results of tools: an answer as it is, and a refusal with its terms where the transport
 * of x402 has them.
 */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import type { Reply } from '../../api/problem.ts'
import { priceText } from '../../contract/price.ts'
import type { Refusal } from '../../payments/refusal.ts'
import { rewordRefusal, type Wording } from '../refusal-words.ts'
import { PAYMENT_PLACE, RECEIPT_KEY, RETRY_KEY, TERMS_KEY } from './wording.ts'

type Fields = Record<string, unknown>

/**
 * Builds the result of a call. Terms and problems are errors, with the same object as data and as
 * text.
 */
export function buildResult(
  { status, headers, body }: Reply,
  toolName: string,
  word: Wording,
): CallToolResult {
  const text = body.toString()
  const answer = JSON.parse(text) as Fields
  const receipt = headers['payment-response']
  const retryAfter = headers['retry-after']
  const meta: Fields = {
    ...(receipt === undefined ? {} : { [RECEIPT_KEY]: decodePaymentResponseHeader(receipt) }),
    ...(retryAfter === undefined ? {} : { [RETRY_KEY]: Number(retryAfter) }),
  }
  // A paid answer stays as it is, byte for byte.
  if (status < 300)
    return {
      content: [text, ...describeCloseness(answer), ...describeThin(answer)].map((each) => ({
        type: 'text',
        text: each,
      })),
      structuredContent: answer,
      ...withMeta(meta),
    }
  const reword = (fields: Fields) => rewordRefusal(fields, PAYMENT_PLACE, word)
  const refusal = reword(answer)
  const header = headers['payment-required']
  const terms = (
    Array.isArray(refusal.accepts)
      ? refusal
      : header === undefined
        ? null
        : reword({ ...decodePaymentRequiredHeader(header) })
  ) as PaymentRequired | null
  if (terms === null) return buildError(refusal, meta)
  const error = describe(refusal, terms, toolName)
  const { x402Version, accepts, resource, extensions } = terms
  const required = { error, x402Version, accepts, resource, ...(extensions && { extensions }) }
  return buildError(
    { ...required, ...without(refusal, required) },
    { ...meta, [TERMS_KEY]: required },
  )
}

/**
 * Returns how many results of a search are close: a reader of ten rows takes all of them for
 * matches.
 */
function describeCloseness({ result }: Fields): string[] {
  const counts = (result as Fields | null)?.found_by_relevance as Record<string, number> | null
  if (!counts) return []
  const { close, related, loose } = counts
  return [`${close} close, ${related} related, ${loose} loose: see matched.relevance of each.`]
}

/**
 * Returns what a thin verdict does not rest on: a reader of the score alone takes it for a full
 * one.
 */
function describeThin({ result }: Fields): string[] {
  const evidence = (result as Fields | null)?.evidence as Fields | undefined
  if (evidence?.level !== 'thin') return []
  const reasons = evidence.reasons as { detail: string }[]
  return [
    `The verdict rests on little evidence: ${reasons.map(({ detail }) => detail).join('; ')}.`,
  ]
}

function buildError(refusal: Fields, meta: Fields): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(refusal) }],
    structuredContent: refusal,
    isError: true,
    ...withMeta(meta),
  }
}

const withMeta = (meta: Fields) => (Object.keys(meta).length > 0 ? { _meta: meta } : {})

const without = (fields: Fields, others: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(others, name)))

/**
 * Returns the sentence that comes first: what the call costs, or why it was refused, and what to do
 * next.
 */
function describe(
  { error, detail, hint }: Fields,
  { accepts, extensions }: PaymentRequired,
  toolName: string,
): string {
  if (typeof detail === 'string') return [detail, hint].filter(Boolean).join(' ')
  const { refusal, availability } = (extensions ?? {}) as {
    refusal?: Refusal
    availability?: { detail: string }
  }
  if (typeof error === 'string')
    return `The payment was refused (${error}).${refusal ? ` ${refusal.hint}` : ''}`
  if (availability) return `${availability.detail} Do not pay now: nothing would be charged.`
  const price = priceText(BigInt(accepts[0]!.amount))
  return `Payment required: this call of ${toolName} costs ${price} USDC; nothing is charged yet. Sign one of accepts and repeat the call with the payment in ${PAYMENT_PLACE}.`
}
