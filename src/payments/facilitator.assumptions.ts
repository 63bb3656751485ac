/** What `facilitator-client.ts` and the gate take for granted of a facilitator. */
import {
  type Assumption,
  type Json,
  NothingToJudge,
  objectOf,
  objectsOf,
  type Payload,
} from '../platform/assumption.ts'
import { redirectedBase } from './facilitator-client.ts'
import { nextStep } from './facilitator-state.ts'

const held = (id: string, says: string, fault: Assumption['fault']): Assumption => ({
  id: `facilitator/${id}`,
  says,
  since: '2026-11-20',
  seen: null,
  fault,
})
/** The operator's next step, if the answer is a redirect. */
function redirection({ url, status, headers }: Payload): string {
  if (status < 300 || status >= 400) return ''
  return `: ${nextStep(status, redirectedBase(url.replace(/\/supported$/, ''), 'supported', headers.location))}`.slice(
    0,
    170,
  )
}

const kindsOf = (json: unknown): readonly Json[] | null => objectsOf(objectOf(json).kinds)

export const facilitatorAssumptions = (network: string): readonly Assumption[] => [
  held('supported', '`/supported` answers 200 with a list of `kinds`', (answer) =>
    answer.status === 200 && kindsOf(answer.json) !== null
      ? null
      : `status ${answer.status}, no kinds${redirection(answer)}`,
  ),
  held('version', 'it speaks x402 version 2', ({ json }) =>
    kindsOf(json)?.some((kind) => kind.x402Version === 2) ? null : 'no kind of version 2',
  ),
  held('network', `it settles scheme exact on ${network}`, ({ json }) =>
    kindsOf(json)?.some(
      (kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network,
    )
      ? null
      : `not on ${network}`,
  ),
]

const IS_EMPTY = new Set(['insufficient_funds', 'invalid_exact_evm_insufficient_balance'])

/** Assumptions about the answer to a throw-away payment, which `examine` of the client sends. */
export const VERIFICATION_ASSUMPTIONS: readonly Assumption[] = [
  held(
    'verification',
    'it reads and verifies our payments: it finds only that a new wallet is empty',
    ({ json }) => {
      const { status, isValid, invalidReason, errorType, redirectsTo } = objectOf(json)
      if (isValid === true) return 'it calls the payment of an empty wallet good'
      if (IS_EMPTY.has(String(invalidReason))) return null
      if (String(invalidReason).endsWith('simulation_failed'))
        throw new NothingToJudge('it says only that its simulation failed')
      if (typeof invalidReason === 'string') return `it says ${invalidReason.slice(0, 80)}`
      const type = typeof errorType === 'string' ? ` ${errorType.slice(0, 40)}` : ''
      return `it answered ${Number(status)}${type}: ${nextStep(Number(status), typeof redirectsTo === 'string' ? redirectsTo : null)}`.slice(
        0,
        190,
      )
    },
  ),
]
