/** The public HTTP server. */

import type { Catalogue } from '../api/catalogue.ts'
import { createRouter } from '../api/registry.ts'
import type { Config } from '../config.ts'
import type { Log } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { PaymentSettings } from '../payments/terms.ts'
import type { Clock } from '../platform/clock.ts'
import { hashKey } from '../platform/rate-limit.ts'
import type { PageWallet } from '../site/page-wallet.ts'
import { createHttpTransport } from '../transports/http/server.ts'
import type { createExtras } from './extras.ts'
import { type Operations, VERSION } from './operations.ts'
import type { AppContext } from './overrides.ts'
import type { loadSigner, Payments } from './payments.ts'

const SHARE_LOG_MS = 60_000

type LoadedExtras = ReturnType<typeof createExtras>

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
  const { all, pipeline, problems, terms, rules } = operations
  const catalogue: Catalogue = {
    publicUrl: config.PUBLIC_URL,
    version: VERSION,
    ...buildPublisher(config),
    payment: settings,
    operations: all,
    termsOf: terms.termsOf,
    rules,
    signer: signing.signer,
  }
  const addresses = payments.limits.createLimiter('address')
  let loading: Promise<LoadedExtras> | null = null

  async function load(): Promise<LoadedExtras> {
    await terms.prepareAll()
    const { createExtras } = await import('./extras.ts')
    return createExtras({ clock, catalogue, operations, addresses, signing, pageWallet })
  }

  function loadExtras(): Promise<LoadedExtras> {
    loading ??= load()
    return loading
  }

  /** Documents that are not written yet will show the new examples anyway. */
  async function rewriteDocuments(): Promise<void> {
    const extras = await loading
    extras?.rewriteDocuments()
  }

  const server = createHttpTransport({
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    router: createRouter(all),
    pipeline,
    problems,
    loadExtras,
    addresses,
    maxConnections: config.MAX_CONNECTIONS,
    ...(metrics && { onConnectionClosed: metrics.connectionClosed }),
    onShareExceeded: createShareLog(log, clock),
  })
  return {
    server,
    catalogue,
    loadExtras,
    rewriteDocuments,
  }
}

/** Logs refused connections, at most once a minute: a refused caller may try again immediately. */
function createShareLog(log: Log, clock: Clock) {
  let quietUntilMs = 0
  return (address: string, share: number): void => {
    if (clock.elapsedMs() < quietUntilMs) return
    quietUntilMs = clock.elapsedMs() + SHARE_LOG_MS
    log.warn(
      { limit: 'connections_of_address', share, keyHash: hashKey(address) },
      'connections refused: one address has its share of MAX_CONNECTIONS open',
    )
  }
}

/** Returns what documents name of the operator. */
function buildPublisher(config: Config) {
  return {
    contactEmail: config.CONTACT_EMAIL,
    repositoryUrl: config.REPOSITORY_URL,
    packages: { client: config.CLIENT_PACKAGE, bridge: config.BRIDGE_PACKAGE },
    glamaClaim: config.GLAMA_CLAIM,
  }
}
