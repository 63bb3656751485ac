/**
 * An answer as `ukintel call --save` stores it: the request, the exact response, and the seller's
 * public keys at that time.
 */
import { z } from 'zod'
import type { BoughtAnswer, CallRequest } from './buyer.ts'

const HEADERS = ['payment-response', 'response-provenance', 'etag'] as const

const jwk = z.looseObject({
  kid: z.string(),
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  y: z.string().optional(),
})
const keySet = z.looseObject({ keys: z.array(jwk) })

export type ListedKey = z.output<typeof jwk>

const savedAnswer = z.strictObject({
  ukintel_answer: z.literal(1),
  request: z.strictObject({ method: z.string(), url: z.string(), body: z.string().nullable() }),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  keys: z.array(jwk),
  body: z.string(),
})

export type SavedAnswer = z.output<typeof savedAnswer>

export function readSavedText(
  { method, url, body }: CallRequest,
  { status, headers, text }: BoughtAnswer,
  keys: readonly ListedKey[],
): string {
  const stored = HEADERS.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const saved: SavedAnswer = {
    ukintel_answer: 1,
    request: { method, url, body: body ?? null },
    status,
    headers: Object.fromEntries(stored),
    keys: [...keys],
    body: text,
  }
  return `${JSON.stringify(saved, null, 2)}\n`
}

/** Null where it is none. */
export function readSaved(text: string): SavedAnswer | null {
  try {
    return savedAnswer.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * Fetches the keys that a seller lists. @throws Error if it does not answer, or answers otherwise
 */
export async function findListedKeys(
  origin: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<ListedKey[]> {
  const response = await fetch(`${origin}/.well-known/jwks.json`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  })
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`)
  return keySet.parse(await response.json()).keys
}
