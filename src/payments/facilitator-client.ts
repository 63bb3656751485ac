/**
 * The facilitator's HTTP interface (x402 version 2: POST /verify, POST /settle, GET /supported).
 * Ours, because the official client follows redirects: it would send a payment on to the target of
 * a redirect, and a connection that failed there would look as if nothing had been sent.
 */
import type { FacilitatorClient } from '@x402/core/http'
import type {
  Network,
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  SupportedResponse,
  VerifyResponse,
} from '@x402/core/types'
import { z } from 'zod'
import { inSpan, traceHeaders } from '../observe/spans.ts'
import { UnexpectedAnswer } from '../platform/errors.ts'
import { printableLine } from '../platform/printable.ts'

export interface FacilitatorClientOptions {
  url: string
  timeoutMs: number
  /** Headers of each call, by its path. Those of Coinbase are signed for every call. */
  createAuthHeaders?:
    | (() => Promise<Readonly<Record<string, Readonly<Record<string, string>>>>>)
    | undefined
  onExtension?: ((response: ExtensionResponse) => void) | undefined
}

export interface HttpFacilitatorClient extends FacilitatorClient {
  /**
   * Has a directory entry checked by Coinbase's `POST …/validate`, which needs no key. @throws
   * Error if there is no answer to judge
   */
  validateListing(
    listing: { resource: string; method: string },
    signal: AbortSignal,
  ): Promise<ListingValidation>
}

export interface ListingValidation {
  isValid: boolean
  /** Outcome of the simulated indexing, such as `accepted`; `null` if the answer names none. */
  outcome: string | null
  /**
   * Reason of a rejection and the checks that failed, in the facilitator's words; `null` if the
   * answer names none.
   */
  reason: string | null
}

/**
 * The facilitator's response to an extension of a payment, in addition to its answer, such as
 * whether a directory took the entry.
 */
export interface ExtensionResponse {
  extension: 'bazaar' | 'payment-identifier' | 'offer-receipt' | 'other'
  status: 'success' | 'processing' | 'rejected' | 'other'
  /** Reason of a rejection; plain text, at most 200 characters. */
  reason: string | null
}

const validated = z.object({
  valid: z.boolean(),
  simulation: z.object({ outcome: z.string(), rejectionReason: z.string().nullish() }).nullish(),
  preflight: z
    .array(z.object({ check: z.string(), passed: z.boolean(), detail: z.string().nullish() }))
    .default([]),
})
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)
/** A member that says nothing if it is absent, null or empty. Some facilitators send numbers. */
const loose = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(null)
  .transform((value) => {
    const trimmed = String(value ?? '').trim()
    return trimmed === '' ? undefined : trimmed
  })
const network = z.custom<Network>((value) => typeof value === 'string')
const verified = z.object({ isValid: z.boolean(), invalidReason: text, payer: loose })
const settled = z.object({
  success: z.boolean(),
  errorReason: text,
  payer: loose,
  transaction: loose.transform((value) => value ?? ''),
  network: loose.transform((value) => (value ?? '') as Network),
  amount: loose,
})
const supported = z.object({
  kinds: z.array(z.object({ x402Version: z.number(), scheme: z.string(), network })),
  extensions: z.array(z.string()).default([]),
  signers: z.record(z.string(), z.array(z.string())).default({}),
})

/**
 * An answer with another status than 2xx. The members are those of the answer, where it is of the
 * protocol.
 */
export class FacilitatorRefusal extends Error {
  override name = 'FacilitatorRefusal'
  readonly statusCode: number
  readonly invalidReason: string | null
  readonly errorReason: string | null
  readonly transaction: string | null
  /**
   * Error in the shape of Coinbase's API, which is not of the protocol; `null` for any other
   * answer.
   */
  readonly apiError: ApiError | null
  /** Base address that a redirect names for the facilitator; `null` if there is none. */
  readonly redirectsTo: string | null

  constructor(
    path: string,
    statusCode: number,
    answer: unknown,
    redirectsTo: string | null = null,
  ) {
    const apiError = statusCode >= 400 ? parseApiError(answer) : null
    super(
      `${path} answered ${statusCode}${apiError === null ? '' : printableLine(` ${apiError.type}: ${apiError.message}`, 300)}`,
    )
    this.statusCode = statusCode
    this.apiError = apiError
    this.redirectsTo = redirectsTo
    const members = (typeof answer === 'object' && answer !== null ? answer : {}) as Readonly<
      Record<string, unknown>
    >
    this.invalidReason = textOf(members.invalidReason)
    this.errorReason = textOf(members.errorReason)
    this.transaction = textOf(members.transaction)
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/**
 * `{ errorType, errorMessage, correlationId?, errorLink? }`, as Coinbase's API documents it (August
 * 2026).
 */
export interface ApiError {
  type: string
  message: string
  /** Whether the answer names a transaction anywhere. */
  namesTransaction: boolean
}

/** A transaction hash, or a member that is called one and not empty. */
const TRANSACTION = /0x[0-9a-f]{64}|"(transaction|transactionHash|txHash)":(?!""|null)/i

function parseApiError(answer: unknown): ApiError | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { errorType, errorMessage, ...others } = answer as Readonly<Record<string, unknown>>
  if (typeof errorType !== 'string' || typeof errorMessage !== 'string' || 'success' in others)
    return null
  return {
    type: errorType,
    message: errorMessage,
    namesTransaction: TRANSACTION.test(JSON.stringify(answer)),
  }
}

/**
 * Returns the address to configure instead of `url`, of which `path` was requested; `null` if the
 * redirect names no other http address.
 */
function findRedirectedBase(
  url: string,
  path: string,
  location: string | null | undefined,
): string | null {
  if (!location || !URL.canParse(location, `${url}/${path}`)) return null
  const { protocol, origin, pathname } = new URL(location, `${url}/${path}`)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const base = `${origin}${pathname}`.replace(new RegExp(`/?${path}/?$`), '')
  return base === url || base.length > 200 ? null : base
}

type Path = 'verify' | 'settle' | 'supported' | 'validate'

/**
 * Each call @throws FacilitatorRefusal, what `fetch` throws, or an Error for an answer that is not
 * of the protocol.
 */
export function httpFacilitatorClient(options: FacilitatorClientOptions): HttpFacilitatorClient {
  const { url, timeoutMs, createAuthHeaders, onExtension } = options

  const call = <Schema extends z.ZodType>(...call: Parameters<typeof send<Schema>>) =>
    inSpan(`facilitator ${call[0]}`, () => send(...call))

  async function send<Schema extends z.ZodType>(
    path: Path,
    schema: Schema,
    body?: object,
    signal?: AbortSignal,
  ) {
    const authentication = (await createAuthHeaders?.())?.[path]
    const response = await fetch(`${url}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...authentication, ...traceHeaders(url) },
      redirect: 'manual',
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: signal
        ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        : AbortSignal.timeout(timeoutMs),
    })
    if (onExtension)
      for (const extension of extensionResponses(response.headers.get('extension-responses')))
        onExtension(extension)
    // A redirect is one of these: it says nothing of the payment, which may have been taken before.
    const answer = parseOrUndefined(await response.text())
    if (response.status >= 400) throw new FacilitatorRefusal(path, response.status, answer)
    if (!response.ok) {
      throw new FacilitatorRefusal(
        path,
        response.status,
        null,
        findRedirectedBase(url, path, response.headers.get('location')),
      )
    }
    const read = schema.safeParse(answer)
    if (!read.success) throw new UnexpectedAnswer(`${path} answered what is not of the protocol`)
    return read.data
  }

  const buildBody = (payload: PaymentPayload, requirements: PaymentRequirements) => ({
    x402Version: payload.x402Version,
    paymentPayload: payload,
    paymentRequirements: requirements,
  })
  return {
    verify: async (payload, requirements) =>
      (await call('verify', verified, buildBody(payload, requirements))) as VerifyResponse,
    settle: async (payload, requirements) =>
      (await call('settle', settled, buildBody(payload, requirements))) as SettleResponse,
    getSupported: async () => (await call('supported', supported)) as SupportedResponse,
    async validateListing(listing, signal) {
      const { valid, simulation, preflight } = await call('validate', validated, listing, signal)
      const failed = preflight.flatMap(({ check, passed, detail }) =>
        passed ? [] : [`${check}: ${detail ?? 'failed'}`],
      )
      const reasons = [
        ...(simulation?.rejectionReason ? [simulation.rejectionReason] : []),
        ...failed,
      ]
      return {
        isValid: valid,
        outcome: simulation ? printableLine(simulation.outcome, 80) : null,
        reason: reasons.length === 0 ? null : printableLine(reasons.join('; '), 300),
      }
    },
  }
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const EXTENSIONS = ['bazaar', 'payment-identifier', 'offer-receipt'] as const
const STATUSES = ['success', 'processing', 'rejected'] as const

const oneOf = <Name extends string>(names: readonly Name[], value: unknown): Name | 'other' =>
  names.find((name) => name === value) ?? 'other'

/**
 * The header EXTENSION-RESPONSES: base64 of `{ name: { status, rejectedReason } }`. Nothing depends
 * on it, so what cannot be read is none.
 */
function extensionResponses(header: string | null): ExtensionResponse[] {
  const answer = header === null ? null : parseOrUndefined(Buffer.from(header, 'base64').toString())
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer)
    .slice(0, 8)
    .map(([name, value]) => {
      const { status, rejectedReason, reason } = (value ?? {}) as Readonly<Record<string, unknown>>
      const why = textOf(rejectedReason) ?? textOf(reason)
      return {
        extension: oneOf(EXTENSIONS, name),
        status: oneOf(STATUSES, status),
        reason: why === null ? null : printableLine(why, 200),
      }
    })
}
