/**
 * An invented facilitator, honest by default. It has the official client's interface, and every
 * known way to lie.
 */
import { isDeepStrictEqual } from 'node:util'
import type { FacilitatorClient } from '@x402/core/http'
import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types'
import type { Authorization } from '../../src/payments/evm/presented.ts'
import type { FacilitatorClients } from '../../src/payments/facilitator.ts'
import { FacilitatorRefusal } from '../../src/payments/facilitator-client.ts'
import type { SimulatedChain } from './chain.ts'
import { isSigned } from './signing.ts'
import type { Runner, Timeline } from './timeline.ts'

export const VERIFY_FAULTS = [
  'is not reached to verify',
  'does not answer a verification',
  'answers a verification with 500',
  'calls a good payment bad',
  'calls a bad payment good',
  'verifies another payer',
] as const
export const SETTLE_FAULTS = [
  'is not reached to settle',
  'never hears of a settlement',
  'refuses without sending',
  'settles and its answer is lost',
  'settles and answers 502',
  'settles late and says nothing',
  'sends what never lands and says nothing',
  'refuses what it sent',
  'refuses what it sends late',
  'says settled of what never lands',
  'names another payer',
  'names another network',
  'names no transaction',
  'names another amount',
  'settles and redirects',
  'refuses for a reason that may mean anything',
  'answers a web page',
  'refuses with 402 in its own shape',
  'sends late and refuses with 409 in its own shape',
  'sends late, refuses with 429 and names the transaction',
] as const
export type FacilitatorFault = (typeof VERIFY_FAULTS)[number] | (typeof SETTLE_FAULTS)[number]

export interface Settling {
  authorization: Authorization
  network: string
  signature: string
}

export interface FacilitatorWorld {
  timeline: Timeline
  chain: SimulatedChain
  delay(): number
  verifyFault(): FacilitatorFault | null
  settleFault(): FacilitatorFault | null
  /** Long enough to be worth a story: seconds to minutes. */
  lateness(): number
  /** Called when it is asked to verify this. */
  verifying(settling: Settling, hadTime: boolean): void
  /** It has called this good. */
  verified(settling: Settling): void
  /** Called when a request has a payment with terms that the payer did not sign. */
  askedForOthers(settling: Settling, differs: string): void
  /** Called for each request with what it did. */
  heard(settling: Settling, fault: FacilitatorFault | null): void
  /** It called a payment good that is none. */
  misjudged(settling: Settling): void
  /** It named a transaction that is none. */
  madeUp(settling: Settling, transaction: string): void
  /** Called when a requested settlement is on the chain. */
  landed(settling: Settling, askedMs: number): void
}

const VERIFY_TIMEOUT_MS = 5000
const SETTLE_TIMEOUT_MS = 15_000

/** @param hadTime whether the request that is being answered had time left to query the chain */
export function simulatedFacilitator(
  world: FacilitatorWorld,
  by: Runner,
  hadTime: () => boolean,
): FacilitatorClients {
  const { timeline, chain } = world
  const back = () => timeline.point(by, world.delay())
  const refused = (code: string) =>
    Object.assign(new Error('fetch failed'), {
      cause: Object.assign(new Error(code), { code, syscall: 'connect' }),
    })

  function judge({ authorization, network, signature }: Settling): string | null {
    const nowS = chain.timeOf(chain.head)
    if (!isSigned(authorization, network, signature)) return 'invalid_exact_evm_signature'
    if (Number(authorization.validBefore) < nowS + 6)
      return 'invalid_exact_evm_payload_authorization_valid_before'
    if (Number(authorization.validAfter) > nowS)
      return 'invalid_exact_evm_payload_authorization_valid_after'
    if (chain.find(network, authorization.from, authorization.nonce))
      return 'invalid_exact_evm_nonce_already_used'
    if (chain.balance(authorization.from) < BigInt(authorization.value))
      return 'invalid_exact_evm_insufficient_balance'
    return null
  }

  async function verify(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<VerifyResponse> {
    const asked = settlingOf(world, payload, requirements)
    const payer = asked.authorization.from
    world.verifying(asked, hadTime())
    const fault = world.verifyFault()
    await timeline.point(null, world.delay())
    if (fault === 'is not reached to verify') {
      await back()
      throw refused('ECONNREFUSED')
    }
    if (fault === 'does not answer a verification') {
      await timeline.point(by, VERIFY_TIMEOUT_MS)
      throw new Error('The operation was aborted due to timeout')
    }
    const bad = judge(asked)
    if (bad === null) world.verified(asked)
    await back()
    if (fault === 'answers a verification with 500')
      throw Object.assign(new Error('Facilitator verify failed (500)'), { statusCode: 500 })
    if (fault === 'calls a good payment bad')
      return { isValid: false, invalidReason: 'invalid_exact_evm_signature', payer }
    if (fault === 'verifies another payer') return { isValid: true, payer: `0x${'f'.repeat(40)}` }
    if (bad !== null && fault === 'calls a bad payment good') world.misjudged(asked)
    if (bad === null || fault === 'calls a bad payment good') return { isValid: true, payer }
    return { isValid: false, invalidReason: bad, payer }
  }

  async function settle(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<SettleResponse> {
    const asked = settlingOf(world, payload, requirements)
    const { authorization, network, signature } = asked
    const payer = authorization.from
    const askedMs = timeline.nowMs
    const fault = world.settleFault()
    await timeline.point(null, world.delay())
    world.heard(asked, fault)
    const failure = (errorReason: string, transaction = ''): SettleResponse =>
      ({ success: false, errorReason, transaction, network, payer }) as SettleResponse
    if (fault === 'is not reached to settle') {
      await back()
      throw refused('ECONNREFUSED')
    }
    if (fault === 'never hears of a settlement') return await silence()
    if (fault === 'says settled of what never lands') {
      await back()
      const transaction = chain.newHash()
      world.madeUp(asked, transaction)
      return { success: true, transaction, network, payer } as SettleResponse
    }
    if (fault === 'answers a web page') {
      await back()
      throw new SyntaxError('Unexpected token < in JSON')
    }
    if (fault === 'refuses with 402 in its own shape') {
      await back()
      throw apiRefusal(402, 'payment_method_required')
    }
    if (fault === 'refuses for a reason that may mean anything') {
      await back()
      return failure('transaction_simulation_failed')
    }
    const bad = fault === 'refuses without sending' ? 'insufficient_funds' : judge(asked)
    if (bad !== null) {
      await back()
      return failure(bad)
    }
    const tx = chain.newHash()
    const land = () => {
      const event = chain.land(authorization, network, signature, tx)
      if (event) world.landed(asked, askedMs)
      return event
    }
    if (fault === 'sends what never lands and says nothing') return await silence()
    if (fault === 'settles late and says nothing') {
      timeline.at(timeline.nowMs + world.lateness(), null, land)
      return await silence()
    }
    if (fault === 'refuses what it sends late') {
      timeline.at(timeline.nowMs + world.lateness(), null, land)
      await back()
      return failure('insufficient_funds')
    }
    if (
      fault === 'sends late and refuses with 409 in its own shape' ||
      fault === 'sends late, refuses with 429 and names the transaction'
    ) {
      timeline.at(timeline.nowMs + world.lateness(), null, land)
      await back()
      throw fault.includes('409')
        ? apiRefusal(409, 'already_exists')
        : apiRefusal(429, 'rate_limit_exceeded', tx)
    }
    // In the next block, and its receipt is waited for.
    await timeline.point(null, 500 + world.delay())
    const landed = land()
    if (fault === 'settles and its answer is lost') return await silence()
    await back()
    if (fault === 'settles and answers 502')
      throw Object.assign(new Error('Facilitator settle failed (502)'), { statusCode: 502 })
    if (fault === 'settles and redirects') throw new FacilitatorRefusal('settle', 307, null)
    if (fault === 'refuses what it sent') return failure('insufficient_funds')
    if (!landed) return failure('invalid_transaction_state', tx)
    const success = { success: true, transaction: tx, network, payer } as SettleResponse
    if (fault === 'names another payer') return { ...success, payer: `0x${'f'.repeat(40)}` }
    if (fault === 'names another network') return { ...success, network: 'eip155:1' }
    if (fault === 'names no transaction') return { ...success, transaction: '' }
    if (fault === 'names another amount') return { ...success, amount: '1' }
    return success
  }

  async function silence(): Promise<never> {
    await timeline.point(by, SETTLE_TIMEOUT_MS)
    throw new Error('The operation was aborted due to timeout')
  }

  const supported = {
    kinds: ['eip155:84532', 'eip155:8453'].map((network) => ({
      x402Version: 2,
      scheme: 'exact',
      network,
    })),
    extensions: [],
    signers: {},
  }
  const client = {
    verify,
    settle,
    getSupported: async () => supported,
  } as unknown as FacilitatorClient
  return { verifier: client, settler: client }
}

/** An error in the shape of Coinbase's API. */
const apiRefusal = (status: number, errorType: string, transaction?: string) =>
  new FacilitatorRefusal('settle', status, {
    errorType,
    errorMessage: transaction ? `pending: ${transaction}` : 'refused',
  })

/**
 * Reads a request. Any facilitator may compare the terms with what was signed and with what the
 * buyer accepted, so this one always does.
 */
function settlingOf(
  world: Pick<FacilitatorWorld, 'askedForOthers'>,
  { payload, accepted }: PaymentPayload,
  requirements: PaymentRequirements,
): Settling {
  const { signature, authorization } = payload as {
    signature: string
    authorization: Authorization
  }
  const settling = { authorization, network: requirements.network, signature }
  const differs = Object.entries({
    payee: authorization.to.toLowerCase() !== requirements.payTo.toLowerCase(),
    amount: BigInt(authorization.value) !== BigInt(requirements.amount),
    accepted: !isDeepStrictEqual(accepted, requirements),
  }).find(([, isOther]) => isOther)
  if (differs) world.askedForOthers(settling, differs[0])
  return settling
}
