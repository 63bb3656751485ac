/**
 * The default answer of profile and verdict stays at or under 800 tokens of the o200k encoding (specification "Limits"). On overflow
 * flag details are shortened, then the narrative, last the regulator's words; no key and no value of the profile is ever touched.
 */
import { type Answer, envelope, type Flag, type Verdict } from '../../contract/envelope.ts'
import { shorten } from '../../kernel/text.ts'
import type { FcaBlock } from '../model/standing.ts'
import { estimateTokens, SURELY_SMALL_BYTES } from '../model/tokens.ts'

/** Of the estimate: 800 less what it may be short by for names and addresses of unusual words. */
const MAX_ESTIMATE = 770
/** Tried one after the other; the first that fits is served. */
const STEPS = [
  { details: 80, narrative: Number.POSITIVE_INFINITY, tight: false },
  { details: 48, narrative: Number.POSITIVE_INFINITY, tight: false },
  { details: 48, narrative: 200, tight: false },
  { details: 48, narrative: 0, tight: false },
  { details: 48, narrative: 0, tight: true },
  { details: 24, narrative: 0, tight: true },
  { details: 12, narrative: 0, tight: true },
  { details: 1, narrative: 0, tight: true },
] as const

type Step = (typeof STEPS)[number]
type Narrated = Verdict & { narrative: string | null; fca?: FcaBlock }

/** `tightFca`: the verdict's `fca` at its shortest. */
export function fitAnswer(
  answer: Answer & { verdict: Narrated },
  offer: { number: string; attribution: string; priceUsdc: string; tightFca?: FcaBlock },
): Answer {
  const { number, attribution, priceUsdc, tightFca } = offer
  // Times are of equal length whatever they are, and the echo is at its longest.
  const fits = (candidate: Answer) => {
    const json = JSON.stringify(envelope({ number, detail: null }, candidate, attribution, priceUsdc, '2026-01-01T00:00:00Z'))
    return Buffer.byteLength(json) <= SURELY_SMALL_BYTES || estimateTokens(json) <= MAX_ESTIMATE
  }
  if (fits(answer)) return answer
  let shortened: Answer = answer
  for (const step of STEPS) {
    shortened = shortenTo(answer, step, tightFca)
    if (fits(shortened)) break
  }
  return shortened
}

function shortenTo(answer: Answer & { verdict: Narrated }, step: Step, tightFca: FcaBlock | undefined): Answer {
  const { narrative, ...rest } = answer.verdict
  const fca = step.tight && tightFca ? { fca: tightFca } : {}
  const cut = (flag: Flag): Flag => ({ code: flag.code, detail: shorten(flag.detail, step.details) })
  return {
    ...answer,
    verdict: { ...rest, ...fca, flags: rest.flags.map(cut), narrative: shortenNarrative(narrative, step.narrative) } as Narrated,
    degradations: answer.degradations.map((each) => ({ ...each, detail: shorten(each.detail, step.details) })),
  }
}

function shortenNarrative(narrative: string | null, limit: number): string | null {
  if (narrative === null || limit === 0) return null
  return Number.isFinite(limit) ? shorten(narrative, limit) : narrative
}
