/**
 * A typed client. It needs nothing but `fetch`; give it one that pays, such as `wrapFetchWithPayment` of `@x402/fetch`, and paid calls are
 * answered. With a plain one they throw `PaymentRequiredError`, which carries the price.
 */
import { type Operations, type PaymentTerms, type Problem, ROUTES } from './generated/operations.ts'

export type * from './generated/operations.ts'
export { ROUTES }

export type OperationId = keyof Operations

export interface ClientOptions {
  /** Base address of a service. */
  baseUrl: string
  fetch?: typeof globalThis.fetch
}

export interface Called<Answer> {
  answer: Answer
  /** What was settled; null for free calls. */
  receipt: Receipt | null
  /** The answer of an earlier call with the same payment: nothing was charged now. */
  replayed: boolean
  requestId: string
}

export interface Receipt {
  success: boolean
  transaction: string
  network: string
  payer?: string
  amount?: string
}

/** The seller says before anybody pays that he cannot deliver this now. Nothing was signed. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError'
  readonly code: string

  constructor({ code, detail }: Availability) {
    super(detail)
    this.code = code
  }
}

interface Availability {
  deliverable: boolean
  code: string
  detail: string
}

/**
 * Put it between `fetch` and whatever pays, `wrapFetchWithPayment(deliverableOnly(fetch), client)`: terms of a call that cannot be delivered
 * now are then never signed. The call throws UndeliverableError.
 */
export function deliverableOnly(fetch: typeof globalThis.fetch = globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status === 402) refuseUndeliverable(await extensionsOf(response.clone()))
    return response
  }
}

const extensionsOf = (response: Response): Promise<unknown> =>
  response.json().then(
    (terms) => (terms as Partial<PaymentTerms> | null)?.extensions,
    () => null,
  )

/** @throws UndeliverableError */
function refuseUndeliverable(extensions: unknown): void {
  const { availability } = (extensions ?? {}) as { availability?: Availability }
  if (availability?.deliverable === false) throw new UndeliverableError(availability)
}

export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem
  /** Seconds to wait before the same request may succeed; null when the service names none. */
  readonly retryAfterSeconds: number | null

  constructor(problem: Problem, retryAfterSeconds: number | null) {
    super(`${problem.code}: ${problem.detail}`)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The call was not paid for, or the payment was not taken. Nothing was charged. */
export class PaymentRequiredError extends Error {
  override name = 'PaymentRequiredError'
  readonly terms: PaymentTerms
  /** In USDC. */
  readonly price: string

  constructor(terms: PaymentTerms, price: string) {
    super(terms.error === undefined ? `the call costs ${price} USDC` : `the payment was not taken: ${terms.error}`)
    this.terms = terms
    this.price = price
  }
}

type CamelCase<Id extends string> = Id extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Id

type Call<Id extends OperationId> = (
  ...input: Record<string, never> extends Operations[Id]['input'] ? [input?: Operations[Id]['input']] : [input: Operations[Id]['input']]
) => Promise<Called<Operations[Id]['answer']>>

/** One method an operation: `client.companyVerdict({ number: '…' })`. */
export type Client = { readonly [Id in OperationId as CamelCase<Id>]: Call<Id> }

export function createClient({ baseUrl, fetch = globalThis.fetch }: ClientOptions): Client {
  const base = baseUrl.replace(/\/+$/, '')
  const methods = Object.keys(ROUTES).map((id) => [
    id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    (input: Record<string, unknown> = {}) => call(base, fetch, id as OperationId, input),
  ])
  return Object.fromEntries(methods) as Client
}

/** @throws UndeliverableError, PaymentRequiredError, ProblemError, and whatever `fetch` throws */
async function call(
  base: string,
  fetch: typeof globalThis.fetch,
  id: OperationId,
  input: Record<string, unknown>,
): Promise<Called<unknown>> {
  const route: { method: string; path: string; priceUsdc: string; query: readonly string[]; body: readonly string[] | null } = ROUTES[id]
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams()
  for (const name of route.query) {
    const value = input[name]
    if (value !== undefined && value !== null) query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  const response = await fetch(`${base}${path}${search}`, { method: route.method, ...bodyOf(route.body, input) })
  const answer: unknown = await response.json()
  if (response.status === 402) refuseUndeliverable((answer as PaymentTerms).extensions)
  if (response.status === 402) throw new PaymentRequiredError(answer as PaymentTerms, route.priceUsdc)
  if (!response.ok) throw new ProblemError(answer as Problem, Number(response.headers.get('retry-after')) || null)
  const receipt = response.headers.get('payment-response')
  return {
    answer,
    receipt: receipt === null ? null : (JSON.parse(atob(receipt)) as Receipt),
    replayed: response.headers.get('payment-replayed') === 'true',
    requestId: response.headers.get('x-request-id') ?? '',
  }
}

function bodyOf(names: readonly string[] | null, input: Record<string, unknown>): RequestInit {
  if (names === null) return {}
  const body = Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]))
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
