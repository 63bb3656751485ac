/** Input of every document: the registered operations, their terms, and the operator's details. */

import type { PublishedRules } from '../contract/rules.ts'
import type { PaymentSettings, Terms } from '../payments/terms.ts'
import type { Signer } from '../signing/key.ts'
import type { Bound, BoundPaid } from './registry.ts'

export interface Catalogue {
  publicUrl: string
  /** Version of the package, as in health. */
  version: string
  contactEmail: string | null
  /** Address of the source code; `null` if the operator has not set one. */
  repositoryUrl: string | null
  /** Published names of client and bridge; documents name no other package. */
  packages: { client: string | null; bridge: string | null }
  /** Proof of ownership for glama.ai; `null` if the operator has none. */
  glamaClaim: string | null
  payment: PaymentSettings
  operations: readonly Bound[]
  termsOf(operationId: string): Terms
  rules: readonly PublishedRules[]
  /** Key that signs documents; its public half is in `/.well-known/jwks.json`. */
  signer: Signer
}

export const SERVICE_TITLE = 'UK Intelligence Pay-Per-Call Service'

/** At most two sentences: directories show it whole. */
export const SERVICE_SUMMARY =
  'Checks UK companies, finds and scores public-sector tenders, matches grants and profiles funders, for AI agents. ' +
  'Each call is paid in USDC over x402: no account, no API key.'

/** Topic of each family, by tag. */
export const FAMILIES = {
  'wing-1':
    'Companies: the national register, a legitimacy verdict, the financial regulator’s register',
  'wing-2': 'Tenders: live UK public-sector notices, dossiers, fit scores',
  'wing-3': 'Grants and funders: live funding calls, eligibility, giving history',
  changes: 'Changes: what is new in a saved search, or of a company, since a cursor',
  free: 'Health, a sample of the day, feedback',
} as const

/** Returns the contact; without an address of the operator, the service's own. */
export function buildContact({ contactEmail, publicUrl }: Catalogue): {
  name: string
  url: string
  email?: string
} {
  return {
    name: SERVICE_TITLE,
    url: publicUrl,
    ...(contactEmail === null ? {} : { email: contactEmail }),
  }
}

export function listPaidOperations({ operations }: Catalogue): BoundPaid[] {
  return operations.filter((bound) => bound.kind === 'paid')
}

/** Which money is taken, in one sentence for text documents. */
export function paymentMode({ payment }: Catalogue): string {
  return payment.test
    ? `This deployment is in test mode: it takes test USDC on ${payment.networkName} (${payment.network}), which has no value.`
    : `Payments are taken in USDC on ${payment.networkName} (${payment.network}).`
}

/** `company_verdict` to `CompanyVerdict`. */
export function pascalCase(id: string): string {
  return id.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
