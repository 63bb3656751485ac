/** Interface between a domain and the application. */

import type { FreshCache } from '../background/fresh-cache.ts'
import type { HealthReport } from '../background/health.ts'
import type { LanguageModel } from '../language/model.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceError } from '../platform/errors.ts'
import type { LeaseClock } from '../platform/lease-clock.ts'
import type { Lifecycle } from '../platform/lifecycle.ts'
import type { Counters } from '../store/counters.ts'
import type { Store } from '../store/open.ts'
import type { Runs } from '../store/runs.ts'
import type { UpstreamMetrics } from '../upstream/http.ts'
import type { BoundFreeOperation, BoundPaidOperation } from './operation.ts'

/** Services that every domain receives; `src/context.ts` creates them. */
export interface ServiceContext {
  clock: Clock
  /** Time of leases and of shared counts. */
  leases: LeaseClock
  log: Log
  store: Store
  /** Counts that replicas share; null if there is one process. */
  counters: Counters | null
  runs: Runs
  cache: FreshCache
  language: LanguageModel | null
  lifecycle: Lifecycle
  /** Identifies the service to upstreams, with the operator's contact where one is configured. */
  userAgent: string
  dataDir: string
}

/** A subject that `preview` may answer for: an operation and its path parameters. */
export interface PreviewSubject {
  operationId: string
  params: Readonly<Record<string, string>>
}

/** Metrics of a domain, in addition to its health. */
export interface DomainMetrics {
  /** Equal on replicas that serve the same; by index. */
  generations?: Readonly<Record<string, number>>
  upstreams?: Readonly<Record<string, UpstreamMetrics>>
  /**
   * Calls of the company register left in these five minutes, and how many of them are reserved for
   * earlier buyers; null if unknown.
   */
  registerCalls?: { left: number; reserved: number } | null
}

export interface Domain {
  operations: readonly BoundPaidOperation[]
  /** Free operations of the domain. */
  free?: readonly BoundFreeOperation[]
  health(): HealthReport
  metrics?(): DomainMetrics | Promise<DomainMetrics>
  /**
   * Notes of this deployment by operation id, which a buyer must know before paying. They join the
   * operation's summary.
   */
  listingNotes?: Readonly<Record<string, string>>
  /**
   * Returns why no caller can get this operation, or this input of it, now: its source is not
   * configured or its index was never filled. Returns null otherwise.
   */
  unavailableReason?(
    operationId: string,
    input?: Readonly<Record<string, unknown>>,
  ): ServiceError | null
  /**
   * Candidates of the day in the order to try; must not depend on anything but the UTC day and what
   * is indexed.
   */
  previewSubjects(utcDay: string): readonly PreviewSubject[]
  /**
   * Inputs that are answered for certain now, by operation id, for documents to show. The same ones
   * as long as they are; an operation on a subject that is not named has none yet.
   */
  exampleInputs?(): Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /**
   * Sources that the domain reads again as soon as any replica has written them. It also reads them
   * now and then in any case.
   */
  watchedSources?: { sources: readonly string[]; look(): Promise<void> }
  /** Begins background work (first fill, schedules). Called once, after the server listens. */
  start(): void
}
