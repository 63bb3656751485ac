/** One call of a paid operation, in the form that every transport hands over. */
import type { PaidDescription } from '../contract/operation.ts'
import type { Terms } from '../payments/terms.ts'
import type { ServiceError } from '../platform/errors.ts'
import type { RawInput, Validated } from './input.ts'

export interface PaidCall {
  raw: RawInput
  requestId?: string
  /** True if the payment is of x402 version 1, which this service does not accept. */
  version1?: boolean
  /** Absolute URL for which the terms are quoted. */
  resourceUrl: string
  /**
   * True if the operation is quoted as a tool of `/mcp`. `resourceUrl` is then the address of
   * `/mcp`.
   */
  asTool?: boolean
  /**
   * True if the transport has no status code: a free answer then has a body even if it is empty.
   */
  hasBody?: boolean
  /** The If-None-Match header: the entity tags of the answers that the caller has. */
  ifNoneMatch?: string | null
  /** Network address of the caller, as the limits count it. */
  address: string
  signal: AbortSignal
}

/** Input that passed validation. */
export type ValidInput = Extract<Validated, { ok: true }>

/** Returns the terms of an operation; if it is sold by units, those of one unit. */
export type TermsOf = (operationId: string) => Terms

/** Returns why no caller can get this answer now, or null. */
export type UnavailableReason = (
  operationId: PaidDescription['id'],
  input?: Readonly<Record<string, unknown>>,
) => ServiceError | null
