/**
 * Meaning of each error code and the caller's next step: the text of `/docs/errors` and of
 * `docs/callers/errors.md`.
 */
import type { Bound } from '../api/registry.ts'
import { REFUSALS } from '../payments/refusal.ts'
import { CHARGED, ERROR_CATALOGUE, type ErrorCode, type PaymentState } from '../platform/errors.ts'

interface Guide {
  when: string
  act: string
  /**
   * Operations that can return the code, if not all: it is documented only if one of them is sold.
   */
  of?: (bound: Bound) => boolean
}

const isChanges = ({ operation }: Bound) => operation.id === 'changes'

const GUIDE: Readonly<Record<ErrorCode, Guide>> = {
  VALIDATION: {
    when: 'A field is malformed, out of range, unknown, given twice or empty. `errors` names each field and what is wrong with it.',
    act: 'Correct the named fields. A near miss of a field name is suggested in `hint`.',
  },
  CRITERIA_REQUIRED: {
    when: 'A search came with none of the criteria of which it needs at least one. Without a payment such a request is quoted its price instead.',
    act: 'Add one of the criteria that `hint` lists.',
  },
  COMPANY_NUMBER_INVALID: {
    when: 'The company number is not 8 characters of the register’s form: 8 digits, two letters and 6 digits, or one of its rarer forms (R0000123, IP12345R, SL00123A).',
    act: 'Use a number as the register gives it, such as 00445790 or SC123456; search by name if you have none.',
  },
  CURSOR_INVALID: {
    when: 'The cursor of `GET /v1/changes` was altered, or belongs to another subject, other filters or other numbers, or the records were restored to an earlier state.',
    act: 'Send the cursor unchanged, with the same filters. Or leave it out to start again, free.',
    of: isChanges,
  },
  CURSOR_EXPIRED: {
    when: 'The cursor of `GET /v1/changes` points at changes of more than 35 days ago, which are deleted.',
    act: 'Search again for the current state, and leave the cursor out once to get a current one, free.',
    of: isChanges,
  },
  PAYMENT_MALFORMED: {
    when: 'The PAYMENT-SIGNATURE header (or the payment in `_meta`) is not an x402 version 2 payment for the scheme `exact`.',
    act: 'Let an x402 version 2 client make the payment from the terms of the 402.',
  },
  ROUTE_NOT_FOUND: {
    when: 'No operation or document has this path. Paths match exactly: case, slashes and all.',
    act: 'Look the path up in `/openapi.json`.',
  },
  SUBJECT_NOT_FOUND: {
    when: 'The source answered that it has no such company, tender, grant or funder. A source that is down is never reported this way.',
    act: 'Find the right identifier with the search operation of the family. The payment is still unspent.',
  },
  ACCOUNTS_NOT_READABLE: {
    when: 'The company has filed no accounts, or only on paper, as PDF or in a file that cannot be read, and reported no payments. `detail` names the newest filings, each with the reason.',
    act: 'Do not repeat the request. Read the document on the register’s public site, or ask for the company verdict, which needs no figures.',
    of: ({ operation }: Bound) => operation.id === 'company_accounts',
  },
  FUNDER_AMBIGUOUS: {
    when: 'Several funders match the name. `hint` lists up to five candidates.',
    act: 'Repeat with one of the candidates, preferably by its organisation id.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path exists, but not with this method. `Allow` lists the methods.',
    act: 'Use a method from `Allow`.',
  },
  PAYMENT_IN_FLIGHT: {
    when: 'The first request with this payment has not finished.',
    act: 'Repeat the same request with the same payment after `Retry-After`. You will not be charged twice.',
  },
  PAYMENT_REUSED: {
    when: 'This payment belongs to another request, which may have bought its answer with it.',
    act: 'Sign a new payment for this request, or repeat the first request for its answer.',
  },
  PAYMENT_KNOWN: {
    when: 'The service knows this payment, but it came under a signature that its payer did not make, or without its payment-identifier.',
    act: 'Repeat the first `PAYMENT-SIGNATURE` header, byte for byte. Do not sign again.',
  },
  IDENTIFIER_REUSED: {
    when: 'This payment-identifier belongs to another question. The payment of this request is unspent.',
    act: 'Sign a new payment with a new payment-identifier.',
  },
  ROWS_CHANGED: {
    when: 'The rows of a screen that can be answered now are not those that the payment pays for: a company does not exist, or a register stopped or resumed answering.',
    act: 'Sign a new payment for the terms in `quote`. The earlier payment is unspent: it pays for any call at its price.',
    of: ({ kind, operation }) => kind === 'paid' && operation.soldBy !== undefined,
  },
  BODY_TOO_LARGE: {
    when: 'The body is over 16 KB (feedback: 8 KB; readings, MCP and A2A: 64 KB; replay: 256 KB).',
    act: 'Send less.',
  },
  URL_TOO_LONG: { when: 'The URL is over 8 KB.', act: 'Shorten the parameters.' },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not declared as JSON.',
    act: 'Send `Content-Type: application/json`.',
  },
  RATE_LIMITED: {
    when: 'More requests than the limits of this service allow. Unless its operator set others: 600 a minute per address, 60 for health and preview, 5 for feedback, 120 paid ones per payer; or too many verified calls that end unpaid, per payer or address.',
    act: 'Wait for `Retry-After`, then go on more slowly: `RateLimit-Policy` names the limit. Repeat with the same payment.',
  },
  HEADERS_TOO_LARGE: { when: 'The headers are over 32 KB.', act: 'Send fewer or shorter headers.' },
  INTERNAL: {
    when: 'A fault of ours.',
    act: 'Repeat the request with the same payment. If it fails again, send `request_id` to the operator through `/v1/feedback`.',
  },
  UPSTREAM_UNAVAILABLE: {
    when: 'The public source behind the answer does not respond and no copy is recent enough.',
    act: 'Repeat with the same payment after `Retry-After`, before it expires.',
  },
  UPSTREAM_NOT_CONFIGURED: {
    when: 'This deployment has no key for the source.',
    act: 'Use another operation or another deployment; `/v1/health` lists what is configured.',
  },
  FACILITATOR_UNAVAILABLE: {
    when: 'The payment could not be checked or sent, and was not broadcast.',
    act: 'Repeat with the same payment after `Retry-After`.',
  },
  SETTLEMENT_UNKNOWN: {
    when: 'The payment was sent to the chain and no outcome is known yet. It may succeed or fail.',
    act: 'Repeat with the same payment. Do not sign again: if it was settled you get the answer, and you pay once at most.',
  },
  STORE_UNAVAILABLE: {
    when: 'The database of the service does not respond. This request charged nothing; an earlier one with the same payment may have.',
    act: 'Repeat with the same payment after `Retry-After`, before it expires. Do not sign again: an earlier answer to the same payment may be waiting.',
  },
  OVERLOADED: {
    when: 'The process runs its maximum number of calls and started no other. A payment sent with the call was not verified. Prices that need no source and repeated payments are still answered.',
    act: 'Repeat with the same payment after `Retry-After`, before it expires. Do not sign again.',
  },
  SHUTTING_DOWN: {
    when: 'The service is restarting.',
    act: 'Repeat with the same payment after a moment.',
  },
}

const STATES: Readonly<Record<PaymentState, string>> = {
  none: 'none came',
  unread: 'the ledger was not read, or did not answer',
  unspent: 'it is unspent: the ledger does not have it, or has released it',
  failed: 'its settlement was refused for certain',
  undecided: 'a request with it is running, or its settlement is undecided',
  settled: 'it is settled',
}

const show = (charged: boolean | null) => `\`${String(charged)}\``

/** Returns what `charged` is in each state of a payment, and what a client does then. */
export function chargedMarkdown(): string {
  const rows = Object.entries(STATES).map(
    ([state, words]) => `| ${words} | ${show(CHARGED[state as PaymentState])} |`,
  )
  return [
    '| The payment of the request | `charged` |',
    '| --- | --- |',
    ...rows,
    '',
    '- `false`: nothing has moved, and nothing will unless the payment is presented again. You may sign another one.',
    '- `null`: repeat the request with the same payment. Do not sign again.',
    '- `true`: the request that this payment bought can be repeated with it for its answer.',
  ].join('\n')
}

/** Returns the values that `charged` may have when a payment is answered with this code. */
function chargedInWords({ payment, terms }: Pick<ErrorEntry, 'payment' | 'terms'>): string {
  const values = [...new Set(payment.map((state) => show(CHARGED[state])))].sort()
  const carries = terms ? ' Carries terms for a new payment.' : ''
  return `After a payment, \`charged\` is ${values.join(' or ')}.${carries}`
}

export interface ErrorEntry extends Guide {
  code: ErrorCode
  anchor: string
  status: number
  title: string
  retryable: boolean
  payment: readonly PaymentState[]
  terms?: true
}

/**
 * Every code of the catalogue, by status, then in the catalogue's order; with `operations` those
 * that these have.
 */
export function errorEntries(operations?: readonly Bound[]): ErrorEntry[] {
  return (Object.keys(ERROR_CATALOGUE) as ErrorCode[])
    .filter((code) => operations === undefined || operations.some(GUIDE[code].of ?? (() => true)))
    .map((code) => ({ code, anchor: code.toLowerCase(), ...ERROR_CATALOGUE[code], ...GUIDE[code] }))
    .sort((a, b) => a.status - b.status)
}

const ANSWERS = {
  buyer: '402',
  facilitator: '503 FACILITATOR_UNAVAILABLE',
  settlement: '503 SETTLEMENT_UNKNOWN',
}

/** Each reason of a refused payment, as `error` begins with it. */
export const REFUSAL_ENTRIES = Object.entries(REFUSALS).map(
  ([reason, { field, cause, judgedHere, repeatable, hint }]) => ({
    reason,
    field,
    answer: ANSWERS[cause],
    mayContradict: judgedHere !== undefined,
    repeatable,
    hint,
  }),
)

const ERRORS_INTRODUCTION = [
  'Every failure is a problem document (RFC 9457, `application/problem+json`) with a `code` from this list, the faulty fields in `errors`, a `hint` that an agent can act on, and `charged`.',
  'A browser that opens an address gets a page that says the same and has the form. A client that pays, or takes JSON as well, always gets JSON.',
  'Only 2xx answers are charged. `charged` says what is known of the payment that came with the request; a refusal has it in `extensions.refusal`.',
  chargedMarkdown(),
  'A 402 is not a failure: it carries the price in its `PAYMENT-REQUIRED` header and, as the same JSON, in its body. A 402 after a payment names the reason in `error` and says in `extensions.refusal` which `field` is at fault, what was `sent`, what is `wanted`, what to do (`hint`) and whether the same payment may be `repeatable`; the payment was not taken. The reasons are at the end of this page.',
]

/** Returns the page as Markdown, with an explicit anchor for each code. */
export function errorsMarkdown(): string {
  const sections = errorEntries().map(
    (entry) =>
      `## <a id="${entry.anchor}"></a>${entry.code}\n\n${entry.status}, ${entry.retryable ? 'retryable' : 'not retryable'}. ${entry.title}. ${chargedInWords(entry)}\n\n${entry.when}\n\n**What to do.** ${entry.act}\n`,
  )
  return `# Errors\n\n${ERRORS_INTRODUCTION.join('\n\n')}\n\n${sections.join('\n')}\n${refusalsMarkdown()}`
}

const CONTRADICTION =
  '\\* A facilitator that gives this reason for a payment that was judged good here is at fault itself: 503 FACILITATOR_UNAVAILABLE, nothing charged. Reasons of other schemes, chains and ways to transfer are answered so, too.'

function refusalsMarkdown(): string {
  const rows = REFUSAL_ENTRIES.map(
    ({ reason, field, answer, mayContradict, repeatable, hint }) =>
      `| \`${reason}\` | ${answer}${mayContradict ? ' *' : ''} | ${field === null ? '' : `\`${field}\``} | ${repeatable ? 'yes' : 'no'} | ${hint} |`,
  )
  const head =
    '| Reason, in a 402 the beginning of `error` | Answer | `field` | The same payment again | What to do |\n| --- | --- | --- | --- | --- |'
  return `## <a id="refused_payments"></a>Refused payments\n\n${head}\n${rows.join('\n')}\n\n${CONTRADICTION}\n`
}
