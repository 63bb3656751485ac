/** The payment terms of every paid operation. */
import type { TermsOf, UnavailableReason } from '../api/paid-call.ts'
import type { BoundPaid } from '../api/registry.ts'
import type { Domain } from '../contract/domain.ts'
import type { Offers } from '../payments/offer-receipt.ts'
import { availabilityOf, buildTerms, type PaymentSettings, type Terms } from '../payments/terms.ts'

export interface TermsIndex {
  termsOf: TermsOf
  /** Builds all terms again, from the examples of this moment. */
  rebuild(): Promise<void>
}

export async function buildTermsIndex(
  paid: readonly BoundPaid[],
  domains: readonly Domain[],
  settings: PaymentSettings,
  offers: Offers,
  unavailableReason: UnavailableReason,
): Promise<TermsIndex> {
  const notes: Readonly<Record<string, string>> = Object.assign(
    {},
    ...domains.map(({ listingNotes }) => listingNotes),
  )
  let terms = new Map<string, Terms>()

  async function rebuild(): Promise<void> {
    const built = new Map<string, Terms>()
    for (const { operation } of paid) {
      const findUndelivered = () => {
        const reason = unavailableReason(operation.id)
        return reason && availabilityOf(reason)
      }
      const note = notes[operation.id] ?? ''
      built.set(
        operation.id,
        await buildTerms(operation, settings, note, { offers, undelivered: findUndelivered }),
      )
    }
    terms = built
  }

  await rebuild()
  return { termsOf: (operationId) => terms.get(operationId)!, rebuild }
}
