/**
 * Judges whether a payment is over for its buyer. Any answer that is not listed here leaves it
 * open, from any sender: a proxy's page says nothing about money, and another signature could pay
 * twice.
 *
 * - `answered`: an answer whose receipt names the payment. The money is spent.
 * - `unpaid`: the service says that the payment moved nothing. It can still pay until it expires.
 * - `reused`: the payment bought another question. It cannot pay for this one.
 * - `open`: the payment may have been taken. Only the same payment is sent again.
 */
import { at, decodeHeader, type Fields, isSame, parseJson } from './codec.ts'

export type PaymentOutcome = 'answered' | 'unpaid' | 'reused' | 'open'

/** Answer to a payment, over HTTP or MCP. */
export interface PaymentReply {
  /** HTTP 2xx, or a tool result that is no error. */
  ok: boolean
  /** Parsed JSON. */
  body: unknown
  /** Parsed PAYMENT-RESPONSE. */
  receipt: unknown
  /** Whether status and media type are those of a problem document. Always true over MCP. */
  isProblem: boolean
  /** Whether it is the service's 204: there are no changes to sell. */
  isNothingNew: boolean
}

/**
 * Terms of 0.2.0 are shorter. That release says `charged: false` of what the request charged, not
 * of the payment, so it is believed only with a code that follows a look into the ledger.
 */
const CHARGED_MEANS_PAYMENT_S = 300
const CODES_AFTER_LEDGER =
  /^(SUBJECT_NOT_FOUND|ACCOUNTS_NOT_READABLE|FUNDER_AMBIGUOUS|ROWS_CHANGED|UPSTREAM_\w+)$/

/** Codes after which the buyer sends the same payment again. */
const REPEATED = /^(FACILITATOR_UNAVAILABLE|STORE_UNAVAILABLE|OVERLOADED|SHUTTING_DOWN)$/

/** @param payment the PAYMENT-SIGNATURE header that was sent */
export function judgePayment(reply: PaymentReply, payment: string): PaymentOutcome {
  const { ok, body, receipt, isProblem, isNothingNew } = reply
  const sent = decodeHeader(payment)
  if (ok) {
    if (isReceiptOf(receipt, sent)) return 'answered'
    return isNothingNew || isFreeAnswer(body) ? 'unpaid' : 'open'
  }
  if (isProblem && isOwnProblem(body)) {
    const { code, charged } = body as { code: string; charged?: unknown }
    if (code === 'PAYMENT_REUSED') return 'reused'
    const isBelieved =
      Number(at(sent, 'accepted', 'maxTimeoutSeconds')) >= CHARGED_MEANS_PAYMENT_S ||
      CODES_AFTER_LEDGER.test(code)
    return charged === false && isBelieved ? 'unpaid' : 'open'
  }
  const refusal = at(body, 'extensions', 'refusal')
  const isRefused = at(body, 'x402Version') === 2 && typeof at(refusal, 'hint') === 'string'
  return isRefused && at(refusal, 'charged') === false ? 'unpaid' : 'open'
}

/** Whether a program should send the same payment again by itself. */
export function isRepeatable({ ok, body }: PaymentReply, outcome: PaymentOutcome): boolean {
  return !ok && (outcome === 'open' || (outcome === 'unpaid' && REPEATED.test(codeOf(body) ?? '')))
}

/** Reads an HTTP answer. */
export function paymentReply(
  status: number,
  headers: Pick<Headers, 'get'>,
  text: string,
): PaymentReply {
  const body = parseJson(text)
  return {
    ok: status >= 200 && status < 300,
    body,
    receipt: decodeHeader(headers.get('payment-response')),
    isProblem:
      (headers.get('content-type') ?? '').startsWith('application/problem+json') &&
      at(body, 'status') === status,
    isNothingNew:
      status === 204 &&
      headers.get('next-cursor') !== null &&
      (headers.get('x-request-id') ?? '').startsWith('req_'),
  }
}

/** Code of a problem or of a refusal; `null` if there is none. */
export function codeOf(body: unknown): string | null {
  const code = at(body, 'code')
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : null
}

/**
 * Returns why a payment was refused, as a sentence from the JSON of a 402; `null` if it gives no
 * reason. The words are the seller's, not yet fit for a terminal.
 */
export function refusalSentence(body: unknown): string | null {
  // Over MCP the service puts the reason into a longer sentence.
  const error =
    at(body, 'error')
      ?.toString()
      .replace(/^The payment was refused \((.*?)\)\..*/s, '$1') || null
  const refusal = at(body, 'extensions', 'refusal') ?? null
  if (refusal === null) return error === null ? null : `the payment was refused: ${show(error)}`
  const { field, sent, wanted, repeatable, hint } = refusal as Fields
  const place = [field && show(field), sent != null && `was ${show(sent)}`].filter(Boolean)
  const differs = [place.join(' '), wanted != null && `wanted ${show(wanted)}`].filter(Boolean)
  const parts = [
    `the payment was refused: ${show(error ?? 'no reason given')}${differs.length > 0 ? ` (${differs.join(', ')})` : ''}`,
    ...(typeof hint === 'string' && hint !== '' ? [hint.replace(/\.$/, '')] : []),
    ...(repeatable === true ? ['the same payment may be sent again'] : []),
  ]
  return `${parts.join('. ')}.`
}

function isReceiptOf(receipt: unknown, sent: unknown): boolean {
  const payer = at(receipt, 'payer')
  return (
    at(receipt, 'success') === true &&
    at(receipt, 'network') === at(sent, 'accepted', 'network') &&
    (payer === undefined || isSame(payer, at(sent, 'payload', 'authorization', 'from')))
  )
}

/** A free answer is an envelope that says so. */
const isFreeAnswer = (body: unknown) =>
  at(body, 'cost', 'amount') === '0' && at(body, 'result') !== undefined

function isOwnProblem(body: unknown): boolean {
  const code = codeOf(body)
  return (
    code !== null &&
    String(at(body, 'type')).endsWith(`/docs/errors#${code.toLowerCase()}`) &&
    String(at(body, 'request_id')).startsWith('req_')
  )
}

const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
