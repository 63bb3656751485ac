/** The composition root: puts the concrete parts of the service together, in the order in which they start and stop. */

import packageJson from '../package.json' with { type: 'json' }
import { createExamples, type Examples } from './api/examples.ts'
import { healthReport, sourcesOf } from './api/health-report.ts'
import type { UnavailableReason } from './api/paid-call.ts'
import { createPipeline, type Pipeline } from './api/pipeline.ts'
import { createLimiter, type Limiter, type LimitName } from './api/rate-limit.ts'
import { type Bound, type BoundPaid, createRouter, readable } from './api/registry.ts'
import { createSampler } from './api/sampler.ts'
import { createSharedLimiter } from './api/shared-limit.ts'
import { createJob } from './background/job.ts'
import { createReplicaCounter } from './background/replica-counter.ts'
import { type Announcements, createAnnouncements } from './background/replica-notifications.ts'
import { OLDEST_SERVED_MS } from './background/source.ts'
import { createChanges } from './changes/domain.ts'
import { createCompany } from './company/domain.ts'
import { ACCOUNTS, VERDICT } from './company/rules/published.ts'
import { askedPortals, type Config, NETWORKS } from './config.ts'
import { type ContextOverrides, createServiceContext } from './context.ts'
import type { Domain, ServiceContext } from './contract/domain.ts'
import { type BoundPaidOperation, bindFree } from './contract/operation.ts'
import type { PublishedRules } from './contract/rules.ts'
import type { Catalogue } from './discovery/catalogue.ts'
import { createReloadableDocuments } from './discovery/document.ts'
import { publishDocuments } from './discovery/index.ts'
import { signingKeyDocuments } from './discovery/signing-keys.ts'
import { createFunders, type FundersDomain } from './funders/domain.ts'
import { createGrants } from './grants/domain.ts'
import { ELIGIBILITY } from './grants/rules/published.ts'
import type { FreeDeps } from './meta/deps.ts'
import { freeOperations } from './meta/index.ts'
import type { Log } from './observe/log.ts'
import type { Metrics, MetricsSnapshot } from './observe/metrics.ts'
import { createOperatorServer } from './operator/operator.ts'
import { createAdmission } from './payments/admission/admission.ts'
import { createPurchases } from './payments/admission/purchases.ts'
import { createAudit } from './payments/audit.ts'
import { startPaymentWork } from './payments/background.ts'
import type { Chain } from './payments/evm/chain.ts'
import { chainIdOf } from './payments/evm/presented.ts'
import {
  createFacilitator,
  type Facilitator,
  type FacilitatorClients,
  httpFacilitatorClients,
} from './payments/facilitator.ts'
import type { ExtensionResponse } from './payments/facilitator-client.ts'
import { createGate, type Gate, type GateOptions } from './payments/gate.ts'
import { createOffers, createReceipts, type Offers } from './payments/offer-receipt.ts'
import { createSettlementAges, type SettlementAges } from './payments/settlement-ages.ts'
import { availabilityOf, buildTerms, type PaymentSettings, type Terms } from './payments/terms.ts'
import { errorMessage, ServiceError, StartError } from './platform/errors.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import { isOwnerDead, processOwner } from './platform/process-owner.ts'
import type { Timers } from './platform/timers.ts'
import { readSigningKey, type Signer, signerAt } from './signing/key.ts'
import { paymentPages, publishPages, sampleEndpoints } from './site/publish.ts'
import { createSite } from './site/site.ts'
import { createDocuments } from './store/documents.ts'
import { createFeedbackStore } from './store/feedback.ts'
import { type Audits, createAudits } from './store/ledger/audits.ts'
import { createBuyers } from './store/ledger/buyers.ts'
import { type Claims, createClaims } from './store/ledger/claims.ts'
import { createSigningKeys, type SigningKeys } from './store/signing-keys.ts'
import { createTenders } from './tenders/domain.ts'
import { FIT } from './tenders/rules/published.ts'
import { a2aEndpoints } from './transports/a2a/endpoints.ts'
import { freePort } from './transports/free-port.ts'
import { createHttpTransport } from './transports/http/server.ts'
import { mcpEndpoints } from './transports/mcp/endpoints.ts'

export interface App {
  /** Bound address, once started. */
  readonly url: string
  readonly pipeline: Pipeline
  readonly operations: readonly Bound[]
  /** What documents are written from. */
  readonly catalogue: Catalogue
  start(): Promise<void>
  /** `reason`: for the log. */
  stop(reason?: string): Promise<void>
}

/** Seams for tests and benches; production passes none. */
export interface Overrides extends ContextOverrides {
  facilitator?: FacilitatorClients
  chain?: Chain | null
  wings?: (ground: ServiceContext) => Partial<Domains>
  /** Company numbers for `preview`, where the product's own list is not on the register asked. */
  previewNumbers?: readonly string[]
  gate?: Partial<
    Pick<
      GateOptions,
      'claimLeaseMs' | 'settleLeaseMs' | 'reconcileWindowMs' | 'isOwnerDead' | 'onStep' | 'receipts'
    >
  >
  timers?: Timers
  handlerBudgetMs?: number
  underLoad?: () => boolean
}

export type Domains = Record<'company' | 'tenders' | 'grants' | 'funders' | 'changes', Domain>

const DAY_MS = 86_400_000

export async function createApp(given: Config, overrides: Overrides = {}): Promise<App> {
  const config = await withKnownPort(given)
  const timers = overrides.timers ? { timers: overrides.timers } : {}
  // Modules that only some deployments need are loaded by those alone: they are most of what a start would wait for.
  const metrics =
    config.METRICS_PORT === null ? null : (await import('./observe/metrics.ts')).createMetrics()

  const ground = await createServiceContext(config, 'migrate', overrides)
  const { clock, log, lifecycle, store } = ground
  const wings: Partial<Domains> =
    overrides.wings?.(ground) ?? buildDomains(ground, config, overrides)
  const built = Object.values(wings)

  const signing = await loadSigner(config, ground)
  const settings = paymentSettingsOf(config)
  const payments = await createPayments(config, overrides, {
    settings,
    ground,
    signer: signing.signer,
    metrics,
    sold: soldBy(built),
  })
  const { gate, purchases, claims, audits, audit, chain, facilitator, limiter } = payments
  const addresses = limiter('address')
  const examples = createExamples(built)
  examples.refresh()
  const paid = built
    .flatMap((wing) => wing.operations)
    .map((bound) => readable(examples.shown(quotable(bound, config))))
  const undelivered = createAvailabilityCheck(built)
  const prices = await buildTermsIndex(paid, built, {
    settings,
    offers: createOffers(signing.signer, clock),
    undelivered,
  })
  const { termsOf } = prices
  const pipeline = createPipeline({
    conditional: config.EXTRAS === 'on',
    ...(overrides.underLoad ? { underLoad: overrides.underLoad } : {}),
    termsOf,
    unavailableReason: undelivered,
    gate,
    isProven: purchases.isProven,
    isKnown: async (payment) => (await claims.find(payment)) !== null,
    maxRunning: config.MAX_RUNNING_CALLS,
    limits: { free: limiter('free'), feedback: limiter('feedback') },
    clock,
    log,
    publicUrl: config.PUBLIC_URL,
    ...(metrics
      ? { onReply: metrics.replied, onEnd: metrics.saleEnded, onOverload: metrics.callRefused }
      : {}),
    ...(overrides.handlerBudgetMs === undefined
      ? {}
      : { handlerBudgetMs: overrides.handlerBudgetMs }),
    ...timers,
  })
  const published = publishedRules(config)
  const health = async () =>
    healthReport({
      version: packageJson.version,
      rulesVersion: VERDICT.current.version,
      wings: built,
      settings,
      facilitator,
      chain,
      ledgerDifferences: audit.differences(),
    })
  const freeDeps: FreeDeps = {
    feedback: createFeedbackStore(store.main),
    rules: published,
    sample: createSamples(wings, { pipeline, paid, log }),
    health,
  }
  const free = bindFree(freeOperations(config.EXTRAS === 'on'), freeDeps).map(readable)
  const domainFreeOperations = built
    .flatMap((wing) => wing.free ?? [])
    .map((bound) => readable(examples.shown(bound)))
  const operations: readonly Bound[] = [...paid, ...free, ...domainFreeOperations]

  const catalogue: Catalogue = {
    publicUrl: config.PUBLIC_URL,
    version: packageJson.version,
    ...publisherOf(config),
    payment: settings,
    operations,
    termsOf,
    rules: published,
    signer: signing.signer,
  }
  const site = createSite(catalogue, health)
  const transports = { catalogue, pipeline, admit: addresses.admit }
  const documents = createReloadableDocuments(() => [
    ...publishDocuments(catalogue, () => clock.nowMs()),
    ...publishPages(site),
  ])
  const http = createHttpTransport({
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    router: createRouter(operations),
    pipeline,
    documents: [...documents.documents, ...signingKeyDocuments(signing)],
    paymentPage: paymentPages(site),
    addresses,
    ...connectionLimits(config, metrics),
    endpoints: [
      ...sampleEndpoints(site, transports),
      ...a2aEndpoints(transports),
      ...mcpEndpoints(transports),
    ],
  })

  async function start(): Promise<void> {
    await payments.countReplicas()
    await http.listen().catch(cannotListen('HOST', config.HOST, 'PORT', config.PORT))
    lifecycle.onStop('http', () => http.close())
    const announcements = followAnnouncements(built, { ...ground, ...timers })
    const figures = () =>
      collectMetrics(built, { ...payments, nowMs: clock.nowMs() }, announcements)
    if (metrics !== null)
      await listenToOperator(config, { metrics, claims, audits, lifecycle, wings: built, figures })
    payments.startWork()
    startPurge({ ...ground, ...timers })
    for (const wing of built) wing.start()
    announcements?.start()
    keepExamples({ ...ground, ...timers }, examples, () => prices.rebuild().then(documents.rewrite))
    log.info(
      {
        url: http.url(),
        publicUrl: config.PUBLIC_URL,
        network: settings.network,
        payTo: settings.payTo,
        store: store.engine,
      },
      'serving',
    )
  }

  return {
    get url() {
      return http.url()
    },
    pipeline,
    operations,
    catalogue,
    start,
    async stop(reason = 'asked to') {
      const begun = performance.now()
      log.info({ reason }, 'draining: running requests are finished, no new ones are taken')
      await lifecycle.stop()
      log.info({ seconds: Math.round((performance.now() - begun) / 100) / 10 }, 'stopped')
    },
  }
}

function publishedRules({ EXTRAS }: Config): readonly PublishedRules[] {
  const specified = [VERDICT, FIT, ELIGIBILITY]
  return EXTRAS === 'on' ? [...specified, ACCOUNTS] : specified
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

/** What is signed with, and all that was signed with before. */
async function loadSigner(
  config: Config,
  { store, clock }: ServiceContext,
): Promise<{ signer: Signer; keys: SigningKeys }> {
  const signer = signerAt(
    config.PUBLIC_URL,
    readSigningKey({ file: config.X402_SIGNING_KEY_FILE, dataDir: config.DATA_DIR }),
  )
  const keys = createSigningKeys(store.main)
  await keys.remember(signer.thumbprint, signer.jwk, clock.nowMs())
  return { signer, keys }
}

/** Everything that payments are taken with. */
async function createPayments(
  config: Config,
  overrides: Overrides,
  house: {
    settings: PaymentSettings
    ground: ServiceContext
    signer: Signer
    metrics: Metrics | null
    sold: readonly string[]
  },
) {
  const { settings, metrics } = house
  const { clock, log, store, lifecycle } = house.ground
  const timers = overrides.timers ? { timers: overrides.timers } : {}
  const claims = createClaims(store)
  const audits = createAudits(store, settings)
  const told = ({ extension, status, reason }: ExtensionResponse) => {
    metrics?.extension(extension, status)
    const fields = { extension, status, reason }
    if (status === 'rejected') log.warn(fields, 'the facilitator refused an extension of a payment')
    else log.info(fields, 'the facilitator took note of an extension of a payment')
  }
  const facilitator = createFacilitator(
    overrides.facilitator ?? (await openFacilitator(config, told)),
    settings.network,
  )
  const chain =
    overrides.chain === undefined ? await openChain(config, overrides.timers) : overrides.chain
  const { limiter, countReplicas, replicas } = createLimiters(config, overrides, house.ground)
  const purchases = createPurchases(createBuyers(store, settings), clock)
  const audit = createAudit({ chain, audits, claims, clock, log })
  const replayMs = config.REPLAY_DAYS * DAY_MS
  const gate = countedGate({
    settings,
    facilitator,
    chain,
    claims,
    clock,
    log,
    owner: processOwner(),
    isOwnerDead,
    entrance: createAdmission({
      clock,
      purchases,
      counters: house.ground.counters,
      limits: config.RATE_LIMITS,
      payers: limiter('payer'),
      settings,
      chain,
    }),
    replayMs,
    stopping: lifecycle.signal,
    receipts: createReceipts(house.signer),
    ...timers,
    ...overrides.gate,
    onStep: (step, charge) => {
      metrics?.gateStep(step)
      return overrides.gate?.onStep?.(step, charge)
    },
  })
  const settlementAges =
    metrics && createSettlementAges({ store, currency: settings, operations: house.sold, clock })
  const startWork = () => {
    const { asset } = settings
    startPaymentWork({
      ...gate,
      claims,
      facilitator,
      chain,
      asset,
      audit,
      settlementAges,
      clock,
      log,
      lifecycle,
      replayMs,
      ...timers,
    })
  }
  return {
    ...gate,
    purchases,
    claims,
    audits,
    audit,
    chain,
    facilitator,
    limiter,
    countReplicas,
    replicas,
    settlementAges,
    startWork,
  }
}

/** Returns how many connections the HTTP door takes, and where it counts those that it closes. */
function connectionLimits({ MAX_CONNECTIONS: maxConnections }: Config, metrics: Metrics | null) {
  return { maxConnections, ...(metrics ? { onConnectionClosed: metrics.connectionClosed } : {}) }
}

/** A gate, and how many payments are in it. */
function countedGate(options: GateOptions): { gate: Gate; inFlight: () => number } {
  const gate = createGate(options)
  let running = 0
  const charge: Gate['charge'] = async (call) => {
    running += 1
    try {
      return await gate.charge(call)
    } finally {
      running -= 1
    }
  }
  return { gate: { ...gate, charge }, inFlight: () => running }
}

/** On PostgreSQL replicas share what is counted; on SQLite there is this process alone. */
function createLimiters(
  { RATE_LIMITS }: Config,
  { timers }: Overrides,
  { counters, clock, log, lifecycle }: ServiceContext,
) {
  const localOf = (name: LimitName) => createLimiter(name, RATE_LIMITS[name], clock)
  if (counters === null)
    return { limiter: localOf, countReplicas: async () => {}, replicas: () => 1 }
  const replicas = createReplicaCounter({
    counters,
    clock,
    log,
    lifecycle,
    ...(timers ? { timers } : {}),
  })
  const limiter = (name: LimitName): Limiter =>
    createSharedLimiter({
      name,
      limit: RATE_LIMITS[name],
      local: localOf(name),
      counters,
      replicas,
      clock,
    })
  return { limiter, countReplicas: replicas.start, replicas: replicas.count }
}

/** Whatever one replica read, the others look for at once. Null: there are no others. */
function followAnnouncements(
  wings: readonly Domain[],
  house: ServiceContext & { timers?: Timers },
): Announcements | null {
  const { log, lifecycle, timers } = house
  const { listen } = house.store
  if (listen === null) return null
  const follows = wings.flatMap((wing) => wing.watchedSources ?? [])
  const announcements = createAnnouncements({ listen, follows, log, ...(timers ? { timers } : {}) })
  lifecycle.onStop('announcements', announcements.close)
  return announcements
}

/** Of all wings together, and of the house. */
async function collectMetrics(
  wings: readonly Domain[],
  {
    inFlight,
    replicas,
    facilitator,
    settlementAges,
    nowMs,
  }: {
    inFlight(): number
    replicas(): number
    facilitator: Pick<Facilitator, 'failedSettlements'>
    settlementAges: SettlementAges | null
    nowMs: number
  },
  announcements: Announcements | null,
): Promise<MetricsSnapshot> {
  const all = await Promise.all(wings.map((wing) => wing.metrics?.() ?? {}))
  return {
    generations: Object.assign({}, ...all.map(({ generations }) => generations)),
    upstreams: Object.assign({}, ...all.map(({ upstreams }) => upstreams)),
    registerCalls: all.find(({ registerCalls }) => registerCalls != null)?.registerCalls ?? null,
    inFlight: inFlight(),
    failedSettlements: facilitator.failedSettlements(),
    settlementAges: Object.fromEntries(
      [...(settlementAges?.last() ?? [])].map(([id, atMs]) => [
        id,
        Math.round((nowMs - atMs) / 1000),
      ]),
    ),
    replicas: announcements && { count: replicas(), isListening: announcements.isListening() },
  }
}

/** Drops what is too old to be served, once a day. */
function startPurge({
  store,
  clock,
  lifecycle,
  log,
  ...timers
}: ServiceContext & { timers?: Timers }): void {
  const documents = createDocuments(store.main)
  const work = () => documents.purge(clock.nowMs() - OLDEST_SERVED_MS)
  createJob({ name: 'purge documents', everyMs: DAY_MS, work, lifecycle, log, ...timers }).start()
}

/** How soon documents show a subject of an index that was filled, or another for one that is gone. */
const EXAMPLES_EVERY_MS = 2000

/** `rewrite` what shows examples, when they are others than before. */
function keepExamples(
  { lifecycle, log, ...timers }: ServiceContext & { timers?: Timers },
  examples: Examples,
  rewrite: () => Promise<void>,
): void {
  const work = async () => {
    if (examples.refresh()) await rewrite()
  }
  createJob({
    name: 'examples',
    everyMs: EXAMPLES_EVERY_MS,
    work,
    lifecycle,
    log,
    ...timers,
  }).start()
}

/** The terms of every operation that is sold, by its id. */
async function buildTermsIndex(
  paid: readonly BoundPaid[],
  wings: readonly Domain[],
  {
    settings,
    offers,
    undelivered,
  }: {
    settings: PaymentSettings
    offers: Offers
    undelivered: (operationId: string) => ServiceError | null
  },
) {
  const notes: Readonly<Record<string, string>> = Object.assign(
    {},
    ...wings.map((wing) => wing.listingNotes),
  )
  let terms = new Map<string, Terms>()
  async function rebuild(): Promise<void> {
    const built = new Map<string, Terms>()
    for (const { operation } of paid) {
      const trouble = () => {
        const found = undelivered(operation.id)
        return found && availabilityOf(found)
      }
      built.set(
        operation.id,
        await buildTerms(operation, settings, notes[operation.id] ?? '', {
          offers,
          undelivered: trouble,
        }),
      )
    }
    terms = built
  }
  await rebuild()
  return { termsOf: (operationId: string) => terms.get(operationId)!, rebuild }
}

/** The specification's quotes tell nothing of freshness. */
function quotable(bound: BoundPaidOperation, { EXTRAS }: Config): BoundPaidOperation {
  return EXTRAS === 'on' ? bound : { ...bound, freshness: undefined, searchedFreshness: undefined }
}

/** Asked for every quote and payment: each wing knows best whether it can deliver. */
function createAvailabilityCheck(wings: readonly Domain[]): UnavailableReason {
  const sellers = new Map(
    wings.flatMap((wing) => wing.operations.map(({ operation }) => [operation.id, wing] as const)),
  )
  return (operationId, input) =>
    sellers.get(operationId)?.unavailableReason?.(operationId, input) ?? null
}

/** Returns the ids of all operations that are sold. */
const soldBy = (wings: readonly Domain[]) =>
  wings.flatMap((wing) => wing.operations.map(({ operation }) => operation.id))

/** The free sample of each wing that has one. */
function createSamples(
  wings: Partial<Domains>,
  { pipeline, paid, log }: { pipeline: Pipeline; paid: readonly BoundPaid[]; log: Log },
): FreeDeps['sample'] {
  const find = (id: string): BoundPaid => {
    const bound = paid.find((each) => each.operation.id === id)
    if (!bound) throw new Error(`no operation ${id}`)
    return bound
  }
  const sampler = (name: keyof Domains) =>
    createSampler({
      pipeline,
      find,
      subjects: (utcDay) => wings[name]?.previewSubjects(utcDay) ?? [],
      log,
    })
  const samplers = {
    company: sampler('company'),
    tenders: sampler('tenders'),
    grants: sampler('grants'),
  }
  return (wing, nowMs, signal) => samplers[wing](nowMs, signal)
}

/** Metrics and readiness, on an address of their own. */
async function listenToOperator(
  { METRICS_HOST: host, METRICS_PORT: port }: Config,
  house: {
    metrics: Metrics
    claims: Claims
    audits: Audits
    lifecycle: Lifecycle
    wings: readonly Domain[]
    figures: () => Promise<MetricsSnapshot>
  },
): Promise<void> {
  if (port === null) return
  const { metrics, claims, audits, lifecycle, wings, figures } = house
  const undelivered = createAvailabilityCheck(wings)
  const operator = createOperatorServer({
    host,
    port,
    metrics: async () => {
      // What is known without the store is told without it.
      const [settling, differing] = await Promise.allSettled([
        claims.countSettling(),
        audits.countDiffering(),
      ])
      metrics.ledger(
        settling.status === 'fulfilled' ? settling.value : null,
        differing.status === 'fulfilled' ? differing.value : null,
      )
      metrics.sources(sourcesOf(wings))
      metrics.figures(await figures())
      metrics.undeliverable(soldBy(wings).filter((id) => undelivered(id) !== null))
      return metrics.render()
    },
    ready: async () => {
      if (lifecycle.signal.aborted) throw new ServiceError('SHUTTING_DOWN', 'stopping')
      await claims.countSettling()
    },
  })
  await operator.listen().catch(cannotListen('METRICS_HOST', host, 'METRICS_PORT', port))
  lifecycle.onStop('operator door', () => operator.close())
}

function buildDomains(
  ground: ServiceContext,
  config: Config,
  { previewNumbers }: Overrides,
): Partial<Domains> {
  const company = createCompany(ground, {
    companiesHouseUrl: config.COMPANIES_HOUSE_URL,
    companiesHouseApiKey: config.COMPANIES_HOUSE_API_KEY,
    companiesHouseCallsPer5Min: config.COMPANIES_HOUSE_CALLS_PER_5_MIN,
    fcaRegisterUrl: config.FCA_REGISTER_URL,
    fcaAuthKey: config.FCA_AUTH_KEY,
    fcaAuthEmail: config.FCA_AUTH_EMAIL,
    languageTimeoutMs: config.LLM_TIMEOUT_MS,
    mirror: config.COMPANY_MIRROR === 'off' ? null : mirrorOf(config),
    extras: config.EXTRAS === 'on',
    ...(previewNumbers ? { previewNumbers } : {}),
  })
  const grants = createGrants(ground, {
    findAGrantUrl: config.FIND_A_GRANT_URL,
    intervalMs: config.GRANTS_INTERVAL_MS,
    publicUrl: config.PUBLIC_URL,
    extras: config.EXTRAS === 'on',
    ingest: config.INGEST,
    // Each half of the wing knows what the other tells; this one is only asked once both are there.
    awardHistory: (names, nowMs) => funders.awardHistory(names, nowMs),
  })
  const funders: FundersDomain = createFunders(ground, {
    registryUrl: config.THREESIXTY_REGISTRY_URL,
    intervalMs: config.FUNDERS_INTERVAL_MS,
    windowDays: config.FUNDER_WINDOW_DAYS,
    ingest: config.INGEST,
    liveGrants: grants.liveGrantsOfFunder,
    extras: config.EXTRAS === 'on',
  })
  const tenders = createTenders(ground, {
    portals: askedPortals(config),
    extras: config.EXTRAS === 'on',
    bankHolidaysUrl: config.BANK_HOLIDAYS_URL,
    portalsIntervalMs: config.PORTALS_INTERVAL_MS,
    backfillDays: config.TENDERS_BACKFILL_DAYS,
    minDepthDays: config.TENDERS_MIN_DEPTH_DAYS,
    ingest: config.INGEST,
  })
  const wings = { company, tenders, grants, funders }
  if (config.EXTRAS === 'off') return wings
  return {
    ...wings,
    changes: createChanges(ground, {
      tenders: tenders.changes,
      grants: grants.changes,
      company: company.changes,
    }),
  }
}

function mirrorOf(config: Config) {
  return {
    databaseUrl: config.DATABASE_URL,
    bulkUrl: config.COMPANIES_HOUSE_BULK_URL,
    ingest: config.INGEST,
    stream:
      config.COMPANY_MIRROR === 'stream'
        ? { url: config.COMPANIES_HOUSE_STREAM_URL, keys: config.COMPANIES_HOUSE_STREAM_KEY }
        : null,
    freshMs: config.COMPANY_FRESH_HOURS * 3_600_000,
  }
}

/** Port 0 is any free one. Where our own address is made of it, it is chosen before anything is written that names the address. */
async function withKnownPort(config: Config): Promise<Config> {
  const url = new URL(config.PUBLIC_URL)
  if (config.PORT !== 0 || url.port !== '0') return config
  const port = await freePort(config.HOST).catch(
    cannotListen('HOST', config.HOST, 'PORT', config.PORT),
  )
  url.port = String(port)
  return { ...config, PORT: port, PUBLIC_URL: url.href.replace(/(?<!\/)\/+$/, '') }
}

/** One line that names the variable at fault. */
function cannotListen(hostName: string, host: string, portName: string, port: number) {
  return (error: NodeJS.ErrnoException): never => {
    const line =
      error.code === 'EADDRINUSE'
        ? `${portName} ${port} is already in use; example: ${portName}=${port < 65_535 ? port + 1 : 4021}`
        : error.code === 'EACCES'
          ? `${portName} ${port} may not be listened on by this user; example: ${portName}=4021`
          : `${hostName} "${host}" cannot be listened on (${errorMessage(error)}); example: ${hostName}=127.0.0.1`
    throw new StartError(line, { cause: error })
  }
}

function paymentSettingsOf(config: Config): PaymentSettings {
  const network = NETWORKS[config.X402_NETWORK]
  return {
    network: config.X402_NETWORK,
    networkName: network.name,
    test: network.test,
    asset: config.X402_ASSET,
    assetName: network.usdcName,
    payTo: config.X402_PAY_TO as `0x${string}`,
    publicUrl: config.PUBLIC_URL,
  }
}

async function openChain(
  { X402_RPC_URL: urls, X402_NETWORK: network }: Config,
  timers?: Timers,
): Promise<Chain | null> {
  if (urls === null) return null
  const { createChain } = await import('./payments/evm/chain.ts')
  return createChain(urls, chainIdOf(network), undefined, timers)
}

async function openFacilitator(
  config: Config,
  onExtension: (told: ExtensionResponse) => void,
): Promise<FacilitatorClients> {
  const {
    X402_FACILITATOR_URL: url,
    X402_FACILITATOR_TOKEN: token,
    CDP_API_KEY_ID: keyId,
    CDP_API_KEY_SECRET: keySecret,
  } = config
  if (keyId === null || keySecret === null)
    return httpFacilitatorClients({ url, token, onExtension })
  const { coinbaseAuthHeaders } = await import('./payments/coinbase-auth.ts')
  return httpFacilitatorClients({
    url,
    token,
    onExtension,
    createAuthHeaders: coinbaseAuthHeaders({ id: keyId, secret: keySecret }, url),
  })
}
