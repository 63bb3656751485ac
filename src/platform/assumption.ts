/** What the code takes for granted of somebody else's answers: named beside the code that rests on it, held against live answers by `ukintel doctor`. */

/** What came back of one request. */
export interface Payload {
  /** Where it came from, without keys. */
  url: string
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: string
  /** Undefined where the body is not JSON. */
  json: unknown
}

export interface Assumption {
  /** Stable, for programs and tests: `companies-house/profile-number`. */
  id: string
  /** In one sentence. */
  says: string
  /** The day on which it was written down. */
  since: string
  /** On what it was seen last; null: on nothing but documentation. */
  seen: { on: string; live: boolean } | null
  /** What was seen instead; null: it holds. Never repeats more than a few words of the answer, and no person. */
  fault(payload: Payload): string | null
}

export const RECORDED = { on: '2026-11-20, recorded data', live: false } as const

export type Json = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** Null where it is no list of objects. */
export function objectsOf(value: unknown): readonly Json[] | null {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null)
    ? (value as Json[])
    : null
}

/** There is nothing in this answer to judge by: neither held nor broken. */
export class NothingToJudge extends Error {
  override name = 'NothingToJudge'
}

/** How many of the items lack what is wanted; null: none. `most`: half of them may. @throws NothingToJudge where there is no item */
export function lacking(
  items: readonly Json[],
  what: string,
  has: (item: Json) => boolean,
  most = false,
): string | null {
  if (items.length === 0) throw new NothingToJudge('the answer lists nothing')
  const without = items.filter((item) => !has(item)).length
  if (without === 0 || (most && without <= items.length / 2)) return null
  return `${without} of ${items.length} have no ${what}`
}
