/**
 * Proofs of an answer: hashes that can be computed from the answer alone. Pure, and equal for
 * seller and verifier.
 *
 * The response hash is that of the x402 foundation's response-provenance proposal: SHA-256 over the
 * canonical JSON (RFC 8785) of endpoint, inputs, result, method and data vintage, without text that
 * a model wrote. The entity tag leaves out fetch times and values that change with the day alone.
 */
import { hash } from 'node:crypto'
import { canonicalJson, sha256Hex } from './hash.ts'

/** Members of an envelope that are hashed. */
export interface Provable {
  query: unknown
  result: unknown
  verdict: object
  as_of: string
}

/** Signed content of the receipt in addition to the payment. */
export interface Provenance {
  /** Operation id. */
  endpoint: string
  /** Rules that judged, such as `verdict 1.0.0`; null where none did. */
  method: string | null
  /** When the oldest data behind the answer was fetched or confirmed. */
  dataVintage: string
  responseHash: string
  /** SHA-256 of the body's bytes, hex: covers what the response hash leaves out. */
  answerDigest: string
}

export function responseHash(
  { query, result, verdict, as_of }: Provable,
  { endpoint, method }: Pick<Provenance, 'endpoint' | 'method'>,
): string {
  const { narrative: _, ...judged } = verdict as { narrative?: unknown }
  return sha256Hex(
    canonicalJson({
      endpoint,
      inputs: query,
      result: { result, verdict: judged },
      method,
      dataVintage: as_of,
    }),
  )
}

export function answerDigest(body: Uint8Array): string {
  return sha256Hex(body)
}

const CHANGES_BY_ITSELF: ReadonlySet<string> = new Set([
  'as_of',
  'fetched',
  'days_remaining',
  'days_to_close',
  'working_days_remaining',
  'age_years',
  'narrative',
])

/** A strong entity tag, quotes included. */
export function entityTag({ query, result, verdict }: Omit<Provable, 'as_of'>): string {
  return `"${hash('sha256', canonicalJson(omitChanging({ query, result, verdict })), 'base64url')}"`
}

function omitChanging(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(omitChanging)
  const stable: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value))
    if (!CHANGES_BY_ITSELF.has(name)) stable[name] = omitChanging(member)
  return stable
}

/** The header `Response-Provenance`. */
export function provenanceHeader({ responseHash: made, dataVintage }: Provenance): string {
  return `v=1; alg=sha-256; hash=${made}; vintage=${dataVintage}`
}
