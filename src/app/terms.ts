/** The payment terms of every paid operation. */
import { setImmediate } from 'node:timers/promises'
import type { TermsOf, UnavailableReason } from '../api/paid-call.ts'
import type { Pipeline } from '../api/pipeline.ts'
import type { BoundPaid } from '../api/registry.ts'
import type { Domain } from '../contract/domain.ts'
import type { Offers } from '../payments/offer-receipt.ts'
import {
  buildTerms,
  type PaymentSettings,
  type Terms,
  toUnavailability,
} from '../payments/terms.ts'

export interface TermsIndex {
  /** @throws Error if the terms are not built yet */
  termsOf: TermsOf
  /** Builds the terms of an operation. Returns `null` if they are built. */
  prepare(operationId: string): Promise<void> | null
  /** Builds the terms that are not built yet, in turn with other work. */
  prepareAll(): Promise<void>
}

export function createTermsIndex(
  paid: readonly BoundPaid[],
  domains: readonly Domain[],
  settings: PaymentSettings,
  offers: Offers,
  unavailableReason: UnavailableReason,
): TermsIndex {
  const notes: Readonly<Record<string, string>> = Object.assign(
    {},
    ...domains.map(({ listingNotes }) => listingNotes),
  )
  const terms = new Map<string, Terms>()

  const findPaid = (operationId: string) =>
    paid.find(({ operation }) => operation.id === operationId)!

  async function build({ operation }: BoundPaid): Promise<Terms> {
    const findUndelivered = () => {
      const reason = unavailableReason(operation.id)
      return reason && toUnavailability(reason)
    }
    const note = notes[operation.id] ?? ''
    return await buildTerms(operation, settings, note, { offers, undelivered: findUndelivered })
  }

  async function add(bound: BoundPaid): Promise<void> {
    terms.set(bound.operation.id, await build(bound))
  }

  return {
    termsOf(operationId) {
      const found = terms.get(operationId)
      if (!found) throw new Error(`the terms of ${operationId} are not built yet`)
      return found
    },
    prepare: (operationId) => (terms.has(operationId) ? null : add(findPaid(operationId))),
    async prepareAll() {
      for (const bound of paid) {
        if (terms.has(bound.operation.id)) continue
        await add(bound)
        await setImmediate()
      }
    },
  }
}

/** Builds the terms of an operation before its first call. */
export function withTerms(pipeline: Pipeline, terms: TermsIndex): Pipeline {
  return {
    ...pipeline,
    handle(call) {
      const { bound } = call
      const pending = bound.kind === 'paid' ? terms.prepare(bound.operation.id) : null
      return pending === null ? pipeline.handle(call) : pending.then(() => pipeline.handle(call))
    },
  }
}
