/**
 * The hashes that an answer is proved by. An answer from memory is sold many times, of the very
 * same objects: what was hashed once is remembered with them, since hashing costs a tenth of a sale
 * (docs/contributors/payments.md, "Receipts").
 */
import type { Envelope } from '../contract/envelope.ts'
import { canonicalJson } from '../platform/hash.ts'
import { entityTag, type Provenance, responseHash } from '../platform/provenance.ts'

interface Hashes {
  responseHash: string
  /** Null on operations whose answers are not compared. */
  etag: string | null
}

export type Proofs = (
  envelope: Envelope,
  made: Pick<Provenance, 'endpoint' | 'method'>,
  isCompared: boolean,
) => Hashes

export function createProofs(): Proofs {
  const known = new WeakMap<object, { basis: readonly unknown[]; hashes: Hashes }>()
  return (envelope, made, isCompared) => {
    const { query, result, verdict, as_of } = envelope
    // All that is hashed. No code writes to an answer, so its objects identify their content.
    const basis = [verdict, as_of, made.endpoint, made.method, canonicalJson(query)]
    const stored = result === null ? undefined : known.get(result)
    if (stored?.basis.every((member, index) => member === basis[index])) return stored.hashes
    const hashes = {
      responseHash: responseHash(envelope, made),
      etag: isCompared ? entityTag(envelope) : null,
    }
    if (result !== null) known.set(result, { basis, hashes })
    return hashes
  }
}
