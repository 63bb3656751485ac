/**
 * A typed client without a dependency. It needs nothing but `fetch`; give it one that pays, such as `wrapFetchWithPayment` of `@x402/fetch`,
 * and paid calls are answered. With a plain one they throw `PaymentRequiredError`, which carries the price.
 */
import { type Operations, ROUTES } from './generated/operations.ts'
import { type Called, type CallOptions, send } from './request.ts'

export type * from './generated/operations.ts'
export {
  type SignedPayment,
  type Signer,
  signPayment,
  type TransferToSign,
  walletSigner,
} from './pay.ts'
export {
  type Called,
  type CallOptions,
  type CallRequest,
  deliverableOnly,
  PaymentRequiredError,
  ProblemError,
  type Receipt,
  send,
  UndeliverableError,
  UnexpectedAnswerError,
} from './request.ts'
export {
  type ListedKey,
  listedKeys,
  type SavedAnswer,
  type SignedReceipt,
  type Verification,
  verify,
} from './verify.ts'
export { ROUTES }

export type OperationId = keyof Operations

export interface ClientOptions {
  /** Base address of a service. */
  baseUrl: string
  fetch?: typeof globalThis.fetch
}

type CamelCase<Id extends string> = Id extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Id

type Call<Id extends OperationId> = (
  ...given: Record<string, never> extends Operations[Id]['input']
    ? [input?: Operations[Id]['input'], options?: CallOptions]
    : [input: Operations[Id]['input'], options?: CallOptions]
) => Promise<Called<Operations[Id]['answer']>>

/** One method an operation: `client.companyVerdict({ number: '…' }, { signal })`. */
export type Client = { readonly [Id in OperationId as CamelCase<Id>]: Call<Id> }

export function createClient({ baseUrl, fetch = globalThis.fetch }: ClientOptions): Client {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  const methods = Object.keys(ROUTES).map((id) => [
    id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    (input: Record<string, unknown> = {}, options: CallOptions = {}) =>
      call(`${base}`, fetch, id as OperationId, input, options),
  ])
  return Object.fromEntries(methods) as Client
}

/** @throws what `send` throws */
async function call(
  base: string,
  fetch: typeof globalThis.fetch,
  id: OperationId,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<Called<unknown>> {
  const route: {
    method: string
    path: string
    query: readonly string[]
    body: readonly string[] | null
  } = ROUTES[id]
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  )
  const query = new URLSearchParams()
  for (const name of route.query) {
    const value = input[name]
    if (value !== undefined && value !== null)
      query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const search = `${query}` === '' ? '' : `?${query}`
  const url = `${base}${path}${search}`
  return await send({ method: route.method, url, body: bodyOf(route.body, input) }, options, fetch)
}

function bodyOf(names: readonly string[] | null, input: Record<string, unknown>): string | null {
  if (names === null) return null
  const body = Object.fromEntries(
    names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  )
  return JSON.stringify(body)
}
