/**
 * What the public server answers besides operations: documents, pages, samples, MCP and A2A. A
 * start does not load this module.
 */

import type { Catalogue } from '../api/catalogue.ts'
import type { Limiter } from '../api/rate-limit.ts'
import { createReloadableDocuments } from '../discovery/document.ts'
import { publishDocuments } from '../discovery/index.ts'
import { createSigningKeyDocuments } from '../discovery/signing-keys.ts'
import type { Clock } from '../platform/clock.ts'
import { type PageWallet, pageWalletEndpoint } from '../site/page-wallet.ts'
import { createBrowserPages, publishPages, sampleEndpoints } from '../site/publish.ts'
import { createSampleReader } from '../site/samples.ts'
import { createSite } from '../site/site.ts'
import { a2aEndpoints } from '../transports/a2a/endpoints.ts'
import type { Extras } from '../transports/http/server.ts'
import { mcpEndpoints } from '../transports/mcp/endpoints.ts'
import type { Operations } from './operations.ts'
import type { loadSigner } from './payments.ts'

export interface ExtrasOptions {
  clock: Clock
  catalogue: Catalogue
  operations: Operations
  addresses: Limiter
  signing: Awaited<ReturnType<typeof loadSigner>>
  pageWallet: PageWallet | undefined
}

/** @param options with a catalogue whose terms are all built */
export function createExtras({
  clock,
  catalogue,
  operations: { pipeline, problems, health, sample },
  addresses,
  signing,
  pageWallet,
}: ExtrasOptions): Extras & { rewriteDocuments(): void } {
  const site = createSite(catalogue, health, {
    pageWallet,
    sample: createSampleReader(
      (nowMs, signal) => sample('company', nowMs, signal),
      () => clock.nowMs(),
    ),
  })
  const reloadable = createReloadableDocuments(() => [
    ...publishDocuments(catalogue, () => clock.nowMs()),
    ...publishPages(site),
  ])
  const transports = { catalogue, pipeline, problems, admit: addresses.debit }
  return {
    documents: [...reloadable.documents, ...createSigningKeyDocuments(signing)],
    endpoints: [
      ...sampleEndpoints(site, transports),
      ...(pageWallet ? [pageWalletEndpoint(pageWallet)] : []),
      ...a2aEndpoints(transports),
      ...mcpEndpoints(transports),
    ],
    page: createBrowserPages(site),
    rewriteDocuments: reloadable.rewrite,
  }
}
