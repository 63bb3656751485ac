/** Sentences for people about what ended a purchase without an answer, and without a charge. */
import { refusalSentence } from '../../../packages/client/src/outcome.ts'
import {
  PaymentRequiredError,
  ProblemError,
  UnexpectedAnswerError,
} from '../../../packages/client/src/request.ts'
import { UndeliverableError } from '../../../packages/client/src/terms.ts'
import { WalletError } from './wallets.ts'

const NOT_CHARGED = 'Nothing was charged.'

const REFUSALS: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /signature/,
    'Your wallet signed something else than this page requested: by another account, for another network or with altered data. Look at the account and network it shows, or use another wallet.',
  ],
  [
    /insufficient/,
    'Your wallet holds too little USDC on this network. Send some to it, wait half a minute, then try again.',
  ],
  [
    /valid_before/,
    'The offer expired before the payment arrived. Try again; if it happens again, set the clock of this device.',
  ],
  [/no_matching/, 'The price or the payee has changed. Reload the page to see the new terms.'],
]

/** Only a browser knows. */
export const isOffline = () => navigator.onLine === false

export function describeFailure(error: unknown): string {
  if (error instanceof WalletError) return error.message
  if (error instanceof UndeliverableError) return `${error.detail} ${NOT_CHARGED} Try again later.`
  if (error instanceof PaymentRequiredError) {
    const reason = error.terms.error ?? ''
    const known = REFUSALS.find(([pattern]) => pattern.test(reason))?.[1]
    return `${known ?? refusalSentence(error.terms) ?? 'The payment was refused.'} ${NOT_CHARGED}`
  }
  if (error instanceof ProblemError) return `${error.problem.detail} ${NOT_CHARGED}`
  if (error instanceof UnexpectedAnswerError)
    return `Something other than the service answered (HTTP ${error.status}). ${NOT_CHARGED} Try again later.`
  return isOffline()
    ? `You are offline. ${NOT_CHARGED} Try again when you are connected.`
    : `The service cannot be reached. ${NOT_CHARGED} Try again.`
}
