/** Quotes: the 402 reply with the terms of a paid operation. */
import { buildRefusal, VERSION_1_REASON } from '../payments/refusal.ts'
import { type Terms, toUnavailability } from '../payments/terms.ts'
import type { QuoteFreshness } from './freshness.ts'
import type { PaidCall, TermsOf, UnavailableReason } from './paid-call.ts'
import type { Reply } from './problem.ts'
import type { BoundPaid } from './registry.ts'
import { quoteReply } from './replies.ts'

/**
 * Answers 402. A promise only if a store has to be read. @throws ServiceError if no payment would
 * help
 */
export type Quote = (bound: BoundPaid, call: PaidCall) => Reply | Promise<Reply>

interface QuoteOptions {
  termsOf: TermsOf
  unavailableReason: UnavailableReason
  freshness: QuoteFreshness
}

export function createQuote({ termsOf, unavailableReason, freshness }: QuoteOptions): Quote {
  return (bound, call) => {
    const { id } = bound.operation
    const validated = bound.read(call.raw)
    if (!validated.ok && !validated.absent) throw validated.error

    function quoteWith(terms: Terms): Reply | Promise<Reply> {
      if (call.version1) {
        const refusal = buildRefusal(
          VERSION_1_REASON,
          { presented: null, state: 'unspent' },
          terms.requirements,
        )
        return quoteReply(terms, call, { refused: { error: VERSION_1_REASON, refusal } })
      }
      const known = validated.ok ? freshness(bound, validated.input, call) : null
      return known instanceof Promise
        ? known.then((fresh) => quoteReply(terms, call, { freshness: fresh }))
        : quoteReply(terms, call, { freshness: known })
    }

    // An operation with free answers can be unavailable for one input and available for others.
    const trouble = validated.ok && bound.freeAnswer ? unavailableReason(id, validated.input) : null
    const terms = termsOf(id)
    if (trouble) return quoteReply(terms, call, { trouble: toUnavailability(trouble) })

    if (terms.byUnits === null || !validated.ok || unavailableReason(id)) return quoteWith(terms)
    return findCurrentTerms(termsOf, bound, validated.input).then(quoteWith)
  }
}

/**
 * Returns the terms that a quote of this moment has. If the operation is sold by units, they are
 * the terms of all units that can be answered now. @throws ServiceError if there are none
 */
export async function findCurrentTerms(
  termsOf: TermsOf,
  { operation, quote }: BoundPaid,
  input: Record<string, unknown>,
): Promise<Terms> {
  const terms = termsOf(operation.id)
  return quote && terms.byUnits ? terms.byUnits.of(await quote(input)) : terms
}
