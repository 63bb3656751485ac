/** The operator's address: metrics, readiness and page. */
import { collectSources } from '../api/health-report.ts'
import type { Announcements } from '../background/replica-notifications.ts'
import type { Config } from '../config.ts'
import type { Domain } from '../contract/domain.ts'
import type { Health } from '../meta/deps.ts'
import type { Metrics, MetricsSnapshot } from '../observe/metrics.ts'
import { createOperatorServer, type Page } from '../operator/operator.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { createAvailabilityCheck, listPaidOperationIds } from './domains.ts'
import { explainListenError } from './listen.ts'
import type { AppContext } from './overrides.ts'
import type { Payments } from './payments.ts'

interface OperatorOptions {
  metrics: Metrics
  payments: Payments
  domains: readonly Domain[]
  /** `null` if there are no other replicas. */
  announcements: Announcements | null
  health: () => Promise<Health>
}

/** Listens on METRICS_PORT, if it is configured. */
export async function startOperatorServer(
  { METRICS_HOST: host, METRICS_PORT: port }: Config,
  context: AppContext,
  options: OperatorOptions,
): Promise<void> {
  if (port === null) return
  const { metrics, payments, domains } = options
  const { claims, audits } = payments
  const unavailableReason = createAvailabilityCheck(domains)

  async function render(): Promise<string> {
    // Metrics that need no store are shown even if the store does not answer.
    const [settling, differing] = await Promise.allSettled([
      claims.countSettling(),
      audits.countDiffering(),
    ])
    metrics.ledger(
      settling.status === 'fulfilled' ? settling.value : null,
      differing.status === 'fulfilled' ? differing.value : null,
    )
    metrics.sources(collectSources(domains))
    metrics.figures(await collectMetrics(context, options))
    metrics.undeliverable(listPaidOperationIds(domains).filter((id) => unavailableReason(id)))
    return metrics.render()
  }

  async function ready(): Promise<void> {
    if (context.lifecycle.signal.aborted) throw new ServiceError('SHUTTING_DOWN', 'stopping')
    await claims.countSettling()
  }

  const page = rememberBriefly(context.clock, async () => {
    // Loaded with the first request: few starts need it.
    const [{ renderOperatorPage, PAGE_HEADERS }, { collectReport }] = await Promise.all([
      import('../operator/page.ts'),
      import('./operator-report.ts'),
    ])
    const { registerCalls } = await collectMetrics(context, options)
    const report = await collectReport({
      store: context.store,
      nowMs: context.clock.nowMs(),
      domains,
      metrics,
      health: await options.health(),
      registerCalls,
      facilitatorProblem: payments.facilitator.advice(),
    })
    return { html: renderOperatorPage(report), headers: PAGE_HEADERS }
  })

  const server = createOperatorServer({ host, port, metrics: render, ready, page })
  await server.listen().catch(explainListenError('METRICS_HOST', host, 'METRICS_PORT', port))
  context.lifecycle.onStop('operator server', () => server.close())
}

const PAGE_MS = 5000

/** Reads at most once in five seconds: the sums of a month are read by the thread that serves. */
function rememberBriefly({ elapsedMs }: Clock, build: () => Promise<Page>): () => Promise<Page> {
  let built: Promise<Page> | null = null
  let untilMs = 0
  return () => {
    if (built !== null && elapsedMs() < untilMs) return built
    untilMs = elapsedMs() + PAGE_MS
    built = build()
    built.catch(() => {
      built = null
    })
    return built
  }
}

/** Returns the current values of all domains together, and of the application. */
async function collectMetrics(
  { clock }: AppContext,
  { payments, domains, announcements }: OperatorOptions,
): Promise<MetricsSnapshot> {
  const all = await Promise.all(domains.map((domain) => domain.metrics?.() ?? {}))
  const nowMs = clock.nowMs()
  const settled = [...(payments.settlementAges?.last() ?? [])]
  return {
    generations: Object.assign({}, ...all.map(({ generations }) => generations)),
    upstreams: Object.assign({}, ...all.map(({ upstreams }) => upstreams)),
    registerCalls: all.find(({ registerCalls }) => registerCalls != null)?.registerCalls ?? null,
    inFlight: payments.inFlight(),
    failedSettlements: payments.facilitator.countFailedSettlements(),
    settlementAges: Object.fromEntries(
      settled.map(([id, atMs]) => [id, Math.round((nowMs - atMs) / 1000)]),
    ),
    replicas: announcements && {
      count: payments.limits.replicas(),
      isListening: announcements.isListening(),
    },
  }
}
