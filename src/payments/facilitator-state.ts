/** Conclusions from failed calls to the facilitator, and the operator's next step. */
import { errorMessage } from '../platform/errors.ts'
import { FacilitatorRefusal } from './facilitator-client.ts'

type Call = 'verify' | 'settle' | 'supported'

interface Trouble {
  call: Call
  /** In the facilitator's words, for the log. */
  problem: string
  /** In ours, for health. */
  advice: string
  /** Whether it may be over with the next good answer to another call. */
  isPassing: boolean
}

/**
 * Coinbase's answers to `/settle` by which nothing was sent, if they are in its documented shape
 * and name no transaction.
 */
const NOT_SENT_TYPES: Readonly<Record<number, string | null>> = {
  400: 'invalid_request',
  401: null,
  402: 'payment_method_required',
  429: null,
}

/** Whether a settlement that failed was certainly not sent to the chain by the facilitator. */
export function isNotSent(error: unknown): boolean {
  if (error instanceof FacilitatorRefusal) return isRefusedUnsent(error)
  return hasFailedBeforeSending(error)
}

function isRefusedUnsent({ statusCode, apiError, transaction }: FacilitatorRefusal): boolean {
  if (apiError === null || apiError.namesTransaction || transaction) return false
  const type = NOT_SENT_TYPES[statusCode]
  return type === null || type === apiError.type
}

/**
 * Failures of the two system calls before anything is sent: the connection, and the resolution of
 * the name.
 */
const BEFORE_SENDING = new Set(['connect', 'getaddrinfo'])
/** And undici's own: its connection took too long. */
const CONNECT_TIMED_OUT = 'UND_ERR_CONNECT_TIMEOUT'

function hasFailedBeforeSending(error: unknown): boolean {
  for (
    let current: unknown = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    const { code, syscall } = current as { code?: unknown; syscall?: unknown }
    if (code === CONNECT_TIMED_OUT || (typeof syscall === 'string' && BEFORE_SENDING.has(syscall)))
      return true
    // Several addresses were tried, and each failed so.
    if (current instanceof AggregateError && current.errors.length > 0)
      return current.errors.every(hasFailedBeforeSending)
  }
  return false
}

export function createFacilitatorState() {
  let trouble: Trouble | null = null
  let failedInARow = 0

  /** The call got an answer of the protocol. */
  function noteAnswer(call: Call): void {
    if (trouble?.call !== 'settle' || call === 'settle' || (trouble.isPassing && failedInARow < 2))
      trouble = null
  }

  return {
    noteFailure(call: Call, error: unknown) {
      // A settlement problem that needs the operator is not hidden by a later problem of a call
      // that settles nothing.
      if (trouble?.call === 'settle' && !trouble.isPassing && call !== 'settle') return
      trouble = diagnoseTrouble(call, error)
    },

    noteAnswer,

    /** A verification found the payment bad. */
    noteRefusal(reason: string) {
      noteAnswer('verify')
      if (trouble === null && reason === 'invalid_exact_evm_payload_authorization_to_address_kyt') {
        const advice =
          "its compliance screening refuses the address in X402_PAY_TO, so every payment is refused with 402; contact the facilitator's support, or set another address"
        trouble = { call: 'verify', problem: reason, advice, isPassing: true }
      }
    },

    /** A verification refused a payment for a reason that contradicts what was judged here. */
    noteContradiction(reason: string) {
      noteAnswer('verify')
      const advice = `it refuses payments that were judged good here (${reason}); paid requests get 503; run \`ukintel doctor\``
      if (trouble === null) trouble = { call: 'verify', problem: reason, advice, isPassing: true }
    },

    noteUnsupported(problem: string) {
      if (trouble === null)
        trouble = {
          call: 'supported',
          problem,
          advice: `${problem}; paid requests get 503`,
          isPassing: true,
        }
    },

    settlementEnded(kind: 'settled' | 'refused' | 'not_sent' | 'unknown') {
      if (kind === 'settled') failedInARow = 0
      else if (kind !== 'refused') failedInARow += 1
    },

    problem: () => trouble?.problem ?? null,
    countFailedSettlements: () => failedInARow,
    advice() {
      const count = failedInARow > 1 ? `; ${failedInARow} settlements in a row failed` : ''
      if (trouble !== null) return `${trouble.advice}${count}`
      return failedInARow > 1
        ? `${failedInARow} settlements in a row failed; the log has the reasons`
        : null
    },
  }
}

function diagnoseTrouble(call: Call, error: unknown): Trouble {
  const problem = errorMessage(error)
  if (!(error instanceof FacilitatorRefusal))
    return { call, problem, advice: 'does not answer; paid requests get 503', isPassing: true }
  const { statusCode, redirectsTo, apiError } = error
  const step = nextStep(statusCode, redirectsTo)
  const type = apiError !== null && /^[a-z_]{1,40}$/.test(apiError.type) ? ` ${apiError.type}` : ''
  return {
    call,
    problem,
    advice: `/${call} answered ${statusCode}${type}: ${step}; paid requests get 503`,
    isPassing: statusCode >= 500,
  }
}

/** Returns the operator's next step after an answer with this status. */
export function nextStep(statusCode: number, redirectsTo: string | null): string {
  if (statusCode < 400) {
    return redirectsTo === null
      ? 'it redirects, which is not followed; set X402_FACILITATOR_URL to the address that answers'
      : `it redirects, which is not followed; set X402_FACILITATOR_URL=${redirectsTo}`
  }
  switch (statusCode) {
    case 400:
      return 'it refuses our requests as malformed; run `ukintel doctor`, and upgrade the service'
    case 401:
    case 403:
      return 'it does not accept our key; check CDP_API_KEY_ID and CDP_API_KEY_SECRET, or X402_FACILITATOR_TOKEN, and the clock of this machine'
    case 402:
      return "it wants to be paid; add a payment method to the facilitator's account, for Coinbase under Billing of its developer portal"
    case 404:
      return 'no facilitator is at this address; check X402_FACILITATOR_URL'
    case 429:
      return 'it limits our requests; ask the facilitator for a higher limit'
    default:
      return statusCode >= 500
        ? 'it is in trouble itself; wait, or set X402_FACILITATOR_URL to another'
        : 'run `ukintel doctor`'
  }
}
