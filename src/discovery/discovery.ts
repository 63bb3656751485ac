/** Small documents by which crawlers, directories and security people find the rest. */

import {
  type Catalogue,
  listPaidOperations,
  paymentMode,
  SERVICE_SUMMARY,
} from '../api/catalogue.ts'
import { SERVICE_NAME } from '../payments/terms.ts'

/**
 * Builds `/.well-known/x402.json`, the foundation's draft of a manifest. The older
 * `/.well-known/x402` is only read to warn about it.
 */
export function x402Manifest(catalogue: Catalogue, lastUpdated: string): object {
  return {
    x402Version: 2,
    lastUpdated,
    name: SERVICE_NAME,
    description: `${SERVICE_SUMMARY} ${paymentMode(catalogue)}`,
    openapi: `${catalogue.publicUrl}/openapi.json`,
    items: listPaidOperations(catalogue).map(({ operation }) => {
      const { accepts, resource } = catalogue
        .termsOf(operation.id)
        .paymentRequired(`${catalogue.publicUrl}${operation.path}`)
      return {
        resource: resource?.url,
        type: 'http',
        method: operation.method,
        x402Version: 2,
        accepts,
        price: operation.priceUsdc,
        currency: 'USDC',
        ...(operation.soldBy ? { per: operation.soldBy.unit } : {}),
        metadata: resource,
      }
    }),
  }
}

export const LINKSET_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** `/.well-known/api-catalog`: RFC 9727. */
export function apiCatalog({ publicUrl }: Catalogue): object {
  return {
    linkset: [
      {
        anchor: `${publicUrl}/`,
        'service-desc': [
          { href: `${publicUrl}/openapi.json`, type: 'application/json' },
          { href: `${publicUrl}/.well-known/agent-card.json`, type: 'application/json' },
        ],
        'service-doc': [
          { href: `${publicUrl}/llms.txt`, type: 'text/plain' },
          { href: `${publicUrl}/docs/api`, type: 'text/html' },
        ],
        'service-meta': [{ href: `${publicUrl}/.well-known/x402.json`, type: 'application/json' }],
        status: [{ href: `${publicUrl}/v1/health`, type: 'application/json' }],
      },
    ],
  }
}

export function robotsTxt({ publicUrl }: Catalogue): string {
  return `# Machines are welcome. Paid operations answer 402 without a payment.\n# For language models: ${publicUrl}/llms.txt\nUser-agent: *\nAllow: /\nSitemap: ${publicUrl}/sitemap.xml\n`
}

const VALID_DAYS = 180

/** `/.well-known/security.txt`: RFC 9116. `nowMs` sets the expiry, which the format requires. */
export function securityTxt({ publicUrl, contactEmail }: Catalogue, nowMs: number): string {
  const expires = new Date(nowMs + VALID_DAYS * 86_400_000).toISOString().slice(0, 10)
  const contact = contactEmail === null ? `${publicUrl}/v1/feedback` : `mailto:${contactEmail}`
  return `Contact: ${contact}\nExpires: ${expires}T00:00:00Z\nPreferred-Languages: en\nCanonical: ${publicUrl}/.well-known/security.txt\n`
}
