/**
 * A typed client without a dependency. It needs nothing but `fetch`; give it one that pays, such as
 * `wrapFetchWithPayment` of `@x402/fetch`, and paid calls are answered. With a plain one they throw
 * `PaymentRequiredError`, which carries the price.
 */
import { type Buyer, createBuyer, OpenPaymentError, type Wallet } from './buyer.ts'
import { parseJson } from './codec.ts'
import { type Operations, ROUTES } from './generated/operations.ts'
import { codeOf } from './outcome.ts'
import {
  type Called,
  type CallOptions,
  type CallRequest,
  httpChannel,
  readAnswer,
  send,
} from './request.ts'

export * from './buyer.ts'
export * from './chain.ts'
export type * from './generated/operations.ts'
export { judgePayment, type PaymentOutcome, type PaymentReply, paymentReply } from './outcome.ts'
export * from './pay.ts'
export * from './payments.ts'
export * from './request.ts'
export * from './terms.ts'
export * from './verify.ts'
export { ROUTES }

export type OperationId = keyof Operations

export interface ClientOptions {
  /** Base address of a service. */
  baseUrl: string
  fetch?: typeof globalThis.fetch
  /** Pays for the calls. Without it they throw PaymentRequiredError, unless `fetch` pays. */
  wallet?: Wallet
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

export function createClient({ baseUrl, fetch = globalThis.fetch, wallet }: ClientOptions): Client {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  const buyer = wallet && createBuyer(wallet)
  const methods = Object.keys(ROUTES).map((id) => [
    id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    (input: Record<string, unknown> = {}, options: CallOptions = {}) => {
      const request = toRequest(base, id as OperationId, input)
      return buyer && options.payment === undefined
        ? buyAnswer(buyer, request, options, fetch)
        : send(request, options, fetch)
    },
  ])
  return Object.fromEntries(methods) as Client
}

/**
 * @throws what `Buyer.buy` and `send` throw, and OpenPaymentError if the payment may have been
 * taken
 */
async function buyAnswer(
  buyer: Buyer,
  request: CallRequest,
  { signal }: CallOptions,
  fetch: typeof globalThis.fetch,
): Promise<Called<unknown>> {
  const { reply, payment, outcome } = await buyer(httpChannel(request, { signal, fetch }))
  if (payment && outcome === 'open')
    throw new OpenPaymentError(payment, codeOf(parseJson(reply.text)) ?? `HTTP ${reply.status}`)
  return readAnswer(request, reply)
}

/** Fields that the path does not name are the query of a GET and the body of a POST. */
function toRequest(base: string, id: OperationId, input: Record<string, unknown>): CallRequest {
  const [method, route] = ROUTES[id].split(' ') as [string, string]
  const fields = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(fields.get(name)))
    fields.delete(name)
    return value
  })
  if (method === 'POST')
    return { method, url: `${base}${path}`, body: JSON.stringify(Object.fromEntries(fields)) }
  const query = new URLSearchParams()
  for (const [name, value] of fields)
    if (value !== null)
      query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  const search = `${query}` === '' ? '' : `?${query}`
  return { method, url: `${base}${path}${search}`, body: null }
}
