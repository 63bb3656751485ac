/**
 * Judges whether directories would take a paid route: by the facilitator's validation, or by the
 * official package on the live 402.
 */
import { decodePaymentRequiredHeader } from '@x402/core/http'
import {
  type DiscoveryExtension,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar'
import { httpFacilitatorClient } from '../payments/facilitator-client.ts'
import { errorMessage } from '../platform/errors.ts'

export interface Route {
  operation: string
  method: string
  path: string
}

export interface Judgement {
  valid: boolean
  judged_by: 'the facilitator' | '@x402/extensions'
  /** Reason that it is not valid; `null` if it is. */
  reason: string | null
}

export type Judge = (route: Route) => Promise<Judgement>

const TIMEOUT_MS = 15_000

/** Encodes a template as directories probe it: with its parameters' names in place of values. */
export const literalPath = (path: string) => path.replace(/\{(\w+)\}/g, '%7B$1%7D')

/** Each judgement throws if the facilitator has no validation or cannot be reached. */
export function judgeByFacilitator(url: string, publicUrl: string): Judge {
  const client = httpFacilitatorClient({ url, timeoutMs: TIMEOUT_MS })
  return async ({ method, path }) => {
    const listing = { resource: `${publicUrl}${literalPath(path)}`, method }
    const { isValid, outcome, reason } = await client.validateListing(
      listing,
      AbortSignal.timeout(TIMEOUT_MS),
    )
    return {
      valid: isValid,
      judged_by: 'the facilitator',
      reason: isValid ? null : (reason ?? outcome),
    }
  }
}

export function judgeByPackage(base: string): Judge {
  return async (route) => {
    const reason = await findFault(base, route).catch((error: unknown) => errorMessage(error))
    return { valid: reason === null, judged_by: '@x402/extensions', reason }
  }
}

async function findFault(base: string, { method, path }: Route): Promise<string | null> {
  const response = await fetch(`${base}${literalPath(path)}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const header = response.headers.get('payment-required')
  if (response.status !== 402 || header === null)
    return `an unpaid call is answered ${response.status}`
  const terms = decodePaymentRequiredHeader(header)
  const extension = terms.extensions?.bazaar as DiscoveryExtension | undefined
  if (!extension) return 'its terms have no bazaar extension'
  for (const validate of [validateDiscoveryExtensionSpec, validateDiscoveryExtension]) {
    const { valid, errors } = validate(extension as never)
    if (!valid) return errors?.join(', ') ?? 'its bazaar extension is not valid'
  }
  return null
}
