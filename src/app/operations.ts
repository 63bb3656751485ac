/**
 * The operations of this deployment, the pipeline that runs them, and the terms on which they are
 * sold.
 */
import packageJson from '../../package.json' with { type: 'json' }
import { createExamples, type Examples } from '../api/examples.ts'
import { healthReport } from '../api/health-report.ts'
import { createPipeline, type Pipeline } from '../api/pipeline.ts'
import { createProblems, type Problems } from '../api/problem-log.ts'
import { type Bound, readable } from '../api/registry.ts'
import { ACCOUNTS, VERDICT } from '../company/rules/published.ts'
import type { Config } from '../config.ts'
import type { Domain } from '../contract/domain.ts'
import { bindFree } from '../contract/operation.ts'
import type { PublishedRules } from '../contract/rules.ts'
import { ELIGIBILITY } from '../grants/rules/published.ts'
import type { FreeDeps, Health } from '../meta/deps.ts'
import { freeOperations } from '../meta/index.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { Tracer } from '../observe/spans.ts'
import { createOffers } from '../payments/offer-receipt.ts'
import type { PaymentSettings } from '../payments/terms.ts'
import type { Signer } from '../signing/key.ts'
import { createFeedbackStore } from '../store/feedback.ts'
import { FIT } from '../tenders/rules/published.ts'
import { createAvailabilityCheck, createSamples, type Domains } from './domains.ts'
import type { AppContext, Overrides } from './overrides.ts'
import type { Payments } from './payments.ts'
import { createTermsIndex, type TermsIndex, withTerms } from './terms.ts'

export const VERSION = packageJson.version

type HealthCheck = () => Promise<Health>

export interface Operations {
  all: readonly Bound[]
  pipeline: Pipeline
  problems: Problems
  terms: TermsIndex
  rules: readonly PublishedRules[]
  examples: Examples
  health: HealthCheck
  sample: FreeDeps['sample']
}

interface OperationsOptions {
  domainsByName: Partial<Domains>
  payments: Payments
  settings: PaymentSettings
  signer: Signer
  metrics: Metrics | null
  tracer: Tracer | null
}

export function createOperations(
  config: Config,
  context: AppContext,
  overrides: Overrides,
  { domainsByName, payments, settings, signer, metrics, tracer }: OperationsOptions,
): Operations {
  const { clock, log, store, timers } = context
  const domains = Object.values(domainsByName)
  const examples = createExamples(domains)
  examples.refresh()

  const paid = domains
    .flatMap(({ operations }) => operations)
    .map((bound) => readable(examples.withExample(bound)))
  const unavailableReason = createAvailabilityCheck(domains)
  const offers = createOffers(signer, clock)
  const terms = createTermsIndex(paid, domains, settings, offers, unavailableReason)
  const { gate, purchases, limits } = payments
  const { underLoad, handlerBudgetMs } = overrides
  const problems = createProblems({
    publicUrl: config.PUBLIC_URL,
    log,
    ...(metrics && { onRateLimited: metrics.rateLimited }),
  })
  const pipeline = withTerms(
    createPipeline({
      clock,
      log,
      ...(timers && { timers }),
      gate,
      termsOf: terms.termsOf,
      unavailableReason,
      paidRecently: purchases.paidRecently,
      maxRunning: config.MAX_RUNNING_CALLS,
      limits: { free: limits.createLimiter('free'), feedback: limits.createLimiter('feedback') },
      problems,
      tracer,
      ...(metrics && {
        onReply: metrics.recordReply,
        onEnd: metrics.saleEnded,
        onOverload: metrics.callRefused,
      }),
      ...(underLoad && { underLoad }),
      ...(handlerBudgetMs !== undefined && { handlerBudgetMs }),
    }),
    terms,
  )

  const rules = [VERDICT, FIT, ELIGIBILITY, ACCOUNTS]
  const health = createHealth(domains, payments, settings)
  const sample = createSamples(domainsByName, paid, pipeline, log)
  const free = bindFree(freeOperations, {
    feedback: createFeedbackStore(store.main),
    rules,
    sample,
    health,
  })
  const freeOfDomains = domains.flatMap((domain) => domain.free ?? []).map(examples.withExample)
  const all = [...paid, ...[...free, ...freeOfDomains].map(readable)]
  return { all, pipeline, problems, terms, rules, examples, health, sample }
}

function createHealth(
  domains: readonly Domain[],
  { facilitator, chain, audit }: Payments,
  settings: PaymentSettings,
): HealthCheck {
  return async () =>
    healthReport({
      version: VERSION,
      rulesVersion: VERDICT.current.version,
      domains,
      settings,
      facilitator,
      chain,
      ledgerDifferences: audit.differences(),
    })
}
