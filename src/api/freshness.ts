/**
 * Freshness of the data behind an answer, for its unpaid quote. A quote never fails because of it.
 */
import {
  type Basis,
  buildFreshness,
  type Freshness,
  type SearchedBasis,
} from '../contract/freshness.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { createMemo } from '../platform/memo.ts'
import type { Limiter } from './rate-limit.ts'
import type { BoundPaid } from './registry.ts'

/**
 * Returns the extension for one question, `null` if nothing is known. A promise only where the
 * limit or a store has to be read.
 */
export type QuoteFreshness = (
  bound: BoundPaid,
  input: Record<string, unknown>,
  caller: { address: string },
) => Freshness | null | Promise<Freshness | null>

export interface QuoteFreshnessOptions {
  limit: Limiter
  /** Whether searches for unpaid callers are left out. */
  underLoad: () => boolean
  clock: Clock
  log: Pick<Log, 'warn'>
}

/**
 * Bounds of searches. With counts between them a caller could find a value or a day that is sold,
 * by halving.
 */
const BOUNDS = [
  'value_min',
  'value_max',
  'min',
  'max',
  'deadline_after',
  'ends_after',
  'ends_before',
]

/** Counts of different questions that are remembered. */
const REMEMBERED = 2000

export function createQuoteFreshness({
  limit,
  underLoad,
  clock,
  log,
}: QuoteFreshnessOptions): QuoteFreshness {
  const counts = createMemo<number>(REMEMBERED)

  function describeFreshness(
    bound: BoundPaid,
    input: Record<string, unknown>,
    basis: SearchedBasis,
  ): Freshness {
    const { matches } = basis
    if (!matches) return buildFreshness(basis)
    const question = `${bound.operation.id} ${JSON.stringify(input)}`
    return buildFreshness(basis, counts.memoize(question, [matches.revision], matches.count))
  }

  /**
   * Runs `look` and describes what it finds. What it throws is why there would be no answer: the
   * quote then says nothing.
   */
  function findKnown(
    bound: BoundPaid,
    input: Record<string, unknown>,
    look: BoundPaid['findSearchBasis'],
  ) {
    const onFound = (basis: Basis | null) => basis && describeFreshness(bound, input, basis)
    const onFailed = (error: unknown): null => {
      if (!(error instanceof ServiceError))
        log.warn(
          { operation: bound.operation.id, err: error },
          'freshness of a quote cannot be read',
        )
      return null
    }
    try {
      const basis = look?.(input, { nowMs: clock.nowMs() }) ?? null
      return basis instanceof Promise ? basis.then(onFound).catch(onFailed) : onFound(basis)
    } catch (error) {
      return onFailed(error)
    }
  }

  /**
   * Debits for remembered counts too, so that no caller can see whether another one sent the same
   * question.
   */
  function isAdmitted(address: string): boolean | Promise<boolean> {
    try {
      const admitted = limit.debit(address)
      return admitted instanceof Promise ? admitted.then(() => true).catch(() => false) : true
    } catch {
      return false
    }
  }

  return (bound, input, { address }) => {
    const { freshness, findSearchBasis } = bound
    const chooseFreshness = (admitted: boolean) =>
      findKnown(bound, input, admitted ? findSearchBasis : freshness)
    const isBounded = BOUNDS.some((name) => input[name] !== undefined && input[name] !== null)
    if (!findSearchBasis || isBounded || underLoad()) return chooseFreshness(false)
    const admitted = isAdmitted(address)
    return admitted instanceof Promise ? admitted.then(chooseFreshness) : chooseFreshness(admitted)
  }
}
