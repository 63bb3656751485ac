/**
 * What an operation is: one endpoint described once. Routes, validation, x402 terms, OpenAPI, agent card, llms.txt and MCP tools
 * are made from this description; the pipeline runs `answer` for every transport.
 */
import type { z } from 'zod'
import type { Answer } from './envelope.ts'

export type Family = 'wing-1' | 'wing-2' | 'wing-3' | 'free'

/** What every handler may know about the call besides its input. */
export interface CallContext {
  /** The civil date in London on which the call is answered. */
  today: string
  nowMs: number
  /** Aborted when the buyer is gone or the handler's time is up. */
  signal: AbortSignal
}

export type InputShape = z.ZodObject

/** One worked call. `input` holds path, query and body fields by name; `result` and `verdict` what came back, trimmed if long. */
export interface Example {
  summary: string
  input: Record<string, unknown>
  result: object
  verdict?: object
}

interface Described {
  id: string
  method: 'GET' | 'POST'
  /** With `{name}` for path parameters: `/v1/company/{number}/verdict`. */
  path: string
  family: Family
  /** At most 60 characters, for listings. */
  title: string
  /** One sentence, what it does and for whom. At most 400 characters together with the notes a deployment adds. */
  summary: string
  /** Completes "Not for …" in tool descriptions, which models choose by: what another operation does better. */
  notFor?: string
  params: InputShape
  query: InputShape
  body: InputShape | null
  /** Whole-input rules that no field can state; returns an error or null. Runs after the fields are valid. */
  criterion?: (input: Record<string, unknown>) => CriterionError | null
  maxBodyBytes: number
  /** JSON schema source of `result` (of the whole body for `shape: 'bare'`). */
  result: z.ZodType
  example: Example
}

export interface CriterionError {
  code: 'CRITERIA_REQUIRED' | 'VALIDATION'
  /** True when something required is missing, false when something present is wrong. Missing input is quoted a price when unpaid. */
  absent: boolean
  detail: string
  field: string
  in: 'query' | 'body'
  hint: string
}

/** Sold: answered in the envelope after payment. */
export interface PaidOperation<Deps> extends Described {
  family: Exclude<Family, 'free'>
  /** As in the specification's price table: `"0.10"`. */
  priceUsdc: string
  /** JSON schema source of the verdict slot. */
  verdict: z.ZodType
  attribution: string
  answer(input: Record<string, unknown>, deps: Deps, context: CallContext): Promise<Answer>
}

/** Free: answers the envelope (`preview`) or a bare object (`health`, `feedback`). */
export interface FreeOperation<Deps> extends Described {
  family: 'free'
  /** Which published limit applies besides the general one. */
  limit: 'free' | 'feedback'
  respond(input: Record<string, unknown>, deps: Deps, context: CallContext): Promise<object>
}

export type Operation<Deps> = PaidOperation<Deps> | FreeOperation<Deps>

/** Field values after validation, typed from the three schemas. */
type InputOf<P extends InputShape, Q extends InputShape, B extends InputShape | null> = z.output<P> &
  z.output<Q> &
  (B extends InputShape ? z.output<B> : unknown)

type Typed<Base, P extends InputShape, Q extends InputShape, B extends InputShape | null, Handler> = Omit<
  Base,
  'params' | 'query' | 'body' | 'criterion' | 'answer' | 'respond' | 'maxBodyBytes'
> & {
  params: P
  query: Q
  body: B
  criterion?: (input: InputOf<P, Q, B>) => CriterionError | null
  maxBodyBytes?: number
} & Handler

const DEFAULT_MAX_BODY_BYTES = 16 * 1024

/** Describes a paid operation; the handler's input is typed by the schemas. */
export function definePaid<Deps, P extends InputShape, Q extends InputShape, B extends InputShape | null>(
  operation: Typed<PaidOperation<Deps>, P, Q, B, { answer(input: InputOf<P, Q, B>, deps: Deps, context: CallContext): Promise<Answer> }>,
): PaidOperation<Deps> {
  return { maxBodyBytes: DEFAULT_MAX_BODY_BYTES, ...operation } as unknown as PaidOperation<Deps>
}

/** Describes a free operation. */
export function defineFree<Deps, P extends InputShape, Q extends InputShape, B extends InputShape | null>(
  operation: Typed<FreeOperation<Deps>, P, Q, B, { respond(input: InputOf<P, Q, B>, deps: Deps, context: CallContext): Promise<object> }>,
): FreeOperation<Deps> {
  return { maxBodyBytes: DEFAULT_MAX_BODY_BYTES, ...operation } as unknown as FreeOperation<Deps>
}

export function isPaid<Deps>(operation: Operation<Deps>): operation is PaidOperation<Deps> {
  return operation.family !== 'free'
}
