/**
 * The composition root: creates the parts of the service, in the order in which they start and
 * stop.
 */

import type { Catalogue } from '../api/catalogue.ts'
import type { Pipeline } from '../api/pipeline.ts'
import type { Bound } from '../api/registry.ts'
import type { Announcements } from '../background/replica-notifications.ts'
import type { Config } from '../config.ts'
import { createServiceContext } from '../context.ts'
import { createDomains, listPaidOperationIds } from './domains.ts'
import { createHttp } from './http.ts'
import { createReplicaAnnouncements, startExampleRefresh, startPurge } from './jobs.ts'
import { chooseFreePort, explainListenError } from './listen.ts'
import { createOperations } from './operations.ts'
import { startOperatorServer } from './operator.ts'
import type { AppContext, Overrides } from './overrides.ts'
import { loadParts, PARTS } from './parts.ts'
import { buildPaymentSettings, createPayments, loadSigner } from './payments.ts'
import { createTracer } from './tracing.ts'

export interface App {
  /** Bound address, once started. */
  readonly url: string
  readonly pipeline: Pipeline
  readonly operations: readonly Bound[]
  /** Input of the published documents. */
  readonly catalogue: Catalogue
  /** Listens: from then on operations are answered. */
  listen(): Promise<void>
  /**
   * Loads what a first answer does not need, such as the terms of all operations. `start` does it
   * too.
   */
  load(): Promise<void>
  /**
   * Listens unless it does, begins background work, and loads what a first answer does not need.
   */
  start(): Promise<void>
  /** @param reason for the log */
  stop(reason?: string): Promise<void>
}

export async function createApp(given: Config, overrides: Overrides = {}): Promise<App> {
  const config = await chooseFreePort(given)
  const { timers } = overrides
  // Modules that only some deployments need are loaded only there: loading takes most of the time
  // of a start.
  const metrics =
    config.METRICS_PORT === null ? null : (await import('../observe/metrics.ts')).createMetrics()
  const context: AppContext = {
    ...(await createServiceContext(config, 'migrate', overrides)),
    ...(timers && { timers }),
  }
  const domainsByName =
    overrides.domains?.(context) ?? createDomains(context, config, overrides.previewNumbers)
  const domains = Object.values(domainsByName)

  const signing = await loadSigner(config, context)
  const { signer } = signing
  const settings = buildPaymentSettings(config)
  const paidOperationIds = listPaidOperationIds(domains)
  const payments = await createPayments(config, context, overrides, {
    settings,
    signer,
    metrics,
    paidOperationIds,
  })
  const tracer = await createTracer(config, context)
  const operations = createOperations(config, context, overrides, {
    domainsByName,
    payments,
    settings,
    signer,
    metrics,
    tracer,
  })
  const http = createHttp(config, context, {
    operations,
    payments,
    settings,
    signing,
    metrics,
    pageWallet: overrides.pageWallet,
  })
  const { log, lifecycle } = context

  async function openListeners(): Promise<Announcements | null> {
    await payments.limits.countReplicas()
    await http.server.listen().catch(explainListenError('HOST', config.HOST, 'PORT', config.PORT))
    lifecycle.onStop('http', () => http.server.close())
    const announcements = createReplicaAnnouncements(domains, context)
    if (metrics !== null)
      await startOperatorServer(config, context, {
        metrics,
        payments,
        domains,
        announcements,
        health: operations.health,
      })
    log.info(
      {
        url: http.server.url(),
        publicUrl: config.PUBLIC_URL,
        network: settings.network,
        payTo: settings.payTo,
        store: context.store.engine,
      },
      'serving',
    )
    return announcements
  }

  let listening: ReturnType<typeof openListeners> | null = null

  function listen(): ReturnType<typeof openListeners> {
    listening ??= openListeners()
    return listening
  }

  async function start(): Promise<void> {
    const announcements = await listen()
    if (lifecycle.signal.aborted) return
    payments.startWork()
    startPurge(context)
    for (const domain of domains) domain.start()
    announcements?.start()
    const { examples } = operations
    startExampleRefresh(context, examples, http.rewriteDocuments)
    if (overrides.preload !== false) await load()
  }

  async function load(): Promise<void> {
    const loading = loadParts([http.loadExtras, ...PARTS], lifecycle.signal)
    lifecycle.onStop('loading', () => loading.catch(() => {}))
    await loading
  }

  async function stop(reason = 'stop() was called'): Promise<void> {
    const startedMs = performance.now()
    log.info({ reason }, 'draining: running requests are finished, no new ones are taken')
    await lifecycle.stop()
    log.info({ seconds: Math.round((performance.now() - startedMs) / 100) / 10 }, 'stopped')
  }

  return {
    get url() {
      return http.server.url()
    },
    pipeline: operations.pipeline,
    operations: operations.all,
    catalogue: http.catalogue,
    listen: async () => void (await listen()),
    load,
    start,
    stop,
  }
}
