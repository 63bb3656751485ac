/**
 * If-None-Match of an unpaid caller: 304 if the cached data still gives the answer that the caller
 * has.
 */
import type { Envelope } from '../contract/envelope.ts'
import { type Caller, runFor } from '../platform/caller.ts'
import type { Answering } from './answering.ts'
import type { PaidCall } from './paid-call.ts'
import type { Reply } from './problem.ts'
import type { Proofs } from './proofs.ts'
import type { BoundPaid } from './registry.ts'
import { notModifiedReply } from './replies.ts'

/**
 * An entity tag as this service sends it, or as a proxy that compresses passes it on: weak, or with
 * the encoding in it (`"…-gzip"`).
 */
const ENTITY_TAGS = /"([\w-]{43})(?:-[a-z]+)?"/g
const NEVER_ABORTED = new AbortController().signal

/**
 * Returns the 304 reply, or null if the caller has no current tag. Sends no request to a source.
 */
export type FindNotModified = (bound: BoundPaid, call: PaidCall) => Promise<Reply | null>

export function createFindNotModified(answering: Answering, proofs: Proofs): FindNotModified {
  return async (bound, { raw, ifNoneMatch }) => {
    const tags = [...(ifNoneMatch ?? '').matchAll(ENTITY_TAGS)].map(([, tag]) => `"${tag}"`)
    const validated = bound.read(raw)
    if (tags.length === 0 || !validated.ok) return null

    const cacheOnly: Caller = { hasRecentPurchase: false, cacheOnly: true }
    // The caller is quoted the price after any error, so an unpaid call does not show why there is
    // no answer.
    const answered = await runFor(cacheOnly, () =>
      answering(bound, validated, () => bound.operation.priceUsdc, NEVER_ABORTED),
    ).catch(() => null)

    if (!answered || !isFresh(answered.envelope)) return null
    const { etag } = proofs(
      answered.envelope,
      { endpoint: bound.operation.id, method: answered.judgedBy },
      true,
    )
    return etag !== null && tags.includes(etag) ? notModifiedReply(etag) : null
  }
}

/** An index that is not complete yet lowers the confidence as well, and is fresh. */
function isFresh({ confidence, verdict }: Envelope): boolean {
  if (confidence === 'medium') return verdict.flags.every(({ code }) => code !== 'SOURCE_STALE')
  return confidence === 'high'
}
