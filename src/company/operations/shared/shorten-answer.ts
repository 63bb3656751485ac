/**
 * The default answer of profile and verdict stays at or under 800 tokens of the o200k encoding
 * (specification "Limits"). On overflow details of the evidence are shortened, then flag details,
 * then the narrative, then the regulator's words. What registers worded may be anything: should it
 * alone be too much, its longest texts are shortened, a step at a time. No key is dropped, no date,
 * number or code is touched (docs/callers/contract.md, Companies).
 */
import { type Answer, envelope, type Flag, type Verdict } from '../../../contract/envelope.ts'
import { shorten, shortenToBytes } from '../../../platform/text.ts'
import type { FcaBlock } from '../../model/standing.ts'
import { estimateTokens, mostTokens } from '../../model/tokens.ts'
import type { Evidence } from '../../rules/evidence.ts'

/** 800, less what the estimate of our own words may be short by. */
const MAX_TOKENS = 798
/**
 * Our own words in JSON take at least this many bytes a token; spares the count where there is room
 * anyway.
 */
const LEAST_BYTES_A_TOKEN = 3.2
/** Characters that texts may have. */
interface Step {
  evidence: number
  details: number
  narrative: number
  /** Whether the regulator's words are at their shortest. */
  tight: boolean
}
const WHOLE: Step = {
  evidence: Number.POSITIVE_INFINITY,
  details: Number.POSITIVE_INFINITY,
  narrative: Number.POSITIVE_INFINITY,
  tight: false,
}
/** Taken one after the other, each on top of those before, until the answer fits. */
const STEPS: readonly Partial<Step>[] = [
  { evidence: 48 },
  { evidence: 12 },
  { details: 80 },
  { details: 48 },
  { narrative: 200 },
  { narrative: 0 },
  { tight: true },
  { details: 24 },
  { details: 12 },
  { evidence: 1, details: 1 },
]
/** Bytes that a text of a register may have when nothing else is left to shorten. */
const WORDED_BYTES = [160, 128, 112, 96, 80, 64, 56, 48, 40, 32, 24, 20, 16, 12, 8, 4] as const
/** Flags whose details quote a register. */
const QUOTING: ReadonlySet<string> = new Set(['FCA_WARNING', 'INSOLVENCY_HISTORY'])

type Narrated = Verdict & { narrative: string | null; fca?: FcaBlock }
type Fittable = Answer & { verdict: Narrated }

/** `tightFca`: the verdict's `fca` at its shortest. */
export function shortenAnswer<Whole extends Fittable>(
  answer: Whole,
  offer: { number: string; attribution: string; priceUsdc: string; tightFca?: FcaBlock },
): Whole {
  const { number, attribution, priceUsdc, tightFca } = offer
  const fits = (candidate: Fittable) => {
    const worded = wordTexts(candidate)
    // Times are of equal length whatever they are, and the echo is at its longest.
    const json = JSON.stringify(
      envelope({ number, detail: null }, candidate, attribution, priceUsdc, '2026-01-01T00:00:00Z'),
    )
    const wordedBytes = total(worded, jsonBytes)
    const ownAtMost = (Buffer.byteLength(json) - wordedBytes) / LEAST_BYTES_A_TOKEN
    // From the cheapest look to the closest one.
    if (ownAtMost + wordedBytes <= MAX_TOKENS) return true
    const wordedTokens = total(worded, mostTokens)
    if (ownAtMost + wordedTokens <= MAX_TOKENS) return true
    const own =
      estimateTokens(json) -
      total(worded, (text) => estimateTokens(JSON.stringify(text).slice(1, -1)))
    return own + wordedTokens <= MAX_TOKENS
  }
  if (fits(answer)) return answer
  let shortened: Whole = answer
  let step = WHOLE
  for (const next of STEPS) {
    step = { ...step, ...next }
    shortened = shortenTo(answer, step, tightFca)
    if (fits(shortened)) return shortened
  }
  for (const limitBytes of WORDED_BYTES) {
    const cut = mapTexts(shortened, (text) => shortenToBytes(text, limitBytes))
    if (fits(cut)) return cut
  }
  return mapTexts(shortened, () => '')
}

function shortenTo<Whole extends Fittable>(
  answer: Whole,
  step: Step,
  tightFca: FcaBlock | undefined,
): Whole {
  const { narrative, ...rest } = answer.verdict
  const fca = step.tight && tightFca ? { fca: tightFca } : {}
  const cut = (flag: Flag): Flag => ({
    code: flag.code,
    detail: shorten(flag.detail, step.details),
  })
  return {
    ...answer,
    result: shortenEvidence(answer.result, step.evidence),
    verdict: {
      ...rest,
      ...fca,
      flags: rest.flags.map(cut),
      narrative: narrative && step.narrative > 0 ? shorten(narrative, step.narrative) : null,
    },
    degradations: answer.degradations.map((each) => ({
      ...each,
      detail: shorten(each.detail, step.details),
    })),
  }
}

/** The result with short details of its evidence; a profile has none. */
function shortenEvidence(result: object | null, limit: number): object | null {
  if (result === null || !('evidence' in result)) return result
  const { level, reasons } = result.evidence as Evidence
  const cut = reasons.map(({ code, detail }) => ({ code, detail: shorten(detail, limit) }))
  return { ...result, evidence: { level, reasons: cut } }
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2
const total = (texts: readonly string[], measure: (text: string) => number): number =>
  texts.reduce((sum, text) => sum + measure(text), 0)

/**
 * The answer with every text that a register worded replaced: those of `result` and of `fca`, dates
 * and numbers apart.
 */
function mapTexts<Whole extends Fittable>(answer: Whole, change: (text: string) => string): Whole {
  const { fca } = answer.verdict
  return {
    ...answer,
    result: mapLeaves(answer.result, change) as object | null,
    verdict: { ...answer.verdict, ...(fca ? { fca: mapLeaves(fca, change) as FcaBlock } : {}) },
  }
}

function mapLeaves(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return NO_WORDS.test(value) ? value : change(value)
  if (Array.isArray(value)) return value.map((each) => mapLeaves(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapLeaves(each, change)]),
  )
}

/**
 * Dates, company numbers, SIC codes, firm references, our own codes, and the register's own terms,
 * of which half would be another: `voluntary-arrangement`.
 */
const NO_WORDS =
  /^(\d{4}-\d{2}-\d{2}|[A-Z]{0,2}\d{0,10}|[A-Z]+(?:_[A-Z]+)+|[a-z]{1,20}|(?=.{1,60}$)[a-z]+(-[a-z0-9]+)+)$/

function wordTexts(answer: Fittable): string[] {
  const texts: string[] = []
  collectTexts(answer.result, texts)
  collectTexts(answer.verdict.fca, texts)
  for (const { code, detail } of answer.verdict.flags) if (QUOTING.has(code)) texts.push(detail)
  return texts
}

function collectTexts(value: unknown, into: string[]): void {
  if (typeof value === 'string') {
    if (!NO_WORDS.test(value)) into.push(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) collectTexts(each, into)
  }
}
