/**
 * Calls a domain without a transport: validates, answers and wraps like the pipeline, and checks
 * the result against the published schemas.
 */
import { inputReader } from '../../src/api/input.ts'
import type { Domain } from '../../src/contract/domain.ts'
import { envelope } from '../../src/contract/envelope.ts'
import type { BoundFreeOperation } from '../../src/contract/operation.ts'
import { priceFor } from '../../src/contract/price.ts'
import { instant } from '../../src/platform/clock.ts'
import { londonDate } from '../../src/platform/london.ts'

export interface Envelope {
  query: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  result: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  verdict: any
  confidence: string
  as_of: string
  sources: { name: string; fetched: string | null; url: string | null }[]
  attribution: string
  cost: { amount: string; currency: string }
}

export interface Question {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/**
 * @throws ServiceError as the operation does; an error of zod when the answer is not what its
 * operation publishes
 */
export async function askWing(
  wing: Pick<Domain, 'operations'>,
  operationId: string,
  { params = {}, query = {}, body }: Question,
  { nowMs, signal = new AbortController().signal }: { nowMs: number; signal?: AbortSignal },
): Promise<Envelope> {
  const { operation, answer } = wing.operations.find((each) => each.operation.id === operationId)!
  const read = inputReader(operation)({
    params,
    query: Object.entries(query),
    ...(body === undefined ? {} : { body: () => body }),
  })
  if (!read.ok) throw read.error
  const made = await answer(read.input, { nowMs, today: londonDate(nowMs), signal })
  const whole = envelope(
    read.echo,
    made,
    operation.attribution,
    priceFor(operation, made.units ?? 1),
    instant(nowMs),
  )
  operation.result.parse(plain(whole.result))
  operation.verdict.parse(plain(whole.verdict))
  return { ...whole, sources: [...whole.sources] }
}

/** Calls a free operation likewise. @throws ServiceError as the operation does */
export async function askFree(
  { operation, respond }: BoundFreeOperation,
  { params = {}, query = {}, body }: Question,
  { nowMs, signal = new AbortController().signal }: { nowMs: number; signal?: AbortSignal },
): Promise<unknown> {
  const read = inputReader(operation)({
    params,
    query: Object.entries(query),
    ...(body === undefined ? {} : { body: () => body }),
  })
  if (!read.ok) throw read.error
  const answer = await respond(read.input, { nowMs, today: londonDate(nowMs), signal })
  return operation.result.parse(plain(answer))
}

/** Returns a value as it is after JSON. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
