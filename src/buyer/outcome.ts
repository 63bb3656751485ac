/**
 * The meaning of an answer for the payment that was sent with it, for HTTP and MCP.
 *
 * - `answered`: the seller delivered; the money is spent.
 * - `unpaid`: the seller says that nothing was charged. The authorization can still be settled
 *   until it expires.
 * - `open`: the outcome is unknown. The same payment is sent again; another signature could pay
 *   twice.
 */
import { printableLine } from '../platform/printable.ts'

export type BuyOutcome = 'answered' | 'unpaid' | 'open'

/** Codes of our own service after which the same payment is to be sent again. */
const REPEATED_CODES = new Set([
  'SETTLEMENT_UNKNOWN',
  'PAYMENT_IN_FLIGHT',
  'FACILITATOR_UNAVAILABLE',
  'STORE_UNAVAILABLE',
  'OVERLOADED',
  'SHUTTING_DOWN',
])

/** An answer over HTTP. A 5xx or a redirect that does not say "not charged" may be a proxy's, which knows nothing of the payment. */
export function judgeOutcome({ status, text }: { status: number; text: string }): BuyOutcome {
  // Nothing was delivered: there are no changes to sell.
  if (status === 204) return 'unpaid'
  if (status >= 200 && status < 300) return 'answered'
  const body = parseFields(text)
  if (REPEATED_CODES.has(String(body?.code)) || status === 408 || status === 425) return 'open'
  if (status >= 400 && status < 500) return 'unpaid'
  return body?.charged === false ? 'unpaid' : 'open'
}

/**
 * Returns the outcome of a tool's answer over MCP. An answer without a code is another server's
 * error, or a 402 in its terms.
 */
export function judgeToolOutcome(result: {
  isError?: boolean | undefined
  structuredContent?: unknown
}): BuyOutcome {
  const body = result.structuredContent as Record<string, unknown> | undefined
  if (!result.isError) return isForNothing(body) ? 'unpaid' : 'answered'
  if (REPEATED_CODES.has(String(body?.code))) return 'open'
  return body?.charged === false || body?.x402Version === 2 ? 'unpaid' : 'open'
}

/** An answer that says itself that it cost nothing. */
const isForNothing = (body: Record<string, unknown> | undefined) =>
  (body?.cost as { amount?: unknown } | undefined)?.amount === '0'

/** The code of a problem, fit to be shown; null where there is none. */
export function findCode(body: string | unknown): string | null {
  const code = (
    typeof body === 'string' ? parseFields(body) : (body as Record<string, unknown> | undefined)
  )?.code
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : null
}

/**
 * Returns why a payment was refused, as a sentence from the JSON of a 402; `null` if it gives no
 * reason. The words are the seller's.
 */
export function refusalSentence(body: string | unknown): string | null {
  const json =
    typeof body === 'string'
      ? parseFields(body)
      : (body as Record<string, unknown> | null | undefined)
  const extensions = json?.extensions as Record<string, unknown> | undefined
  const refusal = (extensions?.refusal ?? null) as Record<string, unknown> | null
  const error = typeof json?.error === 'string' && json.error !== '' ? json.error : null
  if (refusal === null)
    return error === null ? null : printableLine(`the payment was refused: ${error}`)
  const { field, sent, wanted, repeatable, hint } = refusal
  const differs = [
    field ? ` ${showText(field)}` : '',
    sent === undefined || sent === null ? '' : ` was ${showText(sent)}`,
    wanted === undefined || wanted === null
      ? ''
      : `${sent === undefined || sent === null ? '' : ','} wanted ${showText(wanted)}`,
  ].join('')
  const parts = [
    `the payment was refused: ${error ?? 'no reason given'}${differs === '' ? '' : ` (${differs.trim()})`}`,
    ...(typeof hint === 'string' && hint !== '' ? [hint.replace(/\.$/, '')] : []),
    ...(repeatable === true ? ['the same payment may be sent again'] : []),
  ]
  return printableLine(`${parts.join('. ')}.`, 600)
}

function showText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parseFields(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
