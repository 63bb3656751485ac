import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Gauges of a source. `age_seconds` is `null` if it was never read. */
interface SourceFigures {
  status: string
  age_seconds: number | null
}

/** Gauges of one upstream. */
interface UpstreamFigures {
  isOpen: boolean
  turns: number
  waitedMs: number
  waiting: number
}

/** State at the moment of a scrape. */
export interface MetricsSnapshot {
  /** Equal on replicas that serve the same; by index. */
  generations: Readonly<Record<string, number>>
  upstreams: Readonly<Record<string, UpstreamFigures>>
  /** `null` if not configured or unknown. */
  registerCalls: { left: number; reserved: number } | null
  /** Payments between their claim and their answer. */
  inFlight: number
  /** Settlements since the last good one that were not sent or whose outcome is unknown. */
  failedSettlements: number
  /** Seconds since the last settlement by operation; operations that never settled are absent. */
  settlementAges: Readonly<Record<string, number>>
  /** Null: there is this process alone. */
  replicas: { count: number; isListening: boolean } | null
}

export interface Metrics {
  recordReply(operation: string, status: number, durationMs: number): void
  gateStep(step: string): void
  /** Counts a call whose payment was refused; ignores other ends. */
  saleEnded(end: { operation: string; kind: 'paid' | 'repeated' | 'refused'; code?: string }): void
  /** Counts a settlement that this process recorded, for a buyer or in the background. */
  paymentRecorded(operation: string, amountUsdc: number): void
  /** Operations that are quoted and cannot be delivered. */
  undeliverable(operations: readonly string[]): void
  /** Counts a facilitator's status for an extension of a settled payment. */
  extension(name: string, status: string): void
  /**
   * How many settlements are undecided just now, and how many recorded payments are not on the
   * chain; null: the store does not answer.
   */
  ledger(settling: number | null, differing: number | null): void
  /** Sets the gauges of all sources, by the label of `GET /v1/health`. */
  sources(sources: Readonly<Record<string, SourceFigures>>): void
  figures(figures: MetricsSnapshot): void
  /** A call that was refused because too many were running. */
  callRefused(operation: string): void
  /** Counts a call that a rate limit refused. */
  rateLimited(limit: string): void
  /** A connection that the HTTP server closed to protect itself. */
  connectionClosed(reason: string): void
  /** Lists refused payments by the code of the reason, the most frequent first. */
  listRefusals(): Promise<{ reason: string; count: number }[]>
  /** Prometheus text format. */
  render(): Promise<string>
}

/** Returns functions that create a gauge and a counter of a registry. */
function instruments(registry: Registry) {
  const registers = [registry]
  return {
    gauge: (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name, help, labelNames, registers }),
  }
}

/** Creates the gauges that are set at each scrape. */
function figureGauges(registry: Registry) {
  const { gauge, counter } = instruments(registry)
  const generations = gauge(
    'ukintel_index_generation',
    'Which generation serves: equal on replicas that serve the same',
    ['index'],
  )
  const open = gauge(
    'ukintel_breaker_open',
    'One for an upstream that failed repeatedly and is left alone for a while',
    ['upstream'],
  )
  const waiting = gauge(
    'ukintel_upstream_waiting',
    'Calls that wait for their turn at an upstream',
    ['upstream'],
  )
  const callsLeft = gauge(
    'ukintel_register_calls_left',
    'Calls of the company register left in these five minutes, of all replicas',
  )
  const callsReserved = gauge(
    'ukintel_register_calls_kept',
    'As many of them as are kept for earlier buyers',
  )
  const inFlight = gauge(
    'ukintel_payments_in_flight',
    'Payments that this process is at, from claim to answer',
  )
  const failedSettlements = gauge(
    'ukintel_settlements_failed_in_a_row',
    'Settlements of this process since the last good one that were not sent or whose outcome is unknown',
  )
  const settlementAges = gauge(
    'ukintel_settlement_age_seconds',
    'Time since the last settlement of an operation; absent while it has none. Directories drop an entry after 30 days',
    ['operation'],
  )
  const replicas = gauge('ukintel_replicas', 'Replicas on this database, this one included')
  const listening = gauge('ukintel_listening', 'One while notifications of other replicas arrive')
  const turns = counter(
    'ukintel_upstream_turns_total',
    'Attempts that had their turn at an upstream',
    ['upstream'],
  )
  const waited = counter(
    'ukintel_upstream_wait_seconds_total',
    'How long they waited for it in all',
    ['upstream'],
  )
  return (figures: MetricsSnapshot) => {
    for (const each of [generations, open, waiting, callsLeft, replicas, listening, turns, waited])
      each.reset()
    for (const [index, generation] of Object.entries(figures.generations))
      generations.set({ index }, generation)
    for (const [upstream, { isOpen, ...queue }] of Object.entries(figures.upstreams)) {
      open.set({ upstream }, isOpen ? 1 : 0)
      waiting.set({ upstream }, queue.waiting)
      turns.inc({ upstream }, queue.turns)
      waited.inc({ upstream }, queue.waitedMs / 1000)
    }
    // An unknown value must not show as zero.
    callsLeft.remove()
    callsReserved.remove()
    if (figures.registerCalls !== null) {
      callsLeft.set(figures.registerCalls.left)
      callsReserved.set(figures.registerCalls.reserved)
    }
    inFlight.set(figures.inFlight)
    failedSettlements.set(figures.failedSettlements)
    settlementAges.reset()
    for (const [operation, seconds] of Object.entries(figures.settlementAges))
      settlementAges.set({ operation }, seconds)
    replicas.set(figures.replicas?.count ?? 1)
    if (figures.replicas === null) listening.remove()
    else listening.set(figures.replicas.isListening ? 1 : 0)
  }
}

/** Creates the gauges that the ledger and the sources set. */
function stateGauges(registry: Registry): Pick<Metrics, 'ledger' | 'sources'> {
  const { gauge } = instruments(registry)
  const settling = gauge('ukintel_claims_settling', 'Payments whose settlement is undecided')
  const differences = gauge(
    'ukintel_ledger_differences',
    'Recorded payments whose transfer is not on the chain',
  )
  const storeUp = gauge('ukintel_store_up', 'One while the store answers')
  const ages = gauge(
    'ukintel_source_age_seconds',
    'Time since the source last answered; absent while it never has',
    ['source'],
  )
  const states = gauge(
    'ukintel_source_state',
    'One for the state that the source is in, as GET /v1/health names it',
    ['source', 'state'],
  )
  return {
    ledger(undecided, differing) {
      storeUp.set(undecided === null || differing === null ? 0 : 1)
      if (undecided === null) settling.remove()
      else settling.set(undecided)
      if (differing === null) differences.remove()
      else differences.set(differing)
    },
    sources(sources) {
      // A state that was left must not stay behind.
      ages.reset()
      states.reset()
      for (const [source, { status, age_seconds }] of Object.entries(sources)) {
        states.set({ source, state: status }, 1)
        if (age_seconds !== null) ages.set({ source }, age_seconds)
      }
    },
  }
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const { gauge, counter } = instruments(registry)
  collectDefaultMetrics({ register: registry })
  const replies = new Histogram({
    name: 'ukintel_reply_seconds',
    help: 'Time from the accepted request to the finished reply',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 20],
    registers: [registry],
  })
  const steps = counter(
    'ukintel_payment_steps_total',
    'Payments that reached each step of the gate',
    ['step'],
  )
  const revenue = counter(
    'ukintel_revenue_usdc_total',
    'Sum of the settlements that this process has recorded since its start; the books are in the ledger',
    ['operation'],
  )
  const refusals = counter(
    'ukintel_payments_refused_total',
    'Payments that were not taken, by the code of the reason',
    ['operation', 'reason'],
  )
  const undeliverable = gauge(
    'ukintel_undeliverable',
    'One for each operation that is quoted and cannot be delivered',
    ['operation'],
  )
  const extensions = counter(
    'ukintel_extension_responses_total',
    'What the facilitator said of extensions of settled payments, such as whether the Bazaar took the entry',
    ['extension', 'status'],
  )
  const connections = counter(
    'ukintel_connections_closed_total',
    'Connections closed: over_limit, because MAX_CONNECTIONS were open; over_share, because one address had half of them open; pipelined, because it had 32 requests unanswered; unread, because the caller did not read its answer; unanswered, after an error, because no answer was ready in time',
    ['reason'],
  )
  const overload = counter(
    'ukintel_calls_overloaded_total',
    'Calls that got 503 OVERLOADED because MAX_RUNNING_CALLS were running',
    ['operation'],
  )
  const rateLimits = counter(
    'ukintel_rate_limited_total',
    'Calls that a rate limit refused, by the limit as RATE_LIMITS names it',
    ['limit'],
  )
  return {
    recordReply: (operation, status, durationMs) =>
      replies.observe({ operation, status: String(status) }, durationMs / 1000),
    gateStep: (step) => steps.inc({ step }),
    paymentRecorded: (operation, amountUsdc) => revenue.inc({ operation }, amountUsdc),
    saleEnded({ operation, kind, code }) {
      if (kind === 'refused') refusals.inc({ operation, reason: code ?? 'other' })
    },
    undeliverable(operations) {
      undeliverable.reset()
      for (const operation of operations) undeliverable.set({ operation }, 1)
    },
    extension: (extension, status) => extensions.inc({ extension, status }),
    ...stateGauges(registry),
    figures: figureGauges(registry),
    callRefused: (operation) => overload.inc({ operation }),
    rateLimited: (limit) => rateLimits.inc({ limit }),
    connectionClosed: (reason) => connections.inc({ reason }),
    listRefusals: () => countByReason(refusals),
    render: () => registry.metrics(),
  }
}

async function countByReason(refusals: Counter<'reason'>) {
  const counts = new Map<string, number>()
  for (const { labels, value } of (await refusals.get()).values) {
    const reason = String(labels.reason)
    counts.set(reason, (counts.get(reason) ?? 0) + value)
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}
