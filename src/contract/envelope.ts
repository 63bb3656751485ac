/** The envelope of every answer: specification "Envelope", contract sections 1 and 2. Key order is part of the contract. */

import type { Degradation } from '../refresh/source.ts'

export interface Flag {
  code: string
  detail: string
}

export interface Source {
  name: string
  /** When the data behind the answer was fetched or last confirmed; null when it never was. */
  fetched: string | null
  url: string | null
}

/** The verdict slot of operations that judge nothing, and the base of those that do. */
export interface Verdict {
  score: number | null
  band: string | null
  flags: readonly Flag[]
}

/** What an operation returns; the pipeline makes the envelope of it. */
export interface Answer {
  result: object | null
  /** Omitted: the operation has no verdict of its own. */
  verdict?: Verdict
  sources: readonly Source[]
  degradations: readonly Degradation[]
  /** Replaces the operation's standing attribution, for answers whose licences depend on the data. */
  attribution?: string
  /** The same object is returned again while nothing that it rests on has changed, so that its bytes may be kept. Names a fetched source. */
  shared?: true
}

export type Confidence = 'high' | 'medium' | 'low'

const NOTICE = 'Information, not advice.'
export const NO_VERDICT = { score: null, band: null, flags: [] as Flag[], narrative: null }

const DEGRADATION_FLAG = { stale: 'SOURCE_STALE', failed: 'SOURCE_FAILED' } as const

function confidenceOf(degradations: readonly Degradation[]): Confidence {
  if (degradations.some((each) => each.kind === 'failed')) return 'low'
  return degradations.length > 0 ? 'medium' : 'high'
}

export function envelope(query: object, answer: Answer, attribution: string, priceUsdc: string, nowInstant: string): object {
  const sources = [...answer.sources].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  const fetched = sources.map((source) => source.fetched).filter((time) => time !== null)
  const base = answer.verdict ?? NO_VERDICT
  const degraded = answer.degradations
    .filter((each) => each.flagged)
    .map((each): Flag => ({ code: DEGRADATION_FLAG[each.kind], detail: each.detail }))
  return {
    query,
    result: answer.result,
    verdict: degraded.length > 0 ? { ...base, flags: [...base.flags, ...degraded] } : base,
    confidence: confidenceOf(answer.degradations),
    as_of: fetched.length > 0 ? fetched.reduce((oldest, time) => (time < oldest ? time : oldest)) : nowInstant,
    sources,
    attribution: answer.attribution ?? attribution,
    notice: NOTICE,
    cost: { amount: priceUsdc, currency: 'USDC' },
  }
}
