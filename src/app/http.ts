/** The public HTTP server: operations, documents, pages, MCP and A2A. */
import { createRouter } from '../api/registry.ts'
import type { Config } from '../config.ts'
import type { Catalogue } from '../discovery/catalogue.ts'
import { createReloadableDocuments } from '../discovery/document.ts'
import { publishDocuments } from '../discovery/index.ts'
import { signingKeyDocuments } from '../discovery/signing-keys.ts'
import type { Log } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { PaymentSettings } from '../payments/terms.ts'
import type { Clock } from '../platform/clock.ts'
import { hashKey } from '../platform/rate-limit.ts'
import { type PageWallet, pageWalletEndpoint } from '../site/page-wallet.ts'
import { paymentPages, publishPages, sampleEndpoints } from '../site/publish.ts'
import { createSampleReader } from '../site/samples.ts'
import { createSite } from '../site/site.ts'
import { a2aEndpoints } from '../transports/a2a/endpoints.ts'
import { createHttpTransport } from '../transports/http/server.ts'
import { mcpEndpoints } from '../transports/mcp/endpoints.ts'
import { type Operations, VERSION } from './operations.ts'
import type { AppContext } from './overrides.ts'
import type { loadSigner, Payments } from './payments.ts'

const SHARE_LOG_MS = 60_000

interface HttpOptions {
  operations: Operations
  payments: Payments
  settings: PaymentSettings
  signing: Awaited<ReturnType<typeof loadSigner>>
  metrics: Metrics | null
  pageWallet: PageWallet | undefined
}

export function createHttp(
  config: Config,
  { clock, log }: AppContext,
  { operations, payments, settings, signing, metrics, pageWallet }: HttpOptions,
) {
  const { all, pipeline, problems, terms, rules, health } = operations
  const catalogue: Catalogue = {
    publicUrl: config.PUBLIC_URL,
    version: VERSION,
    ...publisherOf(config),
    payment: settings,
    operations: all,
    termsOf: terms.termsOf,
    rules,
    signer: signing.signer,
  }
  const extras = config.EXTRAS === 'on'
  const site = createSite(catalogue, health, {
    extras,
    pageWallet,
    sample: extras
      ? createSampleReader(
          (nowMs, signal) => operations.sample('company', nowMs, signal),
          () => clock.nowMs(),
        )
      : undefined,
  })
  const documents = createReloadableDocuments(() => [
    ...publishDocuments(catalogue, () => clock.nowMs()),
    ...publishPages(site),
  ])
  const addresses = payments.limits.createLimiter('address')
  const transports = { catalogue, pipeline, problems, admit: addresses.debit }
  const server = createHttpTransport({
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    router: createRouter(all),
    pipeline,
    problems,
    documents: [...documents.documents, ...signingKeyDocuments(signing)],
    paymentPage: paymentPages(site),
    addresses,
    maxConnections: config.MAX_CONNECTIONS,
    ...(metrics && { onConnectionClosed: metrics.connectionClosed }),
    onShareExceeded: createShareLog(log, clock),
    endpoints: [
      ...sampleEndpoints(site, transports),
      ...(pageWallet ? [pageWalletEndpoint(pageWallet)] : []),
      ...a2aEndpoints(transports),
      ...mcpEndpoints(transports),
    ],
  })
  return { server, catalogue, rewriteDocuments: documents.rewrite }
}

/** Logs refused connections, at most once a minute: a refused caller may try again immediately. */
function createShareLog(log: Log, clock: Clock) {
  let quietUntilMs = 0
  return (address: string, share: number): void => {
    if (clock.nowMs() < quietUntilMs) return
    quietUntilMs = clock.nowMs() + SHARE_LOG_MS
    log.warn(
      { limit: 'connections_of_address', share, keyHash: hashKey(address) },
      'connections refused: one address has its share of MAX_CONNECTIONS open',
    )
  }
}

/** Returns what documents name of the operator. */
function publisherOf(config: Config) {
  return {
    contactEmail: config.CONTACT_EMAIL,
    repositoryUrl: config.REPOSITORY_URL,
    packages: { client: config.CLIENT_PACKAGE, bridge: config.BRIDGE_PACKAGE },
    glamaClaim: config.GLAMA_CLAIM,
  }
}
