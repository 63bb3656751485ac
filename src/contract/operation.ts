/**
 * What an operation is: one endpoint described once. Routes, validation, x402 terms, OpenAPI, agent
 * card, llms.txt and MCP tools are made from this description; the pipeline runs `answer` for every
 * transport.
 */
import type { z } from 'zod'
import type { Answer, AnswerOf, DeepReadonly } from './envelope.ts'
import type { Basis, SearchedBasis } from './freshness.ts'

export type Family = 'wing-1' | 'wing-2' | 'wing-3' | 'changes' | 'free'

/** Facts of the call that every handler gets in addition to its input. */
export interface CallContext {
  /** The civil date in London on which the call is answered. */
  today: string
  nowMs: number
  /** Aborted when the buyer has left or the handler's time is over. */
  signal: AbortSignal
}

/** Facts of a call that is not paid yet. */
export interface UnpaidContext {
  nowMs: number
  /** Network address of the caller, as the limits count it. */
  address: string
}

/** Basis of an answer as it is known before payment. A promise only if a store has to be read. */
type Known<What extends Basis> = What | null | Promise<What | null>

/**
 * Freshness of the data behind an answer, for its quote: `null` if it is not known without asking a
 * source. Both throw what the answer would throw, and nothing of another caller's lookup may show
 * in them.
 */
interface KnownBasis<Input, Deps> {
  /** From memory: it is on every quote. */
  freshness?(input: Input, deps: Deps, context: Moment): Known<Basis>
  /**
   * With what costs a search or a read: counted under the limit `free`, and left out under load.
   */
  findSearchBasis?(input: Input, deps: Deps, context: Moment): Known<SearchedBasis>
}

interface Moment {
  nowMs: number
}

/** Free answer to a call of a paid operation. */
export interface FreeAnswer {
  answer: Answer
  /** True if there is nothing to report: 204 if the transport has status codes. */
  empty: boolean
  headers?: Readonly<Record<string, string>>
}

export type InputShape = z.ZodObject

/**
 * One worked call. `input` holds path, query and body fields by name; `result` and `verdict` what
 * came back, trimmed if long.
 */
export interface Example {
  summary: string
  input: Readonly<Record<string, unknown>>
  /** Input of the invented answer, if `input` shows a real subject: `api/examples.ts`. */
  answeredInput?: Readonly<Record<string, unknown>>
  result: object
  verdict?: object
  /**
   * Members of the answer that payment terms show, as `result.notices.title`: at most some 300
   * bytes.
   */
  listed?: readonly string[]
}

interface Described {
  id: string
  method: 'GET' | 'POST'
  /** With `{name}` for path parameters: `/v1/company/{number}/verdict`. */
  path: string
  family: Family
  /** At most 60 characters, for listings. */
  title: string
  /**
   * One sentence on what it does and for which caller. At most 400 characters together with the
   * notes of a deployment.
   */
  summary: string
  /**
   * Completes "Not for …" in tool descriptions, which models choose by: what another operation does
   * better.
   */
  notFor?: string
  params: InputShape
  query: InputShape
  body: InputShape | null
  /**
   * Casts texts among the arguments of a tool whose schema declares text for values of several
   * types.
   */
  castTexts?: (fields: Record<string, unknown>) => Record<string, unknown>
  /**
   * Whole-input rules that no field can state; returns an error or null. Runs after the fields are
   * valid.
   */
  criterion?: (input: Record<string, unknown>) => CriterionError | null
  /**
   * What this release refuses although the last one took it; returns an error or null. A payment
   * that the ledger knows is answered all the same, so a bound that becomes narrower is stated here
   * for one release, not in the schema.
   */
  narrowed?: (input: Record<string, unknown>) => CriterionError | null
  /** Returns the validated input as answers repeat it; as it is if left out. */
  echo?: (input: Record<string, unknown>) => Record<string, unknown>
  maxBodyBytes: number
  /**
   * Maximum size that 0.2.0 accepted, if it was larger: for payments that the ledger knows, until
   * the next release.
   */
  formerMaxBodyBytes?: number
  /** Maximum number of values in the body: elements of lists and members of objects. */
  maxBodyValues: number
  /** JSON schema source of `result` (of the whole body for `shape: 'bare'`). */
  result: z.ZodType
  example: Example
}

export interface CriterionError {
  code: 'CRITERIA_REQUIRED' | 'VALIDATION'
  /**
   * True when something required is missing, false when something present is wrong. Missing input
   * is quoted a price when unpaid.
   */
  absent: boolean
  detail: string
  field: string
  in: 'query' | 'body'
  hint: string
}

/** One endpoint as documents, terms and clients see it. */
export interface PaidDescription extends Described {
  family: Exclude<Family, 'free'>
  /** Price in the form of the specification's table: `"0.10"`. */
  priceUsdc: string
  /**
   * Sold by what is answered: `priceUsdc` is the price of one unit, a payment is made for so many.
   */
  soldBy?: SoldBy
  /** Which calls cost nothing, in words. */
  freeWhen?: string
  /** JSON schema source of the verdict slot. */
  verdict: z.ZodType
  attribution: string
  /** Text and fields of payment terms, if the summary or all fields are too long for a header. */
  listing?: { text?: string; fields?: readonly string[] }
}

export interface SoldBy {
  /** One of them, in words: `row judged`. */
  unit: string
  most: number
}

/**
 * Thrown if the number of units of the quote can no longer be answered: nothing is sold, and the
 * caller gets a new quote.
 */
export class UnitsChanged extends Error {
  override name = 'UnitsChanged'
}

export interface FreeDescription extends Described {
  family: 'free'
  /** Which published limit applies besides the general one. */
  limit: 'free' | 'feedback'
}

export type Description = PaidDescription | FreeDescription

/** Sold: answered in the envelope after payment. */
export interface PaidOperation<Deps>
  extends PaidDescription,
    KnownBasis<Record<string, unknown>, Deps> {
  answer(input: Record<string, unknown>, deps: Deps, context: CallContext): Promise<Answer>
  quote?(input: Record<string, unknown>, deps: Deps): Promise<number>
  freeAnswer?(
    input: Record<string, unknown>,
    deps: Deps,
    context: UnpaidContext,
  ): Promise<FreeAnswer | null>
}

/** Free: answers the envelope (`preview`) or a bare object (`health`, `feedback`). */
export interface FreeOperation<Deps> extends FreeDescription {
  respond(input: Record<string, unknown>, deps: Deps, context: CallContext): Promise<object>
}

/**
 * An operation bound to its dependencies: all operations of the service are of this one
 * type, whatever each needs.
 */
export interface BoundPaidOperation {
  kind: 'paid'
  operation: PaidDescription
  /** If it is sold by units, answers exactly as many as the current quote. @throws UnitsChanged */
  answer(input: Record<string, unknown>, context: CallContext): Promise<Answer>
  /**
   * Returns how many units could be answered now, without a request to a source. @throws
   * ServiceError if it is none
   */
  quote: ((input: Record<string, unknown>) => Promise<number>) | null
  /**
   * Returns the free answer to this call, paid or not, or null if it has a price. Sends no request
   * to a source. @throws ServiceError
   */
  freeAnswer?:
    | ((input: Record<string, unknown>, context: UnpaidContext) => Promise<FreeAnswer | null>)
    | undefined
  /** Absent where answers never rest on own data alone. @throws ServiceError */
  freshness?: ((input: Record<string, unknown>, context: Moment) => Known<Basis>) | undefined
  findSearchBasis?:
    | ((input: Record<string, unknown>, context: Moment) => Known<SearchedBasis>)
    | undefined
}

export interface BoundFreeOperation {
  kind: 'free'
  operation: FreeDescription
  respond(input: Record<string, unknown>, context: CallContext): Promise<object>
}

export function bindPaid<Deps>(
  operations: readonly PaidOperation<Deps>[],
  deps: Deps,
): BoundPaidOperation[] {
  return operations.map((operation) => ({
    kind: 'paid',
    operation,
    answer: (input, context) => operation.answer(input, deps, context),
    quote: operation.quote ? (input) => operation.quote!(input, deps) : null,
    freeAnswer: operation.freeAnswer
      ? (input, context) => operation.freeAnswer!(input, deps, context)
      : undefined,
    freshness: operation.freshness
      ? (input, context) => operation.freshness!(input, deps, context)
      : undefined,
    findSearchBasis: operation.findSearchBasis
      ? (input, context) => operation.findSearchBasis!(input, deps, context)
      : undefined,
  }))
}

export function bindFree<Deps>(
  operations: readonly FreeOperation<Deps>[],
  deps: Deps,
): BoundFreeOperation[] {
  return operations.map((operation) => ({
    kind: 'free',
    operation,
    respond: (input, context) => operation.respond(input, deps, context),
  }))
}

/** Field values after validation, typed from the three schemas. */
type InputOf<
  P extends InputShape,
  Q extends InputShape,
  B extends InputShape | null,
> = z.output<P> & z.output<Q> & (B extends InputShape ? z.output<B> : unknown)

/** Input of a description, typed. */
interface InputSchemas<P extends InputShape, Q extends InputShape, B extends InputShape | null> {
  params: P
  query: Q
  body: B
  criterion?: (input: InputOf<P, Q, B>) => CriterionError | null
  maxBodyBytes?: number
  maxBodyValues?: number
}

type Untyped =
  | 'params'
  | 'query'
  | 'body'
  | 'criterion'
  | 'maxBodyBytes'
  | 'maxBodyValues'
  | 'result'
  | 'verdict'

const DEFAULT_MAX_BODY_BYTES = 16 * 1024
const DEFAULT_MAX_BODY_VALUES = 2000

/**
 * Describes a paid operation: the handler's input is typed by the input schemas, its answer by
 * those of `result` and `verdict`.
 */
export function definePaid<Deps>() {
  return <
    P extends InputShape,
    Q extends InputShape,
    B extends InputShape | null,
    R extends z.ZodType,
    V extends z.ZodType,
  >(
    operation: Omit<PaidDescription, Untyped> &
      InputSchemas<P, Q, B> &
      KnownBasis<InputOf<P, Q, B>, Deps> & {
        result: R
        verdict: V
        answer(
          input: InputOf<P, Q, B>,
          deps: Deps,
          context: CallContext,
        ): Promise<AnswerOf<z.output<R>, z.output<V>>>
        quote?(input: InputOf<P, Q, B>, deps: Deps): Promise<number>
        freeAnswer?(
          input: InputOf<P, Q, B>,
          deps: Deps,
          context: UnpaidContext,
        ): Promise<FreeAnswer | null>
      },
  ): PaidOperation<Deps> => eraseTypes(operation) as PaidOperation<Deps>
}

/** Describes a free operation: `respond` answers what `result` says. */
export function defineFree<Deps>() {
  return <
    P extends InputShape,
    Q extends InputShape,
    B extends InputShape | null,
    R extends z.ZodType,
  >(
    operation: Omit<FreeDescription, Untyped> &
      InputSchemas<P, Q, B> & {
        result: R
        respond(
          input: InputOf<P, Q, B>,
          deps: Deps,
          context: CallContext,
        ): Promise<DeepReadonly<z.output<R>> & object>
      },
  ): FreeOperation<Deps> => eraseTypes(operation) as FreeOperation<Deps>
}

/**
 * The only place where input types are given up: `api/input.ts` passes only input that the schemas
 * of the operation have parsed.
 */
function eraseTypes<Typed extends object>(operation: Typed): object {
  return {
    maxBodyBytes: DEFAULT_MAX_BODY_BYTES,
    maxBodyValues: DEFAULT_MAX_BODY_VALUES,
    ...operation,
  }
}
