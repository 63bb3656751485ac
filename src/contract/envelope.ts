/**
 * The envelope of every paid answer, described once: OpenAPI, MCP, the client's types and the
 * answers themselves follow from this schema. Key order is part of the contract.
 */
import { z } from 'zod'
import type { Degradation } from '../background/source.ts'
import { type flagSchema, instant, textOrNull } from './input.ts'

const NOTICE = 'Information, not advice.'

export const sourceSchema = z
  .strictObject({
    name: z.string().describe('Register, portal, listing or corpus'),
    fetched: instant
      .nullable()
      .describe('When it was last fetched or confirmed, UTC; null when it never was'),
    url: textOrNull.describe('The subject at that source; null where it has no address'),
  })
  .meta({ description: 'Where data came from, and when it was fetched or last confirmed' })

const confidenceSchema = z.enum(['high', 'medium', 'low'])

/** The envelope around one operation's echo, result and verdict. */
export function envelopeSchema<
  Query extends z.ZodType,
  Result extends z.ZodType,
  Verdict extends z.ZodType,
>(parts: {
  query: Query
  result: Result
  verdict: Verdict
  /** Null if it is sold by units, which have no single price. Several if some calls are free. */
  priceUsdc: string | string[] | null
}) {
  const { query, result, verdict, priceUsdc } = parts
  return z.strictObject({
    query,
    result,
    verdict,
    confidence: confidenceSchema.describe(
      'high: every source is fresh; medium: one is past its window or not complete yet; low: one failed, and an older copy or nothing replaces it',
    ),
    as_of: instant.meta({
      description: 'When the underlying data was fetched: the oldest of sources, UTC',
    }),
    sources: z.array(sourceSchema).describe('What the answer rests on, by name'),
    attribution: z.string().describe('What to say where the data is shown, as its licences ask'),
    notice: z.literal(NOTICE).describe('What this answer is'),
    cost: z
      .strictObject({
        amount: (priceUsdc === null
          ? z.string().regex(/^\d+\.\d{2,6}$/)
          : z.literal([priceUsdc].flat())
        ).meta({
          description: 'In units of the currency, as decimal text',
        }),
        currency: z.literal('USDC').describe('Always USDC'),
      })
      .describe('What this answer costs, once'),
  })
}

export type Flag = z.output<typeof flagSchema>
/**
 * `fetched`: when the data behind the answer was fetched or last confirmed; null when it never was.
 */
export type Source = z.output<typeof sourceSchema>
export type Confidence = z.output<typeof confidenceSchema>

/** The envelope with any query and result. */
export type Envelope = DeepReadonly<
  z.output<
    ReturnType<
      typeof envelopeSchema<
        z.ZodType<Record<string, unknown>>,
        z.ZodType<object | null>,
        z.ZodType<Verdict>
      >
    >
  >
>

/** The verdict slot of operations that judge nothing, and the base of those that do. */
export interface Verdict {
  score: number | null
  band: string | null
  flags: readonly Flag[]
}

/** Return value of an operation, from which the pipeline builds the envelope. */
export interface Answer {
  result: object | null
  /** Omitted if the operation has no verdict. */
  verdict?: Verdict
  sources: readonly Source[]
  degradations: readonly Degradation[]
  /** Number of units that are answered, if it is sold by units. */
  units?: number
  /** Rules that judged, such as `verdict 1.0.0`; omitted where none did. */
  judgedBy?: string
  /** Replaces the operation's own attribution, for answers whose licences depend on the data. */
  attribution?: string
}

/**
 * Type of a schema's value for handlers. No code writes to an answer, so its lists and objects may
 * be shared.
 */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T

/**
 * An answer typed by the schemas of an operation's result and verdict; one that judges nothing may
 * leave the verdict out.
 */
export type AnswerOf<Result, Slot> = Answer & {
  result: DeepReadonly<Result>
} & (typeof NO_VERDICT extends Slot
    ? { verdict?: DeepReadonly<Slot> }
    : { verdict: DeepReadonly<Slot> })

export const NO_VERDICT = { score: null, band: null, flags: [] as Flag[], narrative: null }

const DEGRADATION_FLAG = {
  stale: 'SOURCE_STALE',
  failed: 'SOURCE_FAILED',
  partial: 'INDEX_PARTIAL',
} as const

function judgeConfidence(degradations: readonly Degradation[]): Confidence {
  if (degradations.some((each) => each.kind === 'failed')) return 'low'
  return degradations.length > 0 ? 'medium' : 'high'
}

/** Returns the flags of the rules, followed by those of stale, failed or incomplete sources. */
export function withDegradations(
  flags: readonly Flag[],
  degradations: readonly Degradation[],
): readonly Flag[] {
  const degraded = degradations
    .filter((each) => each.flagged)
    .map((each): Flag => ({ code: DEGRADATION_FLAG[each.kind], detail: each.detail }))
  return degraded.length > 0 ? [...flags, ...degraded] : flags
}

/** Returns the sources in the order of an answer. */
export function byName(sources: readonly Source[]): Source[] {
  return [...sources].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Returns when the oldest of these sources was fetched; `null` if none ever was. */
export function findOldest(sources: readonly Source[]): string | null {
  const fetched = sources.map((source) => source.fetched).filter((time) => time !== null)
  return fetched.length > 0
    ? fetched.reduce((oldest, time) => (time < oldest ? time : oldest))
    : null
}

export function envelope(
  query: Readonly<Record<string, unknown>>,
  answer: Answer,
  attribution: string,
  priceUsdc: string,
  nowInstant: string,
): Envelope {
  const sources = byName(answer.sources)
  const base = answer.verdict ?? NO_VERDICT
  const flags = withDegradations(base.flags, answer.degradations)
  return {
    query,
    result: answer.result,
    verdict: flags === base.flags ? base : { ...base, flags },
    confidence: judgeConfidence(answer.degradations),
    as_of: findOldest(sources) ?? nowInstant,
    sources,
    attribution: answer.attribution ?? attribution,
    notice: NOTICE,
    cost: { amount: priceUsdc, currency: 'USDC' },
  }
}
